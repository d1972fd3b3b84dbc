package stream_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"example.org/iri/rule"
	"example.org/iri/stream"
)

// results returns the lines that match and those that do not, each after a letter for its number, and the errors.
func results(s stream.Scanner, r io.Reader) (good, bad []string, failed []error) {
	for c, err := range s.Chunks(r) {
		if err != nil {
			failed = append(failed, err)
			continue
		}
		for n, line := range c.Lines(true) {
			good = append(good, string(rune('a'+n))+string(line))
		}
		for n, line := range c.Lines(false) {
			bad = append(bad, string(rune('a'+n))+string(line))
		}
	}
	return good, bad, failed
}

func TestScan(t *testing.T) {
	failure := errors.New("the disk is gone")
	long := strings.Repeat("x", stream.MaxLine+1)
	for _, test := range []struct {
		name      string
		r         io.Reader
		crlf      bool
		good, bad []string
		failed    []error
	}{
		{name: "nothing", r: strings.NewReader("")},
		{name: "no end", r: strings.NewReader("a:\nb\nc:"), good: []string{"ba:", "dc:"}, bad: []string{"cb"}},
		{name: "empty lines", r: strings.NewReader("\n\na:\n"), good: []string{"da:"}, bad: []string{"b", "c"}},
		{name: "CR LF", r: strings.NewReader("a:\r\nb\r\n"), bad: []string{"ba:\r", "cb\r"}},
		{name: "CR LF with CRLF", crlf: true, r: strings.NewReader("a:\r\nb\r\nc:\nd:\r"), good: []string{"ba:", "dc:"}, bad: []string{"cb", "ed:\r"}},
		{name: "bytes", r: iotest.OneByteReader(strings.NewReader("a:\nb\n")), good: []string{"ba:"}, bad: []string{"cb"}},
		{
			name: "failure", r: io.MultiReader(strings.NewReader("a:\nb\nc:"), iotest.ErrReader(failure)),
			good: []string{"ba:"}, bad: []string{"cb"}, failed: []error{failure},
		},
		{
			name: "too long", r: strings.NewReader("a:\n" + long + "\nb:\n"),
			good: []string{"ba:", "db:"}, failed: []error{&stream.LineTooLongError{Line: 2}},
		},
	} {
		good, bad, failed := results(stream.Scanner{Rule: rule.IRI, CRLF: test.crlf}, test.r)
		same := func(a, b error) bool { return a.Error() == b.Error() }
		if !slices.Equal(good, test.good) || !slices.Equal(bad, test.bad) || !slices.EqualFunc(failed, test.failed, same) {
			t.Errorf("%s: %q match, %q do not, errors %v", test.name, good, bad, failed)
		}
	}
}

// TestOrder checks the result and number of each line in many chunks.
func TestOrder(t *testing.T) {
	var text bytes.Buffer
	const lines = 200_000
	for n := range lines {
		text.WriteString([]string{"http://example.org/", "nowhere/"}[n%7/6])
		text.WriteString(strings.Repeat("x", n%31))
		text.WriteString("\n")
	}
	want := bytes.Split(bytes.TrimSuffix(text.Bytes(), []byte("\n")), []byte("\n"))
	seen, chunks := 0, 0
	for c, err := range (stream.Scanner{Rule: rule.IRI}).Chunks(&text) {
		if err != nil || c.First != int64(seen)+1 {
			t.Fatalf("chunk at line %d: error %v", seen, err)
		}
		for n, line := range c.Lines(false) {
			if n%7 != 0 || !bytes.Equal(line, want[n-1]) {
				t.Fatalf("line %d is %q", n, line)
			}
		}
		seen += c.Len
		chunks++
	}
	if seen != lines || chunks < 10 {
		t.Errorf("%d lines in %d chunks", seen, chunks)
	}
}

// TestLeft checks that reading stops after the loop.
func TestLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	reads := 0
	r := readerFunc(func(p []byte) (int, error) {
		reads++
		return copy(p, "a:\nb\n"), nil
	})
	for c := range (stream.Scanner{Rule: rule.IRI}).Chunks(r) {
		if c.First > 100 {
			break
		}
	}
	for tries := 0; runtime.NumGoroutine() > before; tries++ { // a finished goroutine may still be counted
		if tries == 1000 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
	if reads > 100 {
		t.Errorf("%d reads", reads)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestAllocations checks that a long text has the allocations of a short one.
func TestAllocations(t *testing.T) {
	cost := func(chunks int) float64 {
		return testing.AllocsPerRun(10, func() {
			left := chunks
			r := readerFunc(func(p []byte) (int, error) {
				if left--; left < 0 {
					return 0, io.EOF
				}
				return copy(p, "http://example.org/\n"), nil
			})
			for c := range (stream.Scanner{Rule: rule.IRI}).Chunks(r) {
				_ = c.Count
			}
		})
	}
	if few, many := cost(20), cost(2000); many > few+100 {
		t.Errorf("%v allocations for 20 chunks, %v for 2,000", few, many)
	}
}
