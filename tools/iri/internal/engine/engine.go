// Package engine reads files, processes their strings in parallel, and delivers the results in order.
package engine

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"os"
	"runtime"

	"example.org/iri/stream"
	"example.org/iri/tools/iri/source"
)

// An Input is a source of strings. Its name is for diagnostics.
type Input struct {
	Name  string
	Open  func() (*source.File, error)
	Found bool // found in a folder

	Skip func(text []byte) bool // reports whether to leave out a string; may be nil

	Replaceable *Replaceable // nil unless the file is to be replaced
}

// A Replaceable is a regular file to be replaced. Input.Open sets it.
type Replaceable struct {
	Folder  *os.Root // nil if the file could not be opened
	Info    fs.FileInfo
	Options source.Options // for reading the file
}

func (r *Replaceable) Close() {
	if r != nil && r.Folder != nil {
		r.Folder.Close()
		r.Folder = nil
	}
}

// A Piece is a block of an input.
type Piece struct {
	Name   string
	Block  source.Block
	Err    error // after the block; the input may continue after a *source.Error
	Last   bool  // last piece of the input
	Format source.Format
	Found  bool               // as of the input
	Missed *source.FieldError // in the last piece: the path of the options matches nothing

	Matched bool // in the last piece: the file has the column or path of the options

	Skip    func(text []byte) bool // of the input
	LeftOut int                    // number of strings that Skip left out; set by the caller

	Replaceable *Replaceable // of the input
}

const (
	maxWorkers = 8                    // limits memory; one reader cannot keep more busy
	keep       = 4 * source.BlockSize // maximum capacity of reused buffers
)

// Run reads the inputs one after the other. It calls work in parallel, on at most eight goroutines, to set the result
// of each piece; results are reused. It calls write with the pieces and results in order, and stops when write returns
// an error. It calls progress with the number of bytes read since the last call.
//
// If ctx is done, Run returns its cause immediately, even while a Read is blocked.
func Run[R any](ctx context.Context, inputs iter.Seq[Input], progress func(bytes int),
	work func(*Piece, *R), write func(*Piece, *R) error) error {
	type item struct {
		Piece
		result R
	}
	next, stop := iter.Pull(inputs)
	r := reader{next: next, progress: progress}
	workers := min(runtime.GOMAXPROCS(0), maxWorkers)
	err := stream.Run(ctx, workers, stream.Steps[item]{
		Read:  func(i *item) bool { return r.read(&i.Piece) },
		Work:  func(i *item) { work(&i.Piece, &i.result) },
		Write: func(i *item) error { return write(&i.Piece, &i.result) },
	})
	if ctx.Err() == nil { // otherwise a goroutine may still be reading
		stop()
		r.close()
	}
	return err
}

type reader struct {
	next     func() (Input, bool)
	progress func(bytes int)

	name  string
	found bool
	from  *Replaceable
	skip  func(text []byte) bool
	file  *source.File // nil before the next input
	told  int64        // bytes of file already reported to progress
}

// read fills a piece. It returns false at the end of the inputs.
func (r *reader) read(p *Piece) bool {
	if cap(p.Block.Data) > keep {
		p.Block.Data = nil
	}
	p.Block.Reset()
	p.Err, p.Last, p.Missed, p.Matched = nil, false, nil, false
	if r.file == nil {
		var ok bool
		if p.Err, ok = r.open(); !ok {
			return false
		}
	}
	p.Name, p.Found, p.Replaceable, p.Skip, p.LeftOut = r.name, r.found, r.from, r.skip, 0
	if p.Format = ""; p.Err == nil {
		p.Format = r.file.Format
		p.Err = r.file.Texts.Read(&p.Block)
		r.tell()
	}
	if p.Err == io.EOF {
		p.Missed = r.file.Missed()
	}
	if p.Last = !goesOn(p.Err); p.Last && r.file != nil {
		p.Matched = r.file.Matched()
		r.close()
	}
	if p.Err == io.EOF {
		p.Err = nil
	}
	return true
}

func (r *reader) open() (err error, ok bool) {
	input, ok := r.next()
	if !ok {
		return nil, false
	}
	r.name, r.found, r.from, r.skip, r.told = input.Name, input.Found, input.Replaceable, input.Skip, 0
	r.file, err = input.Open()
	return err, true
}

func (r *reader) tell() {
	read, _ := r.file.Progress()
	r.progress(int(read - r.told))
	r.told = read
}

func (r *reader) close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}

func goesOn(err error) bool {
	if err == nil {
		return true
	}
	e, is := err.(*source.Error)
	return is && e.GoesOn
}
