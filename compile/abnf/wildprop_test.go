package abnf

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"example.org/iri/internal/testkit"
)

// TestWildDamage: whatever closed grammar is damaged in one of these ways is read as
// before.
func TestWildDamage(t *testing.T) {
	for _, x := range []struct {
		name   string
		damage func(*rand.Rand, []string) string
		most   func(lines int) int // of the repairs, for so many lines
	}{
		{"prose between lines", withProse, func(n int) int { return 3*n + 3 }},
		{"any indentation", withIndents, func(n int) int { return n }},
		{"one line", squeezed, func(n int) int { return 2 * n }},
		{"odd spaces", withOddSpaces, func(int) int { return 1 << 16 }},
		{"rules twice", twice, func(n int) int { return n }},
		{"fences", withFences, func(int) int { return 1 }},
		{"another notation", asNotation, func(n int) int { return 2*n + 1 }},
	} {
		params := gopter.DefaultTestParametersWithSeed(testkit.Seed(1))
		params.MinSuccessfulTests = 500
		if !*testkit.Long {
			params.MinSuccessfulTests = 100
		}
		properties := gopter.NewProperties(params)
		properties.Property(x.name, prop.ForAll(func(g *Grammar, damageSeed int64) (string, error) {
			lines := strings.Split(strings.TrimSuffix(g.String(), "\n"), "\n")
			text := x.damage(rand.New(rand.NewSource(damageSeed)), lines)
			again, repairs, err := ParseWild("", []byte(text), nil)
			if err != nil {
				return "", fmt.Errorf("%w\nin\n%s", err, text)
			}
			if !sameGrammar(g, again) {
				return "", fmt.Errorf("%s\nis read as\n%v", text, again)
			}
			if _, err := Parse([]byte(text)); err != nil && len(repairs) == 0 {
				return "", fmt.Errorf("%s\nis repaired without a word: %w", text, err)
			}
			if len(repairs) > x.most(len(lines)) {
				return "", fmt.Errorf("%s\nhas repairs\n%v", text, repairs)
			}
			return "", inOrder(text, repairs)
		}, genClosed, genSeed))
		properties.TestingRun(t)
	}
}

// inOrder expects repairs to lie inside the text, in order.
func inOrder(text string, repairs []Repair) error {
	last := 0
	for _, r := range repairs {
		if r.Offset < last || r.Offset > len(text) || r.Line != 1+strings.Count(text[:r.Offset], "\n") ||
			r.Col != r.Offset-strings.LastIndex(text[:r.Offset], "\n") || r.Msg == "" {
			return fmt.Errorf("repair out of place: %+v", r)
		}
		last = r.Offset
	}
	return nil
}

func genSeed(params *gopter.GenParameters) *gopter.GenResult {
	return gopter.NewGenResult(params.Rng.Int63(), gopter.NoShrinker)
}

// genClosed makes a grammar whose names are all defined. The rules of one kind of
// damage need two of them.
func genClosed(params *gopter.GenParameters) *gopter.GenResult {
	g := new(Grammar)
	for i := range 2 + params.Rng.Intn(3) {
		name := fmt.Sprintf("%s%d", randomName(params.Rng), i)
		g.add(&Rule{Name: name, Body: randomNode(params.Rng, 1+params.MaxSize/30)})
	}
	for _, r := range g.rules {
		for n := range All(r.Body) {
			switch n := n.(type) {
			case *RuleRef:
				n.Name = g.rules[params.Rng.Intn(len(g.rules))].Name
			case *ProseVal:
				n.Text += " !" // no name
			case *Repetition:
				if n.Max == 0 {
					n.Elem = &RuleRef{Name: r.Name}
				}
			}
		}
	}
	return gopter.NewGenResult(g, gopter.NoShrinker)
}

