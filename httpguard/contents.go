package httpguard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/rule"
)

type suspect struct {
	automaton *dfa.Automaton
	reason    Reason
}

// encoded lists the percent-encoded characters for which paths and hosts may be refused.
var encoded = [...]suspect{
	{&language.EncodedSlash, ReasonEncodedSlash},
	{&language.EncodedBackslash, ReasonEncodedBackslash},
	{&language.EncodedNUL, ReasonEncodedNUL},
	{&language.EncodedControl, ReasonEncodedControl},
	{&language.EncodedPercent, ReasonEncodedPercent},
	{&language.EncodedHash, ReasonEncodedHash},
	{&language.EncodedQuestion, ReasonEncodedQuestion},
	{&language.EncodedSemicolon, ReasonEncodedSemicolon},
}

// ambiguous lists the segments for which paths may be refused.
var ambiguous = [...]suspect{
	{&language.PlainDots, ReasonDotSegment},
	{&language.EncodedDots, ReasonEncodedDotSegment},
	{&language.DotsAtEnd, ReasonDotEnd},
	{&language.HasParameters, ReasonPathParameters},
}

// contents applies the switches to userinfo, host, path and query of the target, then to the Host field. Most
// components match an automaton of harmless strings, so it is tried first.
func (r *request[B]) contents(refuse Reasons) *Error {
	userinfo, _ := r.target.parts.Userinfo()
	if e := r.target.characters(iri.ComponentUserinfo, userinfo, refuse); e != nil {
		return e
	}
	if e := r.target.hostName(refuse); e != nil {
		return e
	}
	if e := r.target.path(refuse); e != nil {
		return e
	}
	query, _ := r.target.parts.Query()
	if e := r.target.characters(iri.ComponentQuery, query, refuse); e != nil {
		return e
	}
	return r.host.hostName(refuse)
}

func (t *input[B]) hostName(refuse Reasons) *Error {
	span, _ := t.parts.Host()
	if host := t.of(span); !dfa.Match(&language.PlainName, host) {
		if e := t.characters(iri.ComponentHost, span, refuse); e != nil {
			return e
		}
		if refuse.Has(ReasonHostName) && !dfa.Match(&language.PlainAddress, host) {
			return t.refused(ReasonHostName, iri.ComponentHost, span.Start)
		}
	}
	if port, present := t.parts.Port(); present && refuse.Has(ReasonHostName) && !dfa.Match(&language.PlainPort, t.of(port)) {
		return t.refused(ReasonHostName, iri.ComponentPort, port.Start)
	}
	return nil
}

func (t *input[B]) path(refuse Reasons) *Error {
	s := t.parts.Path()
	if dfa.Match(&language.OrdinaryPath, t.of(s)) {
		return nil
	}
	if e := t.segments(s, refuse); e != nil {
		return e
	}
	return t.characters(iri.ComponentPath, s, refuse)
}

func (t *input[B]) characters(c iri.Component, s iri.Span, refuse Reasons) *Error {
	if dfa.Match(&language.Unencoded, t.of(s)) {
		return nil
	}
	for at := s.Start; at < s.End; at++ {
		if b := t.bytes[at]; b != '%' && b < utf8.RuneSelf || dfa.Prefix(&language.Suspect, t.bytes[at:s.End]) <= 0 {
			continue
		}
		if reason := reasonOf(c, t.bytes[at:s.End]); refuse.Has(reason) {
			return t.refused(reason, c, at)
		}
	}
	return nil
}

// reasonOf returns the reason to refuse the suspect character at the start of rest, or 0 if component c may have it.
func reasonOf[B stringOrBytes](c iri.Component, rest B) Reason {
	switch {
	case c == iri.ComponentQuery && dfa.Prefix(&language.QueryMark, rest) > 0:
		return ReasonQueryFormatting
	case dfa.Prefix(&language.SomeFormatting, rest) > 0:
		return ReasonFormatting
	case c == iri.ComponentQuery, c == iri.ComponentUserinfo:
		return 0
	}
	for _, x := range encoded {
		if dfa.Prefix(x.automaton, rest) > 0 {
			return x.reason
		}
	}
	return 0
}

