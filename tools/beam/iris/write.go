package iris

import (
	"bufio"
	"context"
	"fmt"
	"hash/fnv"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn1x2[[]byte, int, []byte](&shardFn{})
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](&writeFn{})
	register.Iter1[[]byte]()
}

// Write writes a PCollection<[]byte> as lines to files whose names are the prefix, the number of
// the shard and the suffix: bad-00002-of-00008.jsonl. A line goes to the shard of its hash, so a bundle
// that is tried again writes the same files. A shard without lines has no file. (Beam's own
// textio.Write writes one file.)
func Write(s beam.Scope, prefix, suffix string, shards int, lines beam.PCollection) {
	s = s.Scope("iris.Write")
	sharded := beam.GroupByKey(s, beam.ParDo(s, &shardFn{shards}, lines))
	beam.ParDo0(s, &writeFn{prefix, suffix, shards}, sharded)
}

type shardFn struct{ Shards int }

// ProcessElement puts the shard before a line.
func (f *shardFn) ProcessElement(line []byte) (int, []byte) {
	h := fnv.New32a()
	h.Write(line)
	return int(h.Sum32() % uint32(f.Shards)), line
}

type writeFn struct {
	Prefix, Suffix string
	Shards         int
}

// ProcessElement writes the file of a shard.
func (f *writeFn) ProcessElement(ctx context.Context, shard int, lines func(*[]byte) bool) error {
	name := fmt.Sprintf("%s-%05d-of-%05d%s", f.Prefix, shard, f.Shards, f.Suffix)
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	if err := writeLines(file, lines); err != nil {
		file.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return file.Close()
}

func writeLines(w io.Writer, lines func(*[]byte) bool) error {
	b := bufio.NewWriterSize(w, 1<<20)
	for line := []byte(nil); lines(&line); {
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.Flush() // which remembers what went wrong
}
