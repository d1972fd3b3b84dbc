package iris

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/tools/iri/source"
)

func init() {
	register.DoFn3x0[context.Context, string, func(string, string)](&matchFn{})
	register.DoFn6x0[context.Context, string, string, func(Text), func(int), func(Failure)](&readFn{})
	register.Emitter1[int]()
	register.Emitter1[Failure]()
	register.Emitter2[string, string]()
}

// A Failure is a file, or a part of one, that cannot be read.
type Failure struct {
	File         string // a file, or a glob without files
	Line, Column int64  // from 1; 0 if unknown
	Message      string
}

// Read reads the files that match globs on Beam's file systems. It returns a PCollection<Text> of their strings, a
// PCollection<int> of the number of strings in each file, and a PCollection<Failure> of what cannot be read. Strings
// before a failure are included. One worker reads a file from beginning to end.
//
// Counts are a separate collection since some runners, such as Prism, materialize a collection with two consumers.
func Read(s beam.Scope, o source.Options, globs ...string) (texts, counts, failures beam.PCollection) {
	s = s.Scope("iris.Read")
	files := beam.ParDo(s, &matchFn{}, beam.CreateList(s, globs))
	return beam.ParDo3(s, &readFn{o}, beam.Reshuffle(s, files))
}

type matchFn struct{}

// ProcessElement emits the files of a glob with an empty problem, or the glob with its problem. readFn emits all
// failures,
// so that they are one collection.
func (*matchFn) ProcessElement(ctx context.Context, glob string, emit func(file, problem string)) {
	var files []string
	err := attempt(func() (err error) {
		files, err = list(ctx, glob)
		return err
	})
	if err == nil && len(files) == 0 {
		err = errors.New("no such file")
	}
	if err != nil {
		emit(glob, err.Error())
		return
	}
	for _, file := range files {
		emit(file, "")
	}
}

func list(ctx context.Context, glob string) ([]string, error) {
	fs, err := filesystem.New(ctx, glob)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return fs.List(ctx, glob)
}

type readFn struct{ Options source.Options }

// ProcessElement emits the strings of a file. A panic while reading is a failure of the file. A panic in an emitter is
// one
// of a later function, which the runner retries.
func (f *readFn) ProcessElement(ctx context.Context, file, problem string, emit func(Text), count func(int), fail func(Failure)) {
	if problem != "" {
		fail(Failure{File: file, Message: problem})
		return
	}
	var content io.ReadCloser
	var texts source.Reader
	err := attempt(func() (err error) {
		if content, err = open(ctx, file); err != nil {
			return err
		}
		opened, err := source.New(file, content, f.options(file))
		if err == nil {
			texts = opened.Texts
		}
		return err
	})
	if err != nil {
		fail(newFailure(file, err))
	} else {
		count(read(texts, file, emit, fail))
	}
	if content != nil {
		attempt(content.Close)
	}
}

// options returns the options for a file. By default, the IRI of the file is the base of its relative references (RFC
// 3986, section 5.1.3).
func (f *readFn) options(name string) source.Options {
	o := f.Options
	if o.Base != "" {
		return o
	}
	x, err := iri.Parse(name)
	if _, remote := x.Authority(); err == nil && remote {
		o.Base = name
	} else if absolute, err := filepath.Abs(name); err == nil {
		if base, err := file.Unix.IRI(absolute); err == nil {
			o.Base = base.String()
		}
	}
	return o
}

func open(ctx context.Context, file string) (io.ReadCloser, error) {
	fs, err := filesystem.New(ctx, file)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return fs.OpenRead(ctx, file)
}

func read(texts source.Reader, file string, emit func(Text), fail func(Failure)) (count int) {
	for {
		var b source.Block // not reused, since elements may be retained
		err := texts.Read(&b)
		for place, text := range b.All() {
			emit(Text{File: file, Place: place, Text: text})
		}
		count += b.Len()
		if err == io.EOF {
			return count
		}
		if err == nil {
			continue
		}
		fail(newFailure(file, err))
		var e *source.Error
		if !errors.As(err, &e) || !e.GoesOn {
			return count
		}
	}
}

func newFailure(file string, err error) Failure {
	f := Failure{File: file, Message: err.Error()}
	var e *source.Error
	if errors.As(err, &e) {
		f.Line, f.Column = e.Line, e.Column
	}
	return f
}
