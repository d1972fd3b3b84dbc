package iri_test

import (
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"

	"example.org/iri"
	"example.org/iri/fetch"
)

// A linkChecker reads the pages of a site and asks for what they link to.
type linkChecker struct {
	client  getter
	policy  fetch.Policy
	site    string              // host whose pages are read for more links
	answers map[iri.IRI]*answer // by addresses in normal form, without fragments
}

// A getter is what the link checker needs of a client.
type getter interface {
	Get(address string) (*http.Response, error)
}

var _ getter = http.DefaultClient

// An answer is what an address has led to.
type answer struct {
	problem string          // "" if there is none
	ids     map[string]bool // that fragments can refer to
}

var (
	baseTag = regexp.MustCompile(`(?i)<base\s[^>]*?href="([^"]*)"`)
	linkTag = regexp.MustCompile(`(?i)<a\s[^>]*?href="([^"]*)"`)
	idTag   = regexp.MustCompile(`(?i)<[a-z][^>]*?\sid="([^"]*)"`)
)

// check asks for a document, once, and reports the broken links of a page of the site.
func (c *linkChecker) check(x iri.IRI) *answer {
	x = x.WithoutFragment()
	normal := x.Normalize(iri.LevelIRIScheme)
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

// read returns the document at an address. Package net/http wants a URI.
func (c *linkChecker) read(x iri.IRI) (string, error) {
	uri := x.ToURI()
	if err := fetch.CheckFetch(uri, c.policy); err != nil {
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

// page checks the links of a page.
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

// link returns what is wrong with a link, "" if all is well.
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

// A web is pages by their addresses, in place of http.Client.
type web map[string]string

func (w web) Get(address string) (*http.Response, error) {
	text, found := w[address]
	status := http.StatusOK
	if !found {
		status = http.StatusNotFound
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(text))}, nil
}

// A link checker follows the links of a site. It needs no net/url: references are resolved, and
// compared by normal form, so that no page is asked for twice. Net/http gets URIs as texts.
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
