package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/explain"
	made "example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/uri"
	"example.org/iri/tables/internal/recipe"
)

// TestContexts lists contexts as a reader of the RFCs would expect them.
func TestContexts(t *testing.T) {
	languages := shipped(t)
	for _, c := range []struct {
		language string
		contexts string // TEXT=CONTEXT
	}{
		{"IRI", "=^ A=s A:=p A:/=p A:/x=p A:x=p A://=a A://x=a A://x:=n A://x:1=n A://x:y=u A://x:1:=u A://@=h A://@x=h A://@x:=n A://[=v A://[v=v A://[v1.x=v A://[:=[ A://[::1=[ A://[::1]=c A://[::1]:=n A://x/=p A://x?=q A:?x=q A:#=f A:#x=f A:%=P A:%4=P A:%41=p A://%=A A://:%=U A://@%=H A:?%=Q A:#%=F A:\xc3=-"},
		{"URI", "=^ A=s A:=p A:x=p A://x=a A://x:=n A://x:y=u A://@x=h A://[=v A:?x=q A:#x=f A:?%4=Q"},
		{"IRI-reference", "=p A=p A:=p /=p //=a //x=a ?=q #=f !=p %=P"},
		{"URI-reference", "=p A=p A:=p /=p //=a //x=a ?=q #=f !=p %=P"},
		{"irelative-part", "=p /=p //=a //x=a //x/=p"},
		{"ihier-part", "=p /=p //=a //x=a //x/=p"},
		{"iauthority", "=a x=a x:=n x:y=u @=h @x=h [=v [:=[ [::]=c"},
		{"iuserinfo", "=u x=u %=U"},
		{"ihost", "=h x=h [=v [::]=c %=H"},
		{"port", "=n 1=n"},
		{"scheme", "=s A=s"},
		{"IP-literal", "=4 [=v [:=[ [::]=c"},
		{"IPv6address", "=4 ::=4"},
		{"IPvFuture", "=4 v1=4"},
		{"dec-octet", "=4 25=4 255=4"},
		{"ipath-empty", "=p"},
		{"ipchar", "=. x=. %=%"},
		{"iprivate", "=."},
		{"pct-encoded", "=. %=% %4=% %41=."},
		{"IRIWithZone", "A://[::1=[ A://[::1%=z A://[::1%25=z A://[::1%25a=z A://[::1%25%=Z A://[::1%25%4=Z A://[1:2:3:4:5:6:7:8888=["},
		{"URIWithZone", "A:?x=q A:x=p A://[::1%25a=z"},
		{"LEIRI", "A:?\x00=q A:\x00=p A://\x00=a"},
	} {
		l := languages[c.language]
		for x := range strings.SplitSeq(c.contexts, " ") {
			i := strings.LastIndex(x, "=")
			s := dfa.Run(l.Automaton, l.Start, x[:i])
			if s == dfa.Dead || l.contexts[l.Number(s)] != x[i+1] {
				t.Errorf("%s: %q: %c, want %s", c.language, x[:i], l.contexts[l.Number(s)], x[i+1:])
			}
		}
	}
}

// TestContextsOfOtherTexts checks that the context of a state does not depend on the string that leads to it, by a
// string that a search in falling order of bytes finds first. Of the states in brackets, most of which are alike, it
// takes every eighth without -long.
func TestContextsOfOtherTexts(t *testing.T) {
	for name, l := range shipped(t) {
		g, err := l.Grammar("..")
		if err != nil {
			t.Fatal(err)
		}
		r, err := explain.NewReader(g, l.Rule)
		if err != nil {
			t.Fatal(err)
		}
		for number, text := range otherTexts(l.Automaton) {
			if l.Mixed {
				break
			}
			sample := *testkit.Long || number%8 == 0 || l.contexts[number] != byte(uri.ContextLiteral)
			if text == "" || !sample || !utf8.ValidString(text) {
				continue
			}
			got, err := contextOf(r, l.Rule, text)
			if err != nil {
				t.Fatal(err)
			}
			if want := uri.Context(l.contexts[number]); got != want {
				t.Errorf("%s: state %d: %q: %c, and %c by another text", name, number, text, got, want)
			}
		}
	}
}

// TestPlaces checks that all rules in the places of parts exist.
func TestPlaces(t *testing.T) {
	groups, err := recipe.Groups("..")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"HEXDIG": true, "end": true, `"["`: true, `"%25"`: true}
	for _, group := range groups {
		for i := range group.Recipes {
			g, err := group.Recipes[i].Grammar("..")
			if err != nil {
				t.Fatal(err)
			}
			for r := range g.Rules() {
				known[r.Name] = true
			}
		}
	}
	for _, part := range recipe.Parts {
		for place := range strings.FieldsSeq(part.Places) {
			for name := range strings.SplitSeq(strings.TrimPrefix(place, "="), ".") {
				if !known[name] {
					t.Errorf("part %c: %s: no grammar has a rule %s", part.Context, place, name)
				}
			}
		}
	}
}

// otherTexts returns strings that lead to the states, by number.
func otherTexts(a *dfa.Automaton) []string {
	texts := make([]string, a.NumStates())
	for queue := []dfa.State{a.Start}; len(queue) > 0; queue = queue[1:] {
		for b := 255; b >= 0; b-- {
			next := a.Next(queue[0], byte(b))
			if n := a.Number(next); next != dfa.Dead && next != a.Start && texts[n] == "" {
				texts[n] = texts[a.Number(queue[0])] + string([]byte{byte(b)})
				queue = append(queue, next)
			}
		}
	}
	return texts
}

// shipped lists the languages with their recipes, which TestUpToDate compares.
func shipped(t *testing.T) map[string]*language {
	t.Helper()
	groups, err := recipe.Groups("..")
	if err != nil {
		t.Fatal(err)
	}
	list := made.All()
	languages := make(map[string]*language)
	for _, group := range groups {
		for i := range group.Recipes {
			l := list[len(languages)]
			languages[l.Name] = &language{Recipe: &group.Recipes[i], Automaton: l.Automaton, contexts: l.Contexts}
		}
	}
	return languages
}

func TestFirstSets(t *testing.T) {
	g := matcher.Parse(t, "a = \"x\" / \"-\" / \"%\"\nb = [ \"q\" ] 2DIGIT\nc = \"\"\nd = \"ab\" / \"c\"\ne = %xE4\n")
	list, err := firstSets(g, []string{"A", "b", "c", "d", "e"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a: '%' '-' 'X' 'x'; x-%", "b: '0'-'9' 'Q' 'q'; ", "c: ; ", "d: 'A' 'C' 'a' 'c'; ", "e: 0xC3; ",
	}
	for i, f := range list {
		if got := fmt.Sprintf("%s: %v; %s", f.Rule, f.Bytes, f.Literals); got != want[i] {
			t.Errorf("first set %q, want %q", got, want[i])
		}
	}
	if list, err := firstSets(g, nil); list != nil || err != nil {
		t.Errorf("no rules: %v, %v", list, err)
	}
	if _, err := firstSets(g, []string{"f"}); err == nil {
		t.Error("no error for a rule that is not there")
	}
}
