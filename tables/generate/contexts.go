package main

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/explain"
	"example.org/iri/internal/uri"
)

// holders are the productions that determine the context of what stands in them. The
// innermost one counts.
var holders = map[string]uri.Context{
	"scheme":     uri.ContextScheme,
	"iauthority": uri.ContextAuthority, "authority": uri.ContextAuthority,
	"iuserinfo": uri.ContextUserinfo, "userinfo": uri.ContextUserinfo,
	"ihost": uri.ContextHost, "host": uri.ContextHost, "ireg-name": uri.ContextHost, "reg-name": uri.ContextHost,
	"port":       uri.ContextPort,
	"IP-literal": uri.ContextLiteral, "IPv6address": uri.ContextLiteral, "IPvFuture": uri.ContextFuture,
	"IPv6addrz": uri.ContextZone, "ZoneID": uri.ContextZone,
	"h16": uri.ContextAddress, "ls32": uri.ContextAddress, "IPv4address": uri.ContextAddress, "dec-octet": uri.ContextAddress,
	"ihier-part": uri.ContextPath, "hier-part": uri.ContextPath, "irelative-part": uri.ContextPath, "relative-part": uri.ContextPath,
	"irelative-ref": uri.ContextPath, "relative-ref": uri.ContextPath,
	"ipath": uri.ContextPath, "ipath-abempty": uri.ContextPath, "ipath-absolute": uri.ContextPath, "ipath-noscheme": uri.ContextPath, "ipath-rootless": uri.ContextPath, "ipath-empty": uri.ContextPath,
	"path": uri.ContextPath, "path-abempty": uri.ContextPath, "path-absolute": uri.ContextPath, "path-noscheme": uri.ContextPath, "path-rootless": uri.ContextPath, "path-empty": uri.ContextPath,
	"isegment": uri.ContextPath, "isegment-nz": uri.ContextPath, "isegment-nz-nc": uri.ContextPath, "segment": uri.ContextPath, "segment-nz": uri.ContextPath, "segment-nz-nc": uri.ContextPath,
	"absolute-path": uri.ContextPath, "http-part": uri.ContextPath,
	"iquery": uri.ContextQuery, "query": uri.ContextQuery,
	"ifragment": uri.ContextFragment, "fragment": uri.ContextFragment,
}

// wholes is those of holders that hold only what they begin with: what follows a query
// is in a relative-ref, too.
var wholes = map[string]bool{
	"ihier-part": true, "hier-part": true, "irelative-part": true, "relative-part": true, "irelative-ref": true, "relative-ref": true,
	"absolute-path": true, "http-part": true,
}

// held is the productions that may hold the next character.
type held struct {
	contexts map[uri.Context]bool // of the innermost ones
	names    map[string]bool      // of all
	triple   bool                 // it is in the middle of a percent-encoded octet
}

// contexts returns the context of each state of an automaton, by number. It is that of
// a shortest string that leads to the state: the grammar says what may follow it, in
// which productions.
func contexts(g *abnf.Grammar, rule string, a *dfa.Automaton) (string, error) {
	r, err := explain.NewReader(g, rule)
	if err != nil {
		return "", err
	}
	list := make([]byte, a.NumStates())
	for number, text := range a.AccessTexts() {
		list[number] = byte(uri.ContextNowhere)
		if text == nil || !utf8.Valid(text) {
			continue
		}
		c, err := contextOf(r, rule, string(text))
		if err != nil {
			return "", err
		}
		list[number] = byte(c)
	}
	return string(list), nil
}

// contextOf returns the context of what follows a string.
func contextOf(r *explain.Reader, rule, text string) (uri.Context, error) {
	_, err := r.Derive(text + "\xff") // which no string has
	var mismatch *explain.MismatchError
	if !errors.As(err, &mismatch) {
		return 0, fmt.Errorf("%s: %q: %w", rule, text, err)
	}
	h := held{make(map[uri.Context]bool), make(map[string]bool), false}
	for i := range mismatch.Expected {
		h.add(&mismatch.Expected[i])
	}
	switch {
	case h.triple:
		return around(r, rule, text, &mismatch.Expected[0])
	case len(h.contexts) == 0:
		return ended(rule), nil
	default:
		return h.context(rule, text), nil
	}
}

// around returns the context of a percent-encoded octet that has begun: what goes on after it.
func around(r *explain.Reader, rule, text string, digit *explain.Expectation) (uri.Context, error) {
	for digits := range digit.Bytes.Ranges() {
		c, err := contextOf(r, rule, text+string(rune(digits.Lo)))
		if err != nil {
			return 0, err
		}
		c, _ = c.InPctEncoded()
		return c.PctEncoded(), nil
	}
	return 0, fmt.Errorf("%s: %q: no digit can follow", rule, text)
}

// ended returns the context of a rule that cannot go on.
func ended(rule string) uri.Context {
	switch c := holders[rule]; {
	case rule == "IP-literal", c == uri.ContextHost:
		return uri.ContextClosed
	case c == uri.ContextLiteral, c == uri.ContextFuture:
		return uri.ContextAddress
	case c == 0:
		return uri.ContextElsewhere
	default:
		return c
	}
}

// add adds what holds an expectation, from the inside out.
func (h *held) add(x *explain.Expectation) {
	found := false
	for i, name := range append([]string{x.What}, x.Rules()...) {
		h.names[name] = true
		h.triple = h.triple || name == "pct-encoded" && i > 0 && !opens(x)
		c, ok := holders[name]
		switch {
		case !ok || found || i > 0 && wholes[name]:
			continue
		case name == "IPv6addrz" && i == 1 && opens(x):
			c = uri.ContextLiteral // a zone identifier could follow, but has not begun
		case c == uri.ContextAuthority && i > 0:
			c = uri.ContextClosed // a delimiter of the authority
		}
		found, h.contexts[c] = true, true
	}
}

// opens reports whether an expectation is the sign that a percent-encoded octet begins with.
func opens(x *explain.Expectation) bool {
	return x.What == `"%"` || x.What == `"%25"`
}

// context returns the one that a set amounts to.
func (h *held) context(rule, text string) uri.Context {
	has := func(list ...uri.Context) bool {
		return slices.ContainsFunc(list, func(c uri.Context) bool { return h.contexts[c] })
	}
	bare := !h.names["IP-literal"] || text == ""
	switch {
	case has(uri.ContextPort):
		return uri.ContextPort
	case has(uri.ContextAuthority), has(uri.ContextUserinfo) && has(uri.ContextHost):
		return uri.ContextAuthority
	case has(uri.ContextUserinfo):
		return uri.ContextUserinfo
	case has(uri.ContextHost):
		return uri.ContextHost
	case has(uri.ContextLiteral, uri.ContextFuture, uri.ContextAddress) && bare:
		return uri.ContextAddress
	case has(uri.ContextFuture):
		return uri.ContextFuture
	case has(uri.ContextZone) && !h.names["IPv6address"]:
		return uri.ContextZone
	case has(uri.ContextLiteral, uri.ContextAddress):
		return uri.ContextLiteral
	case has(uri.ContextClosed):
		return uri.ContextClosed
	case has(uri.ContextScheme) && len(h.contexts) == 1 && text == "" && rule != "scheme":
		return uri.ContextStart
	case has(uri.ContextScheme) && len(h.contexts) == 1:
		return uri.ContextScheme
	case has(uri.ContextPath):
		return uri.ContextPath
	case has(uri.ContextQuery):
		return uri.ContextQuery
	case has(uri.ContextFragment):
		return uri.ContextFragment
	}
	return uri.ContextElsewhere
}
