//go:build nightly

package hosts_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/rule"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// A proxy is as much of a host of Proxy-Wasm as tools/wasm/envoy needs.
type proxy struct {
	headers  map[string]string
	response string // what the filter answers; empty if it lets a request pass
	filter   api.Module
}

// startProxy loads the filter as Envoy does.
func startProxy(t *testing.T) *proxy {
	t.Helper()
	file := filepath.Join(t.TempDir(), "filter.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-o", file, "./tools/wasm/envoy")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	binary, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx, p := t.Context(), new(proxy)
	runtime := wazero.NewRuntime(ctx)
	t.Cleanup(func() { runtime.Close(context.Background()) })
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	_, err = runtime.NewHostModuleBuilder("env").
		NewFunctionBuilder().WithFunc(p.getHeader).Export("proxy_get_header_map_value").
		NewFunctionBuilder().WithFunc(p.sendResponse).Export("proxy_send_local_response").
		Instantiate(ctx)
	if err == nil {
		p.filter, err = runtime.InstantiateWithConfig(ctx, binary, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if p.filter.ExportedFunction("proxy_abi_version_0_2_1") == nil {
		t.Fatal("the filter does not tell its version")
	}
	return p
}

func (p *proxy) getHeader(ctx context.Context, m api.Module, _, name, length, value, size uint32) uint32 {
	key, _ := m.Memory().Read(name, length)
	text, ok := p.headers[string(key)]
	if !ok {
		return 1
	}
	at, err := m.ExportedFunction("proxy_on_memory_allocate").Call(ctx, uint64(len(text)))
	if err != nil {
		panic(err)
	}
	m.Memory().WriteString(uint32(at[0]), text)
	m.Memory().WriteUint32Le(value, uint32(at[0]))
	m.Memory().WriteUint32Le(size, uint32(len(text)))
	return 0
}

func (p *proxy) sendResponse(_ context.Context, m api.Module, code, _, _, body, length, _, _, _ uint32) uint32 {
	text, _ := m.Memory().Read(body, length)
	p.response = fmt.Sprint(code, " ", string(text))
	return 0
}

// request returns the response of the filter to a request.
func (p *proxy) request(t *testing.T, headers map[string]string) string {
	t.Helper()
	p.headers, p.response = headers, ""
	action, err := p.filter.ExportedFunction("proxy_on_request_headers").Call(t.Context(), 1, uint64(len(headers)), 1)
	if err != nil {
		t.Fatal(err)
	}
	if paused := action[0] != 0; paused != (p.response != "") {
		t.Errorf("%q: action %d, but the response is %q", headers, action[0], p.response)
	}
	return p.response
}

func TestEnvoy(t *testing.T) {
	p := startProxy(t)
	for _, x := range []struct{ path, authority, want string }{
		{"/a?b", "example.org:80", ""},
		{"*", "example.org", ""},
		{"/", "", ""},
		{"/a b", "example.org", "400 :path: ' ' is not allowed in a path; it is written %20\n"},
		{"", "example.org", "400 :path: "},
		{"http://a/", "example.org", "400 :path: "},
		{"/", "example.org/", "400 :authority: "},
		{"/", "user@example.org", "400 :authority: "},
		{"/%2", "a b", "400 :path: "},
	} {
		got := p.request(t, map[string]string{":path": x.path, ":authority": x.authority})
		if !strings.HasPrefix(got, x.want) || (got == "") != (x.want == "") {
			t.Errorf("%q of %q: %q, want %q", x.path, x.authority, got, x.want)
		}
	}
	if got := p.request(t, map[string]string{":authority": "example.org:443"}); got != "" {
		t.Errorf("CONNECT: %q", got)
	}
	for i, c := range conformance(t) {
		text := string(c.Text)
		if i%10 != 0 {
			continue
		}
		want := rule.OriginForm.ValidString(text) || rule.AsteriskForm.ValidString(text)
		if got := p.request(t, map[string]string{":path": text}); (got == "") != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
