package main

import (
	_ "embed"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"

	"github.com/valyala/fasthttp"

	"example.org/iri/bench/proxies/fasthttpguard"
	"example.org/iri/httpguard"
)

var kinds = []kind{
	{"ReverseProxy", false, startReverseProxy},
	{"ReverseProxy", true, startReverseProxy},
	{"fasthttp", false, startFasthttp},
	{"fasthttp", true, startFasthttp},
	{"Caddy", false, startCaddy},
	{"Caddy", true, startCaddy},
	{"guard.Caddyfile", true, startGuard},
	{"Node", false, startNode},
	{"nginx", false, startNginx},
	{"HAProxy", false, startHAProxy},
}

func startReverseProxy(f *front, to string) error {
	target := &url.URL{Scheme: "http", Host: to}
	quiet := log.New(io.Discard, "", 0)
	proxy := &httputil.ReverseProxy{ErrorLog: quiet, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
	server := &http.Server{Handler: proxy, ErrorLog: quiet, Protocols: new(http.Protocols)}
	if f.filtered {
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
	client := &fasthttp.HostClient{Addr: to, DisablePathNormalizing: f.filtered}
	handler := func(ctx *fasthttp.RequestCtx) {
		if err := client.Do(&ctx.Request, &ctx.Response); err != nil {
			ctx.Error("no answer", fasthttp.StatusBadGateway)
		}
	}
	if f.filtered {
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

// startGuard starts tools/caddy/guard.Caddyfile, which only supports HTTP/1.
func startGuard(f *front, to string) error {
	config, err := os.ReadFile("../../tools/caddy/guard.Caddyfile")
	if err != nil {
		return err
	}
	known := strings.NewReplacer("{$IRI_PORT:8080}", "PORT", "{$IRI_UPSTREAM:127.0.0.1:8000}", to, "{$IRI_POLICY:browser}", "rfc")
	err = f.program(*caddy, known.Replace(string(config)), "run", "--adapter", "caddyfile", "--config", "CONFIG")
	f.h2 = ""
	return err
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
	directive := ""
	if f.filtered {
		directive = "iri_guard rfc"
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
`, directive, to), "run", "--adapter", "caddyfile", "--config", "CONFIG")
	f.h2 = f.addr
	return err
}
