package main

import (
	"os"
	"strings"
	"testing"
)

// TestFewFields: with the lines of docs/security/request-filter.md, the server gets the fields that they name, and
// those of the proxy.
func TestFewFields(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/security/request-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(page), "```caddyfile\n")
	lines, _, found := strings.Cut(lines, "```")
	if !found {
		t.Fatal("the page does not have the lines")
	}
	const first = "\t# Servers trust these fields"
	addr, _ := startGuardBefore(t, "browser", echo(t), first, lines+first)
	got := exchange(t, addr, "POST /a HTTP/1.1\r\nHost: h:80\r\nConnection: close\r\nAccept: text/html\r\nAccept: {env.HOME}\r\n"+
		"Content-Type: text/plain\r\nX-Tenant-Of-Somebody: 6.6.6.6\r\nCookie: 6.6.6.6\r\nVia: 6.6.6.6\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nabcde")
	_, got, _ = strings.Cut(got, "\r\n\r\n") // what the server got
	for _, want := range []string{"POST /a HTTP/1.1\r\n", "\r\nHost: h:80\r\n", "\r\nAccept: text/html,{env.HOME}\r\n", "\r\nContent-Type: text/plain\r\n",
		"\r\nAuthorization: \r\n", "\r\nContent-Length: 5\r\n", "\r\nX-Forwarded-For: 127.0.0.1\r\n", "\r\n\r\nabcdemap[]"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q: %s", want, got)
		}
	}
	if strings.Contains(got, "6.6.6.6") || strings.Contains(got, "Upgrade") {
		t.Error(got)
	}
}
