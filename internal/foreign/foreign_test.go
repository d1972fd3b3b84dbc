package foreign_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/foreign"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

// texts returns lists that tests of other packages measure with, and texts that go wrong everywhere.
func texts() []string {
	list := []string{
		"", "a:", "not a", "http://user@example.org:8080/%C3%A9?q#f", "http://é.example/中文", "urn:isbn:0451450523", "a:%4", "a:\xff",
		"a#b#c", "a:\ue000", "x", "//[::1]:80/x", "http://[::1", "http://h:8x/", "1:", "a:\u202e", "?", "#", "/..//a/../b", "http:",
		"a://@:?#", strings.Repeat("a", 70), "a:" + strings.Repeat("b/", 1000), "a:" + strings.Repeat("b/", 1000) + " ",
	}
	for _, l := range corpus.Generated() {
		list = append(list, l.Texts[:min(len(l.Texts), 100)]...)
	}
	return list
}

func TestRules(t *testing.T) {
	number := int32(0)
	for r := range rule.All() {
		if got := foreign.Rule(r.String()); got != number || foreign.RuleName(number) != r.String() {
			t.Errorf("rule %v has number %d, which is of %s", r, got, foreign.RuleName(got))
		}
		number++
	}
	for _, none := range []int32{-1, number, math.MinInt32, math.MaxInt32} {
		var e foreign.Error
		var p foreign.Parts
		if foreign.RuleName(none) != "" || foreign.Valid(none, []byte("a:")) || foreign.Message(none, nil) != "" ||
			foreign.Check(none, nil, &e) != foreign.ErrRule || foreign.Check(none, nil, nil) != foreign.ErrRule ||
			foreign.Split(none, nil, &p, &e) != foreign.ErrRule || foreign.Column(none, []int32{0}, nil, nil) != foreign.ErrRule ||
			foreign.ColumnErrors(none, []int32{0}, nil, nil, 0, nil) != foreign.ErrRule {
			t.Errorf("there is a rule %d", none)
		}
	}
	if foreign.Rule("irireference") != foreign.Rule("IRI-reference") || foreign.Rule("none") != foreign.ErrRule {
		t.Error("names are not those of rule.ByName")
	}
}

// TestCheck: Valid, Check, Split and Message say what package rule says.
func TestCheck(t *testing.T) {
	list := texts()
	for r := range rule.All() {
		number := foreign.Rule(r.String())
		for i, text := range list {
			if (i+int(number))%2 == 0 { // each text with half of the rules
				checkText(t, r, number, []byte(text))
			}
		}
	}
}

func checkText(t *testing.T, r rule.Rule, number int32, text []byte) {
	t.Helper()
	want, wantError, message := int32(foreign.OK), foreign.Error{}, ""
	var syntax *iri.SyntaxError
	if err := r.Check(text); errors.As(err, &syntax) {
		want, message = foreign.Invalid, syntax.Message()
		wantError = foreign.Error{Offset: uint64(syntax.Offset), Start: uint64(syntax.Span.Start), End: uint64(syntax.Span.End), Reason: uint32(syntax.Reason)}
	}
	e := foreign.Error{Offset: 99, Component: 99}
	got := foreign.Check(number, text, &e)
	if syntax != nil && foreign.ComponentName(e.Component) != syntax.Component().String() {
		t.Errorf("%v, %.60q: component %d, want %s", r, text, e.Component, syntax.Component())
	}
	e.Component = 0
	if got != want || e != wantError || foreign.Check(number, text, nil) != want || foreign.Valid(number, text) != (want == foreign.OK) {
		t.Errorf("%v, %.60q: %d, %+v, want %d, %+v", r, text, got, e, want, wantError)
	}
	if got := foreign.Message(number, text); got != message {
		t.Errorf("%v, %.60q: %s, want %s", r, text, got, message)
	}
	checkSplit(t, r, number, text, want)
}

