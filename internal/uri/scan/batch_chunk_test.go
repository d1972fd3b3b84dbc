package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
)

// column returns lines as a column.
func column(lines [][]byte) (data []byte, offsets []int32) {
	offsets = []int32{0}
	for _, line := range lines {
		data = append(data, line...)
		offsets = append(offsets, int32(len(data)))
	}
	return data, offsets
}

// linesOf splits text with functions of package bytes.
func linesOf(text []byte, crlf bool) (lines [][]byte) {
	for len(text) > 0 {
		line, rest, found := bytes.Cut(text, []byte("\n"))
		if found && crlf {
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		lines, text = append(lines, line), rest
	}
	return lines
}

// A batchTrial compares batches of all levels with the automaton, value by value.
type batchTrial struct {
	testing.TB
	levels   []Level
	automata []*uri.Language
	values   int
}

func newBatchTrial(t testing.TB) *batchTrial {
	if longLines(language.IRI.Plan) == 0 {
		t.Log("there are no batch kernels: single calls are tried")
	}
	x := &batchTrial{TB: t, levels: batchLevels(t), automata: tops}
	t.Cleanup(func() { t.Logf("%d values", x.values) })
	return x
}

// try compares a batch of the lines of text, and of these as a column.
func (x *batchTrial) try(text []byte, crlf bool) {
	lines := linesOf(text, crlf)
	data, offsets := column(lines)
	x.values += len(lines)
	for _, a := range x.automata {
		x.atLevels(func() {
			b := &Batch{Language: a}
			b.Lines(text, crlf)
			x.compare("Lines", b, lines)
			b = &Batch{Language: a}
			b.Column(data, offsets)
			x.compare("Column", b, lines)
		})
	}
}

func (x *batchTrial) atLevels(do func()) {
	for _, l := range x.levels {
		setLevel(l)
		do()
	}
}

func (x *batchTrial) compare(name string, b *Batch, lines [][]byte) {
	x.Helper()
	if b.Len != len(lines) || len(b.Valid) != (len(lines)+7)/8 {
		x.Fatalf("%s: %d values in %d bytes, want %d", name, b.Len, len(b.Valid), len(lines))
	}
	count := 0
	for i, line := range lines {
		_, valid := reference(b.Language, line)
		if got := b.Valid[i/8]>>(i%8)&1 != 0; got != valid {
			x.Fatalf("%s, %s: value %d of %d, %q: %t", name, b.Language.Name, i, len(lines), line, got)
		}
		if valid {
			count++
		}
	}
	if b.Count() != count {
		x.Fatalf("%s, %s: counts %d, want %d", name, b.Language.Name, b.Count(), count)
	}
	if n := len(lines) % 8; n != 0 && b.Valid[len(lines)/8]>>n != 0 {
		x.Fatalf("%s, %s: bits after the last value", name, b.Language.Name)
	}
}

// everyText appends all strings of up to depth bytes of a set, each followed by a line end.
func everyText(text, head, set []byte, depth int, end string) []byte {
	text = append(append(text, head...), end...)
	if depth == 0 {
		return text
	}
	for _, c := range set {
		text = everyText(text, append(head[:len(head):len(head)], c), set, depth-1, end)
	}
	return text
}

// roles returns a byte for each role that a plan distinguishes, and some non-ASCII bytes.
func roles(a *uri.Language) []byte {
	set := representatives(a.Plan)
	return append(bytes.ReplaceAll(set, []byte("\n"), nil), 0xc3, 0xa9, '\r')
}

// TestBatchExhaustive tests all short lines, one after the other, and so at all offsets of blocks and groups.
func TestBatchExhaustive(t *testing.T) {
	x := newBatchTrial(t)
	for i, a := range tops {
		x.automata = tops[i : i+1]
		set, crlf := roles(a), i%2 == 1
		depth := effort(3, 4, 4)
		x.try(everyText(nil, nil, set, depth, "\n"), crlf)
		x.try(everyText(nil, []byte("a://"), set, depth, "\n"), !crlf)
		x.try(everyText(nil, []byte("//"), set, depth, "\r\n"), crlf)
	}
}

// TestBatchBorders tests short lines across the borders of words, blocks and groups, between other lines.
func TestBatchBorders(t *testing.T) {
	x := newBatchTrial(t)
	for i, a := range tops {
		if i%effort(5, 1, 1) != 0 {
			continue
		}
		x.automata = tops[i : i+1]
		set := roles(a)
		for _, head := range []string{"", "a", "a:", "a://", "a://a:4", "//", "a://a%4"} {
			for _, border := range []int{64, 512, 1024} {
				for back := range len(head) + 3 {
					front := []byte(corpusLine(border - back))
					text := bytes.Clone(front)
					var all []byte
					for line := range bytes.Lines(everyText(nil, []byte(head), set, effort(1, 2, 3), "\n")) {
						all = append(append(all, text...), line...)
						all = append(all, corpusLine(bitmap.Group-len(all)%bitmap.Group)...) // the next line begins a group
					}
					x.try(all, border == 512)
				}
			}
		}
	}
}

// corpusLine returns lines of n bytes that are valid in all languages with schemes, unless n is too small.
func corpusLine(n int) string {
	if n < 3 {
		return strings.Repeat("\n", n)
	}
	return "a:" + strings.Repeat("b", n-3) + "\n"
}

// TestBatchMixed tests generated, mutated, empty and long strings, with and without carriage returns, in lists of any
// length.
func TestBatchMixed(t *testing.T) {
	x, r := newBatchTrial(t), random(t)
	for n := range effort(150, 2000, 20_000) {
		x.automata = tops[n%16 : n%16+1]
		x.try(mixed(r, r.IntN(400)), n%3 == 0)
	}
}

// mixed returns lines of all kinds.
func mixed(r *rand.Rand, lines int) (text []byte) {
	odd := r.IntN(40) + 1 // some lists have only mutated lines
	for range lines {
		line := []byte(anyText(r))
		switch r.IntN(odd) {
		case 0:
			line = mutate(r, line)
		case 1:
			line = nil
		case 2:
			line = []byte("http://[::1]:80/")
		case 3:
			line = bytes.Repeat(line, r.IntN(20))
		case 4:
			line = []byte("a:" + strings.Repeat("%44b", r.IntN(3000)))
		case 5:
			line = append(line, '\r')
		case 6:
			line = bytes.Repeat([]byte{0x80}, r.IntN(100))
		}
		text = append(append(text, bytes.ReplaceAll(line, []byte("\n"), nil)...), '\n')
	}
	return text[:len(text)-min(len(text), r.IntN(2))]
}

// TestBatchLists tests lists of strings.
func TestBatchLists(t *testing.T) {
	x := newBatchTrial(t)
	x.automata = tops[:2]
	for _, l := range lists(t) {
		x.try([]byte(strings.Join(l.Texts, "\n")), false)
		x.try([]byte(strings.Join(l.Texts, "\r\n")), true)
	}
}

// TestBatchUndecided tests that a kernel leaves only lines undecided that have rare bytes, non-ASCII bytes or carriage
// returns. Undecided lines have the same results, so no other test detects more of them.
func TestBatchUndecided(t *testing.T) {
	if longLines(language.IRI.Plan) == 0 {
		t.Skip("there are no batch kernels")
	}
	for _, l := range batchLevels(t) {
		setLevel(l)
		undecidedInASCII(t)
		undecidedInScripts(t)
	}
}

// undecidedInASCII tests lines of ASCII without rare bytes.
func undecidedInASCII(t *testing.T) {
	for _, a := range tops {
		var set []byte
		for _, c := range representatives(a.Plan) {
			if a.Plan.Class[c] != uri.Rare {
				set = append(set, c)
			}
		}
		text := everyText(nil, []byte("a://"), set, 3, "\n")
		for len(text) > 0 {
			c := chunk{Bitmaps: new(bitmap.Bitmaps), codes: batch.Codes(a.Plan, false)}
			c.follow(a.Plan, text, min(len(text), bitmap.Size), nil)
			if at := c.Undecided.Next(0, c.end); c.AnyUndecided != 0 && at < c.end {
				t.Fatalf("%s: undecided: %q", a.Name, text[c.Ends.AfterLast(at):c.Ends.Next(at, c.end)])
			}
			text = text[c.end:]
		}
	}
}

// undecidedInScripts tests lines in many scripts, few of which a kernel may leave undecided.
func undecidedInScripts(t *testing.T) {
	undecided, lines := 0, 0
	for _, s := range scripts {
		w, text := writer{rand.New(rand.NewPCG(1, 2)), s.words}, []byte(nil)
		for range 2000 {
			text = append(append(text, w.text()...), '\n')
		}
		for a := language.IRIReference; len(text) > 0; {
			c := chunk{Bitmaps: new(bitmap.Bitmaps), codes: batch.Codes(a.Plan, false)}
			c.follow(a.Plan, text, min(len(text), bitmap.Size), nil)
			for at := c.Undecided.Next(0, c.end); at < c.end; at = c.Undecided.Next(c.Ends.Next(at, c.end)+1, c.end) {
				undecided++
			}
			lines += c.lines
			text = text[c.end:]
		}
	}
	if t.Logf("undecided %d times in %d lines", undecided, lines); undecided > lines/100 {
		t.Errorf("undecided %d times in %d lines", undecided, lines)
	}
}

// TestBatchColumns tests offsets that do not begin at 0, decrease, or are out of range; and values with line feeds.
func TestBatchColumns(t *testing.T) {
	x, long := newBatchTrial(t), strings.Repeat("a:b", 400)
	for _, bad := range [][]int32{{0, 4, 2}, {-1, 3}, {3, -1}, {0, 1201}, {1300, 1300}, {0, 3, 3, 2, 6}} {
		offsets := append(make([]int32, 20), bad...) // after empty values
		for _, room := range []int{0, 100, 4000} {   // capacity after the data
			data := []byte(long + strings.Repeat("c", room))[:len(long)]
			x.atLevels(func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v, %d bytes more: no panic", bad, room)
					}
				}()
				(&Batch{Language: &language.IRI}).Column(data, offsets)
			})
		}
	}
	var lines [][]byte
	for i := range 1000 {
		lines = append(lines, fmt.Appendf(nil, "a:%d", i))
		if i%97 == 0 {
			lines = append(lines, []byte("a:\nb:c"), nil, nil)
		}
	}
	data, offsets := column(lines)
	for _, a := range tops {
		x.atLevels(func() {
			b := &Batch{Language: a}
			b.Column(append([]byte("xx"), data...)[2:], offsets)
			x.compare("Column", b, lines)
		})
	}
}

