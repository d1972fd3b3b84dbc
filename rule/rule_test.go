package rule_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/rule"
	"example.org/iri/tables"
)

func automaton(r rule.Rule) *dfa.Automaton {
	for _, l := range language.All() {
		if l.Name == r.String() {
			return l.Automaton
		}
	}
	return nil
}

func TestZeroRule(t *testing.T) {
	var r rule.Rule
	a := r.Automaton()
	if r.String() != "" || a.NumStates() != 1 || a.Accepts(a.Start) || a.Next(a.Start, 'a') != dfa.Dead {
		t.Errorf("name %q, %d states, the first is %d", r, a.NumStates(), a.Start)
	}
	for _, text := range []string{"", "a", "http://h/", "\x00", "\xff"} {
		if r.Valid([]byte(text)) || r.ValidString(text) || r.Check([]byte(text)) == nil || r.CheckString(text) == nil {
			t.Errorf("%q matches", text)
		}
		if n := r.Prefix([]byte(text)); n != -1 {
			t.Errorf("%q: Prefix %d", text, n)
		}
	}
	if r == rule.IRI || r != (rule.Rule{}) {
		t.Error("rules do not compare")
	}
}

// TestRules checks that every rule of the grammars is a Rule with its name and a valid table, in order, without
// duplicates.
func TestRules(t *testing.T) {
	var want []string
	for _, text := range []string{tables.RFC3987, tables.RFC3986} {
		g, err := abnf.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for r := range g.Rules() {
			if !slices.Contains(want, r.Name) {
				want = append(want, r.Name)
			}
		}
	}
	want = append(want, strings.Fields("IRIStrict IRIReferenceStrict IRIWithZone IRIReferenceWithZone URIWithZone URIReferenceWithZone LEIRI LEIRIReference "+
		"origin-form absolute-form authority-form asterisk-form absolute-path partial-URI http-URI https-URI "+
		"host-field Location Referer Content-Location Link link-value method IOriginForm IAuthorityForm IHostField "+
		"BrowserOriginForm BrowserAbsoluteForm IBrowserOriginForm IBrowserAbsoluteForm")...)
	var got []string
	for r := range rule.All() {
		got = append(got, r.String())
		if err := automaton(r).Check(); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(got, want) || len(want) != 39+22+8+22 {
		t.Errorf("All yields %v\nwant %v", got, want)
	}
	i := 0
	for r := range rule.All() {
		if i++; i == 3 {
			if r != rule.IRIReference {
				t.Errorf("third rule is %v", r)
			}
			break // the iterator has to support it
		}
	}
}

// TestBytes compares the calls for bytes and strings, by all rules.
func TestBytes(t *testing.T) {
	for r := range rule.All() {
		for _, text := range batchTexts {
			p := []byte(text)
			if valid := r.ValidString(text); r.Valid(p) != valid || (r.Check(p) == nil) != valid || !sameMistake(r.Check(p), r.CheckString(text)) {
				t.Errorf("%v %q: valid %v, of bytes %v, %v, %v", r, text, valid, r.Valid(p), r.Check(p), r.CheckString(text))
			}
			x, err := r.Split(p)
			if y, errOfString := r.SplitString(text); x != y || err != rule.ErrNoParts && !sameMistake(err, errOfString) || (err == rule.ErrNoParts) != (errOfString == rule.ErrNoParts) {
				t.Errorf("%v %q: %v, %v, of a string %v, %v", r, text, x, err, y, errOfString)
			}
		}
	}
}

func TestRuleByName(t *testing.T) {
	for r := range rule.All() {
		for _, name := range []string{r.String(), strings.ToUpper(r.String()), strings.ToLower(r.String()), strings.ReplaceAll(r.String(), "-", "")} {
			if got, ok := rule.ByName(name); !ok || got != r {
				t.Errorf("%s: %v, %v", name, got, ok)
			}
		}
	}
	for _, name := range []string{
		"", "IR", "IRIS", "IRI ", " IRI", "IRI_reference", "IRI-referenc-e", "-IRI", "IRI-", "-", "irelative-part-", "ALPHA", "DIGIT", "HEXDIG",
		"IRI\x00", "IRI\xff", "IRI\rreference", // 0x0D is - without the bit that is case in letters
		"\u017fcheme", "\u017fub-delims", // equal to s for strings.EqualFold
		"\u212a", "\u0130RI", // equal to k and i for some
	} {
		if r, ok := rule.ByName(name); ok || r != (rule.Rule{}) {
			t.Errorf("%q: %v, %v", name, r, ok)
		}
	}
}

func TestPrefixDocumented(t *testing.T) {
	for _, c := range []struct {
		rule rule.Rule
		text string
		want int
	}{
		{rule.IRI, "http://h/p, and more", 11},
		{rule.IRI, "not one", -1},
		{rule.IRI, "", -1},
		{rule.IRI, "x:\xc3", 2},
		{rule.IRIReference, "", 0},
		{rule.IRIReference, " ", 0},
		{rule.IRIReference, "1:", 1},
		{rule.Scheme, "http://", 4},
		{rule.PctEncoded, "%411", 3},
		{rule.PctEncoded, "%4", -1},
		{rule.DecOctet, "2560", 2}, // 256 is not one
		{rule.IPv6Address, "1:2:3:4:5:6:7", -1},
		{rule.IPv6Address, "1::2:", 4},
		{rule.UCSChar, "é\xff", 2},
	} {
		if got := c.rule.Prefix([]byte(c.text)); got != c.want {
			t.Errorf("%v %q: %d, want %d", c.rule, c.text, got, c.want)
		}
	}
}

// TestFinite counts the strings of finite languages. The languages are proved to be those of the grammar; the numbers
// are computed from the RFC.
func TestFinite(t *testing.T) {
	for _, c := range []struct {
		rule  rule.Rule
		count int64
	}{
		{rule.UCSChar, 970_260},
		{rule.IPrivate, 137_468},
		{rule.IUnreserved, 970_326},
		{rule.Unreserved, 66},
		{rule.Reserved, 18},
		{rule.GenDelims, 7},
		{rule.SubDelims, 11},
		{rule.PctEncoded, 22 * 22},
		{rule.DecOctet, 256},
		{rule.H16, 22 + 22*22 + 22*22*22 + 22*22*22*22},
		{rule.IPathEmpty, 1},
		{rule.PathEmpty, 1},
	} {
		if got := countTexts(automaton(c.rule)); got.Cmp(big.NewInt(c.count)) != 0 {
			t.Errorf("%v: the table accepts %v texts, want %d", c.rule, got, c.count)
		}
	}
}

// countTexts counts the strings of an automaton without cycles: the paths from the start to accepting states.
func countTexts(a *dfa.Automaton) *big.Int {
	ways := map[dfa.State]*big.Int{a.Start: big.NewInt(1)}
	total := new(big.Int)
	for range a.NumStates() + 1 {
		next := make(map[dfa.State]*big.Int)
		for s, n := range ways {
			if a.Accepts(s) {
				total.Add(total, n)
			}
			for r, t := range a.Edges(s) {
				if next[t] == nil {
					next[t] = new(big.Int)
				}
				width := big.NewInt(int64(r.Hi) - int64(r.Lo) + 1)
				next[t].Add(next[t], width.Mul(width, n))
			}
		}
		ways = next
	}
	return total
}

func FuzzByName(f *testing.F) {
	for r := range rule.All() {
		f.Add(r.String())
	}
	f.Add("\u212Ari")
	f.Add("irireference")
	f.Add("ipath-rootle-ss")
	f.Add("ipathrootless-")
	f.Fuzz(func(t *testing.T, name string) {
		r, ok := rule.ByName(name)
		full := r.String()
		if ok != (r != rule.Rule{}) || ok && len(full) != len(name) && len(strings.ReplaceAll(full, "-", "")) != len(name) {
			t.Errorf("ByName(%q) is %v, %v", name, r, ok)
		}
	})
}

// TestConstants compares the components with package uri, and checks the names of all constants.
func TestConstants(t *testing.T) {
	if rule.ComponentFragment+1 != rule.Component(uri.NumComponents) || (rule.ReasonNotInRule+1).String() != rule.Reason(0).String() {
		t.Error("not as many")
	}
	for name, c := range map[string]fmt.Stringer{
		"no scheme": rule.ReasonNoScheme, "bad port": rule.ReasonPort, "bad address": rule.ReasonAddress, "private use": rule.ReasonPrivateUse,
		"not in rule": rule.ReasonNotInRule, "scheme": rule.ComponentScheme, "port": rule.ComponentPort, "fragment": rule.ComponentFragment,
	} {
		if c.String() != name {
			t.Errorf("%v is %s", c, name)
		}
	}
}
