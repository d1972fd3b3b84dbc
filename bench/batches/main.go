// Command batches measures how long package rule takes for many values at once, relative to
// utf8.Valid value by value.
//
//	go -C tools/compare run ./batches [-rounds N] [-folder FOLDER]
//
// It measures on generated lists and on the files *.txt of a folder, a text a line. Batches are of
// 1024 values, in turns with the others, in one process. A figure is the median of the rounds. At
// the end is a table in Markdown: the geometric mean over the lists, and in parentheses the worst
// list.
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
	"example.org/iri/bench/internal/race"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
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
	lists := append(corpus.Generated(), files...)
	var done []*outcome
	for _, l := range []struct {
		name  string
		level scan.Level
	}{{"AVX-512", scan.AVX512Batch}, {"AVX2", scan.AVX2}, {"plain Go", scan.NoVectors}} {
		scan.Limit(scan.Best)
		if scan.Limit(l.level) == l.level {
			done = append(done, report(os.Stdout, l.name, lists, *rounds))
		}
	}
	summary(os.Stdout, done)
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

// titles are what the table in Markdown says for the names.
var titles = []string{"", "`iri.Valid`, value by value", "`IRI.Lines`", "`IRIReference.Lines`", "`IRI.Column`", "`IRI.SplitLines`", "`IRI.SplitColumn`"}

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

// outcome is what came out at a level, for each name but the first.
type outcome struct {
	level       string
	mean, worst []float64
}

// report prints a table of all lists.
func report(w io.Writer, level string, lists []corpus.List, rounds int) *outcome {
	fmt.Fprintf(w, "%s\n%-16s %6s", level, "list", "bytes")
	for _, name := range names {
		fmt.Fprintf(w, " %11s", name)
	}
	fmt.Fprintln(w)
	o := &outcome{level, make([]float64, len(names)), make([]float64, len(names))}
	for _, from := range lists {
		l := newList(from)
		ns, ratios := race.Rounds(len(l.texts), l.field(), rounds)
		fmt.Fprintf(w, "%-16s %6.1f %11.1f", l.name, float64(len(l.data))/float64(len(l.texts)), race.Median(ns[0]))
		for i := 1; i < len(names); i++ {
			r := race.Median(ratios[i])
			o.mean[i] += math.Log(r) / float64(len(lists))
			o.worst[i] = max(o.worst[i], r)
			fmt.Fprintf(w, " %11.3f", r)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	return o
}

// summary prints a table of all levels, in Markdown.
func summary(w io.Writer, done []*outcome) {
	row, rule := "|", "|---"
	for _, o := range done {
		row, rule = row+" | "+o.level, rule+"|--:"
	}
	fmt.Fprintf(w, "%s |\n%s|\n", row, rule)
	for i := 1; i < len(names); i++ {
		fmt.Fprintf(w, "| %s |", titles[i])
		for _, o := range done {
			fmt.Fprintf(w, " %.2f (%.2f) |", math.Exp(o.mean[i]), o.worst[i])
		}
		fmt.Fprintln(w)
	}
}