func checkSplit(t *testing.T, r rule.Rule, number int32, text []byte, want int32) {
	t.Helper()
	p := foreign.Parts{Present: 99}
	parts, err := r.Split(text)
	if err == rule.ErrNoParts {
		want = foreign.ErrNoParts
	}
	wantText := ""
	if want == foreign.OK {
		wantText = listed(parts)
	}
	got := foreign.Split(number, text, &p, nil)
	if text := list(p); got != want || text != wantText {
		t.Errorf("%v, %.60q: %d, %s, want %d, %s", r, text, got, text, want, wantText)
	}
}

// listed prints the components that are there.
func listed(p iri.Parts) string {
	var b []string
	for c := iri.ComponentScheme; c <= iri.ComponentFragment; c++ {
		if s, present := p.Get(c); present {
			b = append(b, fmt.Sprintf("%s %d-%d", c, s.Start, s.End))
		}
	}
	return strings.Join(b, ", ")
}

// list does the same for foreign Parts.
func list(p foreign.Parts) string {
	var b []string
	for i, s := range []foreign.Span{{}, p.Scheme, p.Authority, p.Userinfo, p.Host, p.Port, p.Path, p.Query, p.Fragment} {
		if p.Present>>i&1 != 0 {
			b = append(b, fmt.Sprintf("%s %d-%d", foreign.ComponentName(uint32(i)), s.Begin, s.End))
		} else if s != (foreign.Span{}) {
			b = append(b, "absent, but not zero")
		}
	}
	return strings.Join(b, ", ")
}

// TestOperations: they do what those of package iri do.
func TestOperations(t *testing.T) {
	const level = uint32(iri.ForComparison)
	for _, text := range texts() {
		x, err := iri.ParseReference(text)
		want := int32(foreign.OK)
		var resolved, normal, uri, international string
		if err != nil {
			want = foreign.ErrReference
		} else {
			resolved = iri.MustParse("http://a/b/").Resolve(x).String()
			normal, uri, international = x.Normalize(iri.Normalization(level)).String(), x.ToURI().String(), x.ToIRI().String()
		}
		check := func(name, want string, status int32, room int, f func(dst []byte) ([]byte, int32)) {
			dst := make([]byte, 1, room+1) // nothing is written over, and the room is enough
			result, got := f(dst)
			if got != status || string(result[1:]) != want || &result[0] != &dst[0] {
				t.Errorf("%s of %.60q: %q, %d, want %q, %d", name, text, result, got, want, status)
			}
		}
		p, n := []byte(text), len(text)
		check("Resolve", resolved, want, n+len("http://a/b/")+3, func(dst []byte) ([]byte, int32) { return foreign.Resolve(dst, []byte("http://a/b/"), p) })
		check("Normalize", normal, want, n+7, func(dst []byte) ([]byte, int32) { return foreign.Normalize(dst, p, level) })
		check("ToURI", uri, want, 3*n, func(dst []byte) ([]byte, int32) { return foreign.ToURI(dst, p) })
		check("ToIRI", international, want, n, func(dst []byte) ([]byte, int32) { return foreign.ToIRI(dst, p) })
	}
	if _, got := foreign.Resolve(nil, []byte("a"), nil); got != foreign.ErrBase {
		t.Errorf("a base without a scheme: %d", got)
	}
	if _, got := foreign.Normalize(nil, nil, level+1<<6); got != foreign.ErrLevel {
		t.Errorf("a level with an unknown bit: %d", got)
	}
}

// columnOf lays texts out as Arrow does.
func columnOf[O foreign.Offset](texts []string) (offsets []O, data []byte) {
	offsets = []O{0}
	for _, s := range texts {
		data = append(data, s...)
		offsets = append(offsets, O(len(data)))
	}
	return offsets, data
}

// TestColumn: a column says of each value what a call says, and so do the errors.
func TestColumn(t *testing.T) {
	t.Run("int32", testColumn[int32])
	t.Run("int64", testColumn[int64])
}

