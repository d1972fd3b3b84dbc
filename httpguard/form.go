package httpguard

import (
	"net/http"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// A Form is a form of request targets (RFC 9112, section 3.2).
type Form uint8

// The forms.
const (
	OriginForm    Form = iota + 1 // /path?query
	AbsoluteForm                  // http://host/path?query, or another absolute URI
	AuthorityForm                 // host:port, for CONNECT
	AsteriskForm                  // *, for OPTIONS
)

// asterisk is the only target in asterisk-form (RFC 9112, section 3.2.4).
const asterisk = "*"

// String returns the name of f in the RFC, such as "origin-form", or "none" for the zero Form.
func (f Form) String() string {
	if OriginForm <= f && f <= AsteriskForm {
		return languages[f][0].Name
	}
	return "none"
}

// characters is which characters a policy allows: a set.
type characters uint8

const (
	nonASCII   characters = 1 << iota // those of RFC 3987
	ofBrowsers                        // those that browsers do not encode
	all        = nonASCII | ofBrowsers
)

func (p *Policy) characters() (set characters) {
	if p.IRI {
		set |= nonASCII
	}
	if p.Browser {
		set |= ofBrowsers
	}
	return set
}

// languages has the strings of each form, by the characters that a policy allows.
var languages = [...][all + 1]*uri.Language{
	OriginForm:    {&language.OriginForm, &language.IOriginForm, &language.BrowserOriginForm, &language.IBrowserOriginForm},
	AbsoluteForm:  {&language.AbsoluteForm, &language.AbsoluteIRI, &language.BrowserAbsoluteForm, &language.IBrowserAbsoluteForm},
	AuthorityForm: {&language.AuthorityForm, &language.IAuthorityForm, &language.AuthorityForm, &language.IAuthorityForm},
	AsteriskForm:  {&language.AsteriskForm, &language.AsteriskForm, &language.AsteriskForm, &language.AsteriskForm},
}

// hostFields has the Host fields likewise.
var hostFields = [all + 1]*uri.Language{&language.HostField, &language.IHostField, &language.HostField, &language.IHostField}

// meant returns the form of a target by what it begins with. Where that leaves two, as for
// localhost:80, the method decides.
func meant[B stringOrBytes](target B, connect bool) Form {
	switch {
	case len(target) > 0 && target[0] == '/':
		return OriginForm
	case string(target) == asterisk:
		return AsteriskForm
	case connect:
		return AuthorityForm
	}
	return AbsoluteForm
}

// fits reports whether a method takes the form: CONNECT takes authority-form, and no other does;
// only OPTIONS takes asterisk-form (RFC 9112, section 3.2).
func fits[B stringOrBytes](f Form, method B) bool {
	connect := string(method) == http.MethodConnect
	return connect == (f == AuthorityForm) && (f != AsteriskForm || string(method) == http.MethodOptions)
}

// mistaken reports whether a target that does not have the form that was meant has the other of the
// two that the method decides on.
func mistaken[B stringOrBytes](meant Form, target B, set characters) bool {
	switch meant {
	case AbsoluteForm:
		return dfa.Match(languages[AuthorityForm][set].Automaton, target)
	case AuthorityForm:
		return dfa.Match(languages[AbsoluteForm][set].Automaton, target)
	}
	return false
}
