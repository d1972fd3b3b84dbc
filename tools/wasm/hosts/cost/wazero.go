package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
	"example.org/iri/tools/wasm/hosts"
)

// A contestant judges all texts of a list, and says how many are IRIs.
type contestant struct {
	name  string
	judge func(*list) int
}

// A list is texts as each contestant wants them.
type list struct {
	texts   []string
	data    []byte
	offsets []int32
	inside  column // the same in the memory of the reactor
}

// A column is pointers.
type column struct{ data, offsets, bitmap uint32 }

func newList(r *hosts.Reactor, texts []string) *list {
	l := &list{texts: texts, offsets: []int32{0}}
	for _, text := range texts {
		l.data = append(l.data, text...)
		l.offsets = append(l.offsets, int32(len(l.data)))
	}
	l.inside = column{r.Alloc(len(l.data)), r.Alloc(4 * len(l.offsets)), r.Alloc(len(texts)/8 + 1)}
	l.copy(r)
	return l
}

// copy copies the column into the memory of the reactor.
func (l *list) copy(r *hosts.Reactor) {
	copy(r.Read(l.inside.data, len(l.data)), l.data)
	copy(r.Read(l.inside.offsets, 4*len(l.offsets)), hosts.Offsets(l.offsets))
}

// underWazero prints the table of native Go and wazero.
func underWazero(ctx context.Context, wasm string, lists []corpus.List, rounds int) error {
	begin := time.Now()
	r, err := hosts.Open(ctx, wasm)
	if err != nil {
		return err
	}
	opened := time.Since(begin)
	defer r.Close()
	var measured []*list
	for _, l := range lists {
		measured = append(measured, newList(r, l.Texts))
	}
	field := contestants(r)
	times, err := measure(field, measured, rounds)
	if err != nil {
		return err
	}
	table(field, lists, times)
	fmt.Printf("To compile the reactor and make an instance of it took wazero %.1f s.\n\n", opened.Seconds())
	return nil
}

func contestants(r *hosts.Reactor) []contestant {
	number := r.Call("iri_rule", "IRI")
	in := r.Alloc(4096)
	return []contestant{
		{"native `rule.IRI.ValidString`", func(l *list) (n int) {
			for _, text := range l.texts {
				if rule.IRI.ValidString(text) {
					n++
				}
			}
			return n
		}},
		{"wazero `iri_valid`, text copied", func(l *list) (n int) {
			for _, text := range l.texts {
				copy(r.Read(in, len(text)), text)
				if r.Valid(number, in, uint32(len(text))) {
					n++
				}
			}
			return n
		}},
		{"native `rule.IRI.Column`", func(l *list) int {
			var b rule.Batch
			rule.IRI.Column(&b, l.data, l.offsets)
			return b.Count
		}},
		{"wazero `iri_column`, column copied", func(l *list) int {
			l.copy(r)
			return l.column(r, number)
		}},
		{"wazero `iri_column`, column in place", func(l *list) int { return l.column(r, number) }},
	}
}

func (l *list) column(r *hosts.Reactor, number int32) int {
	return int(r.Call("iri_column", number, l.inside.offsets, uint32(len(l.texts)), l.inside.data, l.inside.bitmap))
}

// measure lets all take turns. It returns the time of each for a text, by list and round, in
// nanoseconds.
func measure(field []contestant, measured []*list, rounds int) (times [][][]float64, err error) {
	times = make([][][]float64, len(field))
	for i := range times {
		times[i] = make([][]float64, len(measured))
	}
	for range rounds {
		for i, c := range field {
			for j, l := range measured {
				begin := time.Now()
				n := c.judge(l)
				times[i][j] = append(times[i][j], float64(time.Since(begin).Nanoseconds())/float64(len(l.texts)))
				if n != len(l.texts) {
					return nil, fmt.Errorf("%s takes %d of %d texts for IRIs", c.name, n, len(l.texts))
				}
			}
		}
	}
	return times, nil
}

// table prints medians.
func table(field []contestant, lists []corpus.List, times [][][]float64) {
	fmt.Printf("A text in Go, in nanoseconds\n\n| |")
	for _, l := range lists {
		fmt.Printf(" %s |", l.Name)
	}
	fmt.Println("\n|---|" + strings.Repeat("--:|", len(lists)))
	for i, c := range field {
		fmt.Printf("| %s |", c.name)
		for _, all := range times[i] {
			slices.Sort(all)
			fmt.Printf(" %.0f |", all[len(all)/2])
		}
		fmt.Println()
	}
	fmt.Println()
}