func testColumn[O foreign.Offset](t *testing.T) {
	all := texts()
	for _, n := range []int{0, 1, 7, 8, 9, 1023, 1024, 1025, 5000} {
		var list []string
		for i := range n {
			list = append(list, all[i*7%len(all)])
		}
		offsets, data := columnOf[O](list)
		for _, name := range []string{"IRI", "URI-reference", "ihost", "Link"} {
			number := foreign.Rule(name)
			bitmap := slices.Repeat([]byte{0xff}, (n+7)/8+1)
			count := foreign.Column(number, offsets, data, bitmap)
			want, wantErrors := int64(0), []foreign.RowError(nil)
			for i, text := range list {
				x := foreign.RowError{Row: int64(i)}
				if valid := foreign.Check(number, []byte(text), &x.Error) == foreign.OK; valid != (bitmap[i/8]>>(i%8)&1 != 0) {
					t.Fatalf("%s, %d values: value %d, %.60q is not %v", name, n, i, text, !valid)
				} else if valid {
					want++
				} else {
					wantErrors = append(wantErrors, x)
				}
			}
			if count != want || bitmap[len(bitmap)-1] != 0xff || n%8 != 0 && bitmap[n/8]>>(n%8) != 0 {
				t.Fatalf("%s, %d values: %d match, want %d; the bitmap ends in %x", name, n, count, want, bitmap[max(0, len(bitmap)-2):])
			}
			if got := columnErrors(number, offsets, data, bitmap); !slices.Equal(got, wantErrors) {
				t.Fatalf("%s, %d values: %d errors, want %d", name, n, len(got), len(wantErrors))
			}
		}
	}
}

// columnErrors asks for three errors at a time.
func columnErrors[O foreign.Offset](number int32, offsets []O, data, bitmap []byte) (all []foreign.RowError) {
	var out [3]foreign.RowError
	for first := int64(0); ; first = all[len(all)-1].Row + 1 {
		n := foreign.ColumnErrors(number, offsets, data, bitmap, first, out[:])
		all = append(all, out[:n]...)
		if n < int64(len(out)) {
			return all
		}
	}
}

// TestColumnOfSlice: offsets need not begin at 0, as those of a slice of a column.
func TestColumnOfSlice(t *testing.T) {
	var bitmap [1]byte
	number, data := foreign.Rule("IRI"), []byte("xxa:b:c")
	if got := foreign.Column(number, []int32{2, 4, 4, 7}, data, bitmap[:]); got != 2 || bitmap[0] != 0b101 {
		t.Errorf("%d, %b", got, bitmap)
	}
	if got := foreign.Column(number, []int64{2, 4, 4, 7}, data, bitmap[:]); got != 2 || bitmap[0] != 0b101 {
		t.Errorf("%d, %b", got, bitmap)
	}
}

// TestFarOffsets: values that lie further apart than offsets of 32 bits reach are judged one by one.
func TestFarOffsets(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("needs 2 GiB of addresses")
	}
	gap := int64(1<<31 + 5)     // which int may not hold
	data := make([]byte, gap+2) // only the pages that are read become memory
	copy(data, "a:")
	copy(data[gap:], "b:")
	bitmap := []byte{0xff}
	rows := make([]foreign.RowError, 3)
	offsets := []int64{0, 2, gap, gap + 2}
	if got := foreign.Column(foreign.Rule("IRI"), offsets, data, bitmap); got != 2 || bitmap[0] != 0b101 {
		t.Errorf("%d, %b", got, bitmap)
	}
	if got := foreign.ColumnErrors(foreign.Rule("IRI"), offsets, data, bitmap, 0, rows); got != 1 || rows[0].Row != 1 || rows[0].Error.Offset != 0 {
		t.Errorf("%d, %+v", got, rows)
	}
}

