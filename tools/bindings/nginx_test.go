//go:build nightly

package bindings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const nginxConfig = `
load_module ngx_http_iri_module.so;
daemon off; master_process off; pid nginx.pid; error_log error.log;
events { }
http {
	access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
	server { listen ADDR; listen H2 http2; server_name plain; iri_target on; location / { PASS } }
	server { listen ADDR; server_name off; iri_target off; location / { PASS } }
	server { listen OTHER; server_name default; location / { PASS proxy_http_version 1.1; proxy_set_header Host $http_host; } }
	server { listen OTHER; server_name filtered; iri_target on; return 200; }
	server {
		listen ADDR; listen H2 http2; server_name variables *.test [::2] [::y];
		iri_target off;
		error_page 404 = /gone;
		location / { return 200 "$iri_host,$iri_path,$iri_query\n"; }
		location /lost { return 404; }
	}
	SERVERS
}
`

// nginxServers has a server for each way by which a target could get around the filter.
var nginxServers = map[string]string{
	"return":      "return 200;",
	"redirect":    "return 301 http://h/;",
	"if":          "if ($request_uri ~ a) { return 200; } if ($request_method = GET) { rewrite ^ /new; } location / { PASS }",
	"rewrite":     "rewrite ^/old/(.*)$ /new/$1 last; location / { PASS }",
	"break":       "rewrite ^ /new break; location / { PASS }",
	"moved":       "rewrite ^ /new permanent;",
	"fallback":    "location / { root .; try_files /none $uri @fallback; } location @fallback { PASS }",
	"slashes":     "merge_slashes off; location / { PASS }",
	"page":        "error_page 400 /sorry; location /sorry { return 200 sorry; }",
	"page-return": "error_page 400 /sorry; return 200;",
	"page-405":    "error_page 405 = @named; location @named { PASS }",
	"page-named":  "error_page 400 = @named; location @named { PASS }",
	"page-404":    "error_page 404 = /a|b; location / { return 404; } location /a { return 200; }",
	"realip":      "set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP; return 200 $remote_addr;",
	"alias":       "location /static { alias static/; }",
	"accel":       "location / { PASS } location /hidden { internal; return 200; }",
	"location": `location / { rewrite ^/old/(.*)$ /new/$1|b last; location /a { if ($args) { return 204; } return 200; } }
		location /new { location ~ b { rewrite ^ /newer/$uri break; PASS } }`,
	"subrequests": `location / { auth_request /auth|c; mirror /mirror|c; PASS }
		location /auth { internal; PASS } location /mirror { internal; PASS }`,
}

// TestNginx sends what nginx.md says to be refused or passed on, and tries to get around the filter.
func TestNginx(t *testing.T) {
	f := build(t, "nginx.md")
	if err := os.Mkdir(filepath.Join(f.dir, "static"), 0o777); err != nil {
		t.Fatal(err)
	}
	servers := ""
	for name, body := range nginxServers {
		servers += "server { listen ADDR; server_name " + name + "; iri_target on; " + body + " }\n"
	}
	f.write(t, "test.conf", strings.ReplaceAll(strings.Replace(nginxConfig, "SERVERS", servers, 1), "PASS", "proxy_pass http://BACKEND;"))
	f.start(t, "nginx", "-p", f.dir, "-e", "error.log", "-c", f.dir+"/test.conf")
	t.Run("Targets", func(t *testing.T) { testTargets(t, f) })
	t.Run("Servers", func(t *testing.T) { testNginxServers(t, f) })
	t.Run("Messages", func(t *testing.T) { testMessages(t, f) })
	t.Run("H2", func(t *testing.T) { testH2(t, f, 0) })
	t.Run("Variables", func(t *testing.T) { testNginxVariables(t, f) })
	t.Run("Contexts", func(t *testing.T) { testNginxContexts(t, f) })
}

