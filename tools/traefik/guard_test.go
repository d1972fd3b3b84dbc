package traefik

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"

	"example.org/iri/internal/corpus"
	"example.org/iri/rule"
)

const plugin = "example.org/iri/tools/traefik"

// interpreted loads the plug-in as Traefik does: from a GOPATH, with the symbols of the standard
// library but for unsafe and syscall. It returns functions of the plug-in.
func interpreted(t testing.TB, names ...string) []reflect.Value {
	t.Helper()
	gopath := t.TempDir()
	folder := filepath.Join(gopath, "src", filepath.FromSlash(plugin))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"guard.go", "tables.go"} {
		text, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, file), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	i := interp.New(interp.Options{GoPath: gopath})
	if err := i.Use(stdlib.Symbols); err != nil {
		t.Fatal(err)
	}
	if _, err := i.Eval(`import "` + plugin + `"`); err != nil {
		t.Fatal(err)
	}
	functions := make([]reflect.Value, len(names))
	for n, name := range names {
		f, err := i.Eval("traefik." + name)
		if err != nil {
			t.Fatal(err)
		}
		functions[n] = f
	}
	return functions
}

func interpretedValid(t testing.TB) func(target, host string) bool {
	return interpreted(t, "Valid")[0].Interface().(func(target, host string) bool)
}

// The interpreted plug-in says of all requests of the corpus what the compiled library says.
func TestInterpreted(t *testing.T) {
	list, err := corpus.Requests("../../httpguard/testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	valid := interpretedValid(t)
	accepted := 0
	for _, r := range list {
		for _, host := range r.Hosts {
			want := (rule.OriginForm.ValidString(r.Target) || rule.AbsoluteForm.ValidString(r.Target)) && rule.HostField.ValidString(host)
			if got := valid(r.Target, host); got != want {
				t.Errorf("%s: %v, want %v", r.Name, got, want)
			}
			if want {
				accepted++
			}
		}
	}
	if accepted < 100 {
		t.Errorf("only %d are accepted", accepted)
	}
}

func TestHandler(t *testing.T) {
	served := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	functions := interpreted(t, "CreateConfig", "New")
	config := functions[0].Call(nil)[0]
	results := functions[1].Call([]reflect.Value{
		reflect.ValueOf(t.Context()), reflect.ValueOf(served), config, reflect.ValueOf("guard"),
	})
	guard := results[0].Interface().(http.Handler)
	for _, test := range []struct {
		target string
		want   int
	}{{"/a?b", http.StatusNoContent}, {"/a|b", http.StatusBadRequest}} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RequestURI = test.target
		w := httptest.NewRecorder()
		guard.ServeHTTP(w, r)
		if w.Code != test.want {
			t.Errorf("%s: %d, want %d", test.target, w.Code, test.want)
		}
	}
}

const target, host = "/images/2024/photo.jpg?width=200&h=100&f=x", "www.example.org"

func BenchmarkInterpreted(b *testing.B) {
	valid := interpretedValid(b)
	for b.Loop() {
		if !valid(target, host) {
			b.Fatal("refused")
		}
	}
}

func BenchmarkCompiled(b *testing.B) {
	for b.Loop() {
		if !Valid(target, host) {
			b.Fatal("refused")
		}
	}
}

func BenchmarkRules(b *testing.B) {
	for b.Loop() {
		if !rule.OriginForm.ValidString(target) || !rule.HostField.ValidString(host) {
			b.Fatal("refused")
		}
	}
}

// TestConfiguration: the configuration in docs/recipes/caddy.md loads this plug-in by its name, and
// every name that it refers to is defined.
func TestConfiguration(t *testing.T) {
	text, err := os.ReadFile("testdata/traefik.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"\n    guard:\n      moduleName: " + plugin + "\n", // the plug-in guard
		"\n      plugin:\n        guard: {}\n",             // a middleware of it
		"\n    guard:\n      plugin:\n",                    // is called guard
		"\n      middlewares: [guard@file]\n",              // and is in front of all
	} {
		if !strings.Contains(string(text), line) {
			t.Errorf("testdata/traefik.yaml does not have %q", line)
		}
	}
}
