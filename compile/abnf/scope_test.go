package abnf

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// parsed parses a grammar as a file.
func parsed(t *testing.T, name, text string) *Grammar {
	t.Helper()
	g, err := ParseFile(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// meaning writes a rule with each reference, except to core rules, replaced by the meaning of the rule it resolves to.
func meaning(g *Grammar, name string) string {
	var expand func(r *Rule) string
	expand = func(r *Rule) string {
		text := r.Body.String()
		for n := range All(r.Body) {
			ref, is := n.(*RuleRef)
			if !is {
				continue
			}
			if to := g.Target(ref); to == nil {
				text = strings.Replace(text, ref.Name, "?"+ref.Name, 1)
			} else if !isCore(to) {
				text = strings.Replace(text, ref.Name, "("+expand(to)+")", 1)
			}
		}
		return text
	}
	return expand(g.Lookup(name))
}

func isCore(r *Rule) bool { return Core().Lookup(r.Name) == r }

const (
	uriText  = "authority = host [ \":\" port ]\nhost = 1*ALPHA\nport = *DIGIT\n"
	hostText = "Host = name [ \":\" port ]\nname = 1*ALPHA\nlink = authority\n"
)

func TestScopes(t *testing.T) {
	for _, test := range []struct {
		what       string
		join       func(t *testing.T) *Grammar
		rule, want string
	}{
		{"an imported rule keeps its meaning", func(t *testing.T) *Grammar {
			g := parsed(t, "d", hostText)
			g.Import(parsed(t, "uri", uriText))
			return g
		}, "link", `((1*ALPHA) [ ":" (*DIGIT) ])`},
		{"an overridden rule does not", func(t *testing.T) *Grammar {
			g := parsed(t, "d", hostText+"port = \"80\"\n")
			g.Override(parsed(t, "uri", uriText))
			return g
		}, "link", `(((1*ALPHA) [ ":" ("80") ]) [ ":" ("80") ])`},
		{"a rule overrides what was overridden before", func(t *testing.T) *Grammar {
			g := parsed(t, "b", "host = \"b\"\n")
			g.Override(parsed(t, "uri", uriText))
			top := parsed(t, "a", "port = \"a\"\n")
			top.Override(g)
			return top
		}, "authority", `("b") [ ":" ("a") ]`},
		{"an overridden rule, where another import lacks it", func(t *testing.T) *Grammar {
			u, v := parsed(t, "u", "host = \"a\"\n"), parsed(t, "v", "auth = host own\n")
			v.Import(u)
			g := parsed(t, "d", "host = \"c\"\nown = \"d\"\n")
			g.Override(u)
			g.Import(v)
			return g
		}, "auth", `("c") ?own`},
		{"some rules of a grammar", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "link = authority\n")
			if err := g.ImportRules(parsed(t, "uri", uriText), "AUTHORITY"); err != nil {
				t.Error(err)
			}
			return g
		}, "link", `((1*ALPHA) [ ":" (*DIGIT) ])`},
		{"not the others", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "link = authority host\n")
			if err := g.ImportRules(parsed(t, "uri", uriText), "authority"); err != nil {
				t.Error(err)
			}
			return g
		}, "link", `((1*ALPHA) [ ":" (*DIGIT) ]) ?host`},
		{"core rules before those of a whole grammar", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "r = DIGIT x\n")
			g.Import(parsed(t, "e", "DIGIT = \"7\"\nx = DIGIT\n"))
			return g
		}, "r", `DIGIT (("7"))`},
		{"rules imported by name before core rules", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "r = DIGIT\n")
			if err := g.ImportRules(parsed(t, "e", "DIGIT = \"7\"\n"), "digit"); err != nil {
				t.Error(err)
			}
			return g
		}, "r", `("7")`},
		{"the first of two imports", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "r = x y\n")
			g.Import(parsed(t, "e", "x = \"e\"\n"))
			g.Import(parsed(t, "f", "x = \"f\"\ny = x\n"))
			return g
		}, "r", `("e") (("f"))`},
		{"more alternatives of an imported rule", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "host =/ DIGIT\nport = host\n")
			g.Import(parsed(t, "uri", uriText))
			return g
		}, "port", `(1*ALPHA / DIGIT)`},
		{"of which the import knows nothing", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "host =/ DIGIT\n")
			g.Import(parsed(t, "uri", uriText))
			return g
		}, "authority", `(1*ALPHA) [ ":" (*DIGIT) ]`},
		{"but an overridden grammar does", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "host =/ DIGIT\n")
			g.Override(parsed(t, "uri", uriText))
			return g
		}, "authority", `(1*ALPHA / DIGIT) [ ":" (*DIGIT) ]`},
		{"more alternatives of alternatives", func(t *testing.T) *Grammar {
			b := parsed(t, "b", "host =/ \"b\"\n")
			b.Import(parsed(t, "uri", uriText))
			g := parsed(t, "d", "host =/ \"d\"\n")
			g.Import(b)
			return g
		}, "host", `1*ALPHA / "b" / "d"`},
		{"but not of a rule that is none", func(t *testing.T) *Grammar {
			g := parsed(t, "d", "host =/ \"d\"\n")
			g.Import(parsed(t, "b", "host =/ \"b\"\n"))
			g.Import(parsed(t, "uri", uriText))
			return g
		}, "host", `1*ALPHA / "d"`},
		{"more alternatives of a core rule", func(t *testing.T) *Grammar {
			return parsed(t, "d", "vchar =/ %x80-FF\nr = vchar\n")
		}, "r", `(%x21-7E / %x80-FF)`},
	} {
		if got := meaning(test.join(t), test.rule); got != test.want {
			t.Errorf("%s: %s means %s, want %s", test.what, test.rule, got, test.want)
		}
	}
}

