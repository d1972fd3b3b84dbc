package answer

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

func listOf(t *testing.T, r Request) *List {
	t.Helper()
	r.Kind = "list"
	a := new(List)
	if err := json.Unmarshal(request(t, r), a); err != nil {
		t.Fatal(err)
	}
	return a
}

// Lines are counted as the library validates them, and each bad one is in one group.
func TestList(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, r := range []rule.Rule{rule.IRI, rule.URIReference, rule.Port} {
		var b strings.Builder
		lines, bad := 0, 0
		for _, text := range corpus.Generate("", corpus.International).Texts[:500] {
			switch random.IntN(6) {
			case 0:
				text += " " + text
			case 1:
				text = "http://host:8080x/"
			case 2:
				text = ""
			}
			if text != "" {
				lines++
				if !r.ValidString(text) {
					bad++
				}
			}
			b.WriteString(text + []string{"\n", "\r\n"}[random.IntN(2)])
		}
		a := listOf(t, Request{Text: b.String(), Rule: r.String()})
		grouped := 0
		for _, g := range a.Groups {
			grouped += g.Count
		}
		if a.Lines != lines || a.Bad != bad || grouped != bad || a.Rule != r.String() {
			t.Errorf("%v: %d lines, %d bad, %d in groups, want %d, %d", r, a.Lines, a.Bad, grouped, lines, bad)
		}
	}
}

// What stands in a report of a few lines.
func TestListOfFew(t *testing.T) {
	a := listOf(t, Request{Text: "http://a/\n\nhttp://a b/\nhttp://a:8x/\r\nhttp://c d/\nurn:x"})
	var charts, groups []string
	for _, c := range a.Charts {
		charts = append(charts, c.Heading)
	}
	for _, g := range a.Groups {
		for _, x := range g.Examples {
			groups = append(groups, fmt.Sprintf("%s: %d: %s", g.Reason, x.Line, x.Text[x.Start:x.End]))
		}
	}
	if got, want := fmt.Sprint(a.Facts), "[{lines 5} {bad 3 (60 %)} {hosts 1} {bytes each, on average 7.0} {bytes, the longest 9}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := strings.Join(charts, ", "), "What is wrong, Lengths, Components, Schemes, Hosts"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := strings.Join(groups, "; "), "not allowed in authority: 3:  ; not allowed in authority: 5:  ; bad port: 4: 8x"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if a := listOf(t, Request{}); a.Lines != 0 || len(a.Charts) != 0 || len(a.Groups) != 0 {
		t.Errorf("of nothing: %+v", a)
	}
}

// Of a long line what is around the mistake is shown.
func TestLongLine(t *testing.T) {
	for _, before := range []int{0, 50, 150, 201, 5000} {
		for _, after := range []int{0, 1, 100, 300} {
			line := "http://a/" + strings.Repeat("é", before) + "<" + strings.Repeat("日", after)
			x := listOf(t, Request{Text: line}).Groups[0].Examples[0]
			if x.Text[x.Start:x.End] != "<" || len(x.Text) > longestLine || !strings.Contains(line, x.Text) || string([]rune(x.Text)[x.Start16:x.End16]) != "<" {
				t.Errorf("%d before, %d after: %+v", before, after, x)
			}
		}
	}
}
