// Package neturl converts an [iri.IRI] or [iri.Reference] to a [url.URL] and back:
//
//	u, err := neturl.URL(x) // for an http.Client
//	x, err := neturl.IRI(u) // from net/url
//
// It returns an error for a string that the two packages parse differently (a parser differential). So a program fetches
// exactly the URL that another one has validated. Examples of such strings are http://example.org/# (empty fragment),
// http://ex%61mple.org/ (percent-encoded ASCII in a host), IPvFuture, and ///a, which has an empty host.
//
// net/url accepts spaces and brackets in queries, which IRIs do not allow: repair such strings with package
// [example.org/iri/fix] first.
package neturl

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"example.org/iri"
)

var (
	errNil     = errors.New("iri: nil *url.URL")
	errDiffers = errors.New("net/url parses it differently")
)

func differs(c iri.Component) error { return &iri.ComponentError{Component: c, Err: errDiffers} }

// URL returns x as a [url.URL]. Because net/url is for URIs, URL percent-encodes non-ASCII characters first
// ([iri.Reference.ToURI]). The result has the components and the string of that URI, but the scheme in lower case. The
// zero Reference becomes the zero URL. URL takes linear time.
//
// If net/url parses a component differently, the error is an [*iri.ComponentError]. If net/url rejects the string, the
// error wraps the reason. For the zero IRI, it is an [*iri.SyntaxError]. Errors contain no userinfo.
//
// net/url drops an empty fragment, as in href="#", and HTTP sends no fragment: for a request, pass x.WithoutFragment().
func URL[T iri.IRI | iri.Reference](x T) (*url.URL, error) {
	if absolute, is := any(x).(iri.IRI); is {
		if absolute.IsZero() {
			_, err := iri.Parse("")
			return nil, err
		}
		return ofReference(absolute.Reference())
	}
	return ofReference(any(x).(iri.Reference))
}

func ofReference(x iri.Reference) (*url.URL, error) {
	x = x.ToURI()
	u, err := url.Parse(x.String())
	if err != nil {
		return nil, rejected(err)
	}
	back, _ := iri.ParseReference(u.String()) // an error leaves the zero Reference, which differs from x
	if component := difference(x, back); component != 0 {
		return nil, differs(component)
	}
	if path(u) != x.Path() { // net/url parses ///a as a path, but writes the same string
		return nil, differs(iri.ComponentPath)
	}
	return u, nil
}

// rejected returns the error for a string that net/url rejects. It drops the *url.Error, which quotes the whole string.
func rejected(err error) error {
	return fmt.Errorf("iri: net/url rejects the string: %w", errors.Unwrap(err))
}

func path(u *url.URL) string {
	if u.Opaque != "" {
		return u.Opaque
	}
	return u.EscapedPath()
}

// IRI returns u as an IRI. Errors are those of [Reference], and an [*iri.SyntaxError] if u has no scheme.
func IRI(u *url.URL) (iri.IRI, error) {
	ref, err := Reference(u)
	if err != nil {
		return iri.IRI{}, err
	}
	if x, is := ref.IRI(); is {
		return x, nil
	}
	return iri.Parse(ref.String()) // for its error
}

// Reference returns u as a reference. If u is nil, it returns an error. If the string of u is not an IRI reference, the
// error is an [*iri.SyntaxError]. If that string has other components than u, which is possible if u was not made by
// [url.Parse], the error is an [*iri.ComponentError]. Other errors are those of [URL]. Reference takes linear time.
func Reference(u *url.URL) (iri.Reference, error) {
	if u == nil {
		return iri.Reference{}, errNil
	}
	text := u.String()
	x, err := iri.ParseReference(text)
	if err != nil {
		return iri.Reference{}, err
	}
	again, err := url.Parse(text)
	if err != nil {
		return iri.Reference{}, rejected(err)
	}
	if field := fieldDifference(u, again); field != 0 {
		return iri.Reference{}, differs(field)
	}
	if _, err := URL(x); err != nil {
		return iri.Reference{}, err
	}
	return x, nil
}

// difference returns the first component in which references differ, or 0. It ignores the case of schemes.
func difference(x, y iri.Reference) iri.Component {
	for _, component := range [...]struct {
		Component iri.Component
		of        func(iri.Reference) (string, bool)
	}{
		{iri.ComponentScheme, func(x iri.Reference) (string, bool) { return strings.ToLower(x.Scheme()), x.IsAbs() }},
		{iri.ComponentUserinfo, iri.Reference.Userinfo},
		{iri.ComponentHost, iri.Reference.Host},
		{iri.ComponentPort, iri.Reference.Port},
		{iri.ComponentPath, func(x iri.Reference) (string, bool) { return x.Path(), true }},
		{iri.ComponentQuery, iri.Reference.Query},
		{iri.ComponentFragment, iri.Reference.Fragment},
	} {
		a, inX := component.of(x)
		b, inY := component.of(y)
		if a != b || inX != inY {
			return component.Component
		}
	}
	return 0
}

// fieldDifference returns the first component in which u differs from v, its string parsed by net/url, or 0.
func fieldDifference(u, v *url.URL) iri.Component {
	switch {
	case !strings.EqualFold(u.Scheme, v.Scheme):
		return iri.ComponentScheme
	case u.User.String() != v.User.String() || (u.User == nil) != (v.User == nil):
		return iri.ComponentUserinfo
	case u.Host != v.Host:
		return iri.ComponentHost
	case u.Path != v.Path || u.Opaque != v.Opaque:
		return iri.ComponentPath
	case u.RawQuery != v.RawQuery:
		return iri.ComponentQuery
	}
	return 0
}
