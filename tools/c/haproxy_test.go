//go:build nightly

package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"example.org/iri/tools/internal/pages"
)

const haproxyConf = `global
	master-worker
	nbthread 2
	lua-prepend-path %[1]s/?.so cpath
	lua-load %[2]s
defaults
	mode http
	timeout client 5s
	timeout server 5s
	timeout connect 5s
frontend f
	bind 127.0.0.1:%[3]s
	http-request return status 200 if { path_beg /any }
	http-request return status 500 if { lua.iri_target(none) -m found }
	http-request deny deny_status 400 unless { lua.iri_target(origin-form) -m bool }
	http-request return status 200
`

// TestHAProxy: the Lua of a worker that a master has forked asks the library.
func TestHAProxy(t *testing.T) {
	const headers = "/usr/include/lua5.3"
	if _, err := exec.LookPath("haproxy"); err != nil {
		t.Skip("no haproxy here")
	}
	if _, err := os.Stat(headers); err != nil {
		t.Skip("no headers of Lua 5.3 here")
	}
	dir := t.TempDir()
	if out, err := exec.Command("gcc", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", "-I"+headers, "-I"+built,
		"haproxy/iri_lua.c", "-o", filepath.Join(dir, "iri_lua.so"), "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script, err := filepath.Abs("haproxy/iri.lua")
	if err != nil {
		t.Fatal(err)
	}
	port, conf := pages.FreePorts(t, 1)[0], filepath.Join(dir, "conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, haproxyConf, dir, script, port), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("haproxy", "-f", conf)
	cmd.Env = append(os.Environ(), "IRI_LIBRARY="+filepath.Join(built, "libiri.so.1"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	for range 4 {
		for target, want := range map[string]string{"/": "200", "/a?b=%7C": "200", "/a|b": "400", "/a#b": "400", "/any|b": "200"} {
			if got := status(t, port, target); got != want {
				t.Errorf("%s: %s, want %s", target, got, want)
			}
		}
	}
}
