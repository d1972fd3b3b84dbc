package iri_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"example.org/iri"
	"example.org/iri/rule"
)

// An RDF loader numbers the terms that it meets. IRIs are map keys: equal if their texts
// are, which is what RDF asks.
func Example_termTable() {
	type table struct {
		number map[iri.IRI]int
		terms  []iri.IRI
	}
	t := table{number: make(map[iri.IRI]int)}
	intern := func(text string) (int, error) {
		x, err := iri.Parse(text)
		if err != nil {
			return 0, err
		}
		n, known := t.number[x]
		if !known {
			n = len(t.terms)
			t.number[x] = n
			t.terms = append(t.terms, x)
		}
		return n, nil
	}
	for _, text := range []string{"http://example.org/s", "http://example.org/p", "http://example.org/s", "HTTP://example.org/s"} {
		fmt.Println(intern(text))
	}
	_, err := intern("s")
	fmt.Println(err != nil, t.terms)
	// Output:
	// 0 <nil>
	// 1 <nil>
	// 0 <nil>
	// 2 <nil>
	// true [http://example.org/s http://example.org/p HTTP://example.org/s]
}

// A program takes an IRI from its command line. The same type is a field of a JSON or
// YAML configuration.
func Example_configField() {
	var issuer iri.IRI
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&issuer, "issuer", iri.MustParse("https://example.org/"), "`IRI` of the issuer")
	fmt.Println(flags.Parse([]string{"-issuer", "https://login.example.org/"}), issuer)
	fmt.Println(flags.Parse([]string{"-issuer", "login.example.org"}) != nil, issuer)
	// Output:
	// <nil> https://login.example.org/
	// true https://login.example.org/
}

// An OAuth server lets a client redirect to addresses that were registered, compared as
// texts (RFC 6749, section 3.1.2, and RFC 9700, section 2.1), and to any port of the loopback
// addresses (RFC 8252, section 7.3).
func Example_redirectCheck() {
	registered := []iri.IRI{iri.MustParse("https://client.example/cb"), iri.MustParse("http://127.0.0.1/cb")}
	allowed := func(text string) bool {
		x, err := iri.Parse(text)
		if err != nil {
			return false
		}
		if _, has := x.Fragment(); has {
			return false
		}
		for _, r := range registered {
			if x == r {
				return true
			}
			if addr, ok := r.HostAddr(); ok && addr.IsLoopback() {
				host, _ := x.Host()
				want, _ := r.Host()
				_, user := x.Userinfo()
				if x.Scheme() == r.Scheme() && !user && host == want && x.Path() == r.Path() && x.Parts().Path().End == len(text) {
					return true
				}
			}
		}
		return false
	}
	for _, text := range []string{
		"https://client.example/cb", "https://client.example/cb#", "https://client.example/cb?x={y}",
		"http://127.0.0.1:51004/cb", "http://127.0.0.1:51004@evil.example/cb", "http://127.0.0.1:5/cb?x",
	} {
		fmt.Println(allowed(text), text)
	}
	// Output:
	// true https://client.example/cb
	// false https://client.example/cb#
	// false https://client.example/cb?x={y}
	// true http://127.0.0.1:51004/cb
	// false http://127.0.0.1:51004@evil.example/cb
	// false http://127.0.0.1:5/cb?x
}

// A validator looks up in a struct tag by which rule a field is to be judged.
func Example_structTag() {
	type host struct {
		Name string `rule:"ihost"`
		Port string `rule:"port"`
		Home string `rule:"IRI-reference"`
	}
	check := func(x any) error {
		v := reflect.ValueOf(x)
		for i := range v.NumField() {
			field := v.Type().Field(i)
			r, ok := rule.ByName(field.Tag.Get("rule"))
			if !ok {
				return fmt.Errorf("field %s: no rule %q", field.Name, field.Tag.Get("rule"))
			}
			if r.CheckString(v.Field(i).String()) != nil {
				return fmt.Errorf("field %s is no %v", field.Name, r)
			}
		}
		return nil
	}
	fmt.Println(check(host{"例え.jp", "8080", "/"}))
	fmt.Println(check(host{"例え.jp", "http", "/"}))
	// Output:
	// <nil>
	// field Port is no port
}

// A reader of request logs counts the paths that were asked for. It works on the bytes
// of each line and copies only what it keeps. A target may be absolute or begin with a
// slash, and //a is a path there, where a reference would have a host.
func Example_requestLog() {
	log := "GET /a?x=1 200\nGET http://example.org/a 200\nGET //a/b 404\nGET /a b 400\nGET /%zz 400\n"
	count := make(map[string]int)
	lines := bufio.NewScanner(strings.NewReader(log))
	for lines.Scan() {
		_, target, _ := strings.Cut(lines.Text(), " ")
		target = target[:strings.LastIndexByte(target, ' ')]
		path := target
		if parts, err := rule.AbsoluteURI.SplitString(target); err == nil {
			path = target[parts.Path().Start:parts.Path().End]
		} else {
			path, _, _ = strings.Cut(target, "?")
			if !strings.HasPrefix(path, "/") || !rule.PathAbempty.ValidString(path) || !rule.Query.ValidString(target[len(path):]) {
				path = "(bad)"
			}
		}
		count[path]++
	}
	fmt.Println(count)
	// Output: map[(bad):2 //a/b:1 /a:2]
}

// An OAuth server sends the user back to the address that the client has registered, with a code
// and the client's state. The query that is there has to stay (RFC 6749, section 3.1.2).
func Example_oauthRedirect() {
	redirect := iri.MustParse("https://client.example/cb?tenant=a%20b")
	location, err := redirect.With().AddPair("code", "Spl/x1O+Bb==").AddPair("state", "a&b c").IRI()
	fmt.Println(location, err)
	// Output: https://client.example/cb?tenant=a%20b&code=Spl%2Fx1O%2BBb%3D%3D&state=a%26b%20c <nil>
}

// A page of results links to the next one, and keeps whatever else the query asks for.
func Example_paging() {
	here := iri.MustParse("https://example.org/search?q=ros%c3%a9+wine&page=1&sort=%7Eyear")
	page, _ := here.QueryValue("page")
	number, err := strconv.Atoi(page)
	if err != nil {
		number = 1
	}
	next, err := here.With().SetPair("page", strconv.Itoa(number+1)).IRI()
	fmt.Println(next, err)
	// Output: https://example.org/search?q=ros%c3%a9+wine&page=2&sort=%7Eyear <nil>
}

// A client of an API puts names into a path, which hold whatever people call their things.
func Example_apiPath() {
	api := iri.MustParse("https://api.example/v1/?key=7")
	for _, name := range []string{"notes/2026", "what?", "crème brûlée", ".."} {
		fmt.Println(api.With().AddSegments("files", name, "tags").IRI())
	}
	// Output:
	// https://api.example/v1/files/notes%2F2026/tags?key=7 <nil>
	// https://api.example/v1/files/what%3F/tags?key=7 <nil>
	// https://api.example/v1/files/crème%20brûlée/tags?key=7 <nil>
	//  iri: path: a dot segment is none to add
}

// A proxy shows where it would send people: by TLS, without what only the browser has to know.
func Example_upgrade() {
	x := iri.MustParse("http://me:secret@example.org/a?b#c")
	safe, err := x.With().Scheme("https").NoUserinfo().NoFragment().IRI()
	fmt.Println(safe, err)
	// Output: https://example.org/a?b <nil>
}
