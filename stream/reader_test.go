package stream

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// readLines returns the lines of a reader, numbered by position, with "!" for a line that is too long.
func readLines(t *testing.T, r io.Reader, end byte) (list []string, err error) {
	lines := NewReader(r, end)
	var c Lines
	for {
		err := lines.Next(&c)
		if long := new(LineTooLongError); errors.As(err, &long) {
			list = append(list, "!")
			if long.Line != int64(len(list)) {
				t.Fatalf("line %d is said to be line %d", len(list), long.Line)
			}
		} else if err != nil {
			return list, err
		}
		if c.Len > maxLines {
			t.Fatalf("a chunk has %d lines", c.Len)
		}
		if c.First != int64(len(list))+1 && c.Len > 0 {
			t.Fatalf("a chunk begins with line %d, not %d", c.First, len(list)+1)
		}
		before := len(list)
		for line := range bytes.SplitAfterSeq(c.Text, []byte{end}) {
			if len(line) > 0 {
				list = append(list, string(line))
			}
		}
		if err == nil && (len(list) == before || len(list)-before != c.Len) {
			t.Fatalf("a chunk has %d lines, not %d", len(list)-before, c.Len)
		}
	}
}

// splitAfter returns the expected result of readLines.
func splitAfter(text string, end byte) (list []string) {
	for line := range strings.SplitAfterSeq(text, string(end)) {
		switch {
		case len(strings.TrimSuffix(line, string(end))) > MaxLine:
			list = append(list, "!")
		case line != "":
			list = append(list, line)
		}
	}
	return list
}

func TestRead(t *testing.T) {
	long := strings.Repeat("x", 3*chunkSize)
	for _, text := range []string{"", "\n", "a", "a\n", "\n\n", "a\nb", "a\r\n\nb\n", long, long + "\n" + long + "\na", strings.Repeat("\n", 3*maxLines), strings.Repeat("a\n", maxLines) + "b"} {
		for name, r := range map[string]func(io.Reader) io.Reader{
			"whole":           func(r io.Reader) io.Reader { return r },
			"data with error": iotest.DataErrReader,
			"half":            iotest.HalfReader,
			"seldom":          func(r io.Reader) io.Reader { return &seldom{r: r} },
		} {
			got, err := readLines(t, r(strings.NewReader(text)), '\n')
			if err != io.EOF || !slices.Equal(got, splitAfter(text, '\n')) {
				t.Errorf("%s, %.20q: %.60q, error %v", name, text, got, err)
			}
		}
	}
}

// seldom returns nothing twice, then one byte or some thousand.
type seldom struct {
	r     io.Reader
	calls int
}

func (s *seldom) Read(p []byte) (int, error) {
	switch s.calls++; s.calls % 4 {
	case 0, 1:
		return 0, nil
	case 2:
		p = p[:1]
	}
	return s.r.Read(p[:min(len(p), 5000)])
}

// TestRandom has chunks of random sizes, and lines about as long as a chunk.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var text strings.Builder
		for range random.IntN(20) {
			text.WriteString(strings.Repeat("y", random.IntN(1<<random.IntN(19))))
			text.WriteString([]string{"\x00", "\n", "\x00\x00"}[random.IntN(3)])
		}
		r := &randomly{r: strings.NewReader(text.String()), random: random}
		got, err := readLines(t, r, 0)
		if err != io.EOF || !slices.Equal(got, splitAfter(text.String(), 0)) {
			t.Fatalf("%.60q, error %v", got, err)
		}
	}
}

type randomly struct {
	r      io.Reader
	random *rand.Rand
}

func (r *randomly) Read(p []byte) (int, error) {
	return r.r.Read(p[:1+r.random.IntN(min(len(p), 1<<r.random.IntN(20)))])
}

func TestTooLong(t *testing.T) {
	fits, long := strings.Repeat("x", MaxLine), strings.Repeat("x", MaxLine+MaxLine)
	for _, text := range []string{
		long, long + "\n", "a\n" + long + "\nb\n" + long, "a\n" + fits + "\nb\n" + long + "\nc",
		fits, fits + "x", fits + "\n", fits + "x\n", fits + "x\na\n\nb",
	} {
		for _, r := range []io.Reader{strings.NewReader(text), &seldom{r: strings.NewReader(text)}} {
			got, err := readLines(t, r, '\n')
			if err != io.EOF || !slices.Equal(got, splitAfter(text, '\n')) {
				t.Errorf("%d lines, error %v", len(got), err)
			}
		}
	}
}

func TestFailure(t *testing.T) {
	failure := errors.New("the disk is gone")
	got, err := readLines(t, io.MultiReader(strings.NewReader("a\nb\nc"), iotest.ErrReader(failure)), '\n')
	if err != failure || !slices.Equal(got, []string{"a\n", "b\n"}) {
		t.Errorf("%q, error %v", got, err)
	}
	if _, err := readLines(t, &seldom{calls: -1 << 30, r: iotest.ErrReader(failure)}, '\n'); err != failure {
		t.Errorf("error %v", err)
	}
	never := readerFunc(func([]byte) (int, error) { return 0, nil })
	if _, err := readLines(t, never, '\n'); err != io.ErrNoProgress {
		t.Errorf("error %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestSoon checks that a line is available as soon as it has arrived.
func TestSoon(t *testing.T) {
	in, out := io.Pipe()
	go out.Write([]byte("a\nb"))
	var c Lines
	if err := NewReader(in, '\n').Next(&c); err != nil || string(c.Text) != "a\n" {
		t.Errorf("%q, error %v", c.Text, err)
	}
}

func TestSkipLines(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		var text []byte
		behind := []int{0} // offsets of lines
		for range random.IntN(3000) {
			text = append(text, strings.Repeat("x", random.IntN(1<<random.IntN(12)))+"\n"...)
			behind = append(behind, len(text))
		}
		for n, at := range behind {
			if rest := SkipLines(text, n, '\n'); len(text)-len(rest) != at {
				t.Fatalf("%d lines end at %d, not %d", n, at, len(text)-len(rest))
			}
		}
		for _, more := range []int{1, 100, math.MaxInt32} {
			if rest := SkipLines(append(text, "last"...), len(behind)-1+more, '\n'); len(rest) != 0 {
				t.Fatalf("%d lines more: %q", more, rest)
			}
		}
	}
}
