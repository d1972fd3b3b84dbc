package scan

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// A contestant judges a text.
type contestant struct {
	name string
	run  func(*uri.Language, string) bool
}

var contestants = []contestant{
	{"utf8", func(_ *uri.Language, text string) bool { return utf8.ValidString(text) }},
	{"Walk", func(a *uri.Language, text string) bool { var m dfa.Marks; return dfa.Locate(a.Automaton, text, &m) }},
	{"Match", func(a *uri.Language, text string) bool { return dfa.Match(a.Automaton, text) }},
	{"Portable", func(a *uri.Language, text string) bool { _, _, _, ok := Walk(a, text); return ok }},
	{"PortableValid", func(a *uri.Language, text string) bool { return PortableValid(a, text) }},
}

// BenchmarkLong measures long texts with a path of one kind.
func BenchmarkLong(b *testing.B) {
	for _, unit := range []string{"a/bc-d_e", "%E4%B8%AD", "é/", "中文"} {
		for _, size := range []int{64, 4 << 10, 64 << 10} {
			text := "http://www.example.org/" + strings.Repeat(unit, size/len(unit))
			for _, c := range contestants {
				b.Run(fmt.Sprintf("%s/%s/%d", c.name, unit, size), func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						c.run(tops[0], text)
					}
				})
			}
		}
	}
}
