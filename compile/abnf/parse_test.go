package abnf

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// ref and others build the trees that tests expect.
func ref(name string) Node               { return &RuleRef{Name: name} }
func str(text string) Node               { return &CharVal{Text: text} }
func exact(text string) Node             { return &CharVal{Text: text, CaseSensitive: true} }
func prose(text string) Node             { return &ProseVal{Text: text} }
func alt(list ...Node) Node              { return &Alternation{Alts: list} }
func cat(list ...Node) Node              { return &Concatenation{Elems: list} }
func rep(lo, hi int, n Node) Node        { return &Repetition{Min: lo, Max: hi, Elem: n} }
func seq(base byte, list ...uint32) Node { return &NumVal{Base: base, Values: list} }
func span(base byte, lo, hi uint32) Node {
	return &NumVal{Base: base, Range: true, Values: []uint32{lo, hi}}
}

// TestElements parses each construct of the right-hand side, and checks the tree and its printed form.
func TestElements(t *testing.T) {
	a, b, c := ref("a"), ref("b"), ref("c")
	tests := []struct {
		text    string
		want    Node
		printed string // if it differs from text
	}{
		{`a`, a, ""},
		{`Abc-1-`, ref("Abc-1-"), ""},
		{`"a;/)"`, str("a;/)"), ""},
		{`""`, str(""), ""},
		{`%i"aB"`, str("aB"), `"aB"`},
		{`%s"aB"`, exact("aB"), ""},
		{`%S"aB"`, exact("aB"), `%s"aB"`},
		{`%s""`, exact(""), ""},
		{`<any ; "thing">`, prose(`any ; "thing"`), ""},
		{`<>`, prose(""), ""},

		{`%x41`, seq('x', 0x41), ""},
		{`%X0d`, seq('x', 0x0D), "%x0D"},
		{`%xD`, seq('x', 0x0D), "%x0D"},
		{`%x00`, seq('x', 0), ""},
		{`%x10FFFF`, seq('x', 0x10FFFF), ""},
		{`%x000000000000000041`, seq('x', 0x41), "%x41"},
		{`%d13`, seq('d', 13), ""},
		{`%b1101`, seq('b', 13), ""},
		{`%x41.42.43`, seq('x', 0x41, 0x42, 0x43), ""},
		{`%d97.98`, seq('d', 97, 98), ""},
		{`%b1.10`, seq('b', 1, 2), ""},
		{`%x30-39`, span('x', 0x30, 0x39), ""},
		{`%d48-57`, span('d', 48, 57), ""},
		{`%b0-1`, span('b', 0, 1), ""},
		{`%x41-41`, span('x', 0x41, 0x41), ""},

		{`*a`, rep(0, Unbounded, a), ""},
		{`0*a`, rep(0, Unbounded, a), "*a"},
		{`1*a`, rep(1, Unbounded, a), ""},
		{`3a`, rep(3, 3, a), ""},
		{`3*3a`, rep(3, 3, a), "3a"},
		{`*5a`, rep(0, 5, a), ""},
		{`2*5a`, rep(2, 5, a), ""},
		{`*1a`, rep(0, 1, a), "[ a ]"},
		{`[a]`, rep(0, 1, a), "[ a ]"},
		{`0a`, rep(0, 0, a), ""},
		{`*0a`, rep(0, 0, a), "0a"},
		{`0<pchar>`, rep(0, 0, prose("pchar")), ""},
		{`2"a"`, rep(2, 2, str("a")), ""},
		{`2%x41`, rep(2, 2, seq('x', 0x41)), ""},
		{`2147483647a`, rep(2147483647, 2147483647, a), ""},
		{`*[a]`, rep(0, Unbounded, rep(0, 1, a)), "*[ a ]"},
		{`[*a]`, rep(0, 1, rep(0, Unbounded, a)), "[ *a ]"},
		{`*(1*a)`, rep(0, Unbounded, rep(1, Unbounded, a)), "*( 1*a )"},
		{`2(3a)`, rep(2, 2, rep(3, 3, a)), "2( 3a )"},
		{`*( a / b )`, rep(0, Unbounded, alt(a, b)), ""},
		{`1*( a b )`, rep(1, Unbounded, cat(a, b)), ""},

		{`a b c`, cat(a, b, c), ""},
		{"a\tb", cat(a, b), "a b"},
		{`a b / c`, alt(cat(a, b), c), ""},
		{`a/b/c`, alt(a, b, c), "a / b / c"},
		{`(a b) / c`, alt(cat(a, b), c), "a b / c"},
		{`(a / b) / c`, alt(alt(a, b), c), "( a / b ) / c"},
		{`(a / b) c`, cat(alt(a, b), c), "( a / b ) c"},
		{`a (b c)`, cat(a, cat(b, c)), "a ( b c )"},
		{`((a))`, a, "a"},
		{`[ a / b c ]`, rep(0, 1, alt(a, cat(b, c))), ""},
		{`[ [ a ] b ]`, rep(0, 1, cat(rep(0, 1, a), b)), ""},
		{`*a *b / [ c ]`, alt(cat(rep(0, Unbounded, a), rep(0, Unbounded, b)), rep(0, 1, c)), ""},
		{"( a\n / b ; or\n ) c", cat(alt(a, b), c), "( a / b ) c"},
	}
	for _, test := range tests {
		g := mustParse(t, "r = "+test.text+"\n")
		body := g.Lookup("r").Body
		if !sameTree(body, test.want) {
			t.Errorf("%s: got tree of %v", test.text, body)
		}
		want := test.printed
		if want == "" {
			want = test.text
		}
		if got := body.String(); got != want {
			t.Errorf("%s: printed as %s, want %s", test.text, got, want)
		}
	}
}