// Importing a grammar does not change it.
func TestImportLeavesAlone(t *testing.T) {
	uri := parsed(t, "uri", uriText)
	before := uri.String()
	g := parsed(t, "d", "host =/ DIGIT\n")
	g.Import(uri)
	if err := g.Verify("host", "authority"); err != nil {
		t.Error(err)
	}
	if uri.String() != before || g.String() != "host = 1*ALPHA / DIGIT\n" {
		t.Errorf("%s\nand\n%s", uri, g)
	}
}

func TestImportErrors(t *testing.T) {
	uri := parsed(t, "uri", uriText)
	for _, test := range []struct {
		text  string
		names []string
		want  string
	}{
		{"r = x\n", []string{"hots", "port"}, `abnf: uri:1:1: cannot import rule "hots": it is not defined (did you mean "host"?)`},
		{"host = \"x\"\n", []string{"HOST"}, `abnf: d:1:1: rule "host" is also imported from uri:2:1`},
		{"host =/ \"x\"\n", []string{"HOST"}, ""},
	} {
		g := parsed(t, "d", test.text)
		if got := errorText(g.ImportRules(uri, test.names...)); got != test.want {
			t.Errorf("%q: error %s, want %s", test.names, got, test.want)
		}
		if test.want != "" && g.Lookup("port") != nil {
			t.Errorf("%q: something was imported all the same", test.names)
		}
	}
}

// TestVerifyScopes tests that an undefined name in an imported grammar stays undefined if the importer defines it.
func TestVerifyScopes(t *testing.T) {
	g := parsed(t, "d", "link = authority\nhost = \"h\"\nuserinfo =/ \"u\"\n")
	g.Import(parsed(t, "uri", "authority = host prot\nport = *DIGIT\n"))
	const want = `abnf: d:3:1: rule "userinfo" is not defined yet ("=/" adds alternatives to an earlier definition, which takes "=", or to an imported rule)
abnf: uri:1:13: rule "host" is not defined (rule host of d:2:1 is not for imported rules; overriding makes it so)
abnf: uri:1:18: rule "prot" is not defined (did you mean "port"?)`
	err := g.Verify("link", "userinfo")
	if got := errorText(err); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var list ErrorList
	if !errors.As(err, &list) || list[1].Undefined != "host" {
		t.Errorf("%#v", err)
	}
}