// withProse puts lines that are no rules between the lines, at any depth.
func withProse(rng *rand.Rand, lines []string) string {
	prose := []string{
		"Some prose, and \"quoted = words\" in it.", "Nobody             Experimental        [Page 8]", "DONE:", "\f",
		"", "  ", "; a comment = \"x\" / y", "1.2. More rules", "a, list, of = names", "[RFC1]", "see (elsewhere) / not here", "42",
		"\xff\x00 hostile", "\u00a0", "see x = y there", "Note : z",
	}
	out := []string{"Never strict."}
	add := func() {
		for rng.Intn(3) == 0 {
			line := strings.Repeat(" ", rng.Intn(12)) + prose[rng.Intn(len(prose))]
			if rng.Intn(2) == 0 {
				out = append(out, "")
			}
			// A line right below a rule and deeper than it is a part of it.
			if len(out) > 0 && out[len(out)-1] != "" {
				line = strings.TrimLeft(line, " \u00a0")
			}
			out = append(out, line)
		}
	}
	for _, line := range lines {
		add()
		out = append(out, line)
	}
	add()
	return strings.Join(out, "\n")
}

// withIndents indents each line anew.
func withIndents(rng *rand.Rand, lines []string) string {
	var out []string
	for _, line := range lines {
		out = append(out, strings.Repeat(" ", rng.Intn(9))+strings.TrimLeft(line, " "))
	}
	return strings.Join(out, "\n")
}

// squeezed joins all lines, some by a comment, but for those before the second rule:
// a text that begins with a comment would be strict.
func squeezed(rng *rand.Rand, lines []string) string {
	comments := []string{"; words", "; 0-9", "; begins with \"/\" or is empty", "; 5\" and ; more", "; it's \"//\"", ";"}
	text, rules := "", 0
	for i, line := range lines {
		if line[0] != ' ' {
			rules++
		}
		if i > 0 && rules > 1 && rng.Intn(3) == 0 && strings.Contains(text, "\x00") {
			text += " " + comments[rng.Intn(len(comments))]
		}
		if i > 0 {
			text += " "
		}
		if rules == 2 {
			text += "\x00"
		}
		text += strings.TrimLeft(line, " ")
	}
	return strings.ReplaceAll(text, "\x00", "")
}