func TestRules(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", "\n \t\n", ""},
		{"comments only", "; a\n\t; b", ""},
		{"one rule", "a = b\n", "a = b\n"},
		{"no final newline", "a = b", "a = b\n"},
		{"no space", "a=b/c\na=/d\ne=(f)", "a = b / c / d\ne = f\n"},
		{"order", "c = d\na = b\n", "c = d\na = b\n"},
		{"alignment", "abc = d\ne = f\n", "abc = d\ne   = f\n"},
		{"continuation", "a = b\n  c\n\td\n", "a = b c d\n"},
		{"continuation after a comment", "a = b ; x\n; y\n / c\n", "a = b / c\n"},
		{"continuation after a blank line", "a = b\n\n / c\n", "a = b / c\n"},
		{"definition over lines", "a ; name\n = ; nothing\n b\nc = d\n", "a = b\nc = d\n"},
		{"slash at the end", "a = b /\n    c\n", "a = b / c\n"},
		{"indented", "   a = b\n     c\n\n   d = e\n", "a = b c\nd = e\n"},
		{"indented by tabs", "\ta = b\n\t\tc\n\td = e\n", "a = b c\nd = e\n"},
		{"tabs and spaces", "\ta = b\n         c\n        d = e\n", "a = b c\nd = e\n"},
		{"comments anywhere", "  ; x\n; y\na = b ; z\n    ; z\n;\nc = d;", "a = b\nc = d\n"},
		{"comment in UTF-8", "a = b ; é\ufffd\n", "a = b\n"},
		{"trailing space and blank lines", "a = b \t\n  \n\t; c\n\nd = e  \n \n ", "a = b\nd = e\n"},
		{"incremental", "a = b\nc = d\nA =/ e\n", "a = b / e\nc = d\n"},
		{"incremental flat", "a = b / c\na =/ d / e\na=/f", "a = b / c / d / e / f\n"},
		{"incremental groups", "a = ( b / c )\na =/ ( d / e ) f\n", "a = b / c / ( d / e ) f\n"},
		{"redefined core rule", "DIGIT = \"0\"\n", "DIGIT = \"0\"\n"},
	}
	for _, test := range tests {
		if got := mustParse(t, test.text).String(); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
		if got := mustParse(t, crlf(test.text)).String(); got != test.want {
			t.Errorf("%s with CRLF: got\n%swant\n%s", test.name, got, test.want)
		}
	}
}

