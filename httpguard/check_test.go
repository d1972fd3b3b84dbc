package httpguard

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
)

// refusal is what a policy says of a request; the zero Error if it has nothing against it.
func refusal(p Policy, method, target string, hosts ...string) Error {
	var list [][]byte
	for _, host := range hosts {
		list = append(list, []byte(host))
	}
	_, err := p.Check([]byte(method), []byte(target), list...)
	var e *Error
	if !errors.As(err, &e) {
		return Error{}
	}
	return *e
}

// TestReasons: each reason, with the place of what is wrong.
func TestReasons(t *testing.T) {
	most := func(l Lengths) Policy { return Policy{Max: l} }
	shown := Reason(0)
	for _, x := range []struct {
		policy                Policy
		method, target, hosts string // several Host fields have commas between
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

		{Safe, "GET", "http://u@h/", "h", Error{400, ReasonUserinfo, "target", iri.ComponentUserinfo, 7}},
		{Safe, "GET", "/", "", Error{400, ReasonEmptyHost, "host", iri.ComponentHost, 0}},
		{Safe, "GET", "/", ":80", Error{400, ReasonEmptyHost, "host", iri.ComponentHost, 0}},
		{Safe, "CONNECT", ":80", "h", Error{400, ReasonEmptyHost, "target", iri.ComponentHost, 0}},
		{Safe, "GET", "http://h/", "h:80", Error{400, ReasonHostMismatch, "host", 0, 0}},
		{Safe, "GET", "/a%2fb", "h", Error{400, ReasonEncodedSlash, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/", "a%2fb", Error{400, ReasonEncodedSlash, "host", iri.ComponentHost, 1}},
		{Safe, "GET", "/a%C0%AFb", "h", Error{400, ReasonEncodedSlash, "target", iri.ComponentPath, 2}},
		{Safe, "GET", "/a/%f0%80%80%ae.", "h", Error{400, ReasonEncodedDotSegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/%5c", "h", Error{400, ReasonEncodedBackslash, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/%00", "h", Error{400, ReasonEncodedNUL, "target", iri.ComponentPath, 1}},
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
		{Safe, "GET", "//", "h", Error{400, ReasonEmptySegment, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/a//b", "h", Error{400, ReasonEmptySegment, "target", iri.ComponentPath, 3}},
		{Safe, "GET", "/%E2%80%AE", "h", Error{400, ReasonFormatting, "target", iri.ComponentPath, 1}},
		{Safe, "GET", "/?%e2%81%a6", "h", Error{400, ReasonFormatting, "target", iri.ComponentQuery, 2}},
		{Policy{Refuse: ReasonFormatting, IRI: true}, "GET", "/\u202e", "h", Error{400, ReasonFormatting, "target", iri.ComponentPath, 1}},
		{Policy{Refuse: ReasonFormatting, IRI: true}, "GET", "http://a\u200f@h/", "h", Error{400, ReasonFormatting, "target", iri.ComponentUserinfo, 8}},
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
		if got := refusal(RFC, x.method, x.target, hosts...); x.want.Reason > ReasonConnectPort && !x.policy.IRI && got != (Error{}) {
			t.Errorf("RFC refuses %s %s %q: %+v", x.method, x.target, hosts, got)
		}
		shown |= x.want.Reason
	}
	if missing := ^shown & (1<<numReasons - 1); missing != 0 {
		t.Errorf("no request is refused because of %v", missing)
	}
}

// TestPasses: what a policy has nothing against.
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
		{Safe, "GET", "/...", "h:"},
		{Safe, "GET", "/a../..b/...;/;/a;..", "h"},
		{Safe, "GET", "/a/", "h:00080"},
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

// TestVerdict: form and components.
func TestVerdict(t *testing.T) {
	for _, x := range []struct{ method, target, host, want string }{
		{"GET", "/a?b", "h:80", "origin-form | path 0-2, query 3-4 | authority 0-4, host 0-1, port 2-4, path 4-4"},
		{"GET", "//a?", "h", "origin-form | path 0-3, query 4-4 | authority 0-1, host 0-1, path 1-1"},
		{"GET", "http://u@h:1/p", "h:1", "absolute-form | scheme 0-4, authority 7-12, userinfo 7-8, host 9-10, port 11-12, path 12-14 | authority 0-3, host 0-1, port 2-3, path 3-3"},
		{"CONNECT", "h:443", "", "authority-form | authority 0-5, host 0-1, port 2-5, path 5-5 | path 0-0"},
		{"OPTIONS", "*", "[::1]", "asterisk-form | path 0-1 | authority 0-5, host 0-5, path 5-5"},
	} {
		v, err := RFC.Check([]byte(x.method), []byte(x.target), []byte(x.host))
		if got := v.Form.String() + " | " + listed(v.Target) + " | " + listed(v.Host); got != x.want || err != nil {
			t.Errorf("%s %s: %s, %v, want %s", x.method, x.target, got, err, x.want)
		}
	}
	if v, err := RFC.Check([]byte("GET"), []byte("/a b"), []byte("h")); err == nil || v != (Verdict{}) || v.Form.String() != "none" {
		t.Error(v, err)
	}
}

// listed prints the components that are there.
func listed(p iri.Parts) string {
	var b []string
	for c := iri.ComponentScheme; c <= iri.ComponentFragment; c++ {
		if s, present := p.Get(c); present {
			b = append(b, fmt.Sprintf("%s %d-%d", c, s.Start, s.End))
		}
	}
	return strings.Join(b, ", ")
}

// pieces is what short texts are made of: a byte of each role, and halves of triples.
var pieces = []string{"/", ".", "%2", "%3", "%5", "%0", "%", "0", "3", "5", "b", "C", "E", "f", "?", ":", ";", "a", "//", "%2F", "\u202e", "%E2%80%AE", "%C0", "%AE", "%AF", "%E0%80",
	"%F0%80%80%AF", "%C1%9C"}

// eachText calls a function with all texts of up to n pieces.
func eachText(n int, f func(text string)) {
	var walk func(text string, left int)
	walk = func(text string, left int) {
		f(text)
		if left == 0 {
			return
		}
		for _, piece := range pieces {
			walk(text+piece, left-1)
		}
	}
	walk("", n)
}

// TestSwitches compares what each switch finds in all short paths, queries and hosts with what a
// slow twin does.
func TestSwitches(t *testing.T) {
	n := 3
	if *testkit.Long {
		n = 4
	}
	for _, place := range []struct{ front, behind, host string }{
		{"/", "", "h"}, {"/aaaaaaaa", "aaaaaaaa?aa", "h"}, {"/?", "", "h"}, {"a:", "", ""}, {"/", "", "HOST"},
	} {
		eachText(n, func(text string) {
			target, host := place.front+text+place.behind, place.host
			if host == "HOST" {
				target, host = "/", text
			}
			v, err := (&Policy{IRI: true}).Check([]byte("GET"), []byte(target), []byte(host))
			if err != nil {
				return
			}
			want := slowSwitches(target, host, v)
			for _, single := range (switches &^ (ReasonUserinfo | ReasonEmptyHost | ReasonHostMismatch)).names() {
				var one Reason
				if err := one.UnmarshalText([]byte(single)); err != nil {
					t.Fatal(err)
				}
				got := refusal(Policy{IRI: true, Refuse: one}, "GET", target, host)
				if (got.Reason == one) != (want&one != 0) {
					t.Fatalf("%s, %s: refused because of %v: %v", target, host, one, got.Reason == one)
				}
			}
		})
	}
}

// slowSwitches returns the reasons that there are to refuse a request, word by word.
func slowSwitches(target, host string, v Verdict) (set Reason) {
	in := func(text string, s iri.Span) string { return overlong.Replace(strings.ToUpper(text[s.Start:s.End])) }
	path := in(target, v.Target.Path())
	hostSpan, _ := v.Host.Host()
	targetHost, _ := v.Target.Host()
	query, _ := v.Target.Query()
	names := path + " " + in(host, hostSpan) + " " + in(target, targetHost)
	for triple, reason := range map[string]Reason{
		"%2F": ReasonEncodedSlash, "%5C": ReasonEncodedBackslash, "%00": ReasonEncodedNUL, "%25": ReasonEncodedPercent,
		"%23": ReasonEncodedHash, "%3F": ReasonEncodedQuestion, "%3B": ReasonEncodedSemicolon,
	} {
		if strings.Contains(names, triple) {
			set |= reason
		}
	}
	if all := names + in(target, query); strings.Contains(all, "\u202e") || strings.Contains(all, "%E2%80%AE") {
		set |= ReasonFormatting
	}
	if strings.Contains(path, "//") {
		set |= ReasonEmptySegment
	}
	for segment := range strings.SplitSeq(path, "/") {
		switch {
		case hasDots(segment):
			set |= ReasonDotSegment
		case slices.ContainsFunc(strings.Split(decoded.Replace(segment), "/"), hasDots):
			set |= ReasonEncodedDotSegment
		}
	}
	return set
}

// overlong makes one triple of those of overlong UTF-8.
var overlong = func() *strings.Replacer {
	var list []string
	for _, c := range "/\\\x00%#?;." {
		low, high := 0x80|c&0x3f, c>>6
		for _, front := range []string{fmt.Sprintf("%%%02X", 0xc0|high), fmt.Sprintf("%%E0%%%02X", 0x80|high), fmt.Sprintf("%%F0%%80%%%02X", 0x80|high)} {
			list = append(list, fmt.Sprintf("%s%%%02X", front, low), fmt.Sprintf("%%%02X", c))
		}
	}
	return strings.NewReplacer(list...)
}()

// decoded decodes what matters in a dot segment.
var decoded = strings.NewReplacer("%2E", ".", "%2F", "/", "%5C", "/", "%3B", ";")

// hasDots reports whether a segment without its parameters is dots.
func hasDots(segment string) bool {
	name, _, _ := strings.Cut(segment, ";")
	return name == "." || name == ".."
}

// TestFastPaths: whatever takes a short cut agrees with the language that it is about: an
// origin-form that is a partial-URI, and a Host field that is a host name.
func TestFastPaths(t *testing.T) {
	n := 3
	if *testkit.Long {
		n = 4
	}
	eachText(n, func(s string) {
		fast := request[string]{form: OriginForm, target: text[string]{in: inTarget, bytes: "/" + s}}
		slow := fast.target
		got, want := fast.readTarget(false), slow.split(&language.OriginForm)
		if (got == nil) != (want == nil) || got != nil && *got != *want || fast.target.parts != slow.parts {
			t.Fatalf("/%s: %+v %v, want %+v %v", s, got, fast.target.parts, want, slow.parts)
		}
	})
	for _, s := range []string{"h", "H-1.example", "a_b.c", "1.2.3.4", "1a", "a.", "", "xn--a.b", "localhost:80", "[::1]"} {
		fast, slow := text[string]{in: inHost, bytes: s}, text[string]{in: inHost, bytes: s}
		got, want := fast.splitHost(false), slow.split(&language.HostField)
		if got != nil || want != nil || fast.parts != slow.parts {
			t.Errorf("%s: %v, want %v", s, fast.parts, slow.parts)
		}
	}
}

// TestHostNames: host names have no colon and no percent sign, so they are Host fields without a
// port in which no switch finds anything.
func TestHostNames(t *testing.T) {
	for s := range language.HostName.States() {
		for b := range 256 {
			one := string([]byte{byte(b)})
			if language.HostName.Next(s, byte(b)) != dfa.Dead && !dfa.Match(language.RegName.Automaton, one) {
				t.Errorf("a host name has %q", one)
			}
		}
	}
}
