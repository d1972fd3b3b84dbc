package iri_test

import (
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
)

// TestOrigin has the origins of RFC 6454, sections 4 and 6.2.
func TestOrigin(t *testing.T) {
	for text, want := range map[string]string{
		"http://example.com": "http://example.com", "HTTP://EXAMPLE.com:80/a?b#c": "http://example.com",
		"http://example.com:/": "http://example.com", "http://example.com:0080": "http://example.com",
		"https://example.com:80": "https://example.com:80", "https://u:p@Example.com:443/": "https://example.com",
		"http://example.com:8080": "http://example.com:8080", "http://example.com:0": "http://example.com:0",
		"wss://h:443": "wss://h", "ftp://h:21/x": "ftp://h", "foo://H:80": "foo://h:80", "foo://h": "foo://h",
		"http://[2001:DB8::A]:80": "http://[2001:db8::a]", "http://h%C3%A9/": "http://h%c3%a9", "http://BÜCHER.example/": "http://bÜcher.example",
		"http://h:65535": "http://h:65535", "http://h:65536": "", "http:///a": "", "http://:80": "", "mailto:a@b": "", "data:,x": "",
		"file:///etc/passwd": "", "FILE://host/a": "", "blob:https://h/x": "", "urn:a:b": "",
	} {
		if got, ok := iri.MustParse(text).Origin(); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v, want %q", text, got, ok, want)
		}
	}
	if got, ok := (iri.IRI{}).Origin(); ok || got != "" {
		t.Errorf("of the zero IRI: %q", got)
	}
}

// TestDefaultPort checks that SchemeRules removes exactly the default ports.
func TestDefaultPort(t *testing.T) {
	for scheme, want := range map[string]uint16{
		"http": 80, "HTTPS": 443, "ws": 80, "wss": 443, "ftp": 21, "ssh": 22, "sftp": 22, "ldap": 389, "coap": 5683, "coaps+tcp": 5684,
		"coaps+ws": 443, "rtsp": 554, "ipp": 631, "imap": 143, "nntp": 119, "dict": 2628, "nfs": 2049, "gopher": 70, "tftp": 69, "telnet": 23,
	} {
		if got, ok := iri.DefaultPort(scheme); got != want || !ok {
			t.Errorf("%s: %d, %v, want %d", scheme, got, ok, want)
		}
		for _, port := range []uint16{want, want + 1} {
			x := iri.MustParse(scheme + "://h:" + strconv.Itoa(int(port)) + "/")
			if _, stays := x.Normalize(iri.SchemeRules).Port(); stays != (port != want) {
				t.Errorf("%s stays: %v", x, stays)
			}
		}
	}
	for scheme := range strings.FieldsSeq("file urn foo htt httpx mailto http:80 http:8 http: h") {
		if got, ok := iri.DefaultPort(scheme); got != 0 || ok {
			t.Errorf("%s: %d, %v", scheme, got, ok)
		}
	}
	if got, ok := iri.DefaultPort(""); got != 0 || ok {
		t.Errorf("no scheme: %d, %v", got, ok)
	}
}

func TestHostAddrAndPortNumber(t *testing.T) {
	b := iri.MustParse("http://h/").With()
	for addr, want := range map[string]string{"192.0.2.1": "192.0.2.1", "::1": "[::1]", "2001:DB8::": "[2001:db8::]", "::ffff:1.2.3.4": "[::ffff:1.2.3.4]"} {
		set := netip.MustParseAddr(addr)
		x, err := b.HostAddr(set).PortNumber(8080).IRI()
		got, ok := x.HostAddr()
		port, _ := x.PortNumber()
		if x.String() != "http://"+want+":8080/" || err != nil || got != set || !ok || port != 8080 {
			t.Errorf("%s: %s, %v", addr, x, err)
		}
	}
	for _, port := range []uint16{0, 1, 65535} {
		x, err := b.PortNumber(port).IRI()
		if got, ok := x.PortNumber(); got != port || !ok || err != nil {
			t.Errorf("%d: %s, %v", port, x, err)
		}
	}
	for want, b := range map[string]iri.Builder{
		`iri: host: ':' is not allowed in a host: "::1" (ihost, byte 0, expected iunreserved, pct-encoded, sub-delims, "[" or end); an IPv6 address has brackets: use HostAddr`: b.Host("::1"),
		"iri: host: an IRI has no zone":              b.HostAddr(netip.MustParseAddr("fe80::1%eth0")),
		"iri: host: the zero Addr is not an address": b.HostAddr(netip.Addr{}),
		"iri: port: requires a host":                 iri.Builder{}.Scheme("a").PortNumber(1),
	} {
		if _, err := b.IRI(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
