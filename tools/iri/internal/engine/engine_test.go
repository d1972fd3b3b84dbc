package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/iri/tools/iri/source"
)

var errGone = errors.New("gone")

// inputs yields inputs that are empty, large, and unreadable.
func inputs(yield func(Input) bool) {
	text := func(name string, r io.Reader) Input {
		return Input{Name: name, Open: func() (*source.File, error) { return source.New(name, r, source.Options{}) }}
	}
	_ = yield(text("empty", strings.NewReader(""))) &&
		yield(text("ab", strings.NewReader("a\nb"))) &&
		yield(Input{Name: "missing", Open: func() (*source.File, error) { return nil, errGone }}) &&
		yield(text("long", strings.NewReader("c\n"+strings.Repeat("x", source.MaxText+1)+"\nd\n"))) &&
		yield(text("broken", io.MultiReader(strings.NewReader("e\nf"), iotest.ErrReader(errGone)))) &&
		yield(text("panics", io.MultiReader(strings.NewReader("i\n"), new(panics)))) &&
		yield(text("binary", strings.NewReader("g\x00"))) &&
		yield(text("many", strings.NewReader(strings.Repeat("h\n", 300_000))))
}

type panics struct{}

func (*panics) Read([]byte) (int, error) { panic("oh") }

// TestRun checks that all results are written in order, for any division into pieces.
func TestRun(t *testing.T) {
	var got strings.Builder
	var repeated int
	read := 0
	work := func(p *Piece, texts *[]string) {
		*texts = (*texts)[:0]
		for place, text := range p.Block.All() {
			*texts = append(*texts, fmt.Sprintf("%d%s ", place.Line, text))
		}
	}
	write := func(p *Piece, texts *[]string) error {
		for _, text := range *texts {
			if strings.HasSuffix(text, "h ") {
				if repeated++; text != fmt.Sprintf("%dh ", repeated) {
					t.Fatalf("%q instead of %dh", text, repeated)
				}
				continue
			}
			got.WriteString(text)
		}
		if p.Err != nil {
			fmt.Fprintf(&got, "(%v) ", p.Err)
		}
		if p.Last {
			fmt.Fprintf(&got, "%s. ", p.Name)
		}
		return nil
	}
	if err := Run(t.Context(), inputs, func(n int) { read += n }, work, write); err != nil {
		t.Error(err)
	}
	const want = "empty. 1a 2b ab. (gone) missing. 1c (line is longer than 8 MiB and is skipped) 3d long. " +
		"1e (cannot be read: gone) broken. 1i (the reader failed: oh (engine/engine_test.go:35)) panics. (the file is binary: it has a NUL byte) binary. many. "
	if got.String() != want || repeated != 300_000 {
		t.Errorf("%q and %d lines", got.String(), repeated)
	}
	if read < 600_000+source.MaxText {
		t.Errorf("progress has heard of %d bytes", read)
	}
}

// TestEnd checks that an error of write or a done context ends Run.
func TestEnd(t *testing.T) {
	endless := iter.Seq[Input](func(yield func(Input) bool) {
		for yield(Input{Name: "x", Open: func() (*source.File, error) { return source.New("x", strings.NewReader("x\n"), source.Options{}) }}) {
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	for _, test := range []struct {
		at   func() error
		want error
	}{
		{func() error { return errGone }, errGone},
		{func() error { cancel(); return nil }, context.Canceled},
	} {
		left := 100
		err := Run(ctx, endless, func(int) {}, func(*Piece, *int) {}, func(*Piece, *int) error {
			if left--; left == 0 {
				return test.at()
			}
			return nil
		})
		if err != test.want || left != 0 {
			t.Errorf("error %v after %d pieces, want %v", err, 100-left, test.want)
		}
	}
}
