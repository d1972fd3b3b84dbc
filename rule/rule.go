// Package rule validates strings by rules of RFC 3986, RFC 3987 and HTTP, such as URI, host and port. Each is a [Rule]:
//
//	rule.HTTPSURI.ValidString(s)          // reports whether s is an https URI with a host
//	rule.URI.SplitString("http://a/b?c")  // returns the offsets of the components
//	rule.IHost.CheckString("a b")         // returns a *SyntaxError
//
// Most programs need one of these rules:
//
//   - [URI], [AbsoluteURI] (no fragment), [URIReference] (also relative): RFC 3986, for JSON Schema, OpenAPI, OAuth,
//     XML Schema.
//   - [IRI], [AbsoluteIRI], [IRIReference]: RFC 3987, with non-ASCII characters, for RDF, JSON-LD, HTML.
//   - [IRIStrict], [IRIReferenceStrict]: without the formatting characters that section 4.1 of RFC 3987 forbids.
//   - [URIWithZone], [URIReferenceWithZone]: with zone identifiers, as in http://[fe80::1%25en0]/.
//   - [HTTPURI], [HTTPSURI]: RFC 9110, with a host.
//
// The others match single components and characters: [Host], [Port], [Scheme]. Variables have the names of the RFCs in
// the spelling of Go: ihier-part is [IHierPart]. Rules with an extra I at the beginning allow non-ASCII characters, as
// in RFC 3987. Programs must not assign to the variables. [ByName] finds a rule at run time.
//
// [Rule.Split] returns [Parts] if the strings of the rule have components. A [Matcher] reads a string in pieces, as
// from a network. A [Batch] receives the results for many strings from one call.
//
// Offsets and lengths count bytes. Every call takes time linear in the length of the string. Valid, Check and Split
// allocate only the error that they return, batches only their lists. A program links the tables of the rules that it
// names, or all tables, 0.9 MB, if it calls [All] or [ByName].
package rule

import (
	"iter"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// A Rule validates strings by a named production of a grammar. Rules are comparable. The zero Rule matches nothing.
type Rule struct{ l *uri.Language }

// All yields all rules: those of RFC 3987 in the order of its grammar, those that only RFC 3986 has, the derived
// languages, and those of HTTP.
func All() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for _, l := range language.All() {
			if !yield(Rule{l}) {
				return
			}
		}
	}
}

// ByName returns the rule with the given name, ignoring ASCII case (RFC 5234, section 2.1), and whether there is one.
// The name may be the one in the RFC, such as "IRI-reference", or the name of the variable, such as "IRIReference".
func ByName(name string) (Rule, bool) {
	for _, l := range language.All() {
		if called(l.Name, name) {
			return Rule{l}, true
		}
	}
	return Rule{}, false
}

// called reports whether a rule has the given name, with or without all hyphens, ignoring ASCII case.
func called(rule, name string) bool {
	hyphens := strings.IndexByte(name, hyphen) >= 0
	n := 0 // length of the prefix of name that was found
	for i := range len(rule) {
		if rule[i] == hyphen && !hyphens {
			continue
		}
		if n == len(name) || char.Lower(rule[i]) != char.Lower(name[n]) {
			return false
		}
		n++
	}
	return n == len(name)
}

const hyphen = '-'

// nothing is the language of the zero Rule: it has only a dead state.
var nothing = uri.Language{Automaton: &dfa.Automaton{AcceptMin: 1, Classes: &[256]uint8{}, Trans: []uint16{0}}}

func (r Rule) language() *uri.Language {
	if r.l == nil {
		return &nothing
	}
	return r.l
}

// String returns the name of the rule in its RFC.
func (r Rule) String() string { return r.language().Name }

// Valid reports whether the whole of p matches r. It allocates nothing.
//
//go:noinline
func (r Rule) Valid(p []byte) bool {
	l := r.language()
	if l.Plan == nil {
		return scan.Match(l, p)
	}
	v := scan.CheckBytes(l, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(l, p)
}

// ValidString is [Rule.Valid] for a string.
//
//go:noinline
func (r Rule) ValidString(s string) bool {
	l := r.language()
	if l.Plan == nil {
		return scan.Match(l, s)
	}
	v := scan.CheckString(l, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(l, s)
}

// Check returns nil if the whole of p matches r, otherwise a [*SyntaxError]. It allocates only the error.
//
//go:noinline
func (r Rule) Check(p []byte) error {
	if scan.CheckBytes(r.language(), p) == scan.Valid {
		return nil
	}
	return check(r.language(), p, nil)
}

// CheckInto is [Rule.Check], but stores a SyntaxError in e and returns e, if e is not nil. It only allocates if e is
// nil. For a string that matches, [Rule.Valid] takes less time.
//
//go:noinline
func (r Rule) CheckInto(e *SyntaxError, p []byte) error { return check(r.language(), p, e) }

// CheckString is [Rule.Check] for a string.
//
//go:noinline
func (r Rule) CheckString(s string) error {
	if scan.CheckString(r.language(), s) == scan.Valid {
		return nil
	}
	return check(r.language(), s, nil)
}

// check checks a string that no kernel has accepted. It stores the error in e, unless e is nil.
func check[Bytes []byte | string](l *uri.Language, text Bytes, e *SyntaxError) error {
	state, n, ok := scan.Last(l, text)
	if ok {
		return nil
	}
	return diagnose(e, l, text, state, n)
}

// Prefix returns the length in bytes of the longest prefix of p that matches r, or -1 if none does. It reads as long as
// a longer prefix may match, and allocates nothing.
//
//go:noinline
func (r Rule) Prefix(p []byte) int { return dfa.Prefix(r.language().Automaton, p) }

// Matcher returns a Matcher at the beginning of a string.
func (r Rule) Matcher() Matcher {
	start := r.language().Start
	return Matcher{l: r.l, state: start, begin: start}
}

// Automaton returns the deterministic finite automaton of r, over bytes, which must not be changed.
func (r Rule) Automaton() *dfa.Automaton { return r.language().Automaton }
