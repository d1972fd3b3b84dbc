package neturl_test

import (
	"errors"
	"go/version"
	"net/url"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/suites"
	"example.org/iri/neturl"
)

const (
	otherComponents = "both parse it, into different components"
	otherString     = "net/url changes it"
	onlyIRI         = "net/url rejects it"
	onlyNetURL      = "iri rejects it"
)

// otherwise returns the difference between the packages for a string, as in the first two columns of the table, or "".
func otherwise(text string) (section, what string) {
	x, err := iri.ParseReference(text)
	u, theirs := url.Parse(text)
	switch {
	case err != nil && theirs != nil:
		return "", ""
	case err != nil:
		var e *iri.SyntaxError
		errors.As(err, &e)
		return onlyNetURL, e.Reason.String()
	case theirs != nil:
		return onlyIRI, refusal(theirs)
	}
	if name, _, _ := firstDifference(components(x), fields(u)); name != "" {
		return otherComponents, name
	}
	uri := x.ToURI()
	back, err := iri.ParseReference(u.String())
	if err != nil {
		return otherString, "not a reference"
	}
	name, before, after := firstDifference(verbatim(uri), verbatim(back.ToURI()))
	switch {
	case name == "":
		return "", ""
	case before != "" && after == "":
		name += " that is empty is lost"
	}
	return otherString, name
}

// firstDifference returns the first component that differs in two views, and both its values.
func firstDifference(a, b view) (name, inA, inB string) {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range va.NumField() {
		if inA, inB = va.Field(i).String(), vb.Field(i).String(); inA != inB {
			return strings.NewReplacer("user", "userinfo", "password", "userinfo").Replace(va.Type().Field(i).Name), inA, inB
		}
	}
	return "", "", ""
}

// verbatim returns the components of a reference unchanged, with "=" before each present one. The user is the whole
// userinfo.
func verbatim(x iri.Reference) view {
	present := func(s string, is bool) string {
		if !is {
			return ""
		}
		return "=" + s
	}
	return view{
		scheme: strings.ToLower(x.Scheme()), user: present(x.Userinfo()), host: present(x.Host()), port: present(x.Port()),
		path: x.Path(), query: present(x.Query()), fragment: present(x.Fragment()),
	}
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// refusal returns the reason of net/url without parts of the string.
func refusal(err error) string {
	return strings.TrimSpace(quoted.ReplaceAllString(errors.Unwrap(err).Error(), "..."))
}

// TestPage checks each string of docs/guide/net-url.md.
func TestPage(t *testing.T) {
	if version.Compare(runtime.Version(), "go1.26") < 0 {
		t.Skip("the page is about net/url of Go 1.26")
	}
	code := regexp.MustCompile("`` (\".*?\") ``")
	examples := 0
	for _, row := range testkit.Table(t, "../docs/guide/net-url.md", "difference")[1:] {
		for _, m := range code.FindAllStringSubmatch(row[2], -1) {
			s, err := strconv.Unquote(m[1])
			if err != nil {
				t.Fatalf("%s: %v", m[1], err)
			}
			if section, what := otherwise(s); section != row[0] || what != row[1] {
				t.Errorf("%q: %s, %s; the page has %s, %s", s, section, what, row[0], row[1])
			}
			examples++
		}
	}
	if examples < 19 {
		t.Errorf("%d strings", examples)
	}
}

// TestSuites checks on the complete suites that URL rejects exactly the references whose URI the packages parse or
// print differently.
func TestSuites(t *testing.T) {
	for _, name := range []string{"IRI-reference", "URI-reference"} {
		for c, err := range suites.File("../testdata/suites/" + name + ".jsonl.gz") {
			if err != nil {
				t.Fatal(err)
			}
			x, err := iri.ParseReference(string(c.Input))
			if err != nil {
				continue
			}
			_, err = neturl.URL(x)
			if section, what := otherwise(x.ToURI().String()); (err != nil) != (section != "") {
				t.Errorf("%q: %v, and %s %s", x, err, section, what)
			}
		}
	}
}