func testNginxServers(t *testing.T, f *front) {
	f.expectAll(t, [][3]string{
		{"plain", "GET HTTP://plain:80/a?b", "200: GET /a?b"},
		{"plain", "GET https://[::1]:443/", "200: GET /"},
		// What only a policy refuses.
		{"alias", "GET /static../nginx.conf", "200"}, // beside the folder static
		{"alias", "GET /static%2e%2e/nginx.conf", "200"},
		// The directive of the server that answers counts, which the authority of the target names.
		{"off", "GET /a|b", "200: GET /a|b"},
		{"plain", "GET http://off/a|b", "200: GET /a|b"},
		{"off", "GET http://plain/a|b", "400"},
		{"off", "GET http://plain:8080?a|b", "400"},
		{"unknown", "GET /a", "200: GET /a"},
		// Nothing runs before the filter, and it looks at what the client sent.
		{"return", "GET /a", "200"},
		{"return", "GET /old/a\"<b>", "400"},
		{"redirect", "GET /a", "301"},
		{"if", "GET /a", "200"},
		{"if", "GET /b", "200: GET /new"},
		{"rewrite", "GET /old/x?a[]=1", "400"},
		{"rewrite", "GET /old/x", "200: GET /new/x"},
		{"break", "GET /a", "200: GET /new"},
		{"moved", "GET /a", "301"},
		{"location", "GET /old/x", "200: GET /newer//new/x%7Cb"},
		{"location", "GET /a?b", "204"},
		{"location", "GET /a", "200"},
		{"fallback", "GET /a", "200: GET /a"},
		{"slashes", "GET //a", "200: GET //a"},
		{"page-404", "GET /x", "200"},
		{"subrequests", "GET /x|", "400"},
		{"realip", "GET /a\r\nX-Real-IP: 192.0.2.1", "200"},
		{"accel", "GET /x\r\nX-Answer: X-Accel-Redirect: /hidden/a|b", "200: GET /x"},
		// An error_page does not change the status, unless it says so. The module also validates before proxy_pass
		// in a named location.
		{"page", "GET /sorry", "200"},
		{"page-return", "GET /a", "200"},
		{"page-named", "GET /a|b", "400"},
		{"page-405", "TRACE /a", "200: TRACE /a"},
		{"page-405", "CONNECT /a", "400"}, // the form of another method
	})
	f.expect(t, "OTHER", request("GET /a|b", "unknown"), "200: GET /a|b") // the default server, and off by default
	f.expect(t, "OTHER", request("GET /a|b", "filtered"), "400")
	if got := f.send(t, "ADDR", "GET /a|b\r\n"); !strings.Contains(got, "400 Bad Request") || f.backend.take() != "" { // HTTP/0.9 has no status
		t.Errorf("HTTP/0.9: %s", got)
	}
	f.send(t, "ADDR", "GET /a\r\n")
	f.exchange(t, "ADDR", request("GET /x", "subrequests"))
	var got []string
	for deadline := time.Now().Add(10 * time.Second); len(got) < 4 && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if seen := f.backend.take(); seen != "" {
			got = append(got, strings.Split(seen, ", ")...) // the mirror may come late
		}
	}
	slices.Sort(got)
	if want := []string{"GET /a", "GET /auth%7Cc", "GET /mirror%7Cc", "GET /x"}; !slices.Equal(got, want) {
		t.Errorf("%q has arrived, want %q", got, want)
	}
}

// testNginxVariables: components are those that the client sent.
func testNginxVariables(t *testing.T, f *front) {
	for _, test := range []struct{ line, want string }{
		{"GET /menu/../%7e?table=7", "variables,/menu/../%7e,table=7"},
		{"GET /a?", "variables,/a,"},
		{"GET /a|b?c", "variables,,"},
		{"GET http://a.test:80/b?c", "a.test,/b,c"},
		{"GET http://a.test?c", "a.test,,c"},
		{"GET http://a.test", "a.test,,"},
		{"GET http://a.test/b|c", "a.test,,"},
		{"GET http://[::2]:80/b", "[::2],/b,"},
		{"GET http://[::y]/b", ",,"},
		{"OPTIONS http://a.test", "a.test,,"},
		{"OPTIONS /lost/a?b", "variables,/lost/a,b"},
	} {
		if _, got := f.exchange(t, "ADDR", request(test.line, "variables")); got != test.want+"\n" {
			t.Errorf("%s: %s, want %s", test.line, got, test.want)
		}
	}
	for host, want := range map[string]string{"b.test:8080": "b.test", "h%41.test": "h%41.test", "h<x.test": ""} {
		if _, got := f.exchange(t, "ADDR", request("GET /", host)); got != want+",/,\n" {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
}

// testNginxContexts: the directive is not allowed where it could not have an effect on the target as sent.
func testNginxContexts(t *testing.T, f *front) {
	for text, want := range map[string]string{
		"iri_target on; server { iri_target off; }":                "",
		"server { location / { iri_target on; } }":                 "not allowed here",
		"server { if ($args) { iri_target off; } }":                "not allowed here",
		"server { location / { if ($args) { iri_target off; } } }": "not allowed here",
		"iri_target maybe;":                                        "invalid value",
	} {
		f.write(t, "contexts.conf", "load_module ngx_http_iri_module.so; pid nginx.pid; events { } http { access_log off; "+text+" }")
		out, err := f.command("nginx", "-t", "-p", f.dir, "-e", "error.log", "-c", f.dir+"/contexts.conf").CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", text, err, out)
		}
	}
}
