package wild

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
)

// TestDamage damages the grammars of the repository and checks that the same rules are read.
func TestDamage(t *testing.T) {
	files, err := filepath.Glob("../../../grammars/*.abnf")
	if err != nil || len(files) == 0 {
		t.Fatalf("no grammars: %v", err)
	}
	for i, file := range append(files, "testdata/clean.abnf", "../../../tables/rfc3986.abnf", "../../../tables/rfc3987.abnf") {
		g, err := abnf.ParseFile(file, readFile(t, file))
		if err != nil {
			t.Fatal(err)
		}
		library := lackingRules(t, g)
		lines := strings.Split(strings.TrimSuffix(g.String(), "\n"), "\n")
		for name, damage := range map[string]func(*rand.Rand, []string) string{
			"as it is": asItIs, "prose between lines": withProse, "any indentation": withIndents, "one line": squeezed,
			"odd spaces": withOddSpaces, "rules twice": twice, "fences": withFences, "another notation": asNotation,
		} {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			for range 10 {
				text := damage(rng, lines)
				page, err := Parse("", []byte(text), library)
				if err != nil {
					t.Fatalf("%s: %s: %v\nin\n%s", file, name, err, text)
				}
				if page.String() != g.String() {
					t.Fatalf("%s: %s:\n%s\nis read as\n%v\nwith repairs\n%v", file, name, text, page, page.Repairs)
				}
				if _, err := abnf.Parse([]byte(text)); err != nil && len(page.Repairs) == 0 {
					t.Fatalf("%s: %s:\n%s\nis repaired without a word: %v", file, name, text, err)
				}
				if err := inOrder(text, page.Repairs); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// lackingRules returns a grammar of the undefined rules that g refers to.
func lackingRules(t *testing.T, g *abnf.Grammar) *abnf.Grammar {
	t.Helper()
	lacking := make(map[string]bool)
	for r := range g.Rules() {
		for n := range abnf.All(r.Body) {
			if ref, is := n.(*abnf.RuleRef); is && g.Lookup(ref.Name) == nil {
				lacking[ref.Name+" = \"x\"\n"] = true
			}
		}
	}
	return mustParse(t, strings.Join(slices.Sorted(maps.Keys(lacking)), ""))
}

func asItIs(_ *rand.Rand, lines []string) string { return strings.Join(lines, "\n") }

// withProse inserts lines of other text, with any indentation.
func withProse(rng *rand.Rand, lines []string) string {
	prose := []string{
		"Some prose, and \"quoted = words\" in it.", "Nobody             Experimental        [Page 8]", "DONE:", "\f",
		"", "  ", "; a comment = \"x\" / y", "1.2. More rules", "a, list, of = names", "[RFC1]", "see (elsewhere) / not here", "42",
		"\xff\x00 hostile", "\u00a0", "see x = y there", "Note : z",
	}
	out := []string{"Never strict."}
	for _, line := range append(lines, "") {
		for rng.IntN(3) == 0 {
			other := strings.Repeat(" ", rng.IntN(12)) + prose[rng.IntN(len(prose))]
			if rng.IntN(2) == 0 {
				out = append(out, "")
			}
			if out[len(out)-1] != "" { // a deeper line directly below a rule would belong to it
				other = strings.TrimLeft(other, " \u00a0")
			}
			out = append(out, other)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func withIndents(rng *rand.Rand, lines []string) string {
	var out []string
	for _, line := range lines {
		out = append(out, strings.Repeat(" ", rng.IntN(9))+strings.TrimLeft(line, " "))
	}
	return strings.Join(out, "\n")
}

// squeezed joins all lines from the third rule on, some with comments.
func squeezed(rng *rand.Rand, lines []string) string {
	comments := []string{"; words", "; 0-9", "; begins with \"/\" or is empty", "; 5\" and ; more", "; it's \"//\"", ";"}
	text, rules := "", 0
	for _, line := range lines {
		if line[0] != ' ' {
			rules++
		}
		if rules > 2 && rng.IntN(3) == 0 {
			text += " " + comments[rng.IntN(len(comments))]
		}
		text += " " + strings.TrimLeft(line, " ")
	}
	return text[1:]
}

// withOddSpaces replaces spaces outside of strings and prose.
func withOddSpaces(rng *rand.Rand, lines []string) string {
	odd := []string{" ", "\u00a0", "\u2003", " \ufeff", "\f"}
	closing := rune(0) // of the string or prose
	var b strings.Builder
	for i, c := range strings.Join(lines, "\n") {
		switch {
		case closing == 0 && c == '"' || closing == 0 && c == '<':
			closing = map[rune]rune{'"': '"', '<': '>'}[c]
		case c == closing:
			closing = 0
		case closing == 0 && c == ' ' && i > 0:
			b.WriteString(odd[rng.IntN(len(odd))])
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

func twice(rng *rand.Rand, lines []string) string {
	text := strings.Join(lines, "\n")
	return text + strings.Repeat("\n", 1+rng.IntN(2)) + text
}

// withFences writes the rules as fenced blocks of Markdown, among others.
func withFences(rng *rand.Rand, lines []string) string {
	var out strings.Builder
	out.WriteString("# Title\n\n```\na = b\n```\n")
	open := false
	for _, line := range lines {
		if line[0] != ' ' && (!open || rng.IntN(3) == 0) {
			if open {
				out.WriteString("```\n\nText, and:\n\n  \"an example\"\n\n~~~\n/ b\n~~~\n")
			}
			out.WriteString("```abnf\n")
			open = true
		}
		out.WriteString(line + "\n")
	}
	return out.String() + "```\nEnd = \"x\"\n"
}

// asNotation writes definitions as in other notations.
func asNotation(rng *rand.Rand, lines []string) string {
	var out []string
	for _, line := range lines {
		name, body, found := strings.Cut(line, " = ")
		if name = strings.TrimRight(name, " "); found && line[0] != ' ' {
			if rng.IntN(2) == 0 {
				name = "<" + name + ">"
			}
			line = name + " ::= " + body
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
