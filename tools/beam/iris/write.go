package iris

import (
	"bufio"
	"context"
	"crypto/rand"
	"io"
	"path"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(string, int), error](&writeFn{})
	register.DoFn3x1[context.Context, string, func(*int) bool, error](&publishFn{})
	register.Emitter2[string, int]()
	register.Iter1[int]()
}

// Write writes a PCollection<[]byte> as lines, one file for each bundle. File names consist of the prefix, random
// characters and the suffix, such as bad-A7K2….jsonl.
//
// A bundle writes its lines as they arrive, unlike Beam's textio.Write, which groups all lines: Prism, the local runner,
// keeps a group in memory. A failed bundle is tried again with another file. So the names of files begin with a dot
// until all bundles have finished; then Write removes the dot, except from files of failed bundles. Each line is in
// exactly one file without a dot.
func Write(s beam.Scope, prefix, suffix string, lines beam.PCollection) {
	s = s.Scope("iris.Write")
	written := beam.ParDo(s, &writeFn{Prefix: prefix, Suffix: suffix}, lines)
	beam.ParDo0(s, &publishFn{}, beam.GroupByKey(s, written)) // GroupByKey waits for all bundles
}

// unfinished returns the name of a file before it is published.
func unfinished(name string) string {
	dir, file := path.Split(name)
	return dir + "." + file
}

type writeFn struct {
	Prefix, Suffix string

	name  string    // of the file of the bundle
	file  io.Closer // nil before the first line
	lines *bufio.Writer
	count int
}

func (f *writeFn) ProcessElement(ctx context.Context, line []byte, _ func(string, int)) error {
	if f.file == nil {
		if err := f.create(ctx); err != nil {
			return err
		}
	}
	f.count++
	f.lines.Write(line)
	return f.lines.WriteByte('\n') // also returns an earlier error
}

func (f *writeFn) create(ctx context.Context) error {
	f.name = f.Prefix + "-" + rand.Text() + f.Suffix
	fs, err := filesystem.New(ctx, f.name)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenWrite(ctx, unfinished(f.name))
	if err != nil {
		return err
	}
	f.file, f.lines, f.count = file, bufio.NewWriterSize(file, 1<<20), 0
	return nil
}

// FinishBundle closes the file and emits its name and number of lines.
func (f *writeFn) FinishBundle(emit func(string, int)) error {
	if f.file == nil {
		return nil
	}
	if err := f.lines.Flush(); err != nil {
		return err
	}
	if err := f.file.Close(); err != nil {
		return err
	}
	f.file = nil
	emit(f.name, f.count)
	return nil
}

type publishFn struct{}

// ProcessElement renames a file. On a retry, it may have been renamed already.
func (*publishFn) ProcessElement(ctx context.Context, name string, _ func(*int) bool) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	if err = filesystem.Rename(ctx, fs, unfinished(name), name); err != nil {
		if _, sizeErr := fs.Size(ctx, name); sizeErr == nil {
			return nil
		}
	}
	return err
}
