package main

import (
	"net/url"
	"strings"

	"example.org/iri"
)

// A view is the components of a reference, percent-decoded where net/url decodes them. It has what
// both packages tell.
type view [7]string

// names is those of the components in a view.
var names = [...]string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}

func ours(x iri.Reference) view {
	userinfo, _ := x.Userinfo()
	port, _ := x.Port()
	query, _ := x.Query()
	fragment, _ := x.Fragment()
	return view{
		strings.ToLower(x.Scheme()), decoded(userinfo), decoded(x.Hostname()), port, decoded(x.Path()), query, decoded(fragment),
	}
}

func theirs(u *url.URL) view {
	userinfo := u.User.Username()
	if password, present := u.User.Password(); present {
		userinfo += ":" + password
	}
	path := u.Path
	if u.Opaque != "" {
		path = decoded(u.Opaque)
	}
	return view{u.Scheme, userinfo, u.Hostname(), u.Port(), path, u.RawQuery, u.Fragment}
}

// decoded returns a component without percent triples. Components of references have no others than
// PathUnescape takes.
func decoded(s string) string {
	s, err := url.PathUnescape(s)
	if err != nil {
		return "not decoded: " + err.Error()
	}
	return s
}
