package bench

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit/corpus"
)

// orders is the number of orders in which benchmarks iterate over a list: a processor learns a repeated sequence, even
// one of 8,192 strings.
const orders = 16

type list struct {
	name         string
	count, bytes int // number of strings, and their total length
	in           [orders]values
}

// values are the strings of a list in one order, in the forms that functions take, contiguous in memory.
type values struct {
	strings []string
	lines   []byte // with a line feed after each value
	begins  []int  // of the lines, and the end of the last
	data    []byte
	offsets []int32
}

func lists() []*list { return newLists(corpus.Generated()) }

// perFile limits the strings of a file. With more, benchmarks would measure the memory.
const perFile = 4096

// batchLists returns the generated lists, one of long paths, and the files in the folder of IRI_CORPORA, with a string
// on each line.
func batchLists(b *testing.B) []*list {
	files, err := corpus.Folder(os.Getenv("IRI_CORPORA"))
	if err != nil {
		b.Fatal(err)
	}
	paths := corpus.Generate("paths", corpus.Path)
	paths.Texts = paths.Texts[:perFile]
	for i, f := range files {
		every := len(f.Texts)/perFile + 1
		files[i].Texts = slices.Collect(func(yield func(string) bool) {
			for k := 0; k < len(f.Texts) && yield(f.Texts[k]); k += every {
			}
		})
	}
	return newLists(slices.Concat(corpus.Generated(), []corpus.List{paths}, files))
}

func newLists(from []corpus.List) (all []*list) {
	for _, from := range from {
		l := &list{name: from.Name, count: len(from.Texts), bytes: from.Bytes()}
		for k, order := range indices(len(from.Texts)) {
			var shuffled []string
			for _, i := range order {
				shuffled = append(shuffled, from.Texts[i])
			}
			l.in[k] = newValues(shuffled)
		}
		all = append(all, l)
	}
	return all
}

func newValues(from []string) values {
	v := values{offsets: []int32{0}, begins: []int{0}}
	for _, s := range from {
		v.lines = append(append(v.lines, s...), '\n')
		v.begins = append(v.begins, len(v.lines))
		v.data = append(v.data, s...)
		v.offsets = append(v.offsets, int32(len(v.data)))
	}
	v.strings = strings.Split(string(v.lines[:len(v.lines)-1]), "\n")
	return v
}

func indices(n int) (in [orders][]int) {
	for k := range in {
		in[k] = rand.New(rand.NewPCG(3987, uint64(k))).Perm(n)
	}
	return in
}

// perString reports the time of an iteration for each string.
func perString(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/string")
}
