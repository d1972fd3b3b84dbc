// Command batches measures how long package rule takes for many values at once, relative to
// utf8.Valid value by value.
//
//	go -C tools/compare run ./batches [-rounds N] [-folder FOLDER]
//
// It measures on generated lists and on the files *.txt of a folder, a text a line. All is timed in
// one process, in turns. A figure is the median of the rounds. The last lines are the geometric mean
// over the lists and the worst list.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/corpus"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
	"example.org/iri/tools/compare/internal/race"
)

func main() {
	rounds := flag.Int("rounds", 31, "passes over each list")
	folder := flag.String("folder", "", "folder of `files` *.txt, a text a line")
	flag.Parse()
	files, err := corpus.Folder(*folder)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Printf("%s, %s, %d rounds\n\n", race.Machine(), race.Golang(), *rounds)
	for _, level := range []scan.Level{scan.Best, scan.AVX2} {
		scan.Limit(scan.Best)
		if scan.Limit(level) == level {
			fmt.Printf("level %d\n", level)
			report(os.Stdout, append(corpus.Generated(), files...), *rounds)
		}
	}
}

// A contestant does something with all texts of a list.
type contestant struct {
	name string
	run  func(l *list)
}

// list is the texts of one in the forms that contestants want.
type list struct {
	name    string
	texts   [][]byte // parts of lines, so that all but columns read the same memory
	lines   []byte   // with a line feed behind each
	data    []byte
	offsets []int32
	batch   rule.Batch
	splits  rule.Splits
	count   int
}

func newList(from corpus.List) *list {
	l := &list{name: from.Name, offsets: []int32{0}}
	for _, text := range from.Texts {
		l.lines = append(append(l.lines, text...), '\n')
		l.data = append(l.data, text...)
		l.offsets = append(l.offsets, int32(len(l.data)))
	}
	for line := range bytes.Lines(l.lines) {
		l.texts = append(l.texts, line[:len(line)-1])
	}
	return l
}

var field = []contestant{
	{"utf8.Valid", func(l *list) {
		for _, text := range l.texts {
			if utf8.Valid(text) {
				l.count++
			}
		}
	}},
	{"iri.Valid", func(l *list) {
		for _, text := range l.texts {
			if iri.Valid(text) {
				l.count++
			}
		}
	}},
	{"Lines", func(l *list) { rule.IRI.Lines(&l.batch, l.lines) }},
	{"references", func(l *list) { rule.IRIReference.Lines(&l.batch, l.lines) }},
	{"Column", func(l *list) { rule.IRI.Column(&l.batch, l.data, l.offsets) }},
	{"SplitLines", func(l *list) { rule.IRI.SplitLines(&l.splits, l.lines) }},
	{"SplitColumn", func(l *list) { rule.IRI.SplitColumn(&l.splits, l.data, l.offsets) }},
}

// report prints a table of all lists.
func report(w io.Writer, lists []corpus.List, rounds int) {
	fmt.Fprintf(w, "%-16s %6s", "list", "bytes")
	for _, c := range field {
		fmt.Fprintf(w, " %11s", c.name)
	}
	fmt.Fprintln(w)
	mean, worst := make([]float64, len(field)), make([]float64, len(field))
	for _, from := range lists {
		l := newList(from)
		ns := measure(l, rounds)
		fmt.Fprintf(w, "%-16s %6.1f", l.name, float64(len(l.data))/float64(len(l.texts)))
		for i, t := range ns {
			r := t / ns[0]
			mean[i] += math.Log(r) / float64(len(lists))
			worst[i] = max(worst[i], r)
			if i == 0 {
				r = t
			}
			fmt.Fprintf(w, " %11.3f", r)
		}
		fmt.Fprintln(w)
	}
	row := func(name string, figure func(i int) float64) {
		fmt.Fprintf(w, "%-16s %6s %11s", name, "", "")
		for i := 1; i < len(field); i++ {
			fmt.Fprintf(w, " %11.3f", figure(i))
		}
		fmt.Fprintln(w)
	}
	row("mean", func(i int) float64 { return math.Exp(mean[i]) })
	row("worst", func(i int) float64 { return worst[i] })
	fmt.Fprintln(w)
}

// measure returns the ns a text of each contestant.
func measure(l *list, rounds int) (median []float64) {
	all := make([][]float64, len(field))
	random := rand.New(rand.NewPCG(3987, 3986))
	for range rounds {
		for _, i := range random.Perm(len(field)) {
			begin := time.Now()
			field[i].run(l)
			all[i] = append(all[i], float64(time.Since(begin).Nanoseconds())/float64(len(l.texts)))
		}
	}
	for _, ns := range all {
		slices.Sort(ns)
		median = append(median, ns[len(ns)/10])
	}
	return median
}
