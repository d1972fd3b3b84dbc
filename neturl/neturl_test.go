package neturl_test

import (
	"errors"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/neturl"
)

func lowerScheme(x iri.Reference) string {
	uri, n := x.ToURI().String(), len(x.Scheme())
	return strings.ToLower(uri[:n]) + uri[n:]
}

// TestShortTexts checks all references of up to six tokens, a byte for each role: if one is accepted, the string and
// the components are the same, and it survives a round trip.
func TestShortTexts(t *testing.T) {
	alphabet := []string{"a", "1", ":", "/", "@", "?", "#", "[", "]", ".", "!", "é", "%41"}
	refused := 0
	var walk func(text string, n int)
	walk = func(text string, n int) {
		if x, err := iri.ParseReference(text); err == nil {
			if !survives(t, x) {
				refused++
			}
		}
		if n > 0 {
			for _, c := range alphabet {
				walk(text+c, n-1)
			}
		}
	}
	walk("", 5)
	for _, text := range []string{"x:", "x://", "//"} {
		walk(text, 4)
	}
	t.Logf("%d strings rejected", refused)
}

// survives checks that a reference that URL accepts survives a round trip, and reports whether it does accept it.
func survives(t *testing.T, x iri.Reference) bool {
	u, err := neturl.URL(x)
	if err != nil {
		return false
	}
	if y, is := x.IRI(); is {
		if v, err := neturl.URL(y); err != nil || !reflect.DeepEqual(v, u) {
			t.Errorf("%q: %q as an IRI, %v", x, v, err)
		}
		if back, err := neturl.IRI(u); err != nil || back.String() != lowerScheme(x) {
			t.Errorf("%q: %q as an IRI, %v", x, back, err)
		}
	}
	if u.String() != lowerScheme(x) {
		t.Errorf("%q: %q", x, u)
	}
	if got, want := fields(u), components(x.ToURI()); got != want {
		t.Errorf("%q: %+v, want %+v", x, got, want)
	}
	back, err := neturl.Reference(u)
	if err != nil || back.String() != lowerScheme(x) {
		t.Errorf("%q: %q, %v", x, back, err)
	}
	return true
}

// view has the components of a URL, percent-decoded.
type view struct{ scheme, user, password, host, port, path, query, fragment string }

func fields(u *url.URL) view {
	password, _ := u.User.Password()
	path := u.Path
	if u.Opaque != "" {
		path = decoded(u.Opaque)
	}
	return view{u.Scheme, u.User.Username(), password, u.Hostname(), u.Port(), path, u.RawQuery, u.Fragment}
}

func components(x iri.Reference) view {
	userinfo, _ := x.Userinfo()
	user, password, _ := strings.Cut(userinfo, ":")
	port, _ := x.Port()
	query, _ := x.Query()
	fragment, _ := x.Fragment()
	return view{
		strings.ToLower(x.Scheme()), decoded(user), decoded(password), decoded(x.Hostname()), port,
		decoded(x.Path()), query, decoded(fragment),
	}
}

func decoded(s string) string {
	s, err := url.PathUnescape(s)
	if err != nil {
		panic(err)
	}
	return s
}

func TestRefused(t *testing.T) {
	for _, x := range []struct{ text, component string }{
		{"http://example.org/#", "fragment"},
		{"http://%41.example.org/", ""},
		{"http://[v1.a]/", ""},
		{"http://", "host"},
		{"///a", "path"},
		{"http://a!b@example.org/", "userinfo"},
		{"http://me:secret@%41/", ""},
	} {
		u, err := neturl.URL(iri.MustParseReference(x.text))
		if err == nil || componentOf(err) != x.component || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, %v, want %q", x.text, u, err, x.component)
		}
	}
}

// TestCause checks that the error wraps the reason of net/url without the string.
func TestCause(t *testing.T) {
	_, err := neturl.URL(iri.MustParseReference("http://me:secret@%41/"))
	var escape url.EscapeError
	if !errors.As(err, &escape) || escape != "%41" {
		t.Error(err)
	}
}

// TestByHand checks that Reference refuses URLs whose fields differ from their strings.
func TestByHand(t *testing.T) {
	for _, x := range []struct {
		u         url.URL
		component string
	}{
		{url.URL{Scheme: "http", Host: "a/b"}, ""},
		{url.URL{Scheme: "http", Host: "a", Path: "b"}, "path"},
		{url.URL{Scheme: "http", Host: "[v1.a]"}, ""},
		{url.URL{Path: "///a"}, "path"},
		{url.URL{Scheme: "x", Opaque: "a", Host: "b"}, "host"},
		{url.URL{Scheme: "x", Opaque: "a", User: url.User("b")}, "userinfo"},
		{url.URL{Scheme: "http", Host: "a", RawQuery: "b#c"}, "query"},
		{url.URL{Scheme: "a:b", Path: "/"}, "scheme"},
		{url.URL{Opaque: "//a"}, "host"},
		{url.URL{Scheme: "http", Opaque: "//a/b"}, "host"},
	} {
		ref, err := neturl.Reference(&x.u)
		if err == nil || componentOf(err) != x.component {
			t.Errorf("%+v: %q, %v, want %q", x.u, ref, err, x.component)
		}
	}
	if _, err := neturl.Reference(&url.URL{RawQuery: "a b"}); err == nil {
		t.Error("a space in a query")
	}
}

func TestIRI(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"http://a/b?c", ""}, {"a:b", ""}, {"a", "scheme"}, {"//a", "scheme"}, {"", "scheme"}, {"?a:b", "scheme"}, {"a:b c", "opaque"},
		{"http://h/?a b", "query"},
	} {
		u, err := url.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		x, err := neturl.IRI(u)
		var syntax *iri.SyntaxError
		if (err == nil) != (c.err == "") || err != nil && !errors.As(err, &syntax) {
			t.Errorf("%q: %v, %v", c.text, x, err)
		}
		if err != nil {
			continue
		}
		v, err := neturl.URL(x)
		if err != nil || x.String() != c.text || v.String() != c.text {
			t.Errorf("%q: %v, %v, %v", c.text, x, v, err)
		}
	}
}

func TestZero(t *testing.T) {
	var syntax *iri.SyntaxError
	if u, err := neturl.URL(iri.IRI{}); u != nil || !errors.As(err, &syntax) {
		t.Error(u, err)
	}
	if u, err := neturl.URL(iri.Reference{}); err != nil || *u != (url.URL{}) {
		t.Error(u, err)
	}
	if x, err := neturl.Reference(new(url.URL)); err != nil || x != (iri.Reference{}) {
		t.Error(x, err)
	}
	if x, err := neturl.IRI(new(url.URL)); !errors.As(err, &syntax) {
		t.Error(x, err)
	}
	for _, err := range []error{second(neturl.IRI(nil)), second(neturl.Reference(nil))} {
		if err == nil || err.Error() != "iri: nil *url.URL" {
			t.Error(err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// componentOf returns the name of the component in an error, or "".
func componentOf(err error) string {
	var e *iri.ComponentError
	if !errors.As(err, &e) {
		return ""
	}
	return e.Component.String()
}

// TestQuerySet checks a URL whose ForceQuery has no effect, because its empty query was set later.
func TestQuerySet(t *testing.T) {
	u, err := url.Parse("http://a/?")
	if err != nil {
		t.Fatal(err)
	}
	u.RawQuery = "b=c"
	if x, err := neturl.Reference(u); err != nil || x.String() != "http://a/?b=c" {
		t.Errorf("%q, %v", x, err)
	}
}