func TestRename(t *testing.T) {
	const text = "a = Foo / [ foo b ]\nb = 0FOO\n; foo\nb =/ \"foo\" <foo> fool\n"
	for _, x := range []struct {
		old, new, want string
		places         []string
	}{
		{"foo", "Bar", "a = Bar / [ Bar b ]\nb = 0Bar / \"foo\" <foo> fool\n", []string{"1:5", "1:13", "2:6"}},
		{"B", "c", "a = Foo / [ foo c ]\nc = 0FOO / \"foo\" <foo> fool\n", []string{"1:17", "2:1", "4:1"}},
		{"FOO", "b", "a = b / [ b b ]\nb = 0b / \"foo\" <foo> fool\n", []string{"1:5", "1:13", "2:6"}},
		{"fool", "DIGIT", "a = Foo / [ foo b ]\nb = 0FOO / \"foo\" <foo> DIGIT\n", []string{"4:18"}},
		{"a", "ALPHA", "ALPHA = Foo / [ foo b ]\nb     = 0FOO / \"foo\" <foo> fool\n", []string{"1:1"}}, // hides the core rule
	} {
		g := mustParse(t, text)
		places, err := g.Rename(x.old, x.new)
		if err != nil || g.String() != x.want {
			t.Errorf("%s to %s: %v\n%v\nwant\n%s", x.old, x.new, err, g, x.want)
		}
		var got []string
		for _, p := range places {
			got = append(got, p.String())
		}
		if !slices.Equal(got, x.places) {
			t.Errorf("%s to %s: places %v, want %v", x.old, x.new, got, x.places)
		}
		for r := range g.Rules() {
			if g.Lookup(r.Name) != r || g.Lookup(x.old) == r {
				t.Errorf("%s to %s: %s is not found, or by its old name", x.old, x.new, r.Name)
			}
		}
	}
	for _, x := range []struct{ old, new, want string }{
		{"a", "B", `abnf: 1:1: rule "a" cannot be renamed: "b" is defined at 2:1`},
		{"a", "A", `abnf: 1:1: rule "a" cannot be renamed: "a" is defined at 1:1`},
		{"fo", "c", `abnf: cannot rename "fo": it does not occur`},
		{"ALPHA", "c", `abnf: cannot rename "ALPHA": it does not occur`},
		{"foo", "1c", `abnf: "1c" cannot be the name of a rule (names are letters, digits and hyphens, a letter first)`},
		{"foo", "", `abnf: "" cannot be the name of a rule (names are letters, digits and hyphens, a letter first)`},
		{"foo", "b_c", `abnf: "b_c" cannot be the name of a rule (names are letters, digits and hyphens, a letter first)`},
	} {
		g := mustParse(t, text)
		places, err := g.Rename(x.old, x.new)
		if errorText(err) != x.want || places != nil || !sameGrammar(g, mustParse(t, text)) {
			t.Errorf("%s to %s: %v, error %v, want %s", x.old, x.new, places, err, x.want)
		}
	}
}

func TestReferences(t *testing.T) {
	g := mustParse(t, "a = b 0c [ x ] b\nb = 2( \"y\" / Digit a )\nc = d\nd = c ALPHA\n")
	for _, x := range []struct {
		starts []string
		want   []string
	}{
		{[]string{"A"}, []string{"1:5 b 2:1", "1:12 x -", "1:16 b 2:1", "2:14 Digit core rules:20:1", "2:20 a 1:1"}},
		{[]string{"d", "b"}, []string{"4:5 c 3:1", "4:7 ALPHA core rules:3:1", "2:14 Digit core rules:20:1", "2:20 a 1:1", "3:5 d 4:1",
			"1:5 b 2:1", "1:12 x -", "1:16 b 2:1"}},
		{[]string{"nothing"}, nil},
		{nil, nil},
	} {
		var got []string
		for ref, rule := range g.References(x.starts...) {
			place := "-"
			if rule != nil {
				place = rule.Pos.String()
			}
			got = append(got, ref.Pos.String()+" "+ref.Name+" "+place)
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("references of %v:\n%q\nwant\n%q", x.starts, got, x.want)
		}
	}
	for range g.References("a") {
		break // and it must not panic
	}
}
