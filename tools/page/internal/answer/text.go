package answer

import (
	"errors"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/internal/fault"
	"example.org/iri/lint"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/explanation"
)

func (r *Request) text() (*Text, error) {
	chosen, err := ruleNamed(r.Rule)
	if err != nil {
		return nil, err
	}
	u := newUnits(r.Text)
	a := &Text{Rule: chosen.String(), Bytes: len(r.Text), Mistake: mistakeIn(chosen, r.Text, u)}
	a.Valid = a.Mistake == nil
	for l := range rule.All() {
		a.Languages = append(a.Languages, resultOf(l, r.Text))
	}
	x, err := iri.ParseReference(r.Text)
	if err != nil {
		a.Repair = repair(r.Text, u)
		if parts, err := chosen.SplitString(r.Text); err == nil {
			a.Components = components(r.Text, parts, u)
		}
		return a, nil
	}
	a.Relative = !x.IsAbs()
	a.Components = components(r.Text, x.Parts(), u)
	if kind := x.HostKind(); kind != iri.NoHost {
		a.HostKind = kind.String()
	}
	a.Findings = findings(x, u)
	a.Forms = forms(x)
	if r.Base != "" {
		a.Resolved = resolved(r.Base, x)
	}
	return a, nil
}

func resultOf(l rule.Rule, text string) RuleResult {
	v := RuleResult{Rule: l.String()}
	var e *iri.SyntaxError
	if v.Valid = !errors.As(l.CheckString(text), &e); !v.Valid {
		v.Reason, v.Message = e.Reason.String(), e.Message()
	}
	return v
}

// mistakeIn returns the reason why a string does not match a rule, or nil.
func mistakeIn(l rule.Rule, text string, u units) *Mistake {
	var e *iri.SyntaxError
	if !errors.As(l.CheckString(text), &e) {
		return nil
	}
	m := &Mistake{
		Reason: e.Reason.String(), Message: e.Message(), Component: e.Component().String(), Section: explanation.Section(e.Reason),
		Span: u.span(e.Span),
	}
	if e.Rune >= 0 {
		m.Found = string(e.Rune)
	}
	m.Expected = expected(l, e, text)
	return m
}

// expected describes what is allowed at the error.
func expected(l rule.Rule, e *iri.SyntaxError, text string) string {
	if e.Reason == rule.ReasonPort {
		return "DIGIT"
	}
	a := l.Automaton()
	s := a.Start
	for i := range boundary(text, int(e.Offset)) {
		s = a.Next(s, text[i])
	}
	return fault.Words(a.Follow(s), a.Accepts(s))
}

// boundary returns the start of the character that contains an offset.
func boundary(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

func components(text string, p iri.Parts, u units) (list []Component) {
	add := func(name string) func(iri.Span, bool) {
		return func(s iri.Span, present bool) {
			if !present {
				return
			}
			c := Component{Name: name, Span: u.span(s), Text: text[s.Start:s.End]}
			if decoded, err := iri.Decode(c.Text); err == nil && decoded != c.Text {
				c.Decoded = decoded
			}
			list = append(list, c)
		}
	}
	add("scheme")(p.Scheme())
	add("userinfo")(p.Userinfo())
	add("host")(p.Host())
	add("port")(p.Port())
	add("path")(p.Path(), true)
	add("query")(p.Query())
	add("fragment")(p.Fragment())
	return list
}

// repair returns the repair of a string, or nil if there is none.
func repair(text string, u units) *Repair {
	x, changes, err := fix.Fixer{Scheme: "https"}.Fix(text)
	if err != nil {
		return nil
	}
	r := &Repair{Text: x.String()}
	for _, c := range changes {
		r.Changes = append(r.Changes, Change{Kind: c.Kind.String(), Span: u.span(c.Span), From: c.From, To: c.To})
	}
	return r
}

func findings(x iri.Reference, u units) (list []Finding) {
	for _, f := range lint.Check(x) {
		g := Finding{Code: f.Code, Severity: f.Severity.String(), Span: u.span(f.Span), Message: f.Message, Source: f.Source}
		if f.Repair != nil {
			g.Repair = lint.Repair(x.String(), []lint.Finding{f})
		}
		list = append(list, g)
	}
	return list
}

func resolved(base string, x iri.Reference) *Resolved {
	a := &Resolved{Base: base}
	b, err := iri.Parse(base)
	if err != nil {
		a.Mistake = mistakeIn(rule.IRI, base, newUnits(base))
		return a
	}
	target := b.Resolve(x)
	a.Target = target.String()
	if short, ok := b.Relativize(target); ok {
		a.Relative = short.String()
	}
	return a
}

// levels are the levels of normalization with a section of an RFC.
var levels = []struct {
	steps iri.Normalization
	what  string
}{
	{iri.CaseNormalization, "case of letters (RFC 3986, section 6.2.2.1)"},
	{iri.PercentNormalization, "percent-encoded unreserved characters (RFC 3986, section 6.2.2.2)"},
	{iri.DotSegments, "dot segments (RFC 3986, section 6.2.2.3)"},
	{iri.SchemeRules, "default ports, default hosts and empty paths (RFC 3986, section 6.2.3)"},
	{iri.DecodeUTF8, "percent-encoded non-ASCII characters (RFC 3987, section 5.3.2)"},
	{iri.IPv6Text, "IPv6 addresses (RFC 5952, section 4)"},
	{iri.SyntaxBased | iri.DecodeUTF8, "case, percent, dots, utf8 (RFC 3987, section 5.3.2)"},
	{iri.SchemeBased | iri.DecodeUTF8, "case, percent, dots, utf8, scheme (RFC 3987, section 5.3.3)"},
}

func forms(x iri.Reference) (list []Form) {
	add := func(name, what string, form iri.Reference) {
		list = append(list, Form{Name: name, What: what, Text: form.String(), Changed: form != x})
	}
	for _, l := range levels {
		add(l.steps.String(), l.what, x.Normalize(l.steps))
	}
	add("uri", "as a URI (RFC 3987, section 3.1)", x.ToURI())
	add("iri", "as an IRI (RFC 3987, section 3.2)", x.ToIRI())
	return list
}

// units maps byte offsets in a string to UTF-16 offsets.
type units []int

// newUnits returns the units of a string in UTF-8; JSON strings always are.
func newUnits(text string) units {
	u := make(units, len(text)+1)
	n := 0
	for i, r := range text {
		for j := range utf8.RuneLen(r) {
			u[i+j] = n // inside a character: its start
		}
		n++
		if r > 0xFFFF {
			n++
		}
	}
	u[len(text)] = n
	return u
}

func (u units) span(s iri.Span) Span {
	return Span{Start: s.Start, End: s.End, Start16: u[s.Start], End16: u[s.End]}
}