// withOddSpaces changes spaces outside strings and prose.
func withOddSpaces(rng *rand.Rand, lines []string) string {
	odd := []string{" ", "\u00a0", "\u2003", " \ufeff", "\f"}
	closing := byte(0) // of the string or prose
	var b strings.Builder
	for i, c := range []byte("\u00a0" + strings.Join(lines, "\n")) {
		switch {
		case closing == 0 && c == '"' || closing == 0 && c == '<':
			closing = map[byte]byte{'"': '"', '<': '>'}[c]
		case c == closing:
			closing = 0
		case closing == 0 && c == ' ' && i > 0:
			b.WriteString(odd[rng.Intn(len(odd))])
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// twice says each rule twice.
func twice(rng *rand.Rand, lines []string) string {
	text := strings.Join(lines, "\n")
	return text + strings.Repeat("\n", 1+rng.Intn(2)) + text
}

// withFences writes the rules as blocks of a page in Markdown, between others.
func withFences(rng *rand.Rand, lines []string) string {
	var out strings.Builder
	out.WriteString("# Title\n\n```\na = b\n```\n")
	open := false
	for _, line := range lines {
		if line[0] != ' ' && (!open || rng.Intn(3) == 0) {
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

// asNotation defines the rules in the way of other notations.
func asNotation(rng *rand.Rand, lines []string) string {
	var out []string
	for _, line := range lines {
		name, body, found := strings.Cut(line, " = ")
		if name = strings.TrimRight(name, " "); found && line[0] != ' ' {
			if rng.Intn(2) == 0 {
				name = "<" + name + ">"
			}
			line = name + " ::= " + body
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// TestWildStrict: texts that the strict reader takes are read the same. So they are
// by the tolerant way, which a line of prose before or behind them enforces.
func TestWildStrict(t *testing.T) {
	for _, file := range grammarFiles {
		checkStrict(t, string(readFile(t, file)))
		checkStrict(t, crlf(string(readFile(t, file))))
	}
	for _, text := range []string{
		"a = \"b\"\n\n\n  ; c = d\n\n  a\n\n  / a\n", "  a\n\t= \"b\" ; c\n  d = [ a\n\n   / d ] ; e = f\n", "a = <b; \"> \"<;\" a\nB = %x41\n  / %s\"=\"\n",
		"a = 0<x>\n\n   2*3a / *( a )\n b", "a = ( ; (\n ( \"x\"\n\n ) )\n",
	} {
		checkStrict(t, text)
	}
}

// checkStrict checks a text, and those around it if it is closed.
func checkStrict(t *testing.T, text string) {
	t.Helper()
	g, err := Parse([]byte(text))
	if err != nil || len(g.rules) == 0 {
		return
	}
	again, repairs, err := ParseWild("", []byte(text), nil)
	if err != nil || len(repairs) > 0 && !hasProse(g) || !sameGrammar(g, again) && !hasProse(g) {
		t.Fatalf("%q is read as\n%v\nwith repairs\n%v\nerror %v", text, again, repairs, err)
	}
	var names []string
	for _, r := range g.rules {
		names = append(names, r.Name)
	}
	if g.Verify(names...) != nil || hasProse(g) {
		return
	}
	for _, page := range []string{"~ ~\n" + text, text + "\n\n~ ~"} {
		again, repairs, err := ParseWild("", []byte(page), nil)
		left := 0
		for _, r := range repairs {
			if !strings.Contains(r.Msg, "after a blank line") {
				left++
			}
		}
		if err != nil || left != 1 || !sameGrammar(g, again) {
			t.Fatalf("%q is read as\n%v\nwith repairs\n%v\nerror %v", page, again, repairs, err)
		}
	}
}

// hasProse reports whether there is prose that is not repeated 0 times.
func hasProse(g *Grammar) bool {
	for _, r := range g.rules {
		for n := range All(r.Body) {
			if _, is := n.(*ProseVal); is {
				return true
			}
		}
	}
	return false
}

// FuzzParseWild: no text makes ParseWild panic, what it reads prints and is read the
// same by the strict reader, strict texts are read as they are, and others have repairs.
func FuzzParseWild(f *testing.F) {
	for _, name := range []string{"page", "line", "bottomup", "catalog", "around"} {
		f.Add(readFile(f, "testdata/wild/"+name+".txt"))
	}
	for _, file := range grammarFiles {
		f.Add(readFile(f, file))
	}
	for _, text := range []string{
		"~\na = b b = \"x\" ; c / b ; \" d = e\" d = 0",
		"\ufeffa\n = b\n\n  b / <a>\nprose\n/ b\n(b)\nb = <b, see x>\n",
		"Text\n```abnf\na = 1#( b_c ) # d\n```\n~~~ abnf\nb_c ::= \u201cx\u201d(\"y\")*2(DIGIT)\nOWS = <see\n RFC 1>\n",
		"~ ~\n```abnf\na = b 'x' | </b>\n```\nB ::= c\nb = 2a | 'y\"'\n  </pre>\n",
		"<x>\n<sourcecode type=\"abnf\"><![CDATA[a = b]]></sourcecode><pre class=\"abnf\">b = &#x22;<b>x</b>&quot;\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		g, repairs, err := ParseWild("", text, nil)
		if err := inOrder(string(text), repairs); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			var list ErrorList
			if !errors.As(err, &list) || g != nil || len(text) <= maxSize && list[0].Line == 0 {
				t.Fatalf("grammar %v with error %#v", g, err)
			}
			if len(text) <= maxSize {
				checkErrors(t, text, err)
			}
			return
		}
		if _, err := Parse(text); err != nil && len(repairs) == 0 {
			t.Fatalf("%q is repaired without a word: %v", text, err)
		}
		again, err := Parse([]byte(g.String()))
		if err != nil || !sameGrammar(g, again) {
			t.Fatalf("read as\n%v\nprinted and read as\n%v, %v", g, again, err)
		}
		checkStrict(t, string(text))
	})
}
