package httpguard

import (
	"net/http"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/rule"
)

// A form is a form of request targets (RFC 9112, section 3.2).
type form uint8

// The forms.
const (
	originForm    form = iota + 1 // /path?query
	absoluteForm                  // http://host/path?query, or another absolute URI
	authorityForm                 // host:port, for CONNECT
	asteriskForm                  // *, for OPTIONS
)

// asterisk is the only target in asterisk-form (RFC 9112, section 3.2.4).
const asterisk = "*"

// rule returns the rule of the RFC with the name of the form.
func (f form) rule() rule.Rule {
	switch f {
	case originForm:
		return rule.OriginForm
	case absoluteForm:
		return rule.AbsoluteForm
	case authorityForm:
		return rule.AuthorityForm
	case asteriskForm:
		return rule.AsteriskForm
	}
	return rule.Rule{}
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
	originForm:    {&language.OriginForm, &language.IOriginForm, &language.BrowserOriginForm, &language.IBrowserOriginForm},
	absoluteForm:  {&language.AbsoluteForm, &language.AbsoluteIRI, &language.BrowserAbsoluteForm, &language.IBrowserAbsoluteForm},
	authorityForm: {&language.AuthorityForm, &language.IAuthorityForm, &language.AuthorityForm, &language.IAuthorityForm},
	asteriskForm:  {&language.AsteriskForm, &language.AsteriskForm, &language.AsteriskForm, &language.AsteriskForm},
}

// hostFields has the Host fields likewise.
var hostFields = [all + 1]*uri.Language{&language.HostField, &language.IHostField, &language.HostField, &language.IHostField}

// meant returns the form of a target by what it begins with. Where that leaves two, as for
// localhost:80, the method decides.
func meant[B stringOrBytes](target B, connect bool) form {
	switch {
	case len(target) > 0 && target[0] == '/':
		return originForm
	case string(target) == asterisk:
		return asteriskForm
	case connect:
		return authorityForm
	}
	return absoluteForm
}

// fits reports whether a method takes the form: CONNECT takes authority-form, and no other does;
// only OPTIONS takes asterisk-form (RFC 9112, section 3.2).
func fits[B stringOrBytes](f form, method B) bool {
	connect := string(method) == http.MethodConnect
	return connect == (f == authorityForm) && (f != asteriskForm || string(method) == http.MethodOptions)
}

// mistaken reports whether a target that does not have the form that was meant has the other of the
// two that the method decides on.
func mistaken[B stringOrBytes](meant form, target B, set characters) bool {
	switch meant {
	case absoluteForm:
		return dfa.Match(languages[authorityForm][set].Automaton, target)
	case authorityForm:
		return dfa.Match(languages[absoluteForm][set].Automaton, target)
	}
	return false
}
