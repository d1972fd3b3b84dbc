package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// The template is the automaton that fast paths assume. It decides validity. Package find splits valid strings into
// components; the generator compares find with the grammar by means of [Captures].

type place uint8

const (
	dead place = iota
	start
	scheme     // in a scheme, or in the first segment of a path
	segment    // in the first segment of a path, not in a scheme
	hier       // after a scheme
	slash      // after a slash that may be the first of two
	authority  // after two slashes
	name       // in a host, or in a userinfo
	maybePort  // in a port, or in a userinfo; digits so far
	userinfo   // in a userinfo
	host       // after a userinfo
	hostName   // in a host after a userinfo
	port       // in a port
	path       // in a path that cannot become anything else
	query      // after the delimiter of a query
	queryBytes // in a query
	fragment
	numPlaces
)

type places [numPlaces]dfa.State

var placeNames = [numPlaces]string{
	"the dead state", "the start", "a scheme", "a first segment", "what is after a scheme",
	"what is after a slash", "an authority", "a host or userinfo", "a port or userinfo",
	"a userinfo", "what is after a userinfo", "a host", "a port", "a path",
	"what begins a query", "a query", "a fragment",
}

func (p place) name() string { return placeNames[p] }

// acceptance says whether a string may end at a place.
type acceptance uint8

const (
	no       acceptance = iota
	relative            // if the language has strings without a scheme
	yes
)

// A row has the transitions of a place. A byte with the role special leads to the place to; other bytes lead to the
// place in the column of their role.
type row struct {
	special                                     uint8
	to                                          place
	ordinary, colon, slash, at, query, fragment place
	accepts                                     acceptance
}

var template = [numPlaces]row{
	start:      {uri.First, scheme, segment, dead, slash, segment, query, fragment, relative},
	scheme:     {uri.Scheme, scheme, segment, hier, path, segment, query, fragment, relative},
	segment:    {0, dead, segment, dead, path, segment, query, fragment, yes},
	hier:       {0, dead, path, path, slash, path, query, fragment, yes},
	slash:      {0, dead, path, path, authority, path, query, fragment, yes},
	authority:  {0, dead, name, maybePort, path, host, query, fragment, yes},
	name:       {0, dead, name, maybePort, path, host, query, fragment, yes},
	maybePort:  {uri.Digit, maybePort, userinfo, userinfo, path, host, query, fragment, yes},
	userinfo:   {0, dead, userinfo, userinfo, dead, host, dead, dead, no},
	host:       {0, dead, hostName, port, path, dead, query, fragment, yes},
	hostName:   {0, dead, hostName, port, path, dead, query, fragment, yes},
	port:       {uri.Digit, port, dead, dead, path, dead, query, fragment, yes},
	path:       {0, dead, path, path, path, path, query, fragment, yes},
	query:      {0, dead, queryBytes, queryBytes, queryBytes, queryBytes, queryBytes, fragment, yes},
	queryBytes: {0, dead, queryBytes, queryBytes, queryBytes, queryBytes, queryBytes, fragment, yes},
	fragment:   {0, dead, fragment, fragment, fragment, fragment, fragment, dead, yes},
}

// next returns the place after a byte with a role. If the language requires a scheme, places start and scheme have no
// transitions but those of the scheme and its delimiter.
func next(p *uri.Plan, at place, role uint8) place {
	r := &template[at]
	if role&r.special != 0 {
		return r.to
	}
	to := r.by(role)
	if !p.Relative && (at == start || at == scheme) && to != hier {
		return dead
	}
	return to
}

func (r *row) by(role uint8) place {
	switch role & (uri.Text | uri.Delim) {
	case uri.Text:
		return r.ordinary
	case uri.Colon:
		return r.colon
	case uri.Slash:
		return r.slash
	case uri.At:
		return r.at
	case uri.Query:
		return r.query
	case uri.Fragment:
		return r.fragment
	}
	return dead
}

func accepts(p *uri.Plan, at place) bool {
	a := template[at].accepts
	return a == yes || a == relative && p.Relative
}
