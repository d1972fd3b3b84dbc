package tables_test

import (
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"testing"

	"example.org/iri/dfa"
	. "example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/walk"
)

func unquote(t *testing.T, lit string) string {
	t.Helper()
	text, err := strconv.Unquote(lit)
	if err != nil {
		t.Fatalf("%s: %v", lit, err)
	}
	return text
}

// TestRowComments checks the comments of rows, the number of the state and a shortest string, with which readers can
// follow an input through the file.
func TestRowComments(t *testing.T) {
	row := regexp.MustCompile(`^// (\d+) (dead|".*")$`)
	all := dishes(t)
	for _, g := range groups(t) {
		file, err := parser.ParseFile(token.NewFileSet(), "../internal/language/"+g.Name+".go", nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var rows [][]string
		for _, group := range file.Comments {
			for _, c := range group.List {
				if m := row.FindStringSubmatch(c.Text); m != nil {
					rows = append(rows, m)
				}
			}
		}
		for _, d := range all[:len(g.Recipes)] {
			a := d.Language.Automaton
			texts := a.AccessTexts()
			if len(rows) < len(texts) {
				t.Fatalf("%s.go: no comments for all states of %s", g.Name, a.Name)
			}
			for n := range texts {
				number, text := rows[n][1], rows[n][2]
				if number != strconv.Itoa(n) || (text == "dead") != (n == 0) {
					t.Fatalf("%s: row %d has the comment %q", a.Name, n, rows[n][0])
				}
				if n == 0 {
					continue
				}
				text = unquote(t, text)
				if got := a.Number(dfa.Run(a, a.Start, text)); got != n || len(text) != len(texts[n]) {
					t.Errorf("%s: row %d says %q, which leads to %d; the shortest is %q", a.Name, n, text, got, texts[n])
				}
			}
			rows = rows[len(texts):]
		}
		if len(rows) > 0 {
			t.Errorf("%s.go has %d rows too many", g.Name, len(rows))
		}
		all = all[len(g.Recipes):]
	}
}

// TestDelimiters checks the characters that code writes literally, where it does not validate, against the grammars.
func TestDelimiters(t *testing.T) {
	delims := &IRIReference.Plan.Delims
	rule := func(name, file string) dfa.ByteSet {
		a := compiled(t, grammarOf(t, "languages/"+file), name)
		return a.Follow(a.Start)
	}
	one := func(b byte) (set dfa.ByteSet) {
		walk.Add(&set, b)
		return set
	}
	for char, set := range map[byte]dfa.ByteSet{
		':': one(delims[uri.DelimColon][0]),
		'/': one(delims[uri.DelimSlash][0]),
		'@': one(delims[uri.DelimAt][0]),
		'?': one(delims[uri.DelimQuery][0]),
		'#': one(delims[uri.DelimFragment][0]),
		'[': IPLiteral.Follow(IPLiteral.Start),
		']': last(IPLiteral.Automaton),
		'%': PctEncoded.Follow(PctEncoded.Start),
		'.': rule("dot-segment", "dot-segments.abnf"),
		'&': rule("separator", "pairs.abnf"),
		'=': rule("equals", "pairs.abnf"),
		'+': rule("for-space", "pairs.abnf"),
	} {
		if set != one(char) {
			t.Errorf("%q: the grammar has %v", char, set)
		}
	}
}

// last returns the bytes with which strings of a language may end.
func last(a *dfa.Automaton) (set dfa.ByteSet) {
	for s := range a.States() {
		for r, t := range a.Edges(s) {
			if a.Accepts(t) {
				walk.AddRange(&set, r)
			}
		}
	}
	return set
}
