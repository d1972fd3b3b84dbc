package abnf

import (
	"slices"
	"testing"
)

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
		{"fo", "c", `abnf: cannot rename "fo": no place says so`},
		{"ALPHA", "c", `abnf: cannot rename "ALPHA": no place says so`},
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
		{[]string{"A"}, []string{"1:5 b 2:1", "1:12 x -", "1:16 b 2:1", "2:14 Digit core.abnf:20:1", "2:20 a 1:1"}},
		{[]string{"d", "b"}, []string{"4:5 c 3:1", "4:7 ALPHA core.abnf:3:1", "2:14 Digit core.abnf:20:1", "2:20 a 1:1", "3:5 d 4:1",
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
		break // and no panic
	}
}
