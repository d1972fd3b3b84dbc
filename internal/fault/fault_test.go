package fault

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
)

// A found is what Find has found.
type found struct {
	Fault
	Mistake
}

func (f *found) component() string { return f.Component(f.Reason).String() }

func inPieces(l *uri.Language, begin, s dfa.State, offset int64, bytes []byte, read int) *found {
	f := new(found)
	f.Mistake = InPieces(&f.Fault, l, begin, s, offset, bytes, read)
	return f
}

// faultOf returns what is wrong with a string, as a whole and as bytes; the character alone has the same mistake,
// and the words are the same without a quote.
func faultOf(t *testing.T, l *uri.Language, text string) *found {
	t.Helper()
	s, n := table.Last(l.Automaton, l.Start, text)
	if n == len(text) && l.Accepts(s) {
		t.Fatalf("%s %q: nothing is wrong", l.Name, text)
	}
	var f, ofBytes found
	f.Mistake = Find(&f.Fault, l, text, s, n)
	if ofBytes.Mistake = Find(&ofBytes.Fault, l, []byte(text), s, n); f != ofBytes {
		t.Errorf("%s %q: %+v, of bytes %+v", l.Name, text, f.Mistake, ofBytes.Mistake)
	}
	if words, span := AppendMistake([]byte("x"), l, []byte(text), s, n); string(words) != "x"+f.Message(f.Mistake) || span != f.Span {
		t.Errorf("%s %q: %s at %v, want %s", l.Name, text, words, span, f.Message(f.Mistake))
	}
	if r, c := ReasonOf(l, []byte(text), s, n); r != f.Reason || c != f.Component(f.Reason) {
		t.Errorf("%s %q: %v in %v, want %v", l.Name, text, r, c, f.Reason)
	}
	begin := n - char.Unfinished(text[:n])
	last := []byte(text[begin:min(len(text), begin+utf8.UTFMax)])
	piece := inPieces(l, dfa.Run(l.Automaton, l.Start, text[:begin]), s, int64(n), last, n-begin)
	if whole := len(last) == 0 || utf8.FullRune(last); whole && (piece.Reason != f.Reason || piece.Rune != f.Rune || piece.Byte != f.Byte || piece.Offset != f.Offset || piece.component() != f.component()) {
		t.Errorf("%s %q: %v, of the character alone %v", l.Name, text, f.Reason, piece.Reason)
	}
	return &f
}

// TestFaults holds testdata/faults.txt true. Below a rule and a string it has offset, character, span, component,
// reason and the bytes that are expected, and then the text of the error. The test reads the first lines.
func TestFaults(t *testing.T) {
	const file = "testdata/faults.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := language.All()
	all := append(known[:], &uri.Language{Automaton: &dfa.Automaton{AcceptMin: 1, Classes: &[256]uint8{}, Trans: []uint16{0}}})
	var b strings.Builder
	met := make(map[Reason]bool)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, " ") {
			continue
		}
		name, quoted, _ := strings.Cut(strings.TrimSpace(line), " ")
		input, err := strconv.Unquote(quoted)
		at := slices.IndexFunc(all, func(l *uri.Language) bool { return l.Name == name || l.Name == "" && name == "none" })
		if err != nil || at < 0 {
			t.Fatalf("%s: %s: %v", file, line, err)
		}
		f := faultOf(t, all[at], input)
		met[f.Reason] = true
		char := fmt.Sprintf("%U", f.Rune)
		if f.Rune < 0 {
			char = "end"
		}
		fmt.Fprintf(&b, "%s  byte %d, %s, %d-%d, %s: %v; expected %v\n  %s\n", line, f.Offset, char, f.Span.Start, f.Span.End,
			f.component(), f.Reason, f.Expected(), f.Text("", f.Mistake))
		x := mistaken{&f.Fault, f.Mistake}
		if mistake := string(x.mistake(nil)); !strings.HasPrefix(f.Text("", f.Mistake), mistake) || !strings.HasPrefix(f.Message(f.Mistake), mistake) {
			t.Errorf("%s: %s and %s", line, f.Text("", f.Mistake), f.Message(f.Mistake))
		}
	}
	testkit.Golden(t, file, b.String())
	for r := NoScheme; r < NumReasons; r++ {
		if !met[r] {
			t.Errorf("%s has no %v", file, r)
		}
	}
}

// TestSpans: in all languages, a span lies in the string, and no more than the character after the offset.
func TestSpans(t *testing.T) {
	text, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		_, quoted, _ := strings.Cut(strings.TrimSpace(line), " ")
		input, err := strconv.Unquote(quoted)
		if err != nil {
			continue
		}
		for _, l := range language.All() {
			if dfa.Match(l.Automaton, input) {
				continue
			}
			f := faultOf(t, l, input)
			if f.Span.Start < 0 || f.Span.Start > f.Span.End || f.Span.End > len(input) || int64(f.Span.Start) > f.Offset || int64(f.Span.End) > f.Offset+utf8.UTFMax {
				t.Errorf("%s: %q: span %v, offset %d", l.Name, input, f.Span, f.Offset)
			}
		}
	}
}

// TestURIs: components have the same names in errors of IRIs and URIs.
func TestURIs(t *testing.T) {
	for text := range strings.SplitSeq(" |x|x: |x:// |x://h |x://h:1 |x://h:1a/|x://u@ |x://[ |x://h/ |x:?q |x:#f ", "|") {
		x, y := faultOf(t, &language.IRI, text), faultOf(t, &language.URI, text)
		if x.component() != y.component() || x.Offset != y.Offset || x.Reason != y.Reason {
			t.Errorf("%q: %s: %v and %s: %v", text, x.component(), x.Reason, y.component(), y.Reason)
		}
	}
}

// TestZero: a fault that nobody filled says nothing, and does not panic.
func TestZero(t *testing.T) {
	var f Fault
	if f.Component(InPath) != 0 || !f.IsZero() || f.Expected() != (dfa.ByteSet{}) || Reason(200).String() != "none" {
		t.Errorf("%q, %v, %v", f.Component(InPath), f.Expected(), Reason(200))
	}
}