// TestBadColumns: what a caller gets wrong is told, and not a panic.
func TestBadColumns(t *testing.T) {
	data, bitmap, out := []byte("a:b:c"), make([]byte, 1), make([]foreign.RowError, 4)
	for _, offsets := range [][]int32{{0, 4, 2}, {-1, 4}, {0, 6}, {0, math.MinInt32}, {5, 0}, {6}} {
		long := make([]int64, len(offsets))
		for i, o := range offsets {
			long[i] = int64(o)
		}
		if foreign.Column(0, offsets, data, bitmap) != foreign.ErrOffsets || foreign.Column(0, long, data, bitmap) != foreign.ErrOffsets {
			t.Errorf("%v is a column", offsets)
		}
		if len(offsets) > 1 && foreign.ColumnErrors(0, offsets, data, []byte{0}, 0, out) != foreign.ErrOffsets {
			t.Errorf("%v is a column with errors", offsets)
		}
	}
	if foreign.Column(0, make([]int32, 10), data, bitmap) != foreign.ErrOffsets || foreign.ColumnErrors(0, make([]int32, 10), data, bitmap, 0, out) != foreign.ErrOffsets {
		t.Error("nine values have a bitmap of one byte")
	}
	if foreign.ColumnErrors(0, []int32{0, 1}, data, bitmap, -1, out) != foreign.ErrOffsets {
		t.Error("there is a row -1")
	}
	if got := foreign.ColumnErrors(0, []int32{0, 1}, data, bitmap, math.MaxInt64, out); got != 0 {
		t.Errorf("%d errors behind the last row", got)
	}
}

// TestAllocations: the calls that programs make for each text and each column allocate nothing.
func TestAllocations(t *testing.T) {
	offsets, data := columnOf[int32](texts())
	large, _ := columnOf[int64](texts())
	bitmap := make([]byte, len(offsets)/8+1)
	number, text, dst := foreign.Rule("IRI"), []byte("http://example.org/%C3%A9"), make([]byte, 0, 100)
	var p foreign.Parts
	var e foreign.Error
	if got := testing.AllocsPerRun(10, func() {
		foreign.Valid(number, text)
		foreign.Check(number, text, &e)
		foreign.Check(number, data, nil)
		foreign.Split(number, text, &p, &e)
		foreign.Column(number, offsets, data, bitmap)
		foreign.Column(number, large, data, bitmap)
		foreign.Normalize(dst, text, uint32(iri.SyntaxBased|iri.DecodeUTF8))
		foreign.ToURI(dst, text)
		foreign.ToIRI(dst, text)
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func Example() {
	number := foreign.Rule("IRI")
	var e foreign.Error
	foreign.Check(number, []byte("http://example.org:80x/"), &e)
	fmt.Println(foreign.ReasonName(e.Reason), e.Start, e.End)

	bitmap := make([]byte, 1)
	n := foreign.Column(number, []int32{0, 2, 5, 9}, []byte("a:b cd:ef"), bitmap)
	fmt.Printf("%d of 3, %03b\n", n, bitmap[0])
	// Output:
	// bad port 19 22
	// 2 of 3, 101
}

func TestReasonName(t *testing.T) {
	if foreign.ReasonName(uint32(iri.ReasonNotInRule)) != "not in rule" || foreign.ReasonName(uint32(iri.ReasonNotInRule)+1) != foreign.ReasonName(0) ||
		foreign.ReasonName(256+1) != foreign.ReasonName(0) || foreign.ComponentName(9) != "" {
		t.Error("names of what there is not")
	}
}

// A result goes where there is room for it and a zero byte. A length or a mistake is told in any case.
func TestFill(t *testing.T) {
	for _, c := range []struct {
		room   string
		result string
		status int32
		want   int64
		filled string
	}{
		{"xxxx", "abc", foreign.OK, 3, "abc\x00"},
		{"xxxxx", "abc", foreign.OK, 3, "abc\x00x"},
		{"xxxx", "", foreign.OK, 0, "\x00xxx"},
		{"xxx", "abc", foreign.OK, 3, "\x00xx"},
		{"", "abc", foreign.OK, 3, ""},
		{"xxxx", "abc", foreign.ErrBase, foreign.ErrBase, "\x00xxx"},
		{"", "", foreign.ErrRule, foreign.ErrRule, ""},
	} {
		room := []byte(c.room)
		if got := foreign.Fill(room, []byte(c.result), c.status); got != c.want || string(room) != c.filled {
			t.Errorf("%q, %q, %d: %d and %q, want %d and %q", c.room, c.result, c.status, got, room, c.want, c.filled)
		}
	}
	room := append(make([]byte, 0, 4), "abc"...) // where the result was appended, as it mostly is
	if got := foreign.Fill(room[:4], room, foreign.OK); got != 3 || string(room[:4]) != "abc\x00" {
		t.Errorf("%d, %q", got, room[:4])
	}
}
