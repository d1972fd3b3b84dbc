//go:build nightly

package bindings

import (
	"strings"
	"testing"

	"example.org/iri/rule"
)

// haproxyConfig has other rules around RULE, the line of the page, each for one Host.
const haproxyConfig = `
global
	expose-experimental-directives
	lua-prepend-path "$PWD/?.so" cpath
	lua-load iri.lua
defaults d
	mode http
	timeout client 20s
	timeout connect 20s
	timeout server 20s
defaults rules from d
	http-request return status 204 if { req.hdr(host) defaults }
frontend f from rules
	bind ADDR
	bind H2 proto h2
	http-request return status 204 if { req.hdr(host) early-return }
	http-request redirect location / if { req.hdr(host) early-redirect }
	http-request allow if { req.hdr(host) -m beg early-allow }
	http-request set-path /new if { req.hdr(host) early-path }
	http-request normalize-uri path-strip-dotdot full if { req.hdr(host) early-normal }
RULE
	http-request return status 204 if { req.hdr(host) return }
	http-request redirect location / if { req.hdr(host) redirect }
	http-request allow if { req.hdr(host) allow }
	http-request set-path /new if { req.hdr(host) path }
	http-request normalize-uri path-strip-dotdot full if { req.hdr(host) normal }
	default_backend b
frontend alone from d
	bind OTHER
	default_backend b
backend b from d
	http-request return status 204 if { req.hdr(host) backend }
	server s BACKEND
`

// startHAProxy starts HAProxy with the line and the Lua of the page, some of whose words are others.
func startHAProxy(t *testing.T, others ...string) *front {
	f := build(t, "haproxy.md")
	_, rule, found := strings.Cut(f.files["haproxy.cfg"], "\thttp-request deny ")
	if !found {
		t.Fatal("the page has no line")
	}
	rule, _, _ = strings.Cut(rule, "\n")
	f.hosts = true
	f.write(t, "iri.lua", strings.NewReplacer(others...).Replace(f.files["iri.lua"]))
	f.write(t, "test.cfg", strings.Replace(haproxyConfig, "RULE", "\thttp-request deny "+rule, 1))
	f.start(t, "haproxy", "-db", "-q", "-f", "test.cfg")
	return f
}

// TestHAProxy sends what haproxy.md says to be refused or passed on, and tries to get around the filter.
func TestHAProxy(t *testing.T) {
	f := startHAProxy(t)
	t.Run("Targets", func(t *testing.T) { testTargets(t, f) })
	t.Run("Hosts", func(t *testing.T) { testHAProxyHosts(t, f) })
	t.Run("Messages", func(t *testing.T) { testMessages(t, f) })
	t.Run("H2", func(t *testing.T) { testH2(t, f, 1) })
}

// TestHAProxyLua calls the functions of the module as HAProxy loads it.
func TestHAProxyLua(t *testing.T) {
	f := build(t, "haproxy.md")
	f.write(t, "iri.lua", `
		local iri = require("iri_lua")
		local function expect(want, ...)
			local got = {...}
			for i = 1, select("#", ...) do got[i] = tostring(got[i]) end
			assert(table.concat(got, " ") == want, table.concat(got, " ") .. ", want " .. want)
		end
		expect("true", iri.check("a:"))
		expect("false 3 not allowed in path", iri.check("/a|b", "origin-form"))
		expect("false 1 no scheme", iri.check(""))
		expect("false 5 bad port", iri.check("h:80x", "host-field"))
		expect("http://h/c", iri.resolve("http://h/a/b", "../c"))
		expect("nil", iri.resolve("a", "b"))
		expect("a:/" .. ("b"):rep(10000), iri.resolve("a:/", ("b"):rep(10000)))
		expect("nil", iri.normalize("a b"))
		expect("nil", iri.normalize(("%"):rep(10000)))
		assert(not pcall(iri.check, "a:", "none") and not pcall(iri.resolve, "a:"))
`)
	f.write(t, "lua.cfg", "global\n\tlua-prepend-path \"$PWD/?.so\" cpath\n\tlua-load iri.lua\ndefaults\n\tmode http\n\ttimeout client 1s\nfrontend f\n\tbind ADDR\n")
	run(t, f.command("haproxy", "-c", "-q", "-f", "lua.cfg"))
}

// TestHAProxyBrowser replaces rules as the page says.
func TestHAProxyBrowser(t *testing.T) {
	f := startHAProxy(t, "origin-form", "BrowserOriginForm", "absolute-form", "BrowserAbsoluteForm")
	f.origin, f.absolute = rule.BrowserOriginForm, rule.BrowserAbsoluteForm
	testTargets(t, f)
	if got := f.overH2(t, "GET", "/?ids[]=1", "h"); got != "200: GET /?ids[]=1" {
		t.Error(got)
	}
}

func testHAProxyHosts(t *testing.T, f *front) {
	f.expectAll(t, [][3]string{
		{"h:443", "CONNECT h:443", "501: CONNECT h:443"},
		{"h|", "CONNECT h|:443", "400"},
		{"h|", "GET http://h|/", "400"},
		{"[::1]", "GET http://[::1]/", "200: GET http://[::1]/"},
		{"[::z]", "GET http://[::z]/", "400"},
		{"", "GET HTTP:///a", "400"},
		{"h, other", "GET /", "400"},
		{"h\r\nHost: h|", "GET /", "400"},
		{"h|\r\nHost: h|", "GET /", "400"},
		// Rules after the line, and those of the backend, do not get around it.
		{"return", "GET /a", "204"},
		{"redirect", "GET /a", "302"},
		{"allow", "GET /a", "200: GET /a"},
		{"path", "GET /a", "200: GET /new"},
		{"normal", "GET /a/../b", "200: GET /b"},
		{"normal", "GET /a|/../b", "400"},
		{"backend", "GET /a", "204"},
		// Rules before it do.
		{"defaults", "GET /a|b", "204"},
		{"early-return", "GET /a|b", "204"},
		{"early-redirect", "GET /a|b", "302"},
		{"early-allow", "GET /a|b", "200: GET /a|b"},
		{"early-path", "GET /a|b", "200: GET /new"},
		{"early-normal", "GET /a|/../b", "200: GET /b"},
	})
}
