package abnf

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// parsed reads a grammar that is a file.
func parsed(t *testing.T, name, text string) *Grammar {
	t.Helper()
	g, err := ParseFile(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// meaning writes a rule with each reference to a rule other than a core rule replaced by that
// rule's own meaning.
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
		{"one more rule", func(t *testing.T) *Grammar {
			g := parsed(t, "d", hostText)
			g.Import(parsed(t, "uri", uriText))
			return g.With("extra", g.Lookup("link").Body)
		}, "extra", `((1*ALPHA) [ ":" (*DIGIT) ])`},
	} {
		if got := meaning(test.join(t), test.rule); got != test.want {
			t.Errorf("%s: %s means %s, want %s", test.what, test.rule, got, test.want)
		}
	}
}

// A grammar that is imported stays what it is, for others.
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
		{"r = x\n", []string{"hots", "port"}, `abnf: uri:1:1: rule "hots" is not there to be imported (did you mean "host"?)`},
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

// TestVerifyScopes: a name without a rule in an imported grammar stays so if the importer has one.
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

func TestTwice(t *testing.T) {
	g := parsed(t, "d", hostText+"port = \"1\"\n")
	g.Import(parsed(t, "uri", uriText+"DIGIT = \"1\"\n"))
	g.Override(parsed(t, "e", "name = \"e\"\nother = \"e\"\n"))
	var got []string
	for hidden, instead := range g.Twice() {
		got = append(got, fmt.Sprintf("%v %s %v", hidden.Pos, hidden.Name, instead.Pos))
	}
	const want = "e:1:1 name d:2:1, uri:2:1 host d:1:1, uri:3:1 port d:4:1, uri:4:1 DIGIT core.abnf:20:1"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}
