// Command batches measures how long package rule takes for many values at once, relative to
// utf8.Valid value by value.
//
//	go -C tools/compare run ./batches [-rounds N] [-folder FOLDER]
//
// It measures on generated lists and on the files *.txt of a folder, a text a line. Batches are of
// 1024 values, in turns with the others, in one process. A figure is the median of the rounds. The
// last lines are the geometric mean over the lists and the worst list.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
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

// list is texts in the forms that contestants want.
type list struct {
	name    string
	texts   [][]byte // parts of lines, so that all but columns read the same memory
	lines   []byte   // with a line feed behind each
	begins  []int    // of the lines, and the end of the last
	data    []byte
	offsets []int32
	batch   rule.Batch
	splits  rule.Splits
	count   int
}

func newList(from corpus.List) *list {
	l := &list{name: from.Name, offsets: []int32{0}, begins: []int{0}}
	for _, text := range from.Texts {
		l.lines = append(append(l.lines, text...), '\n')
		l.begins = append(l.begins, len(l.lines))
		l.data = append(l.data, text...)
		l.offsets = append(l.offsets, int32(len(l.data)))
	}
	for line := range bytes.Lines(l.lines) {
		l.texts = append(l.texts, line[:len(line)-1])
	}
	return l
}

// each returns a runner of a function on single texts.
func (l *list) each(valid func([]byte) bool) race.Runner {
	return timed(func(from, to int) {
		for _, text := range l.texts[from:to] {
			if valid(text) {
				l.count++
			}
		}
	})
}

func (l *list) part(from, to int) []byte { return l.lines[l.begins[from]:l.begins[to]] }

func timed(run func(from, to int)) race.Runner {
	return func(from, to int) float64 {
		begin := time.Now()
		run(from, to)
		return float64(time.Since(begin).Nanoseconds())
	}
}

var names = []string{"utf8.Valid", "iri.Valid", "Lines", "references", "Column", "SplitLines", "SplitColumn"}

// field returns the contestants of these names.
func (l *list) field() []race.Runner {
	return []race.Runner{
		l.each(utf8.Valid), l.each(iri.Valid),
		timed(func(from, to int) { rule.IRI.Lines(&l.batch, l.part(from, to)) }),
		timed(func(from, to int) { rule.IRIReference.Lines(&l.batch, l.part(from, to)) }),
		timed(func(from, to int) { rule.IRI.Column(&l.batch, l.data, l.offsets[from:to+1]) }),
		timed(func(from, to int) { rule.IRI.SplitLines(&l.splits, l.part(from, to)) }),
		timed(func(from, to int) { rule.IRI.SplitColumn(&l.splits, l.data, l.offsets[from:to+1]) }),
	}
}

// report prints a table of all lists.
func report(w io.Writer, lists []corpus.List, rounds int) {
	fmt.Fprintf(w, "%-16s %6s", "list", "bytes")
	for _, name := range names {
		fmt.Fprintf(w, " %11s", name)
	}
	fmt.Fprintln(w)
	mean, worst := make([]float64, len(names)), make([]float64, len(names))
	for _, from := range lists {
		l := newList(from)
		ns, ratios := race.Rounds(len(l.texts), l.field(), rounds)
		fmt.Fprintf(w, "%-16s %6.1f %11.1f", l.name, float64(len(l.data))/float64(len(l.texts)), race.Median(ns[0]))
		for i := 1; i < len(names); i++ {
			r := race.Median(ratios[i])
			mean[i] += math.Log(r) / float64(len(lists))
			worst[i] = max(worst[i], r)
			fmt.Fprintf(w, " %11.3f", r)
		}
		fmt.Fprintln(w)
	}
	row := func(name string, figure func(i int) float64) {
		fmt.Fprintf(w, "%-35s", name)
		for i := 1; i < len(names); i++ {
			fmt.Fprintf(w, " %11.3f", figure(i))
		}
		fmt.Fprintln(w)
	}
	row("mean", func(i int) float64 { return math.Exp(mean[i]) })
	row("worst", func(i int) float64 { return worst[i] })
	fmt.Fprintln(w)
}
