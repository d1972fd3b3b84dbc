package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.org/iri/internal/testkit/corpus"
)

// An end is the fate of a request in a front.
type end int

const (
	refused end = iota // the backend received nothing, or a message that the front gave up on
	same               // it received the same method, target and Host, or those of RFC 9112, section 3.2.2
	changed            // it received something else
)

// A result is the verdict on a front for a request.
type result struct {
	request corpus.Request
	outcome
	end  end
	what string // the difference, if the request was changed
}

func classify(r corpus.Request, o outcome) result {
	v := result{request: r, outcome: o}
	whole := slices.DeleteFunc(slices.Clone(o.passed), func(m message) bool {
		return m.torn // a front that sends before it has received everything can only give up in the middle
	})
	if len(whole) == 0 {
		return v
	}
	switch {
	case r.Label == "message":
		v.what = untidy(whole[0], "h.example")
	case len(whole) > 1:
		v.what = fmt.Sprintf("%d requests", len(whole))
	default:
		v.what = difference(r, whole[0])
	}
	v.end = same
	if v.what != "" {
		v.end = changed
	}
	return v
}

// invalid reports whether every front must refuse a request.
func invalid(r corpus.Request) bool { return r.Label == "grammar" || r.Label == "must" }

// valid reports whether a front that obeys the RFCs accepts a request.
func valid(r corpus.Request) bool { return r.Label == "valid" || r.Label == "policy" }

// parts is RFC 3986, appendix B, for strings with a scheme and an authority, as an oracle independent of the library.
var parts = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*@)?([^/?#]*)([^?#]*)(\?.*)?$`)

// difference describes the difference between a message and its request. An absolute-form may have become an
// origin-form with the authority as Host.
func difference(r corpus.Request, m message) string {
	method, target, _ := m.line()
	wantTarget, wantHosts := r.Target, r.Hosts
	if p := parts.FindStringSubmatch(r.Target); p != nil && r.Method != "CONNECT" && target != r.Target {
		wantTarget, wantHosts = p[3]+p[4], []string{p[2]}
		if p[3] == "" {
			wantTarget = "/" + p[4]
		}
		if wantTarget == "/" && r.Method == "OPTIONS" {
			wantTarget = "*" // RFC 9112, section 3.2.4
		}
	}
	hosts := m.field("Host")
	switch {
	case method != r.Method:
		return fmt.Sprintf("method %q", short(method))
	case target != wantTarget:
		return fmt.Sprintf("target %q", short(target))
	case strings.Join(hosts, "\n") != strings.Join(wantHosts, "\n"):
		return fmt.Sprintf("Host %q", short(strings.Join(hosts, ", ")))
	}
	return ""
}

func short(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}

var (
	tidyLine  = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [!-~]+ HTTP/1\\.[01]$")
	tidyField = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\x00-\x08\x0a-\x1f\x7f]*$")
)

// untidy describes a violation of RFC 9112 in a message for a host, or returns "".
func untidy(m message, host string) string {
	lines := strings.Split(strings.TrimSuffix(m.head, "\r\n\r\n"), "\r\n")
	if !tidyLine.MatchString(lines[0]) {
		return fmt.Sprintf("line %q", short(lines[0]))
	}
	for _, line := range lines[1:] {
		if !tidyField.MatchString(line) {
			return fmt.Sprintf("line %q", short(line))
		}
	}
	codings, lengths, hosts := m.field("Transfer-Encoding"), m.field("Content-Length"), m.field("Host")
	switch {
	case len(hosts) != 1 || hosts[0] != host:
		return fmt.Sprintf("Host %q", hosts)
	case len(codings)+len(lengths) > 1, len(codings) > 0 && !strings.EqualFold(codings[0], "chunked"):
		return fmt.Sprintf("Transfer-Encoding %q, Content-Length %q", codings, lengths)
	case len(codings) > 0 && strings.HasSuffix(lines[0], "HTTP/1.0"):
		return "Transfer-Encoding in HTTP/1.0"
	}
	return ""
}
