package iri_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/scan"
)

// A list is texts to measure with: varied ones, since a branch predictor learns
// a single text by heart.
type list struct {
	name  string
	texts []string
	bytes int64
}

func newList(name string, texts []string) list {
	l := list{name: name, texts: texts}
	for _, text := range texts {
		l.bytes += int64(len(text))
	}
	return l
}

// lists returns four generated lists and the files of the folder that IRI_CORPORA
// names, a text a line.
func lists(tb testing.TB) []list {
	const n = 8192
	all := []list{
		generate("url", n, genURL),
		generate("rdf", n, genRDF),
		generate("intl", n, genIntl),
		generate("pct", n, genPct),
	}
	folder := os.Getenv("IRI_CORPORA")
	if folder == "" {
		return all
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no *.txt in %s (%v)", folder, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		all = append(all, newList(strings.TrimSuffix(filepath.Base(file), ".txt"), lines))
	}
	return all
}

func generate(name string, n int, one func(*rand.Rand) string) list {
	r := rand.New(rand.NewPCG(3987, 3986))
	texts := make([]string, n)
	for i := range texts {
		texts[i] = one(r)
	}
	return newList(name, texts)
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// word makes a word of syllables.
func word(r *rand.Rand, syllables []string, most int) string {
	var b strings.Builder
	for range 1 + r.IntN(most) {
		b.WriteString(pick(r, syllables))
	}
	return b.String()
}

var (
	latin    = strings.Fields("ba con de fi gra ho in jo ka lo mi new on pro qui re sta ti un ver web x-y zo 1 20 net _a")
	cyrillic = strings.Fields("ба во где жи ка ло мо ни про ра ст ту хо чи")
	accents  = strings.Fields("é à ña ü ö ço ß ère ió å")
	han      = strings.Fields("中 文 国 际 化 资 源 标 识 東 京 日 本")
	tlds     = strings.Fields("com org net de co.uk info edu")
)

func genHost(r *rand.Rand) string {
	return pick(r, []string{"", "www.", "www.", "en."}) + word(r, latin, 4) + "." + pick(r, tlds)
}

func genPath(r *rand.Rand, syllables []string, segments int) string {
	var b strings.Builder
	for range r.IntN(segments + 1) {
		b.WriteString("/" + word(r, syllables, 4))
	}
	return b.String()
}

func genURL(r *rand.Rand) string {
	u := pick(r, []string{"http://", "https://"}) + genHost(r) + genPath(r, latin, 5)
	switch r.IntN(5) {
	case 0:
		u += "/index.html"
	case 1:
		u += "?" + word(r, latin, 2) + "=" + word(r, latin, 3) + "&id=" + fmt.Sprint(r.IntN(1e6))
	case 2:
		u += "/"
	}
	return u
}

func genRDF(r *rand.Rand) string {
	return pick(r, []string{
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#",
		"http://www.w3.org/2000/01/rdf-schema#",
		"http://xmlns.example/foaf/0.1/",
		"http://data.example.org/ontology#",
		"urn:uuid:f81d4fae-7dec-11d0-a765-",
	}) + word(r, latin, 5)
}

func genIntl(r *rand.Rand) string {
	script := pick(r, [][]string{append(accents, latin...), cyrillic, han})
	return "http://" + word(r, script, 3) + "." + genHost(r) + "/wiki" + genPath(r, script, 3) + "/" + word(r, script, 6)
}

func genPct(r *rand.Rand) string {
	var u strings.Builder
	u.WriteString("http://" + genHost(r) + "/")
	for _, c := range []byte(word(r, han, 6) + word(r, latin, 3)) {
		if c >= 0x80 {
			fmt.Fprintf(&u, "%%%02X", c)
		} else {
			u.WriteByte(c)
		}
	}
	return u.String()
}

// contestants are what the benchmarks run: on strings, since url.Parse takes no bytes.
var contestants = []struct {
	name string
	run  func(text string) bool
}{
	{"Valid", iri.ValidString},
	{"Parse", func(text string) bool { _, err := iri.ParseString(text); return err == nil }},
	{"ValidReference", iri.ValidReferenceString},
	{"ParseReference", func(text string) bool { _, err := iri.ParseReferenceString(text); return err == nil }},
	{"IndexByte", func(text string) bool { return strings.IndexByte(text, 0) >= 0 }}, // reads all of it
	{"utf8.Valid", utf8.ValidString},
	{"url.Parse", func(text string) bool { _, err := url.Parse(text); return err == nil }},
}

// BenchmarkList/NAME/LIST passes over a list; its ns/op are for the whole list.
func BenchmarkList(b *testing.B) {
	for _, c := range contestants {
		for _, l := range lists(b) {
			b.Run(c.name+"/"+l.name, func(b *testing.B) {
				b.SetBytes(l.bytes)
				b.ReportAllocs()
				for b.Loop() {
					for _, text := range l.texts {
						c.run(text)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(l.texts)), "ns/text")
			})
		}
	}
}

// BenchmarkCompare/LIST runs all contestants in turn, chunk by chunk, so that a
// noisy machine is noisy for all of them alike. It reports the median ns a text
// of each and how many times faster than url.Parse that is. For other tiers than
// the best and other rivals see tools/compare.
func BenchmarkCompare(b *testing.B) {
	for _, l := range lists(b) {
		b.Run(l.name, func(b *testing.B) {
			rounds := make([][]float64, len(contestants))
			for b.Loop() {
				for i, ns := range round(l) {
					rounds[i] = append(rounds[i], ns)
				}
			}
			b.ReportMetric(0, "ns/op") // says nothing here
			reference := median(rounds[len(rounds)-1])
			for i, c := range contestants {
				ns := median(rounds[i])
				b.ReportMetric(ns, c.name+"-ns")
				b.ReportMetric(reference/ns, "url/"+c.name)
			}
		})
	}
}

// round returns the ns a text of each contestant over the list.
func round(l list) []float64 {
	ns := make([]float64, len(contestants))
	first := 0
	for chunk := range slices.Chunk(l.texts, 1024) {
		for i := range contestants {
			k := (first + i) % len(contestants)
			begin := time.Now()
			for _, text := range chunk {
				contestants[k].run(text)
			}
			ns[k] += float64(time.Since(begin).Nanoseconds())
		}
		first++
	}
	for i := range ns {
		ns[i] /= float64(len(l.texts))
	}
	return ns
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
		for _, s := range l.texts {
			text = append(append(text, s...), '\n')
			data = append(data, s...)
			offsets = append(offsets, int32(len(data)))
		}
		var batch iri.Batch
		withParts := iri.Batch{Parts: []iri.Parts{}}
		bitmap, parts := make([]byte, len(l.texts)/8+1), make([]iri.Parts, len(l.texts))
		b.Run(l.name, func(b *testing.B) {
			calls := []struct {
				name string
				run  func()
			}{
				{"Valid", func() {
					clear(bitmap)
					for i := range l.texts {
						if iri.Valid(data[offsets[i]:offsets[i+1]]) {
							bitmap[i/8] |= 1 << (i % 8)
						}
					}
				}},
				{"Column", func() { iri.IRI.Column(&batch, data, offsets) }},
				{"Lines", func() { iri.IRI.Lines(&batch, text) }},
				{"Parse", func() {
					clear(bitmap)
					for i := range l.texts {
						var err error
						if parts[i], err = iri.Parse(data[offsets[i]:offsets[i+1]]); err == nil {
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
				{"ColumnParts", func() { iri.IRI.Column(&withParts, data, offsets) }},
			}
			rounds := make([][]float64, len(calls))
			for b.Loop() {
				for i, c := range calls {
					begin := time.Now()
					c.run()
					rounds[i] = append(rounds[i], float64(time.Since(begin).Nanoseconds())/float64(len(l.texts)))
				}
			}
			b.ReportMetric(0, "ns/op") // says nothing here
			for i, c := range calls {
				b.ReportMetric(median(rounds[i]), c.name+"-ns")
			}
		})
	}
}

// BenchmarkWrong/TIER/LENGTH/KIND measures texts that are wrong near their end: the
// time of Valid relative to that of a valid text of the same length, and the time
// of Check and Parse relative to what the automaton alone takes to find the place.
func BenchmarkWrong(b *testing.B) {
	a := iri.IRI.Automaton()
	defer scan.Limit(scan.AVX512)
	for _, level := range []scan.Level{scan.AVX512, scan.AVX2, scan.NoVectors} {
		for _, length := range []int{24, 60, 200, 4096} {
			good := ("http://example.org/" + strings.Repeat("a/bc-d_e", length/8))[:length]
			for _, kind := range []string{" ", "<", "%zz", "[", "\x80", "\ue000", "#a#"} {
				wrong := good[:length-5] + kind + good[length-5+len(kind):]
				b.Run(fmt.Sprintf("%d/%d/%+q", level, length, kind), func(b *testing.B) {
					if scan.Limit(scan.AVX512); scan.Limit(level) != level {
						b.Skip("not on this processor")
					}
					ns := interleaved(b,
						func() { iri.ValidString(good) },
						func() { iri.ValidString(wrong) },
						func() { dfa.Last(a, a.Start, wrong) },
						func() { iri.IRI.CheckString(wrong) },
						func() { iri.ParseString(wrong) },
						func() { allocated = new(iri.SyntaxError) },
					)
					b.ReportMetric(0, "ns/op")
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
