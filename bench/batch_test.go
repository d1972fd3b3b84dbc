package bench

import (
	"bytes"
	"slices"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
)

const perBatch = 1024

// BenchmarkBatch/tier=TIER/list=LIST/func=NAME validates a list, a batch in each call, or validates or splits it, a
// value in each call; bytes.IndexByte finds lines.
func BenchmarkBatch(b *testing.B) {
	var batch rule.Batch
	all := batchLists(b)
	for _, tier := range batchTiers() {
		for _, l := range all {
			for _, f := range []struct {
				name string
				run  func(v *values, from, to int)
			}{
				{"utf8.Valid", single(utf8.Valid)},
				{"iri.Valid", single(iri.Valid)},
				{"iri.Split", single(split)},
				{"iri.Valid_of_lines", singleLines(iri.Valid)},
				{"iri.Split_of_lines", singleLines(split)},
				{"rule.IRI.Lines", func(v *values, from, to int) { rule.IRI.Lines(&batch, v.batch(from, to)) }},
				{"rule.IRI.Column", func(v *values, from, to int) { rule.IRI.Column(&batch, v.data, v.offsets[from:to+1]) }},
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

// batchTiers returns the tiers, and one for AVX-512 without the instructions that batches need.
func batchTiers() []Tier {
	list := Tiers()
	if list[0].level == scan.AVX512Batch {
		list = slices.Insert(list, 1, Tier{"AVX-512F", scan.AVX512})
	}
	return list
}

// split reports whether iri.Split returns no error.
func split(p []byte) bool {
	_, err := iri.Split(p)
	return err == nil
}

// single calls a function for each value.
func single(valid func([]byte) bool) func(*values, int, int) {
	return func(v *values, from, to int) {
		for i := from; i < to; i++ {
			valid(v.data[v.offsets[i]:v.offsets[i+1]])
		}
	}
}

// singleLines finds lines and calls a function for each.
func singleLines(valid func([]byte) bool) func(*values, int, int) {
	return func(v *values, from, to int) {
		for left := v.batch(from, to); len(left) > 0; {
			end := bytes.IndexByte(left, '\n')
			valid(left[:end])
			left = left[end+1:]
		}
	}
}

func (v *values) batch(from, to int) []byte { return v.lines[v.begins[from]:v.begins[to]] }
