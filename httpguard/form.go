package httpguard

import (
	"net/http"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/rule"
)

type form uint8

const (
	originForm    form = iota + 1 // /path?query
	absoluteForm                  // http://host/path?query, or another absolute URI
	authorityForm                 // host:port, for CONNECT
	asteriskForm                  // *, for OPTIONS
)

const asterisk = "*"

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

// characters has a bit for each set of characters that a policy allows in addition to RFC 3986.
type characters uint8

const (
	nonASCII   characters = 1 << iota // Policy.IRI
	ofBrowsers                        // Policy.Browser
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

// languages maps a form and the allowed characters to a language.
var languages = [...][all + 1]*uri.Language{
	originForm:    {&language.OriginForm, &language.IOriginForm, &language.BrowserOriginForm, &language.IBrowserOriginForm},
	absoluteForm:  {&language.AbsoluteForm, &language.AbsoluteIRI, &language.BrowserAbsoluteForm, &language.IBrowserAbsoluteForm},
	authorityForm: {&language.AuthorityForm, &language.IAuthorityForm, &language.AuthorityForm, &language.IAuthorityForm},
	asteriskForm:  {&language.AsteriskForm, &language.AsteriskForm, &language.AsteriskForm, &language.AsteriskForm},
}

var hostFields = [all + 1]*uri.Language{&language.HostField, &language.IHostField, &language.HostField, &language.IHostField}

// formOf returns the form of a target by its beginning. If two are possible, as for localhost:80, the method decides.
func formOf[B stringOrBytes](target B, connect bool) form {
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

// allowsForm reports whether a method allows a form: CONNECT and authority-form require each other, and only OPTIONS
// allows asterisk-form (RFC 9112, section 3.2).
func allowsForm[B stringOrBytes](method B, f form) bool {
	connect := string(method) == http.MethodConnect
	return connect == (f == authorityForm) && (f != asteriskForm || string(method) == http.MethodOptions)
}

// hasOtherForm reports whether a target that does not match f matches the form that formOf returns for other methods.
func hasOtherForm[B stringOrBytes](f form, target B, set characters) bool {
	switch f {
	case absoluteForm:
		return dfa.Match(languages[authorityForm][set].Automaton, target)
	case authorityForm:
		return dfa.Match(languages[absoluteForm][set].Automaton, target)
	}
	return false
}
