package iri_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/ssrf"
)

// An RDF loader numbers terms. IRIs can be map keys, because RDF compares them as strings.
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

// A program takes an IRI from its command line. The type also works in a JSON or YAML configuration.
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

// An OAuth server redirects a client only to registered addresses, compared as strings (RFC 6749, section 3.1.2, and
// RFC 9700, section 2.1), and to any port of the loopback addresses (RFC 8252, section 7.3).
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

// A validator reads the rule for a field from its struct tag.
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

// A reader of request logs counts paths. It works on the bytes of each line and copies only the keys. A target may be
// absolute or begin with a slash; //a is a path in it, unlike in a reference.
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

// An OAuth server sends the user back to the registered address of the client, with a code and the client's state. The
// query of that address must stay (RFC 6749, section 3.1.2).
func Example_oauthRedirect() {
	redirect := iri.MustParse("https://client.example/cb?tenant=a%20b")
	location, err := redirect.With().AddPair("code", "Spl/x1O+Bb==").AddPair("state", "a&b c").IRI()
	fmt.Println(location, err)
	// Output: https://client.example/cb?tenant=a%20b&code=Spl%2Fx1O%2BBb%3D%3D&state=a%26b%20c <nil>
}

// A page of results links to the next one, and keeps the other query parameters.
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

// An API client puts arbitrary names into a path.
func Example_apiPath() {
	api := iri.MustParse("https://api.example/v1/?key=7")
	for _, name := range []string{"notes/2026", "what?", "crème brûlée", ".."} {
		fmt.Println(api.With().AddSegments("files", name, "tags").IRI())
	}
	// Output:
	// https://api.example/v1/files/notes%2F2026/tags?key=7 <nil>
	// https://api.example/v1/files/what%3F/tags?key=7 <nil>
	// https://api.example/v1/files/crème%20brûlée/tags?key=7 <nil>
	//  iri: path: "." and ".." cannot be added as segments
}

// A proxy shows where it would redirect: by TLS, without the parts for the browser only.
func Example_upgrade() {
	x := iri.MustParse("http://me:secret@example.org/a?b#c")
	safe, err := x.With().Scheme("https").Without(iri.ComponentUserinfo, iri.ComponentFragment).IRI()
	fmt.Println(safe, err)
	// Output: https://example.org/a?b <nil>
}

// A linkChecker reads the pages of a site and requests the targets of their links.
type linkChecker struct {
	client  getter
	policy  ssrf.Policy
	site    string              // host whose pages are read for more links
	answers map[iri.IRI]*answer // by addresses in normal form, without fragments
}

// A getter is the part of a client that the link checker needs.
type getter interface {
	Get(address string) (*http.Response, error)
}

var _ getter = http.DefaultClient

// An answer is the result of a request.
type answer struct {
	problem string
	ids     map[string]bool // possible targets of fragments
}

var (
	baseTag = regexp.MustCompile(`(?i)<base\s[^>]*?href="([^"]*)"`)
	linkTag = regexp.MustCompile(`(?i)<a\s[^>]*?href="([^"]*)"`)
	idTag   = regexp.MustCompile(`(?i)<[a-z][^>]*?\sid="([^"]*)"`)
)

// check requests a document once, and reports the broken links of a page of the site.
func (c *linkChecker) check(x iri.IRI) *answer {
	x = x.WithoutFragment()
	normal := x.Normalize(iri.ForComparison)
	if a, known := c.answers[normal]; known {
		return a
	}
	a := &answer{ids: make(map[string]bool)}
	c.answers[normal] = a
	if !x.HasScheme("http") && !x.HasScheme("https") {
		return a // nobody to ask
	}
	text, err := c.read(x)
	if err != nil {
		a.problem = err.Error()
		return a
	}
	for _, m := range idTag.FindAllStringSubmatch(text, -1) {
		a.ids[html.UnescapeString(m[1])] = true
	}
	if x.Hostname() == c.site {
		c.page(x, text)
	}
	return a
}

// read returns the document at an address. net/http needs a URI.
func (c *linkChecker) read(x iri.IRI) (string, error) {
	uri := x.ToURI()
	if err := c.policy.Check(uri); err != nil {
		return "", err
	}
	response, err := c.client.Get(uri.String())
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("status %d", response.StatusCode)
	}
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

func (c *linkChecker) page(x iri.IRI, text string) {
	base := x
	if m := baseTag.FindStringSubmatch(text); m != nil {
		if ref, err := iri.ParseReference(html.UnescapeString(m[1])); err == nil {
			base = x.Resolve(ref)
		}
	}
	for _, m := range linkTag.FindAllStringSubmatch(text, -1) {
		link := strings.TrimSpace(html.UnescapeString(m[1]))
		if problem := c.link(base, link); problem != "" {
			fmt.Printf("%v: %s: %s\n", x, link, problem)
		}
	}
}

// link describes the problem with a link, or returns "".
func (c *linkChecker) link(base iri.IRI, link string) string {
	ref, err := iri.ParseReference(link)
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Message()
	}
	target := base.Resolve(ref)
	a := c.check(target)
	fragment, _ := target.Fragment()
	id, err := iri.Decode(fragment)
	if a.problem == "" && id != "" && len(a.ids) > 0 && (err != nil || !a.ids[id]) {
		return "no element has this id"
	}
	return a.problem
}

// A web maps addresses to pages, in place of http.Client.
type web map[string]string

func (w web) Get(address string) (*http.Response, error) {
	text, found := w[address]
	status := http.StatusOK
	if !found {
		status = http.StatusNotFound
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(text))}, nil
}

// A link checker follows the links of a site. It does not need net/url: it resolves references, compares normal forms
// so that no page is requested twice, and passes URIs to net/http as strings.
func Example_linkChecker() {
	pages := web{
		"https://example.org/": `<a href="a/">, <a href="/a/./#caf%C3%A9">, <a href="HTTPS://EXAMPLE.org:443/%61/#tea">,
			<a href="ros&eacute;?a=1&amp;b=2">, <a href="gone">, <a href="a b">, <a href="mailto:me@example.org">,
			<a href="http://169.254.1.1/">, <a href="https://example.net/x">`,
		"https://example.org/a/":                `<base href="/b/"><h1 id="café"></h1><a href="c#d">`,
		"https://example.org/b/c":               `<p id="d">`,
		"https://example.org/ros%C3%A9?a=1&b=2": `<a href="//example.org">`,
		"https://example.net/x":                 `<a href="not read">`,
	}
	c := linkChecker{client: pages, site: "example.org", answers: make(map[iri.IRI]*answer)}
	c.check(iri.MustParse("https://example.org/"))
	fmt.Println(len(c.answers), "documents")
	// Output:
	// https://example.org/: HTTPS://EXAMPLE.org:443/%61/#tea: no element has this id
	// https://example.org/: gone: status 404
	// https://example.org/: a b: ' ' is not allowed in a path; it is written %20
	// https://example.org/: http://169.254.1.1/: iri: not to be fetched: address "169.254.1.1" (link-local, RFC 3927)
	// 8 documents
}
