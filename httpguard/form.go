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
	AbsoluteForm                  // http://host/path?query, and any other absolute URI
	AuthorityForm                 // host:port, which CONNECT takes
	AsteriskForm                  // *, which OPTIONS takes
)

// asterisk is the only target in asterisk-form (RFC 9112, section 3.2.4).
const asterisk = "*"

// String returns the name of f in the RFC, such as "origin-form", "none" for the zero Form.
func (f Form) String() string {
	if l := f.language(false); l != nil {
		return l.Name
	}
	return "none"
}

// language returns the texts of a form, nil for none.
func (f Form) language(beyondASCII bool) *uri.Language {
	switch {
	case f == OriginForm && beyondASCII:
		return &language.IOriginForm
	case f == OriginForm:
		return &language.OriginForm
	case f == AbsoluteForm && beyondASCII:
		return &language.AbsoluteIRI
	case f == AbsoluteForm:
		return &language.AbsoluteForm
	case f == AuthorityForm && beyondASCII:
		return &language.IAuthorityForm
	case f == AuthorityForm:
		return &language.AuthorityForm
	case f == AsteriskForm:
		return &language.AsteriskForm
	}
	return nil
}

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
func mistaken[B stringOrBytes](meant Form, target B, beyondASCII bool) bool {
	switch meant {
	case AbsoluteForm:
		return dfa.Match(AuthorityForm.language(beyondASCII).Automaton, target)
	case AuthorityForm:
		return dfa.Match(AbsoluteForm.language(beyondASCII).Automaton, target)
	}
	return false
}