// FuzzBatch tests any lines, between other lines.
func FuzzBatch(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 30 {
		f.Add(mixed(r, 1+n%3), uint16(n*40), n%2 == 0)
	}
	for _, odd := range oddities {
		f.Add([]byte("a:"+odd+"\n//"+odd), uint16(500), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, front uint16, crlf bool) {
		x := &batchTrial{TB: t, levels: batchLevels(t), automata: tops}
		text = append([]byte(corpusLine(fewBytes+int(front%1100))), text...)
		x.try(append(text, corpus.URL(rand.New(rand.NewPCG(3, 4)))...), crlf)
	})
}

// TestBatchColumnLayouts tests values whose lengths are near those of words, blocks and chunks, at all offsets of
// blocks. Since a kernel inserts the line feeds, bytes beside a border belong to different values: ASCII, parts of
// percent-encoded octets and of characters, delimiters.
func TestBatchColumnLayouts(t *testing.T) {
	x := newBatchTrial(t)
	begins := []string{"a:", "", "1", "//", "\u00e9", "\xa9", "a://b@c:8", "%4", "a:%", "#"}
	ends := []string{"", "b", "%41", "%4", "%", "\u00e9", "\xc3", "\xe4\xb8", "\U00010000", "\xf0\x90\x80", "\xef\xbf\xbf", "?", "#", "\r", "\n"}
	for i, length := range []int{0, 1, 2, 7, 8, 9, 31, 63, 64, 65, 66, 127, 128, 129, 511, 512, 513, 700, bitmap.Size - 1, bitmap.Size, bitmap.Size + 1} {
		x.automata = tops[i%len(tops) : i%len(tops)+1]
		for shift := range 64 / effort(3, 1, 1) {
			values := [][]byte{bytes.Repeat([]byte("a:"), shift)}
			for n := range max(150, min(3*bitmap.Size/(length+1), 600)) {
				begin := begins[(n+shift)%len(begins)]
				end := ends[n/len(begins)%(len(ends)-shift%2)] // every other list has line feeds
				body := strings.Repeat("b", max(length-len(begin)-len(end), 0))
				values = append(values, []byte(begin+body+end))
				if n%5 == 0 {
					values = append(values, nil)
				}
				if length > 1000 && n > 30 {
					break
				}
			}
			x.tryColumn(values)
		}
	}
}

