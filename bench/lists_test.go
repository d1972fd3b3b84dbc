package bench

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit/corpus"
)

// orders is in how many orders benchmarks iterate over a list, one after the other. A processor learns
// a sequence by heart if it meets it again, even one of 8,192 strings.
const orders = 16

// A list is strings in several orders.
type list struct {
	name         string
	count, bytes int // strings, and how long they are
	in           [orders]values
}

// values are the strings of a list in an order, in the forms that functions take. They lie one after
// the other in memory.
type values struct {
	strings []string
	lines   []byte // with a line feed after each value
	begins  []int  // of the lines, and the end of the last
	data    []byte
	offsets []int32
}

// lists returns the generated lists.
func lists() []*list { return newLists(corpus.Generated()) }

// perFile is how many strings of a file are used at most. With more, in all orders, benchmarks would
// measure the memory.
const perFile = 4096

// batchLists returns the generated lists, one of long paths, and the files of the folder that
// IRI_CORPORA names, a string a line.
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

// indices returns the indices of n strings in several orders.
func indices(n int) (in [orders][]int) {
	for k := range in {
		in[k] = rand.New(rand.NewPCG(3987, uint64(k))).Perm(n)
	}
	return in
}

// perString reports the time of an iteration by its strings.
func perString(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/string")
}
