package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"example.org/iri/httpguard"
	"example.org/iri/internal/corpus"
	"example.org/iri/tools/proxies/fasthttpguard"
)

// A front is a proxy in front of a backend.
type front struct {
	name    string
	guarded bool   // by the policy RFC
	addr    string // for HTTP/1.1
	h2      string // for HTTP/2 without TLS; "" if it has none
	backend *backend
	close   func()
}

// A kind starts fronts, which send requests to an address.
type kind struct {
	name    string
	guarded bool
	start   func(f *front, to string) error
}

// kinds is all fronts, each guarded one behind itself alone.
var kinds = []kind{
	{"ReverseProxy", false, startReverseProxy},
	{"ReverseProxy", true, startReverseProxy},
	{"fasthttp", false, startFasthttp},
	{"fasthttp", true, startFasthttp},
	{"Caddy", false, startCaddy},
	{"Caddy", true, startCaddy},
	{"Node", false, startNode},
	{"nginx", false, startNginx},
	{"HAProxy", false, startHAProxy},
}

// errAbsent is that a front cannot be had here, or not by HTTP/2.
var errAbsent = errors.New("not here")

func (k kind) open() (*front, error) {
	b, err := newBackend()
	if err != nil {
		return nil, err
	}
	f := &front{name: k.name, guarded: k.guarded, backend: b}
	if err := k.start(f, b.addr()); err != nil {
		b.listener.Close()
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}
	stop := f.close
	f.close = func() { stop(); b.listener.Close() }
	if err := f.warm(); err != nil {
		f.close()
		return nil, fmt.Errorf("%s: %w", f, err)
	}
	return f, nil
}

func (f *front) String() string {
	if f.guarded {
		return f.name + ", guarded"
	}
	return f.name
}

func startReverseProxy(f *front, to string) error {
	target := &url.URL{Scheme: "http", Host: to}
	quiet := log.New(io.Discard, "", 0)
	proxy := &httputil.ReverseProxy{ErrorLog: quiet, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
	server := &http.Server{Handler: proxy, ErrorLog: quiet, Protocols: new(http.Protocols)}
	if f.guarded {
		proxy.Rewrite = httpguard.Rewrite(target)
		server.Handler = httpguard.Handler(proxy, httpguard.RFC)
		server.DisableGeneralOptionsHandler = true
	}
	server.Protocols.SetHTTP1(true)
	server.Protocols.SetUnencryptedHTTP2(true)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go server.Serve(listener)
	f.addr, f.h2 = listener.Addr().String(), listener.Addr().String()
	f.close = func() {
		server.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	}
	return nil
}

func startFasthttp(f *front, to string) error {
	client := &fasthttp.HostClient{Addr: to, DisablePathNormalizing: f.guarded}
	handler := func(ctx *fasthttp.RequestCtx) {
		if err := client.Do(&ctx.Request, &ctx.Response); err != nil {
			ctx.Error("no answer", fasthttp.StatusBadGateway)
		}
	}
	if f.guarded {
		handler = fasthttpguard.Handler(handler, httpguard.RFC)
	}
	server := &fasthttp.Server{Handler: handler, ReadBufferSize: 64 << 10, Logger: log.New(io.Discard, "", 0)}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go server.Serve(listener)
	f.addr = listener.Addr().String()
	f.close = func() { listener.Close() }
	return nil
}

//go:embed proxy.js
var nodeProxy string

func startNode(f *front, to string) error {
	err := f.program("node", strings.ReplaceAll(nodeProxy, "BACKEND", to), "CONFIG")
	f.h2 = ""
	return err
}

func startNginx(f *front, to string) error {
	return f.program("nginx", fmt.Sprintf(`
daemon off; master_process off; pid nginx.pid; error_log error.log;
events {}
http {
	access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
	large_client_header_buffers 4 64k;
	server {
		listen ADDR; listen H2 http2;
		location / { proxy_pass http://%s; proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Connection ""; }
	}
}`, to), "-p", ".", "-e", "error.log", "-c", "CONFIG")
}

func startHAProxy(f *front, to string) error {
	return f.program("haproxy", fmt.Sprintf(`
global
	tune.bufsize 65536
defaults
	mode http
	timeout connect 5s
	timeout client 30s
	timeout server 30s
frontend f
	bind ADDR
	bind H2 proto h2
	default_backend b
backend b
	server s %s
`, to), "-db", "-f", "CONFIG")
}

func startCaddy(f *front, to string) error {
	guard := ""
	if f.guarded {
		guard = "iri_guard rfc"
	}
	f.h2 = "same"
	err := f.program(*caddy, fmt.Sprintf(`
{
	admin off
	auto_https off
	servers {
		protocols h1 h2c
	}
}
http://:PORT {
	bind 127.0.0.1
	%s
	reverse_proxy %s
}
`, guard, to), "run", "--adapter", "caddyfile", "--config", "CONFIG")
	f.h2 = f.addr
	return err
}

// program starts a program with a configuration, in a folder of its own. ADDR (or PORT) and H2 in the
// configuration are where it has to listen, CONFIG among the arguments is the configuration.
func (f *front) program(name, config string, args ...string) error {
	path, err := exec.LookPath(name)
	if err != nil {
		return errAbsent
	}
	dir, err := os.MkdirTemp("", "front")
	if err != nil {
		return err
	}
	f.addr, f.h2 = freeAddr(), freeAddr()
	file := filepath.Join(dir, "config")
	_, port, _ := net.SplitHostPort(f.addr)
	config = strings.NewReplacer("ADDR", f.addr, "PORT", port, "H2", f.h2).Replace(config)
	if err := os.WriteFile(file, []byte(config), 0o666); err != nil {
		return err
	}
	for i, arg := range args {
		if arg == "CONFIG" {
			args[i] = file
		}
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		return err
	}
	f.close = func() {
		cmd.Process.Kill()
		cmd.Wait()
		os.RemoveAll(dir)
	}
	return nil
}

func freeAddr() string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return ""
	}
	defer listener.Close()
	return listener.Addr().String()
}

// warm waits until a front passes good requests on, in all ways that it has.
func (f *front) warm() error {
	good := corpus.Request{Method: http.MethodGet, Target: "/", Hosts: []string{"h.example"}, Raw: plain("/")}
	for _, by := range []way{pipelined, overHTTP2} {
		passes := by == overHTTP2 && f.h2 == ""
		for tries := 0; !passes && tries < 100; tries++ {
			o, err := f.ask(good, by, tries)
			passes = err == nil && len(o.passed) == 1 && o.poison == ""
			if !passes {
				time.Sleep(50 * time.Millisecond)
			}
		}
		if !passes {
			return fmt.Errorf("no good request (%s) gets through", by)
		}
	}
	return nil
}