// tryColumn compares a column of values that may have line feeds, whose data are surrounded by nothing and by other
// bytes.
func (x *batchTrial) tryColumn(values [][]byte) {
	inner, offsets := column(values)
	outer := slices.Concat([]byte("x:\n\xc3"), inner, bytes.Repeat([]byte("\n\xa9"), bitmap.Group))
	var later []int32
	for _, at := range offsets {
		later = append(later, at+4)
	}
	for _, a := range x.automata {
		x.atLevels(func() {
			b := &Batch{Language: a}
			b.Column(inner, offsets)
			x.compare("Column", b, values)
			b = &Batch{Language: a}
			b.Column(outer, later)
			x.compare("Column", b, values)
		})
	}
}

// TestBatchLongLines tests lists whose mean length is near the threshold of single calls, so that chunks and single
// calls alternate.
func TestBatchLongLines(t *testing.T) {
	x, r := newBatchTrial(t), random(t)
	for n := range effort(30, 300, 3000) {
		x.automata = tops[n%len(tops) : n%len(tops)+1]
		var text []byte
		mean := []int{20, 60, 90, 150, 300, 900, 9000}
		for len(text) < 6*bitmap.Size {
			most := corpus.Pick(r, mean)
			fill := corpus.Pick(r, []string{"b", "/b", "%41", "\u00e9", "b%4"})
			for range 1 + r.IntN(8*bitmap.Size/most) {
				text = append(append(text, "a://b/"...), strings.Repeat(fill, r.IntN(2*most)/len(fill))...)
				text = append(text, '\n')
			}
		}
		x.try(text, n%2 == 0)
	}
}
