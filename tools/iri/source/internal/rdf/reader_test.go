package rdf

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

var base = iri.MustParse("http://example.org/dir/file")

func describe(list []found, errs []*block.Error) string {
	var out strings.Builder
	for _, x := range list {
		fmt.Fprintf(&out, "%d:%d %.60q %t\n", x.Line, x.Column, x.text, x.Verbatim)
	}
	for _, e := range errs {
		fmt.Fprintf(&out, "%d:%d: %v, goes on: %t\n", e.Line, e.Column, e, e.GoesOn)
	}
	return out.String()
}

// repeated is a file that consists of a repeated string and is never in memory.
type repeated struct {
	text string
	n    int64
	at   int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) && r.n > 0 {
		m := copy(p[n:], r.text[r.at:])
		n, r.at = n+m, r.at+m
		if r.at == len(r.text) {
			r.at, r.n = 0, r.n-1
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestLimits checks that long tokens are skipped in little memory, and that everything kept has a limit.
func TestLimits(t *testing.T) {
	const mega = 1 << 20
	x := strings.Repeat("x", 1024)
	for _, test := range []struct {
		name   string
		syntax Syntax
		before string
		text   string
		n      int64
		after  string
		want   string
	}{
		{"IRI that is held", NTriples, "<urn:", x, block.MaxText/1024 - 1, "> <urn:p> <urn:o> .", `
1:2 "urn:` + x[:56] + `" true
1:8387593 "urn:p" true
1:8387601 "urn:o" true
`},
		{"IRI", NTriples, "<urn:", x, 10 * 1024, "> <urn:p> <urn:o> .", `
1:10485769 "urn:p" true
1:10485777 "urn:o" true
1:1: an IRI is longer than 8 MiB, goes on: true
`},
		{"literal", NQuads, `<urn:s> <urn:p> "`, x, 10 * 1024, "\" <urn:o> .\n<urn:s> <urn:p> <urn:o>.", `
1:2 "urn:s" true
1:10 "urn:p" true
1:10485781 "urn:o" true
2:2 "urn:s" true
2:10 "urn:p" true
2:18 "urn:o" true
`},
		{"long literal", Turtle, `<urn:s> <urn:p> """`, "\r\n..\r.\n", 2 * mega, `"""^^<urn:o>.`, `
1:2 "urn:s" true
1:10 "urn:p" true
6291457:7 "urn:o" true
`},
		{"comment", TriG, `<urn:s> #`, x, 10 * 1024, "\n<urn:p> <urn:o>.", `
1:2 "urn:s" true
2:2 "urn:p" true
2:10 "urn:o" true
`},
		{"blanks", TriG, `<urn:s>`, " ", 10 * mega, "<urn:p> <urn:o>.", `
1:2 "urn:s" true
1:10485769 "urn:p" true
1:10485777 "urn:o" true
`},
		{"skipped line", NTriples, `"`, x, 10 * 1024, "\n<urn:s> <urn:p> <urn:o>.", `
2:2 "urn:s" true
2:10 "urn:p" true
2:18 "urn:o" true
1:10485762: unexpected '\n', goes on: true
`},
		{"prefixed name", Turtle, "prefix e: <urn:>e:", x, 10 * 1024, " e:p e:o.", `
1:12 "urn:" false
1:10485780 "urn:p" false
1:10485784 "urn:o" false
1:17: an IRI is longer than 8 MiB, goes on: true
`},
		{"dots", Turtle, "prefix e: <urn:>e:x e:p e:o", ".", 10 * mega, " e:s e:p e:o.", `
1:12 "urn:" false
1:17 "urn:x" false
1:21 "urn:p" false
1:10485788: unexpected ' ', goes on: false
`},
		{"namespace", Turtle, "prefix e: <urn:> prefix e: <urn:", x, 10 * 1024, "> e:s <urn:p> <urn:o>.", `
1:12 "urn:" false
1:10485800 "urn:p" true
1:10485808 "urn:o" true
1:28: an IRI is longer than 8 MiB, goes on: true
1:10485795: prefix "e:" is not declared, goes on: true
`},
		{"label", Turtle, "prefix e: <urn:> prefix e", x, 10 * 1024, ": <urn:x> e:s <urn:p> <urn:o>.", `
1:12 "urn:" false
1:10485789 "urn:x" true
1:10485796 "urn:s" false
1:10485801 "urn:p" true
1:10485809 "urn:o" true
1:25: an IRI is longer than 8 MiB, goes on: true
`},
		{"target", Turtle, "BASE <urn:" + strings.Repeat(x, 7) + "/> <", x, block.MaxText/1024 - 6, "> <urn:p> <urn:o>.", `
1:7 "urn:` + x[:56] + `" true
1:8389650 "urn:p" true
1:8389658 "urn:o" true
1:7182: an IRI is longer than 8 MiB, goes on: true
`},
		{"long name", Turtle, "PREFIX e: <urn:" + strings.Repeat(x, 7) + "> e:", x, block.MaxText/1024 - 6, " <urn:p> <urn:o>.", `
1:12 "urn:` + x[:56] + `" true
1:8389654 "urn:p" true
1:8389662 "urn:o" true
1:7186: an IRI is longer than 8 MiB, goes on: true
`},
		{"base", Turtle, "BASE <urn:a/> BASE <", x, 9, "/> <urn:s> <urn:p> <urn:o>.", `
1:7 "urn:a/" true
1:21 "urn:a/` + x[:54] + `" false
1:20: the IRI of a prefix or a base IRI is longer than 8192 bytes, goes on: false
`},
		{"brackets", Turtle, "<urn:s> <urn:p> ", "(", mega + 1, "<urn:p>", `
1:2 "urn:s" true
1:10 "urn:p" true
1:1048587: too many open brackets, goes on: false
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := io.MultiReader(strings.NewReader(test.before), &repeated{text: test.text, n: test.n}, strings.NewReader(test.after))
			r := NewReader(file, test.syntax, iri.MustParse("http://example.org/"))
			got := describe(drain(r))
			if want := strings.ReplaceAll(test.want, "\"urn:\" false", "\"urn:\" true"); got != want[1:] {
				t.Errorf("%swant%s", got, want)
			}
			if cap(r.buf) > lastBuffer {
				t.Errorf("a buffer of %d bytes", cap(r.buf))
			}
		})
	}
}

// TestManyPrefixes checks the limit of the IRIs of all prefixes. Redeclaring a prefix uses no more memory.
func TestManyPrefixes(t *testing.T) {
	space := "http://example.org/" + strings.Repeat("x", 8000)
	var again, others strings.Builder
	for i := range 1100 {
		fmt.Fprintf(&again, "@prefix a: <%s> .\n", space)
		fmt.Fprintf(&others, "@prefix a%d: <%s> .\n", i, space)
	}
	if _, errs := readAll(strings.NewReader(again.String()), Turtle, base); len(errs) > 0 {
		t.Error(errs[0])
	}
	_, errs := readAll(strings.NewReader(others.String()), Turtle, base)
	if len(errs) != 1 || errs[0].Err != errTooMany || errs[0].GoesOn || errs[0].Line != 1030 {
		t.Errorf("%v", errs)
	}
}

// TestAsTyped checks that the IRIs of a line are returned before the next line arrives.
func TestAsTyped(t *testing.T) {
	for syntax, text := range map[Syntax]string{
		NTriples: "<urn:s> <urn:p> \"x\" .\n",
		NQuads:   "<urn:s> <urn:p> _:o .\r\n",
		Turtle:   "<urn:s> <urn:p> 1 ;",
		TriG:     "{ <urn:s> <urn:p> [] }",
	} {
		file, typed := io.Pipe()
		r := NewReader(file, syntax, iri.IRI{})
		go io.WriteString(typed, text)
		b := new(block.Block)
		if err := r.Read(b); err != nil || b.Len() != 2 {
			t.Errorf("%q: %d IRIs, %v", text, b.Len(), err)
		}
		typed.Close()
	}
}

// TestBrokenFile checks that a read error is reported with its place, after the IRIs before it, and not as a syntax
// error.
func TestBrokenFile(t *testing.T) {
	broken := errors.New("broken")
	for syntax := NTriples; syntax <= TriG; syntax++ {
		file := io.MultiReader(strings.NewReader("<urn:s>\n<urn:p> \"ab"), iotest.ErrReader(broken))
		if syntax <= NQuads {
			file = io.MultiReader(strings.NewReader("<urn:s> <urn:p> x\n<urn:s> <urn:p> \"ab"), iotest.ErrReader(broken))
		}
		got, errs := readAll(file, syntax, iri.IRI{})
		last := errs[len(errs)-1]
		if len(got) < 2 || !errors.Is(last, broken) || last.GoesOn || last.Line != 2 {
			t.Errorf("syntax %d: %s", syntax, describe(got, errs))
		}
	}
}

// TestNoText checks that a binary file ends early with a clear error.
func TestNoText(t *testing.T) {
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	for syntax := NTriples; syntax <= TriG; syntax++ {
		for name, text := range map[string]string{
			"program": string(program[:1<<16]),
			"UTF-16":  "\xff\xfe<\x00u\x00r\x00n\x00:\x00a\x00>\x00 \x00",
			"zeros":   strings.Repeat("\x00", 1<<16),
		} {
			_, errs := readAll(strings.NewReader(text), syntax, iri.IRI{})
			if n := len(errs); n == 0 || n > 20 || errs[n-1].GoesOn {
				t.Errorf("%s, syntax %d: %d errors", name, syntax, n)
			}
		}
	}
}

func TestMessages(t *testing.T) {
	for _, test := range []struct {
		syntax     Syntax
		text, want string
	}{
		{NTriples, "<urn:s", `1:7: IRI without >: unexpected end of file`},
		{NTriples, "<urn:s> <urn:p>", `1:16: end of file where object is expected`},
		{NTriples, "\n  <urn:s> <urn:p> 1 .", `2:19: unexpected '1'`},
		{NTriples, "<urn:s> <urn:p> \"\xe2\x82", `1:18: unterminated literal: unexpected 0xE2`},
		{NTriples, "<urn:s> <urn:p> \"\xe2\x82\"", `1:18: unterminated literal: unexpected 0xE2`},
		{NTriples, "\x00", `1:1: not text in UTF-8`},
		{NQuads, "<urn:s> <urn:p> <urn:o> <urn:g>\r.", `1:32: line end where "." is expected`},
		{Turtle, "\ufeff<urn:s> <urn:p> 1 .", `1:4: unknown token beginning with U+FEFF: unexpected '<'`},
		{Turtle, "<urn:s> <urn:p> '''\r\n\r\\x", `3:2: bad escape: unexpected 'x'`},
		{Turtle, "<urn:s> <urn:p> é .", `1:19: prefixed name without a colon: unexpected ' '`},
		{Turtle, "S <urn:p> 1 .", `1:2: prefixed name without a colon: unexpected ' '`},
		{Turtle, "<urn:s> <urn:p> \"a\\C\" .", `1:20: bad escape: unexpected 'C'`},
		{Turtle, "<urn:s> \"p\" 1 .", `1:9: literal where predicate is expected`},
		{Turtle, "@prefix <urn:s> .", `1:9: IRI where prefix is expected`},
		{Turtle, "{ }", `1:1: "{" where statement is expected`},
		{TriG, "GRAPH { }", `1:7: "{" where name of a graph is expected`},
		{TriG, "{ <urn:s> <urn:p> 1", `1:20: end of file where "." or "}" is expected`},
	} {
		_, errs := readAll(strings.NewReader(test.text), test.syntax, iri.IRI{})
		if len(errs) == 0 {
			t.Errorf("%q: no error", test.text)
			continue
		}
		if got := fmt.Sprintf("%d:%d: %v", errs[0].Line, errs[0].Column, errs[0]); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

var lineEndings = regexp.MustCompile("\r\n|\r|\n")

// check checks what was found against the text, without a parser.
func check(text string, list []found) error {
	lines := lineEndings.Split(text, -1)
	line, column := int64(1), int64(0)
	for _, x := range list {
		if x.Line < line || x.Line == line && x.Column <= column {
			return fmt.Errorf("%d:%d comes behind %d:%d", x.Line, x.Column, line, column)
		}
		line, column = x.Line, x.Column
		if x.Line > int64(len(lines)) || x.Column > int64(len(lines[x.Line-1]))+1 {
			return fmt.Errorf("%d:%d is outside", x.Line, x.Column)
		}
		if x.Verbatim && !strings.HasPrefix(lines[x.Line-1][x.Column-1:], x.text+">") {
			return fmt.Errorf("%d:%d does not have %q", x.Line, x.Column, x.text)
		}
	}
	return nil
}

// FuzzRead checks that IRIs are at their places, and that the result does not depend on the sizes of reads. Small reads
// disable the search for the end of an IRI, so that the automaton is compared with it.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("../../../testdata/formats/statements.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for syntax := NTriples; syntax <= TriG; syntax++ {
			f.Add(string(text), uint8(syntax))
		}
	}
	f.Add("ȗ", uint8('!'))
	f.Fuzz(func(t *testing.T, text string, syntax uint8) {
		s := Syntax(syntax % 4)
		list, errs := readAll(strings.NewReader(text), s, base)
		if err := check(text, list); err != nil {
			t.Error(err)
		}
		got := describe(readAll(iotest.OneByteReader(strings.NewReader(text)), s, base))
		if want := describe(list, errs); got != want {
			t.Errorf("in pieces\n%sat once\n%s", got, want)
		}
	})
}

var benchFile = flag.String("benchfile", "", "`file` to read in BenchmarkRead")

func BenchmarkRead(b *testing.B) {
	if *benchFile == "" {
		b.Skip("-benchfile names no file")
	}
	text, err := os.ReadFile(*benchFile)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	base := iri.MustParse("http://example.org/")
	for into := new(block.Block); b.Loop(); {
		for r := NewReader(bytes.NewReader(text), syntaxes[filepath.Ext(*benchFile)], base); ; {
			if err := r.Read(into); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