func TestPositions(t *testing.T) {
	g, err := ParseFile("f.abnf", []byte("; é\r\n\r\n  a = 2b /\r\n    ( \"c\" [d] %x41 )\r\n  a =/ <e>\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []Pos
	rule := g.Lookup("a")
	got = append(got, rule.Position())
	for n := range All(rule.Body) {
		got = append(got, n.Position())
	}
	at := func(offset, line, col int) Pos { return Pos{"f.abnf", offset, line, col} }
	want := []Pos{
		at(10, 3, 3),                             // rule a
		at(14, 3, 7), at(14, 3, 7), at(15, 3, 8), // alternation, 2b, b
		at(26, 4, 7), at(26, 4, 7), // concatenation, "c"
		at(30, 4, 11), at(31, 4, 12), at(34, 4, 15), // [d], d, %x41
		at(49, 5, 8), // <e>
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if got := want[0].String(); got != "f.abnf:3:3" {
		t.Errorf("place printed as %s", got)
	}
}

// TestLineEnds tests that CRLF, which RFC 5234 requires, and LF are equivalent.
func TestLineEnds(t *testing.T) {
	for _, file := range grammarFiles {
		text := string(readFile(t, file))
		if !sameGrammar(mustParse(t, text), mustParse(t, crlf(text))) {
			t.Errorf("%s: LF and CRLF differ", file)
		}
		if !sameGrammar(mustParse(t, text), mustParse(t, strings.TrimRight(text, "\n"))) {
			t.Errorf("%s: differs without the last line end", file)
		}
		indented := "     " + strings.ReplaceAll(text, "\n", "\n     ")
		if !sameGrammar(mustParse(t, text), mustParse(t, indented)) {
			t.Errorf("%s: differs when indented", file)
		}
	}
}

func TestFiles(t *testing.T) {
	tests := []struct {
		file  string
		start string
		rules int
	}{
		{"core.abnf", "LWSP", 16},
		{"testdata/abnf.abnf", "rulelist", 24},
		{"../../tables/rfc3986.abnf", "URI-reference", 36},
		{"../../tables/rfc3987.abnf", "IRI-reference", 39},
	}
	for _, test := range tests {
		g := readGrammar(t, test.file)
		n := 0
		for r := range g.Rules() {
			if n++; g.Lookup(r.Name) != r || g.Lookup(strings.ToUpper(r.Name)) != r {
				t.Errorf("%s: Lookup(%q) finds another rule", test.file, r.Name)
			}
		}
		if n != test.rules {
			t.Errorf("%s: %d rules, want %d", test.file, n, test.rules)
		}
		if err := g.Verify(test.start); err != nil {
			t.Errorf("%s: %v", test.file, err)
		}
	}
}

func TestCore(t *testing.T) {
	const want = "ALPHA BIT CHAR CR CRLF CTL DIGIT DQUOTE HEXDIG HTAB LF LWSP OCTET SP VCHAR WSP"
	var names []string
	for r := range Core().Rules() {
		names = append(names, r.Name)
		if r.Pos.File != "core rules" {
			t.Errorf("%s lies in file %q", r.Name, r.Pos.File)
		}
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("core rules are %s", got)
	}
	if Core().Lookup("digit").Body.String() != "%x30-39" {
		t.Errorf("digit is %v", Core().Lookup("digit").Body)
	}
	if Core().Lookup("no-such-rule") != nil || Core().Lookup("\u212A") != nil {
		t.Error("Lookup finds a rule that is not there")
	}
}

func TestSizeLimit(t *testing.T) {
	text := []byte("a = \"b\"\n" + strings.Repeat("\n", maxSize))
	if _, err := Parse(text[:maxSize]); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"x.abnf": "abnf: x.abnf: the grammar has more than 1048576 bytes",
		"":       "abnf: the grammar has more than 1048576 bytes",
	} {
		if g, err := ParseFile(name, text); g != nil || errorText(err) != want {
			t.Errorf("strict: %v, %v, want %s", g, err, want)
		}
	}
}

func TestFaultLimit(t *testing.T) {
	for _, x := range []struct {
		text  string
		lines int // the last error is on the last of them
	}{
		{"a = b |\n", maxFaults/2 + 2}, // two a line, except the first
		{"a = %x110000 %x110000\n", maxFaults/3 + 1},
	} {
		_, err := ParseFile("f", []byte(strings.Repeat(x.text, 5000)))
		var list ErrorList
		if !errors.As(err, &list) || len(list) != maxFaults+1 {
			t.Fatalf("%q: %d errors", x.text, len(list))
		}
		last := list[maxFaults]
		if last.Msg != "more errors after this one; the limit is 1000" || last.Line < x.lines-1 || last.Line > x.lines+1 {
			t.Errorf("%q: the last error is %v", x.text, last)
		}
	}
	// As many errors as are listed.
	_, err := Parse([]byte("a = \"b\"\n" + strings.Repeat("a = \"b\"\n", maxFaults)))
	var list ErrorList
	errors.As(err, &list)
	if len(list) != maxFaults || list[maxFaults-1].Line != maxFaults+1 {
		t.Errorf("%d errors", len(list))
	}
}

// hostile are texts of about size bytes that take long if some step is quadratic.
func hostile(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	number := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i, i)
		}
		return b.String()
	}
	const line = "!\na=b b=c " // comments without an end begin here
	return map[string]string{
		"faults":                  "!\n" + fill("a=|\n"),
		"brackets":                "a=" + fill("("),
		"rules on a line":         fill("a=b"),
		"the same rule":           fill("a=b\n"),
		"long rules":              "a=" + fill("b ") + "\n" + fill("a=c\n")[:size/2],
		"and a late fault":        line + ";" + fill(" / b") + " x!",
		"many comments":           line + fill("; x / b"),
		"strings":                 line + fill(`"`),
		"prose":                   line + fill("<"),
		"a long word":             fill("a"),
		"spaces":                  line + fill("\u00a0\""),
		"bytes":                   "a=" + fill("\xff\n"),
		"zeros":                   "a=" + fill("0/") + "0",
		"alternatives":            "a=b\n" + fill("a=/b\n"),
		"undefined names":         number("a%d=b%d\n"),
		"undefined names, a line": number("a%d=b%d "),
		"long undefined names":    number(strings.Repeat("a", 50) + "%d=" + strings.Repeat("a", 48) + "xx%d\n"),
		"underscores":             number("a_%d=b_%d\n"),
		"colons":                  fill("a:=b\n"),
		"hints on a line":         fill("a=b{2}  "),
		"longer undefined names":  "a=" + strings.Repeat("b", size/2) + "\n" + strings.Repeat("b", size/2) + "c=a",
	}
}

func TestHostile(t *testing.T) {
	size := maxSize / 8
	if !*testkit.Long {
		size = maxSize / 32
	}
	for name, text := range hostile(size) {
		g, err := Parse([]byte(text))
		var list ErrorList
		if errors.As(err, &list) && len(list) > maxFaults+1 {
			t.Errorf("%s: %d errors", name, len(list))
		}
		if g == nil {
			continue
		}
		var names []string
		for r := range g.Rules() {
			names = append(names, r.Name)
		}
		err = g.Verify(names...)
		list = nil
		errors.As(err, &list)
		near := make(map[string]bool)
		for _, e := range list {
			if e.Nearest != "" {
				near[e.Undefined] = true
			}
		}
		if len(near) > 32 {
			t.Errorf("%s: names proposed for %d others", name, len(near))
		}
	}
}