func (t *input[B]) segments(s iri.Span, refuse Reasons) *Error {
	for start := s.Start; start <= s.End; {
		end := start
		for end < s.End && t.bytes[end] != '/' {
			end++
		}
		reason := Reason(0)
		empty := start == end || t.bytes[start] == ';' // or it has only parameters
		if inner := s.Start < start && end < s.End; empty && inner && refuse.Has(ReasonEmptySegment) {
			reason = ReasonEmptySegment
		} else {
			reason = reasonOfSegment(t.bytes[start:end], refuse)
		}
		if reason != 0 {
			return t.refused(reason, iri.ComponentPath, start)
		}
		start = end + 1
	}
	return nil
}

func reasonOfSegment[B stringOrBytes](segment B, refuse Reasons) Reason {
	if !dfa.Match(&language.SuspectSegment, segment) {
		return 0
	}
	for _, x := range ambiguous {
		if refuse.Has(x.reason) && dfa.Match(x.automaton, segment) {
			return x.reason
		}
	}
	return 0
}

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

// policyError returns an error for a field of the JSON of a policy, or for no single field if field is "":
//
//	iri: policy: ports: "80-1" is not a range of ports
func policyError(field string, err error) error {
	if field == "" {
		return fmt.Errorf("iri: policy: %w", err)
	}
	return fmt.Errorf("iri: policy: %s: %w", field, err)
}

func notA(value, want string) error {
	return errors.New(strconv.Quote(value) + " is not a " + want)
}

// UnmarshalJSON sets the fields that are in an object:
//
//	{"refuse":["userinfo","encoded-slash"],"browser":true,"iri":true,"schemes":["http","https"],
//	 "ports":{"first":1,"last":65535},"max":{"target":8000,"host":255},"observe":true}
//
// Other fields of p stay. Unknown and duplicate names, names in another case, and null are errors. If there is an
// error, which names the field, p does not change.
func (p *Policy) UnmarshalJSON(data []byte) error {
	type fields Policy // has no UnmarshalJSON, which would call itself
	next := fields(*p)
	next.Schemes = slices.Clone(p.Schemes) // since encoding/json overwrites the elements of a slice
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&next); err != nil {
		var mistyped *json.UnmarshalTypeError
		if errors.As(err, &mistyped) {
			return policyError(mistyped.Field, err)
		}
		return policyError("", err)
	}
	if err := checkNames(data); err != nil {
		return err
	}
	if err := (*Policy)(&next).check(); err != nil {
		return err
	}
	*p = Policy(next)
	return nil
}

func (p *Policy) check() error {
	for _, scheme := range p.Schemes {
		if !dfa.Match(language.Scheme.Automaton, scheme) { // RFC 3986, section 3.1
			return policyError("schemes", notA(scheme, "scheme"))
		}
	}
	if p.Ports.First > p.Ports.Last {
		return policyError("ports", notA(strconv.Itoa(int(p.Ports.First))+"-"+strconv.Itoa(int(p.Ports.Last)), "range of ports"))
	}
	if least := min(p.Max.Target, p.Max.Scheme, p.Max.Userinfo, p.Max.Host, p.Max.Path, p.Max.Query); least < 0 {
		return policyError("max", notA(strconv.Itoa(least), "length"))
	}
	return nil
}

// checkNames rejects input that encoding/json accepts: duplicate names, names in another case, null, and data after the
// object. It collects the names of all objects in one list, because no two objects of a policy share a name.
func checkNames(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	names, err := appendNames(nil, d)
	for i, name := range names {
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
			return policyError(name, errors.New("no such field"))
		}
		if slices.Contains(names[:i], name) {
			return policyError(name, errors.New("duplicate name"))
		}
	}
	if err != nil {
		return policyError("", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return policyError("", errors.New("data after the object"))
	}
	return nil
}

func appendNames(names []string, d *json.Decoder) ([]string, error) {
	token, _ := d.Token()
	if token == nil {
		return names, errors.New("null is not a value")
	}
	open, is := token.(json.Delim)
	if !is {
		return names, nil
	}
	for d.More() {
		if open == '{' {
			name, _ := d.Token()
			names = append(names, name.(string))
		}
		var err error
		if names, err = appendNames(names, d); err != nil {
			return names, err
		}
	}
	_, err := d.Token() // the end of the value
	return names, err
}
