package httpguard

import (
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// refusal returns the error of a policy for a request, or the zero Error. Host "-" is HTTP/1.0 without a Host field.
func refusal(p Policy, method, target string, hosts ...string) Error {
	var list [][]byte
	for _, host := range hosts {
		if field := []byte(host); host != "-" {
			list = append(list, field)
		} else {
			list = append(list, nil)
		}
	}
	_, err := p.Check([]byte(method), []byte(target), list...)
	var e *Error
	if !errors.As(err, &e) {
		return Error{}
	}
	return *e
}

// TestReasons checks an example of each reason, with its offset.
func TestReasons(t *testing.T) {
	most := func(l Lengths) Policy { return Policy{Max: l} }
	shown := make(map[Reason]bool)
	for _, x := range []struct {
		policy                Policy
		method, target, hosts string // commas separate several Host fields
		want                  Error
	}{
		{RFC, "G T", "/", "h", Error{400, ReasonMethod, "method", 0, 1}},
		{RFC, "", "/", "h", Error{400, ReasonMethod, "method", 0, 0}},
		{RFC, "GET", "*", "h", Error{400, ReasonForm, "target", 0, 0}},
		{RFC, "CONNECT", "/", "h", Error{400, ReasonForm, "target", 0, 0}},
		{RFC, "CONNECT", "http://h:80/", "h", Error{400, ReasonForm, "target", 0, 0}},
		{RFC, "GET", "192.0.2.1:80", "h", Error{400, ReasonForm, "target", 0, 0}},
		{RFC, "GET", "", "h", Error{400, ReasonSyntax, "target", iri.ComponentScheme, 0}},
		{RFC, "GET", "/a b", "h", Error{400, ReasonSyntax, "target", iri.ComponentPath, 2}},
		{RFC, "GET", "//a b", "h", Error{400, ReasonSyntax, "target", iri.ComponentPath, 3}},
		{RFC, "GET", "/?%4x", "h", Error{400, ReasonSyntax, "target", iri.ComponentQuery, 4}},
		{RFC, "GET", "http://a]b/", "h", Error{400, ReasonSyntax, "target", iri.ComponentAuthority, 8}},
		{RFC, "GET", "http://[::1%25]evil.com]/", "h", Error{400, ReasonSyntax, "target", iri.ComponentHost, 11}},
		{RFC, "CONNECT", "h", "h", Error{400, ReasonSyntax, "target", iri.ComponentHost, 1}},
		{RFC, "GET", "/", "h/", Error{400, ReasonSyntax, "host", iri.ComponentHost, 1}},
		{RFC, "GET", "/", "h:8a", Error{400, ReasonSyntax, "host", iri.ComponentPort, 3}},
		{RFC, "GET", "/", "u@h", Error{400, ReasonSyntax, "host", iri.ComponentHost, 1}},
		{RFC, "GET", "/", ",", Error{400, ReasonSeveralHosts, "host", 0, 0}},
		{RFC, "GET", "/", "none", Error{400, ReasonNoHost, "host", 0, 0}},
		{RFC, "GET", "http:///", "h", Error{400, ReasonEmptyHTTPHost, "target", iri.ComponentHost, 7}},
		{RFC, "GET", "HTTPS://u@:1/", "h", Error{400, ReasonEmptyHTTPHost, "target", iri.ComponentHost, 10}},
		{RFC, "GET", "http:a", "h", Error{400, ReasonEmptyHTTPHost, "target", iri.ComponentHost, 5}},
		{RFC, "CONNECT", "h:", "h", Error{400, ReasonConnectPort, "target", iri.ComponentPort, 2}},
		{RFC, "CONNECT", "h:00", "h", Error{400, ReasonConnectPort, "target", iri.ComponentPort, 2}},
		{RFC, "CONNECT", "h:65536", "h", Error{400, ReasonConnectPort, "target", iri.ComponentPort, 2}},

		{Safe, "GET", "/", "-", Error{400, ReasonNoHost, "host", 0, 0}},
		{Safe, "GET", "http://h/", "-", Error{400, ReasonNoHost, "host", 0, 0}},
		{Safe, "GET", "http://u@h/", "h", Error{400, ReasonUserinfo, "target", iri.ComponentUserinfo, 7}},
		{Safe, "GET", "/", "", Error{400, ReasonEmptyHost, "host", iri.ComponentHost, 0}},
		{Safe, "GET", "/", ":80", Error{400, ReasonEmptyHost, "host", iri.ComponentHost, 0}},
		{Safe, "CONNECT", ":80", "h", Error{400, ReasonEmptyHost, "target", iri.ComponentHost, 0}},
		{Safe, "GET", "http://h/", "h:80", Error{400, ReasonHostMismatch, "host", 0, 0}},
		{Safe, "GET", "/a%2fb", "h", Error{400, ReasonEncodedSlash, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/", "a%2fb", Error{400, ReasonEncodedSlash, "host", iri.ComponentHost, 1}},
		{Safe, "GET", "/a%C0%AFb", "h", Error{400, ReasonEncodedSlash, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/a/%f0%80%80%ae.", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/%F8%80%80%80%AE", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a%FC%80%80%80%80%AFb", "h", Error{400, ReasonEncodedSlash, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/a%f8%80%80%81%9cb", "h", Error{400, ReasonEncodedBackslash, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/%5c", "h", Error{400, ReasonEncodedBackslash, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/%00", "h", Error{400, ReasonEncodedNUL, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/%0a", "h", Error{400, ReasonEncodedControl, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a%1Fb", "h", Error{400, ReasonEncodedControl, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/%7f", "h", Error{400, ReasonEncodedControl, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/", "h%C0%89", Error{400, ReasonEncodedControl, "host", iri.ComponentHost, 1}},
		{Safe, "GET", "/%25", "h", Error{400, ReasonEncodedPercent, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/%23", "h", Error{400, ReasonEncodedHash, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/%3f", "h", Error{400, ReasonEncodedQuestion, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/%3b", "h", Error{400, ReasonEncodedSemicolon, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a/..", "h", Error{400, ReasonDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/.?a", "h", Error{400, ReasonDotSegment, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "http://h/./", "h", Error{400, ReasonDotSegment, "target", iri.ComponentPath, 9}},
		{Safe, "GET", "/%2e", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a/.%2E/b", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/a/..;b/c", "h", Error{400, ReasonDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/.%2e;b", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a/..%3bb", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/a/b%2f..%2Fc", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/a/..%5cc", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/static../a", "h", Error{400, ReasonDotEnd, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a/static%2e%2E/a", "h", Error{400, ReasonDotEnd, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/static.%2e", "h", Error{400, ReasonDotEnd, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/static%C0%AE./", "h", Error{400, ReasonDotEnd, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/...", "h", Error{400, ReasonDotEnd, "target", iri.ComponentPath, 1}},
		{Policy{Refuse: of(ReasonDotEnd)}, "GET", "/a..%2fb", "h", Error{400, ReasonDotEnd, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "//", "h", Error{400, ReasonEmptySegment, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a//b", "h", Error{400, ReasonEmptySegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/;/a", "h", Error{400, ReasonEmptySegment, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a/;b=c/d", "h", Error{400, ReasonEmptySegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/a;b", "h", Error{400, ReasonPathParameters, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a/b;/c", "h", Error{400, ReasonPathParameters, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "http://h/a/;", "h", Error{400, ReasonPathParameters, "target", iri.ComponentPath, 11}},
		{Safe, "OPTIONS", "/...;a", "h", Error{400, ReasonPathParameters, "target", iri.ComponentPath, 1}},
		{Policy{Refuse: of(ReasonPathParameters)}, "GET", "//;/", "h", Error{400, ReasonPathParameters, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/", "h.", Error{400, ReasonHostName, "host", iri.ComponentHost, 0}},
		{Safe, "GET", "/", "h:", Error{400, ReasonHostName, "host", iri.ComponentPort, 2}},
		{Browser, "GET", "/", "h:0080", Error{400, ReasonHostName, "host", iri.ComponentPort, 2}},
		{Browser, "GET", "http://a(b/", "a(b", Error{400, ReasonHostName, "target", iri.ComponentHost, 7}},
		{Browser, "CONNECT", "a;b:443", "h", Error{400, ReasonHostName, "target", iri.ComponentHost, 0}},
		{Policy{Refuse: of(ReasonHostName), IRI: true}, "GET", "/", "\u00e9", Error{400, ReasonHostName, "host", iri.ComponentHost, 0}},
		{Policy{Refuse: of(ReasonHostName)}, "GET", "/", "h:65616", Error{400, ReasonHostName, "host", iri.ComponentPort, 2}},
		{Safe, "GET", "/%E2%80%AE", "h", Error{400, ReasonFormatting, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/%D8%9C", "h", Error{400, ReasonFormatting, "target", iri.ComponentPath, 1}},
		{Policy{Refuse: of(ReasonQueryFormatting)}, "GET", "/%D8%9C?%E2%80%8f", "h", Error{400, ReasonQueryFormatting, "target", iri.ComponentQuery, 8}},
		{Policy{Refuse: of(ReasonQueryFormatting), IRI: true}, "GET", "/?\u061c", "h", Error{400, ReasonQueryFormatting, "target", iri.ComponentQuery, 2}},
		{Browser, "GET", "/%", "h", Error{400, ReasonSyntax, "target", iri.ComponentPath, 2}},
		{Browser, "GET", "/%%32e", "h", Error{400, ReasonSyntax, "target", iri.ComponentPath, 2}},
		{Browser, "GET", "/{", "h", Error{400, ReasonSyntax, "target", iri.ComponentPath, 1}},
		{Browser, "GET", "/?<", "h", Error{400, ReasonSyntax, "target", iri.ComponentQuery, 2}},
		{Browser, "GET", "/?\u00e9", "h", Error{400, ReasonSyntax, "target", iri.ComponentQuery, 2}},
		{Browser, "GET", "/", "h|", Error{400, ReasonSyntax, "host", iri.ComponentHost, 1}},
		{Browser, "GET", "/[1]/..", "h", Error{400, ReasonDotSegment, "target", iri.ComponentPath, 5}},
		{Safe, "GET", "/?%e2%81%a6", "h", Error{400, ReasonFormatting, "target", iri.ComponentQuery, 2}},
		{Policy{Refuse: of(ReasonFormatting), IRI: true}, "GET", "/\u202e", "h", Error{400, ReasonFormatting, "target", iri.ComponentPath, 1}},
		{Policy{Refuse: of(ReasonFormatting), IRI: true}, "GET", "http://a\u200f@h/", "h", Error{400, ReasonFormatting, "target", iri.ComponentUserinfo, 8}},
		{Safe, "GET", "ftp://h/", "h", Error{421, ReasonScheme, "target", iri.ComponentScheme, 0}},
		{Safe, "GET", "localhost:80", "h", Error{421, ReasonScheme, "target", iri.ComponentScheme, 0}},
		{Safe, "GET", "/", "h:0", Error{400, ReasonPort, "host", iri.ComponentPort, 2}},
		{Safe, "GET", "http://h:65536/", "h:65536", Error{400, ReasonPort, "target", iri.ComponentPort, 9}},
		{most(Lengths{Target: 3}), "GET", "/abc", "h", Error{414, ReasonTooLong, "target", 0, 3}},
		{most(Lengths{Scheme: 3}), "GET", "http://h/", "h", Error{414, ReasonTooLong, "target", iri.ComponentScheme, 3}},
		{most(Lengths{Userinfo: 1}), "GET", "http://ab@h/", "h", Error{414, ReasonTooLong, "target", iri.ComponentUserinfo, 8}},
		{most(Lengths{Host: 3}), "GET", "http://h.de/", "h", Error{414, ReasonTooLong, "target", iri.ComponentHost, 10}},
		{most(Lengths{Host: 3}), "GET", "/", "h.de", Error{400, ReasonTooLong, "host", iri.ComponentHost, 3}},
		{most(Lengths{Path: 3}), "GET", "/abc", "h", Error{414, ReasonTooLong, "target", iri.ComponentPath, 3}},
		{most(Lengths{Query: 3}), "GET", "/?abcd", "h", Error{414, ReasonTooLong, "target", iri.ComponentQuery, 5}},
	} {
		hosts := strings.Split(x.hosts, ",")
		if x.hosts == "none" {
			hosts = nil
		}
		if got := refusal(x.policy, x.method, x.target, hosts...); got != x.want {
			t.Errorf("%s %s %q: %+v, want %+v", x.method, x.target, hosts, got, x.want)
		}
		isOfPolicy := x.want.Reason >= ReasonScheme && x.hosts != "none"
		if got := refusal(RFC, x.method, x.target, hosts...); isOfPolicy && !x.policy.IRI && !x.policy.Browser && got != (Error{}) {
			t.Errorf("RFC refuses %s %s %q: %+v", x.method, x.target, hosts, got)
		}
		shown[x.want.Reason] = true
	}
	for r := ReasonMethod; r < numReasons; r++ {
		if !shown[r] {
			t.Errorf("no request is refused because of %v", r)
		}
	}
}

func TestPasses(t *testing.T) {
	for _, x := range []struct {
		policy               Policy
		method, target, host string
	}{
		{RFC, "GET", "/a;b=c?d;e", "h"},
		{RFC, "GET", "//../%2f%00", ""},
		{RFC, "GET", "http://u:p@h/", "other"},
		{RFC, "GET", "urn:a:b", ""},
		{RFC, "OPTIONS", "*", "h"},
		{RFC, "OPTIONS", "/", "h"},
		{RFC, "CONNECT", "[::1]:443", "h"},
		{RFC, "connect", "h:0", "h"}, // another method, and the scheme h
		{RFC, "GET", "/", "[v1.a]:"},
		{RFC, "GET", "/", "h:99999999999"},
		{Safe, "GET", "http://H.example:80/a", "h.EXAMPLE:80"},
		{Safe, "GET", "http://[::1]/a", "[::1]"},
		{Safe, "GET", "HTTP://h/a?%2F//..", "h"},
		{Browser, "GET", "/..b/...;/a.b/;c", "h:80"},
		{Browser, "GET", "/a;jsessionid=0F?b", "[::1]:65535"},
		{Safe, "GET", "/a.b?c;d", "a_b.x-y.1z"},
		{Safe, "GET", "/Apple_Inc./admin%20/admin::$DATA/Fate%EF%BC%8Fa%E2%88%95/%EF%BC%8E%EF%BC%8E/%61dmin", "h"},
		{Safe, "GET", "/?%0A%7F%E2%80%8F%D8%9C", "h"},
		{Policy{Refuse: Safe.Refuse, IRI: true}, "GET", "/?\u200f", "h"},
		{RFC, "GET", "/", "-"},
		{Policy{Refuse: of(ReasonEmptyHost, ReasonHostMismatch)}, "GET", "http://h/", "-"},
		{Browser, "GET", "/", "-"},
		{Browser, "GET", "/x[1]|^.png", "h"},
		{Browser, "GET", "/?ids[]=1&family=A|B&{}\\^`=50%&u=%u0041%", "h"},
		{Browser, "GET", "http://h/[|^]?[{|}\\^`%", "h"},
		{Browser, "OPTIONS", "*", "h"},
		{Policy{Browser: true, IRI: true}, "GET", "/[\u00e9]?{\u00e9%\ue000", "h"},
		{Policy{Browser: true, IRI: true}, "GET", "http://\u00e9/[\u00e9]?{\u00e9%\ue000", "h"},
		{Policy{Browser: true}, "GET", "//a/./..//%2f%00", ""},
		{Policy{Ports: Safe.Ports}, "GET", "/a/", "h:00080"},
		{Safe, "CONNECT", "h:443", "h"},
		{Safe, "GET", "/" + strings.Repeat("a", 7999), strings.Repeat("h", 255)},
		{Policy{IRI: true}, "GET", "/é?\ue000", "é:80"},
		{Policy{IRI: true}, "GET", "http://é/", "h"},
		{Policy{IRI: true}, "CONNECT", "é:1", "h"},
		{Policy{Ports: PortRange{80, 80}}, "GET", "http://h:080/", "h:80"},
		{Policy{Schemes: []string{"FTP"}}, "GET", "ftp://h/", "h"},
	} {
		if got := refusal(x.policy, x.method, x.target, x.host); got != (Error{}) {
			t.Errorf("%s %.30s %.30s: %+v", x.method, x.target, x.host, got)
		}
	}
}

func TestResult(t *testing.T) {
	for _, x := range []struct{ method, target, host, want string }{
		{"GET", "/a?b", "h:80", "origin-form | path 0-2, query 3-4 | authority 0-4, host 0-1, port 2-4, path 4-4"},
		{"GET", "//a?", "h", "origin-form | path 0-3, query 4-4 | authority 0-1, host 0-1, path 1-1"},
		{"GET", "http://u@h:1/p", "h:1", "absolute-form | scheme 0-4, authority 7-12, userinfo 7-8, host 9-10, port 11-12, path 12-14 | authority 0-3, host 0-1, port 2-3, path 3-3"},
		{"CONNECT", "h:443", "", "authority-form | authority 0-5, host 0-1, port 2-5, path 5-5 | path 0-0"},
		{"GET", "/[a?b]?[c", "h", "origin-form | path 0-3, query 4-9 | authority 0-1, host 0-1, path 1-1"},
		{"GET", "http://h/[a?{c%", "h", "absolute-form | scheme 0-4, authority 7-8, host 7-8, path 8-11, query 12-15 | authority 0-1, host 0-1, path 1-1"},
		{"OPTIONS", "*", "[::1]", "asterisk-form | path 0-1 | authority 0-5, host 0-5, path 5-5"},
	} {
		v, err := (&Policy{Browser: true}).Check([]byte(x.method), []byte(x.target), []byte(x.host))
		if got := v.Form.String() + " | " + listed(v.Target) + " | " + listed(v.Host); got != x.want || err != nil {
			t.Errorf("%s %s: %s, %v, want %s", x.method, x.target, got, err, x.want)
		}
	}
	if v, err := RFC.Check([]byte("GET"), []byte("/a b"), []byte("h")); err == nil || v != (Result{}) || v.Form != (rule.Rule{}) {
		t.Error(v, err)
	}
}

func listed(p iri.Parts) string {
	var b []string
	for c := iri.ComponentScheme; c <= iri.ComponentFragment; c++ {
		if s, present := p.Get(c); present {
			b = append(b, fmt.Sprintf("%s %d-%d", c, s.Start, s.End))
		}
	}
	return strings.Join(b, ", ")
}

// pieces of short strings: a byte of each class, and parts of percent-encoded octets.
var pieces = []string{"/", ".", "%2", "%3", "%5", "%0", "%", "0", "3", "5", "b", "C", "E", "f", "?", ":", ";", "a", "//", "%2F", "\u202e", "%E2%80%AE", "%C0", "%AE", "%AF", "%E0%80",
	"%F0%80%80%AF", "%C1%9C", "%C1%BF", "%F8%80%80%80", "%FC%80%80%80%80%AF", "%E2%80%8F", "\u061c"}

func eachString(n int, f func(s string)) { eachOf(pieces, n, f) }

func eachOf(pieces []string, n int, f func(s string)) {
	var step func(s string, left int)
	step = func(s string, left int) {
		f(s)
		if left == 0 {
			return
		}
		for _, piece := range pieces {
			step(s+piece, left-1)
		}
	}
	step("", n)
}

// TestSwitches compares each switch with slowSwitches on all short paths, queries and hosts.
func TestSwitches(t *testing.T) {
	n := 3
	if *testkit.Long {
		n = 4
	}
	for _, place := range []struct{ before, after, host string }{
		{"/", "", "h"}, {"/aaaaaaaa", "aaaaaaaa?aa", "h"}, {"/?", "", "h"}, {"a:", "", ""}, {"/", "", "HOST"},
	} {
		eachString(n, func(s string) {
			target, host := place.before+s+place.after, place.host
			if host == "HOST" {
				target, host = "/", s
			}
			v, err := (&Policy{IRI: true}).Check([]byte("GET"), []byte(target), []byte(host))
			if err != nil {
				return
			}
			want := slowSwitches(target, host, v)
			for one := ReasonHostName; one <= lastSwitch; one++ {
				got := refusal(Policy{IRI: true, Refuse: of(one)}, "GET", target, host)
				if (got.Reason == one) != want.Has(one) {
					t.Fatalf("%s, %s: refused because of %v: %v", target, host, one, got.Reason == one)
				}
			}
		})
	}
}

// slowSwitches returns the switches that refuse a request, without automata.
func slowSwitches(target, host string, v Result) (set Reasons) {
	in := func(all string, s iri.Span) string { return overlong.Replace(strings.ToUpper(all[s.Start:s.End])) }
	path := in(target, v.Target.Path())
	hostSpan, _ := v.Host.Host()
	targetHost, _ := v.Target.Host()
	query, _ := v.Target.Query()
	names := path + " " + in(host, hostSpan) + " " + in(target, targetHost)
	for octet, reason := range map[string]Reason{
		"%2F": ReasonEncodedSlash, "%5C": ReasonEncodedBackslash, "%00": ReasonEncodedNUL, "%25": ReasonEncodedPercent,
		"%23": ReasonEncodedHash, "%3F": ReasonEncodedQuestion, "%3B": ReasonEncodedSemicolon,
	} {
		if strings.Contains(names, octet) {
			set = set.With(reason)
		}
	}
	if control.MatchString(names) {
		set = set.With(ReasonEncodedControl)
	}
	if formattingMark.MatchString(in(target, query)) {
		set = set.With(ReasonQueryFormatting)
	}
	if formattingMark.MatchString(names) {
		set = set.With(ReasonFormatting)
	}
	if all := names + in(target, query); strings.Contains(all, "\u202e") || strings.Contains(all, "%E2%80%AE") {
		set = set.With(ReasonFormatting)
	}
	if emptySegment.MatchString(path) {
		set = set.With(ReasonEmptySegment)
	}
	if strings.Contains(path, ";") {
		set = set.With(ReasonPathParameters)
	}
	if !slowHostName(target, v.Target) || !slowHostName(host, v.Host) {
		set = set.With(ReasonHostName)
	}
	for segment := range strings.SplitSeq(path, "/") {
		parts := strings.Split(decoded.Replace(segment), "/")
		switch {
		case hasDots(segment):
			set = set.With(ReasonDotSegment)
		case slices.ContainsFunc(parts, hasDots):
			set = set.With(ReasonEncodedDotSegment)
		}
		if slices.ContainsFunc(parts, func(part string) bool { return strings.HasSuffix(part, "..") }) {
			set = set.With(ReasonDotEnd)
		}
	}
	return set
}

// slowHostName reports whether switch host-name accepts the host and port of an input.
func slowHostName(all string, parts iri.Parts) bool {
	span, _ := parts.Port()
	port := all[span.Start:span.End]
	if number, err := strconv.ParseUint(port, 10, 16); span.Start > 0 && (err != nil || strconv.FormatUint(number, 10) != port) {
		return false
	}
	span, _ = parts.Host()
	host := all[span.Start:span.End]
	if inside, is := strings.CutPrefix(host, "["); is {
		addr, err := netip.ParseAddr(strings.TrimSuffix(inside, "]"))
		return err == nil && addr.Is6()
	}
	if _, err := netip.ParseAddr(host); err == nil || host == "" {
		return true
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !hostLabel.MatchString(label) {
			return false
		}
	}
	return !numberLabel.MatchString(labels[len(labels)-1])
}

// host-name accepts labels that match hostLabel, except a last label that matches numberLabel.
var (
	hostLabel   = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?$`)
	numberLabel = regexp.MustCompile(`^([0-9]+|0[Xx][0-9A-Fa-f]*)$`)
)

// TestHostName compares switch host-name with slowHostName, for hosts of other pieces.
func TestHostName(t *testing.T) {
	p := Policy{Refuse: of(ReasonHostName)}
	accepted, refused := 0, 0
	eachOf([]string{"a", "x", "_", "-", ".", ":", "0", "1", "25", "5353", "[::1]", "[::1.2.3.4]", ",", "~", "%41"}, 5, func(s string) {
		for _, x := range []struct{ method, target, host string }{{"GET", "/", s}, {"GET", "http://" + s + "/", "h"}, {"CONNECT", s, "h"}} {
			v, err := RFC.Check([]byte(x.method), []byte(x.target), []byte(x.host))
			if err != nil {
				continue
			}
			_, err = p.Check([]byte(x.method), []byte(x.target), []byte(x.host))
			want := slowHostName(x.target, v.Target) && slowHostName(x.host, v.Host)
			if (err == nil) != want {
				t.Fatalf("%+v: %v, want accepted %v", x, err, want)
			}
			if want {
				accepted++
			} else {
				refused++
			}
		}
	})
	if accepted < 50_000 || refused < 50_000 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

// emptySegment matches a segment that is empty or has only parameters, between its two slashes.
var emptySegment = regexp.MustCompile(`/(;[^/]*)?/`)

// control matches the octets that encoded-control refuses, in upper case.
var control = regexp.MustCompile(`%0[1-9A-F]|%1[0-9A-F]|%7F`)

// formattingMark matches the pieces that query-formatting refuses in queries, and formatting elsewhere.
var formattingMark = regexp.MustCompile("\u061C|%E2%80%8F")

// overlong replaces overlong UTF-8 by the octet that it encodes.
var overlong = func() *strings.Replacer {
	var list []string
	for _, c := range "/\\\x00%#?;.\x7f" {
		low, high := 0x80|c&0x3f, c>>6
		list = append(list, fmt.Sprintf("%%%02X%%%02X", 0xc0|high, low), fmt.Sprintf("%%%02X", c))
		for _, lead := range []string{"%E0", "%F0%80", "%F8%80%80", "%FC%80%80%80"} {
			list = append(list, fmt.Sprintf("%s%%%02X%%%02X", lead, 0x80|high, low), fmt.Sprintf("%%%02X", c))
		}
	}
	return strings.NewReplacer(list...)
}()

// decoded decodes the octets that matter in a dot segment.
var decoded = strings.NewReplacer("%2E", ".", "%2F", "/", "%5C", "/", "%3B", ";")

// hasDots reports whether a segment without its parameters is . or ..
func hasDots(segment string) bool {
	name, _, _ := strings.Cut(segment, ";")
	return name == "." || name == ".."
}
