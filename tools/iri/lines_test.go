package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// cutAll is the simple twin of lines.
func cutAll(text string, end byte) []string {
	if text == "" {
		return nil
	}
	list := strings.SplitAfter(text, string(rune(end)))
	if list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	for i, s := range list {
		if s[len(s)-1] != end {
			continue
		}
		s = s[:len(s)-1]
		if end == '\n' {
			s = strings.TrimSuffix(s, "\r")
		}
		list[i] = s
	}
	return list
}

// join reads all records by next.
func join(t testing.TB, l *lines) []string {
	t.Helper()
	var list []string
	var record []byte
	for {
		piece, last, err := l.next()
		if err == io.EOF && len(record) == 0 {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if record = append(record, piece...); last {
			list, record = append(list, string(record)), nil
		}
	}
}

// wholes reads all records by whole; one that does not fit becomes "TOO LONG".
func wholes(t testing.TB, l *lines, limit uint64) []string {
	t.Helper()
	var list []string
	var buf []byte
	for {
		record, joined, fits, err := l.whole(buf, limit)
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if !fits {
			record = []byte("TOO LONG")
		}
		list = append(list, string(record))
		buf = joined
	}
}

var lineTests = []struct {
	text string
	lf   []string // records that end in LF
	null []string // records that end in NUL
}{
	{"", nil, nil},
	{"\n", []string{""}, []string{"\n"}},
	{"\x00", []string{"\x00"}, []string{""}},
	{"a", []string{"a"}, []string{"a"}},
	{"a\n", []string{"a"}, []string{"a\n"}},
	{"a\nb", []string{"a", "b"}, []string{"a\nb"}},
	{"a\n\nb\n", []string{"a", "", "b"}, []string{"a\n\nb\n"}},
	{"a\r\nb\r\n", []string{"a", "b"}, []string{"a\r\nb\r\n"}},
	{"a\rb\n", []string{"a\rb"}, []string{"a\rb\n"}},
	{"a\r\r\n", []string{"a\r"}, []string{"a\r\r\n"}},
	{"a\n\r", []string{"a", "\r"}, []string{"a\n\r"}},
	{"a\r", []string{"a\r"}, []string{"a\r"}},
	{"\r\n", []string{""}, []string{"\r\n"}},
	{"a\x00b\r\x00\n\x00", []string{"a\x00b\r\x00", "\x00"}, []string{"a", "b\r", "\n"}},
	{"\xff\xfe\n\xc3", []string{"\xff\xfe", "\xc3"}, []string{"\xff\xfe\n\xc3"}},
}

func TestLines(t *testing.T) {
	for _, test := range lineTests {
		for end, want := range map[byte][]string{'\n': test.lf, 0: test.null} {
			if got := cutAll(test.text, end); !slices.Equal(got, want) {
				t.Errorf("cutAll(%q, %q) = %q, want %q", test.text, end, got, want)
			}
			checkLines(t, test.text, end)
		}
	}
}

// Neither the pieces that a stream comes in nor the size of the buffer matter.
func TestPiecesDoNotMatter(t *testing.T) {
	const seed = 1
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	for range 500 {
		text := make([]byte, random.IntN(200))
		for i := range text {
			text[i] = "aaaaaaaaaaaaaaaaa\r\r\r\n\x00"[random.IntN(22)]
		}
		checkLines(t, string(text), '\n')
		checkLines(t, string(text), 0)
	}
}

// An end at every place around that of the buffer.
func TestEndsAtTheEndOfTheBuffer(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r\r\n", "\r", "\x00", "\r\x00", ""} {
		for n := range 50 {
			text := strings.Repeat("x", n) + end
			for _, text := range []string{text, text + "y", text + text} {
				checkLines(t, text, '\n')
				checkLines(t, text, 0)
			}
		}
	}
}

// checkLines compares lines with its twin for several streams and sizes.
func checkLines(t testing.TB, text string, end byte) {
	t.Helper()
	want := cutAll(text, end)
	limited := slices.Clone(want)
	const limit = 20
	for i, s := range limited {
		if len(s) > limit {
			limited[i] = "TOO LONG"
		}
	}
	for name, wrap := range readers {
		for _, size := range []int{16, 17, 23, bufferSize} {
			l := newLines(end, size)
			for range 2 { // l can be used again
				l.reset(wrap(strings.NewReader(text)))
				if got := join(t, l); !slices.Equal(got, want) {
					t.Fatalf("%s, size %d: next: %q, end %q: got %q, want %q", name, size, text, end, got, want)
				}
			}
			l.reset(wrap(strings.NewReader(text)))
			if got := wholes(t, l, limit); !slices.Equal(got, limited) {
				t.Fatalf("%s, size %d: whole: %q, end %q: got %q, want %q", name, size, text, end, got, limited)
			}
		}
	}
}

// readers are ways for a stream to come in pieces.
var readers = map[string]func(io.Reader) io.Reader{
	"plain":   func(r io.Reader) io.Reader { return r },
	"bytes":   iotest.OneByteReader,
	"halves":  iotest.HalfReader,
	"dataErr": iotest.DataErrReader,
	"both":    func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
}

// The same in the large: what the commands print does not depend on pieces, even
// if records are longer than a buffer and go wrong around its end.
func TestPiecesDoNotMatterToCommands(t *testing.T) {
	var input bytes.Buffer
	for n := bufferSize - 2; n <= bufferSize+2; n++ {
		for _, tail := range []string{"", " ", "\r", "é\xc3é", strings.Repeat("é", 300) + "\x00"} {
			fmt.Fprintf(&input, "a:%s%s\r\n", strings.Repeat("x", n-2), tail)
		}
	}
	input.WriteString("a:\r")
	for _, args := range [][]string{{"check"}, {"check", "--null"}, {"split"}} {
		want := invoke(bytes.NewReader(input.Bytes()), args...)
		if want.status != 1 {
			t.Fatalf("%q: status %d", args, want.status)
		}
		for name, wrap := range readers {
			if got := invoke(wrap(bytes.NewReader(input.Bytes())), args...); got != want {
				t.Errorf("%q: another result with reader %s", args, name)
			}
		}
	}
}
