// Package engine reads files, processes their strings on all processors, and delivers the results in order.
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

// An Input is a file or another source of strings. Its name appears in diagnostics.
type Input struct {
	Name  string
	Open  func() (*source.File, error)
	Found bool // whether it was found in a folder

	Skip func(text []byte) bool // reports whether a string is left out; nil if none is

	Replaceable *Replaceable // nil if it is not to be replaced
}

// A Replaceable is a regular file that is to be replaced. Input.Open sets it.
type Replaceable struct {
	Folder  *os.Root // folder of the file; nil if the file could not be opened
	Info    fs.FileInfo
	Options source.Options // with which the file is read
}

// Close closes the folder.
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
	Err    error // error after the block; the input may continue after an *source.Error
	Last   bool  // whether it is the last piece of its input
	Format source.Format
	Found  bool               // as of its input
	Missed *source.FieldError // of the last piece: the path of the options leads to nothing in the file

	Matched bool // of the last piece: the file has the column or the path of the options

	Skip    func(text []byte) bool // of the input
	LeftOut int                    // strings that Skip leaves out; the caller counts them

	Replaceable *Replaceable // of the input
}

const (
	maxWorkers = 8                    // more would need more memory, and one reader cannot keep them busy
	keep       = 4 * source.BlockSize // capacity of the largest buffer that is reused
)

// Run reads the inputs one after the other. It calls work to set the result for a piece, on up to eight goroutines, but
// not more than there are processors; results are reused. It calls write with pieces and results in order, and stops
// if write returns an error. It calls progress with the number of bytes that were read since the last call.
//
// If ctx is done first, Run returns its cause immediately, even if a Read is still blocked.
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
	if ctx.Err() == nil { // otherwise, a goroutine may still be reading
		stop()
		r.close()
	}
	return err
}

// reader reads pieces of inputs.
type reader struct {
	next     func() (Input, bool)
	progress func(bytes int)

	name  string
	found bool
	from  *Replaceable
	skip  func(text []byte) bool
	file  *source.File // nil before the next input
	told  int64        // bytes of file that were reported to progress
}

// read fills a piece and reports whether there was something to be read.
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

// open opens the next input and reports whether there is one.
func (r *reader) open() (err error, ok bool) {
	input, ok := r.next()
	if !ok {
		return nil, false
	}
	r.name, r.found, r.from, r.skip, r.told = input.Name, input.Found, input.Replaceable, input.Skip, 0
	r.file, err = input.Open()
	return err, true
}

// tell reports to progress what has been read since the last call.
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

// goesOn reports whether there is more to be read after an error.
func goesOn(err error) bool {
	if err == nil {
		return true
	}
	e, is := err.(*source.Error)
	return is && e.GoesOn
}
