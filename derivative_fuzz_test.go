package iri_test

import (
	"errors"
	"fmt"
	"testing"

	"example.org/iri"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftest"
	"example.org/iri/rule"
)

// derivedRule compares a rule with its derivatives.
type derivedRule struct {
	rule rule.Rule
	*abnftest.Derivatives
}

func derivedRules() []derivedRule {
	var list []derivedRule
	for _, x := range []struct {
		rule    rule.Rule
		grammar *abnf.Grammar
	}{{rule.IRIReference.Rule, rfc3987()}, {rule.URIReference.Rule, rfc3986()}, {rule.IRI.Rule, rfc3987()}, {rule.URI.Rule, rfc3986()}} {
		list = append(list, derivedRule{x.rule, abnftest.NewDerivatives(x.grammar, x.rule.String())})
	}
	return list
}

// judge returns an error that tells the first difference.
func (d derivedRule) judge(text string) error {
	valid, longest, begin, end := d.Read(text)
	if got := d.rule.ValidString(text); got != valid {
		return fmt.Errorf("%v, %+q: Valid is %v, derivatives say %v", d.rule, text, got, valid)
	}
	if got := d.rule.Prefix([]byte(text)); got != longest {
		return fmt.Errorf("%v, %+q: Prefix is %d, derivatives say %d", d.rule, text, got, longest)
	}
	err := d.rule.CheckString(text)
	if valid != (err == nil) {
		return fmt.Errorf("%v, %+q: Check returns %v, derivatives say %v", d.rule, text, err, valid)
	}
	var e *iri.SyntaxError
	if errors.As(err, &e) && (e.Offset < int64(begin) || e.Offset > int64(end)) {
		return fmt.Errorf("%v, %+q: Check stops at %d, derivatives between %d and %d", d.rule, text, e.Offset, begin, end)
	}
	return nil
}

// FuzzDerivative compares verdicts, prefixes and places of mistakes.
func FuzzDerivative(f *testing.F) {
	for _, text := range seeds {
		f.Add(text)
	}
	for _, text := range []string{
		"//[1:2:3:4:5:6:7:8]", "//[1::8", "//[::1.2.3.4]", "//[1:2:3:4:5:6:7::]", "//[1:2:3:4:5:6:7:8:9]", // all forms end alike
		"//[v1.]", "//[V1.:]", "//[v.a]", // a letter in either case; one that must be there
		"//255.255.255.256", "//00.1.2.3", // address or name, both texts of ihost
		"//@@", "//u:p@h:8:0", "//a:8@", // the colon's two meanings
		"", "/", "//", "///", "/:", ":", "a", "a:", "a:/", "a://", // each form of path
		"\u00a0", "\u009f", "\ufdcf", "\ufdd0", "\ufdf0", "\uffef", "\ufff0", // edges of ucschar
		"?\U000F0000\U0010FFFD", "?\U0010FFFE", "\U000E1000", "\U000E0FFF", // and of iprivate
		"\xc2", "\xe0\xa0", "\xf0\x90\x80", "\xef\xbf\xbd", // cut characters, and the one that stands for them
	} {
		f.Add(text)
	}
	rules := derivedRules()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return // no more to learn, and slow
		}
		for _, d := range rules {
			if err := d.judge(text); err != nil {
				t.Error(err)
			}
		}
	})
}
