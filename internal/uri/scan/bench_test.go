package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// A contestant returns how many texts it takes for valid.
type contestant[Texts any] struct {
	name string
	run  func(*uri.Language, Texts) int
}

// contestants is what is measured text by text, the reference first.
func contestants() []contestant[[]string] {
	all := []contestant[[]string]{
		{"utf8", func(_ *uri.Language, texts []string) (n int) {
			for _, text := range texts {
				if utf8.ValidString(text) {
					n++
				}
			}
			return n
		}},
		{"Walk", func(a *uri.Language, texts []string) (n int) {
			for _, text := range texts {
				var m dfa.Marks
				if dfa.Locate(a.Automaton, text, &m) {
					n++
				}
			}
			return n
		}},
		{"Match", func(a *uri.Language, texts []string) (n int) {
			for _, text := range texts {
				if dfa.Match(a.Automaton, text) {
					n++
				}
			}
			return n
		}},
	}
	return append(all,
		contestant[[]string]{"Portable", func(a *uri.Language, texts []string) (n int) {
			for _, text := range texts {
				if _, _, _, ok := Walk(a, text); ok {
					n++
				}
			}
			return n
		}},
		contestant[[]string]{"PortableValid", func(a *uri.Language, texts []string) (n int) {
			for _, text := range texts {
				if PortableValid(a, text) {
					n++
				}
			}
			return n
		}})
}

// BenchmarkTiers/RULE/LIST runs all contestants in turn, chunk by chunk, so that a
// noisy machine is noisy for all of them alike. It reports the median ns a text of
// each and r, its ratio to utf8.Valid.
func BenchmarkTiers(b *testing.B) {
	for _, a := range tops[:2] {
		for _, l := range lists(b) {
			chunks := slices.Collect(slices.Chunk(l.Texts, 1024))
			b.Run(a.Name+"/"+l.Name, func(b *testing.B) { compare(b, a, contestants(), chunks, len(l.Texts)) })
		}
	}
}

func compare[Texts any](b *testing.B, a *uri.Language, all []contestant[Texts], chunks []Texts, texts int) {
	rounds := make([][]float64, len(all))
	for b.Loop() {
		ns := make([]float64, len(all))
		for first, chunk := range chunks {
			for i := range all {
				k := (first + i) % len(all)
				begin := time.Now()
				all[k].run(a, chunk)
				ns[k] += float64(time.Since(begin).Nanoseconds())
			}
		}
		for k := range all {
			rounds[k] = append(rounds[k], ns[k]/float64(texts))
		}
	}
	b.ReportMetric(0, "ns/op") // says nothing here
	reference := median(rounds[0])
	for k, c := range all {
		ns := median(rounds[k])
		b.ReportMetric(ns, c.name+"-ns")
		if k > 0 {
			b.ReportMetric(ns/reference, c.name+"-r")
		}
	}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// BenchmarkLong measures long texts with a path of one kind.
func BenchmarkLong(b *testing.B) {
	for _, unit := range []string{"a/bc-d_e", "%E4%B8%AD", "é/", "中文"} {
		for _, size := range []int{64, 4 << 10, 64 << 10} {
			text := "http://www.example.org/" + strings.Repeat(unit, size/len(unit))
			for _, c := range contestants() {
				b.Run(fmt.Sprintf("%s/%s/%d", c.name, unit, size), func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					texts := []string{text}
					for b.Loop() {
						c.run(tops[0], texts)
					}
				})
			}
		}
	}
}
