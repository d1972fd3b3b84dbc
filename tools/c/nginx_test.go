//go:build nightly

package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/iri/tools/internal/pages"
)

// nginxModule compiles the module as its documentation says, with the sources that Debian's nginx-dev
// has.
func nginxModule(t *testing.T) (file string) {
	const sources = "/usr/share/nginx/src"
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("no nginx here")
	}
	if _, err := os.Stat(sources); err != nil {
		t.Skip("no sources of nginx here (Debian: nginx-dev)")
	}
	dir, err := filepath.Abs("nginx")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-ec", `cp -r `+sources+` src && cd src && . ./conf_flags
		./configure "${NGX_CONF_FLAGS[@]}" --add-dynamic-module="$0" && make -f objs/Makefile modules`, dir)
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(cmd.Dir, "src/objs/ngx_http_iri_module.so")
}

const nginxConf = `load_module %[1]s;
user root;
worker_processes 2;
pid %[2]s/pid;
error_log %[2]s/log;
events { }
http {
	iri_library %[3]s/libiri.so.1;
	access_log off;
	client_body_temp_path %[2]s/a; proxy_temp_path %[2]s/b; fastcgi_temp_path %[2]s/c; uwsgi_temp_path %[2]s/d; scgi_temp_path %[2]s/e;
	server {
		listen 127.0.0.1:%[4]s;
		location / { iri_target origin-form; empty_gif; }
		location /any { empty_gif; }
		location /none { iri_target none; empty_gif; }
	}
}
`

// TestNginx: each worker asks a library of its own, also the workers that begin when nginx reads its
// configuration anew.
func TestNginx(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("nginx is to run as root, who may read the library anywhere")
	}
	module, dir := nginxModule(t), t.TempDir()
	port, conf := pages.FreePorts(t, 1)[0], filepath.Join(dir, "conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, nginxConf, module, dir, built, port), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("nginx", "-c", conf, "-g", "daemon off;")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if t.Failed() {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Logf("%s", log)
		}
	})
	for range 2 {
		for range 4 { // so that both workers are asked
			for target, want := range map[string]string{
				"/": "200", "/a?b=%7C": "200", "/a|b": "400", "/a?é": "400", "/a#b": "400", "/any|b": "200", "/none": "500",
			} {
				if got := status(t, port, target); got != want {
					t.Errorf("%s: %s, want %s", target, got, want)
				}
			}
		}
		cmd.Process.Signal(syscall.SIGHUP) // new workers are forked
	}
}

// status sends a request and returns the status of the answer. It waits until there is a server.
func status(t *testing.T, port, target string) string {
	t.Helper()
	for range 6000 { // two minutes
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err != nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", target)
		line, err := bufio.NewReader(c).ReadString('\n')
		c.Close()
		if err == io.EOF {
			continue // a worker that was to end
		}
		if f := strings.Fields(line); len(f) > 1 {
			return f[1]
		}
		return fmt.Sprint(line, err)
	}
	t.Fatal("no server answers")
	return ""
}
