package iri_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
)

// lists returns four generated lists and the files of the folder that IRI_CORPORA
// names, a text a line.
func lists(tb testing.TB) []corpus.List {
	files, err := corpus.Folder(os.Getenv("IRI_CORPORA"))
	if err != nil {
		tb.Fatal(err)
	}
	return append(corpus.Generated(), files...)
}

// contestants are what the benchmarks run: on strings, since url.Parse takes no bytes.
var contestants = []struct {
	name string
	run  func(text string) bool
}{
	{"Valid", iri.ValidString},
	{"Split", func(text string) bool { _, err := iri.SplitString(text); return err == nil }},
	{"ValidReference", iri.ValidReferenceString},
	{"SplitReference", func(text string) bool { _, err := iri.SplitReferenceString(text); return err == nil }},
	{"IndexByte", func(text string) bool { return strings.IndexByte(text, 0) >= 0 }}, // reads all of it
	{"utf8.Valid", utf8.ValidString},
	{"url.Parse", func(text string) bool { _, err := url.Parse(text); return err == nil }},
}

// BenchmarkList/NAME/LIST passes over a list; its ns/op are for the whole list.
func BenchmarkList(b *testing.B) {
	for _, c := range contestants {
		for _, l := range lists(b) {
			b.Run(c.name+"/"+l.Name, func(b *testing.B) {
				b.SetBytes(int64(l.Bytes()))
				b.ReportAllocs()
				for b.Loop() {
					for _, text := range l.Texts {
						c.run(text)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(l.Texts)), "ns/text")
			})
		}
	}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// BenchmarkLength/NAME/LENGTH measures a text of a length, again and again: branches
// are predicted, which they are not in lists.
func BenchmarkLength(b *testing.B) {
	for _, length := range []int{2, 8, 16, 31, 32, 33, 48, 63, 64, 65, 66, 67, 96, 127, 128, 129, 256, 4 << 10, 64 << 10} {
		text := ("a:" + strings.Repeat("a/bc-d_e", length/8+1))[:length]
		if length > 24 {
			text = ("http://www.example.org/" + strings.Repeat("a/bc-d_e", length/8))[:length]
		}
		for _, c := range contestants {
			b.Run(fmt.Sprintf("%s/%d", c.name, length), func(b *testing.B) {
				b.SetBytes(int64(length))
				for b.Loop() {
					c.run(text)
				}
			})
		}
	}
}

// BenchmarkBatch/LIST compares calls for a whole list with those for each text, all
// of which leave a bitmap.
func BenchmarkBatch(b *testing.B) {
	for _, l := range lists(b) {
		var text, data []byte
		offsets := []int32{0}
		for _, s := range l.Texts {
			text = append(append(text, s...), '\n')
			data = append(data, s...)
			offsets = append(offsets, int32(len(data)))
		}
		var batch rule.Batch
		var splits rule.Splits
		bitmap, parts := make([]byte, len(l.Texts)/8+1), make([]iri.Parts, len(l.Texts))
		b.Run(l.Name, func(b *testing.B) {
			calls := []struct {
				name string
				run  func()
			}{
				{"Valid", func() {
					clear(bitmap)
					for i := range l.Texts {
						if iri.Valid(data[offsets[i]:offsets[i+1]]) {
							bitmap[i/8] |= 1 << (i % 8)
						}
					}
				}},
				{"Column", func() { rule.IRI.Column(&batch, data, offsets) }},
				{"Lines", func() { rule.IRI.Lines(&batch, text) }},
				{"Parse", func() {
					clear(bitmap)
					for i := range l.Texts {
						var err error
						if parts[i], err = iri.Split(data[offsets[i]:offsets[i+1]]); err == nil {
							bitmap[i/8] |= 1 << (i % 8)
						}
					}
				}},
				{"SplitValid", func() {
					clear(bitmap)
					for i, rest := 0, text; len(rest) > 0; i++ {
						var line []byte
						if line, rest, _ = bytes.Cut(rest, []byte{'\n'}); iri.Valid(line) {
							bitmap[i/8] |= 1 << (i % 8)
						}
					}
				}},
				{"SplitColumn", func() { rule.IRI.SplitColumn(&splits, data, offsets) }},
			}
			rounds := make([][]float64, len(calls))
			for b.Loop() {
				for i, c := range calls {
					begin := time.Now()
					c.run()
					rounds[i] = append(rounds[i], float64(time.Since(begin).Nanoseconds())/float64(len(l.Texts)))
				}
			}
			b.ReportMetric(0, "ns/op") // says nothing here
			for i, c := range calls {
				b.ReportMetric(median(rounds[i]), c.name+"-ns")
			}
		})
	}
}

// BenchmarkHTTP/RULE/LENGTH measures a rule of HTTP that goes by the plan of another language: its time
// relative to that of rule URI-reference for the same text, as it has two slashes in front if it is
// an authority.
func BenchmarkHTTP(b *testing.B) {
	path := "/api/v1/users/12345/orders" + strings.Repeat("/item_4711/section-name", 20)
	var texts []string
	for _, length := range []int{10, 40, 120, 400} {
		texts = append(texts, path[:length-8]+"?page=42")
	}
	texts = append(texts, "/wiki/%E6%9D%B1%E4%BA%AC?q=caf%C3%A9")
	for _, x := range []struct {
		rule.Splitter
		head, less string
		texts      []string
	}{
		{rule.OriginForm, "", "", texts},
		{rule.HTTPURI, "http://www.example.org", "", texts},
		{rule.HostField, "//", "//", []string{"example.com", "www.example.org:8080", "static.assets.example.org"}},
	} {
		for _, text := range x.texts {
			whole := x.head + text
			part := whole[len(x.less):]
			b.Run(fmt.Sprintf("%v/%d", x.Splitter, len(part)), func(b *testing.B) {
				ns := interleaved(b,
					func() { rule.URIReference.ValidString(whole) },
					func() { x.ValidString(part) },
					func() { rule.URIReference.SplitString(whole) },
					func() { x.SplitString(part) },
				)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(ns[1], "Valid-ns")
				b.ReportMetric(ns[1]/ns[0], "Valid/reference")
				b.ReportMetric(ns[3], "Split-ns")
				b.ReportMetric(ns[3]/ns[2], "Split/reference")
			})
		}
	}
}

// BenchmarkWrong/TIER/LENGTH/KIND measures texts that are wrong near their end: Valid and Check, the
// time of Valid relative to that of a valid text of the same length, and the time of Check and Parse
// relative to what the automaton alone takes to find the place.
func BenchmarkWrong(b *testing.B) {
	a := automaton(rule.IRI.Rule)
	defer scan.Limit(scan.Best)
	for _, level := range []scan.Level{scan.AVX512, scan.AVX2, scan.NoVectors} {
		for _, length := range []int{24, 32, 39, 60, 200, 4096} {
			good := ("http://example.org/" + strings.Repeat("a/bc-d_e", length/8))[:length]
			for _, kind := range []string{" ", "<", "%zz", "[", "\x80", "\ue000", "#a#"} {
				wrong := good[:length-5] + kind + good[length-5+len(kind):]
				b.Run(fmt.Sprintf("%d/%d/%+q", level, length, kind), func(b *testing.B) {
					if scan.Limit(scan.Best); scan.Limit(level) != level {
						b.Skip("not on this processor")
					}
					ns := interleaved(b,
						func() { iri.ValidString(good) },
						func() { iri.ValidString(wrong) },
						func() { dfa.Last(a, a.Start, wrong) },
						func() { rule.IRI.CheckString(wrong) },
						func() { iri.SplitString(wrong) },
						func() { allocated = new(iri.SyntaxError) },
					)
					b.ReportMetric(0, "ns/op")
					b.ReportMetric(ns[0], "good-ns")
					b.ReportMetric(ns[1], "Valid-ns")
					b.ReportMetric(ns[3], "Check-ns")
					b.ReportMetric(ns[1]/ns[0], "Valid/good")
					b.ReportMetric((ns[3]-ns[5])/ns[2], "Check/walk")
					b.ReportMetric((ns[4]-ns[5])/ns[2], "Parse/walk")
				})
			}
		}
	}
}

var allocated *iri.SyntaxError

// interleaved returns the median ns of each call.
func interleaved(b *testing.B, calls ...func()) []float64 {
	const repeat = 256
	rounds := make([][]float64, len(calls))
	for b.Loop() {
		for i, call := range calls {
			begin := time.Now()
			for range repeat {
				call()
			}
			rounds[i] = append(rounds[i], float64(time.Since(begin).Nanoseconds())/repeat)
		}
	}
	ns := make([]float64, len(calls))
	for i := range ns {
		ns[i] = median(rounds[i])
	}
	return ns
}

// BenchmarkClassify compares one walk for eight languages with the walk for one.
func BenchmarkClassify(b *testing.B) {
	text := []byte("https://example.org/path/to/something?query=1#frag")
	one := automaton(rule.IRI.Rule)
	b.Run("Classify", func(b *testing.B) {
		for b.Loop() {
			rule.Classify(text)
		}
	})
	b.Run("Match", func(b *testing.B) {
		for b.Loop() {
			dfa.Match(one, text)
		}
	})
}
