package bench

import (
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/rule"
)

// perBatch is how many values a batch has.
const perBatch = 1024

// BenchmarkBatch/tier=TIER/list=LIST/func=NAME validates or splits the values of a list, a batch a
// call; the first two functions take a value a call.
func BenchmarkBatch(b *testing.B) {
	var batch rule.Batch
	var splits rule.Batch
	all := lists()
	for _, tier := range Tiers() {
		for _, l := range all {
			for _, f := range []struct {
				name string
				run  func(v *values, from, to int)
			}{
				{"utf8.Valid", single(utf8.ValidString)},
				{"iri.Valid", single(iri.ValidString)},
				{"rule.IRI.Lines", func(v *values, from, to int) { rule.IRI.Lines(&batch, v.batch(from, to)) }},
				{"rule.IRI.Column", func(v *values, from, to int) { rule.IRI.Column(&batch, v.data, v.offsets[from:to+1]) }},
				{"rule.IRI.SplitLines", func(v *values, from, to int) { rule.IRI.SplitLines(&splits, v.batch(from, to)) }},
				{"rule.IRI.SplitColumn", func(v *values, from, to int) { rule.IRI.SplitColumn(&splits, v.data, v.offsets[from:to+1]) }},
			} {
				b.Run("tier="+tier.Name+"/list="+l.name+"/func="+f.name, func(b *testing.B) {
					defer tier.Use()()
					b.SetBytes(int64(l.bytes))
					for k := 0; b.Loop(); k++ {
						for from := 0; from < l.count; from += perBatch {
							f.run(&l.in[k%orders], from, min(from+perBatch, l.count))
						}
					}
					perString(b, l.count)
				})
			}
		}
	}
}

// single calls a function for each value.
func single(valid func(string) bool) func(*values, int, int) {
	return func(v *values, from, to int) {
		for _, s := range v.strings[from:to] {
			valid(s)
		}
	}
}

// batch returns the lines of some values.
func (v *values) batch(from, to int) []byte { return v.lines[v.begins[from]:v.begins[to]] }
