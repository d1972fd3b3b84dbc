package iri_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
)

// lists returns the generated lists and the files in the folder of IRI_CORPORA, with a string on each line.
func lists(tb testing.TB) []corpus.List {
	files, err := corpus.Folder(os.Getenv("IRI_CORPORA"))
	if err != nil {
		tb.Fatal(err)
	}
	return append(corpus.Generated(), files...)
}

// contestants take strings, because url.Parse does.
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

// BenchmarkList/NAME/LIST measures one pass over a list.
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

// BenchmarkLength/NAME/LENGTH measures one string repeatedly: unlike in lists, branches are predicted.
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

// BenchmarkWrong/TIER/LENGTH/KIND measures strings with a mistake near the end: the time of Valid relative to a valid
// string of the same length, and of Check and Parse relative to the automaton alone.
func BenchmarkWrong(b *testing.B) {
	a := automaton(rule.IRI)
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

// BenchmarkErrors measures url.Parse, Parse, and Parse with Error on strings of the generated lists with a space, %zz
// or a control character at a random offset, which url.Parse rejects, too. It reports ratios to url.Parse.
func BenchmarkErrors(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, l := range corpus.Generated() {
		var list []string
		var errs []error
		for _, s := range l.Texts[:min(len(l.Texts), 2000)] {
			at := rng.IntN(len(s) + 1)
			s = s[:at] + []string{" ", "%zz", "\x7f"}[rng.IntN(3)] + s[at:]
			_, refused := url.Parse(s)
			if _, err := iri.Parse(s); err != nil && refused != nil {
				list, errs = append(list, s), append(errs, err)
			}
		}
		each := func(f func(i int, s string)) func() {
			i := 0
			return func() {
				f(i, list[i])
				i = (i + 1) % len(list)
			}
		}
		b.Run(l.Name, func(b *testing.B) {
			ns := interleaved(b,
				each(func(_ int, s string) { _, refused = url.Parse(s) }),
				each(func(_ int, s string) { _, refused = iri.Parse(s) }),
				each(func(i int, _ string) { words = errs[i].Error() }),
			)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ns[0], "url.Parse-ns")
			b.ReportMetric(ns[1]/ns[0], "Parse/url.Parse")
			b.ReportMetric(ns[2]/ns[0], "Error/url.Parse")
		})
	}
}

var (
	refused error
	words   string
)

var allocated *iri.SyntaxError

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

// An adversary is a string designed to be slow: long, and mostly in the states of its name. It is read to its end,
// because an earlier mistake costs less.
type adversary struct {
	name, text string
	valid      bool
}

// pattern describes a string: a prefix, repetitions of a piece, and a suffix.
type pattern struct{ name, head, piece, tail string }

func (p pattern) text(size int) string {
	return p.head + strings.Repeat(p.piece, (size-len(p.head)-len(p.tail))/len(p.piece)) + p.tail
}

var validPatterns = []pattern{
	{"scheme", "a", "Z9+b-.", ":"},
	{"userinfo", "a://", "u:p;~%AF", "@h"},
	{"userinfo-or-port", "a://", ":80", ":@"}, // each colon may begin a port
	{"ipv6-in-userinfo", "a://", "2001:db8::1:", "@"},
	{"host", "a://", "host-name.", "/"},
	{"ipv4-in-host", "a://", "1.2.3.4", ":"},
	{"ipv4-in-host-long", "a://", "255.255.255.255.", ""},
	{"ipv6-in-ipvfuture", "a://[v1.", "::ffff:1.2.3.4:", "]"},
	{"port", "a://h:", "0123456789", "/"},
	{"percent-host", "a://", "%C3%a9", ""},
	{"percent-path", "a:", "%C3%a9", ""},
	{"percent-query", "a:?", "%C3%a9", ""},
	{"segments", "a:", "/b", ""},
	{"empty-segments", "a://", "/", ""},
	{"dots", "a:", "./../", ""},
	{"alternating", "a:", "@:/;=&", ""},
	{"query", "a:?", "k=v&/?", ""},
	{"fragment", "a:#", "x?/:@!", ""},
	{"latin-host", "a://", "éàß", ""},                  // 2 bytes, C3
	{"cyrillic-path", "a:", "привет", ""},              // 2 bytes, D0 and D1
	{"devanagari", "a:/", "नमस्ते", ""},                // 3 bytes, E0
	{"han-host", "a://", "国际化資源", ""},                  // 3 bytes, E4 to E9
	{"hangul", "a:/", "안녕하세요", ""},                     // 3 bytes, EA to ED
	{"fullwidth", "a:#", "ＡＢ１２", ""},                   // 3 bytes, EF
	{"hieroglyphs", "a:/", "\U00013080\U0002A6D6", ""}, // 4 bytes, F0
	{"high-planes", "a:/", "\U0009FFFD\U000E1000", ""}, // 4 bytes, F2 and F3
	{"scripts", "a:/", "aéнनम国안Ａ\U00013080\U000E1000%C3", ""},
	{"iprivate", "a:?", "\ue000\uf8ff", ""},
	{"iprivate-planes", "a:?", "\U000F0000\U0010FFFD", ""}, // 4 bytes, F3 and F4
	{"scripts-query", "a:?", "aé国\ue000\U0010FFFD%C3\U00013080", ""},
}

// invalidPatterns have a mistake at their last byte, or end too early.
var invalidPatterns = []pattern{
	{"bad-last", "a:/", "path/", " "},
	{"bad-last-host", "a://", "1.2.3.4", "["},
	{"cut-percent", "a:/", "%C3%a9", "%4"},
	{"cut-character", "a:/", "国际化", "\xe5\x9b"},
}

func adversaries() []adversary {
	const size = 4 << 10
	list := []adversary{{"tour", tour(automaton(rule.IRI), size), true}}
	for _, p := range validPatterns {
		list = append(list, adversary{p.name, p.text(size), true})
	}
	for _, p := range invalidPatterns {
		list = append(list, adversary{p.name, p.text(size), false})
	}
	return list
}

type stateSet [8]uint64

func (s *stateSet) add(n int) { s[n/64] |= 1 << (n % 64) }

// tour returns a string of the language that visits as many states as possible, the worst case for a cache. At each
// step it goes to the state from which most unvisited states are reachable; without any, to the state visited least
// often.
func tour(a *dfa.Automaton, size int) string {
	ahead := reachable(a)
	var text []byte
	var met stateSet
	times := make(map[dfa.State]int)
	for s := a.Start; len(text) < size || !a.Accepts(s); {
		met.add(a.Number(s))
		times[s]++
		most, next, by := -1, dfa.Dead, byte(0)
		for r, t := range a.Edges(s) {
			fresh := 0
			for i, word := range ahead[a.Number(t)] {
				fresh += bits.OnesCount64(word &^ met[i])
			}
			if fresh > most || fresh == most && times[t] < times[next] {
				most, next, by = fresh, t, r.Hi
			}
		}
		s = next
		text = append(text, by)
	}
	return string(text)
}

// reachable returns the set of states reachable from each state, including itself.
func reachable(a *dfa.Automaton) []stateSet {
	ahead := make([]stateSet, a.NumStates())
	for grown := true; grown; {
		grown = false
		for s := range a.States() {
			set := ahead[a.Number(s)]
			set.add(a.Number(s))
			for _, t := range a.Edges(s) {
				for i, word := range ahead[a.Number(t)] {
					set[i] |= word
				}
			}
			grown = grown || set != ahead[a.Number(s)]
			ahead[a.Number(s)] = set
		}
	}
	return ahead
}

// TestAdversaries checks that the strings are what their names claim.
func TestAdversaries(t *testing.T) {
	for _, x := range adversaries() {
		if *testkit.Long { // the reference is slow
			if err := compareWithReference(rule.IRI, x.text); err != nil {
				t.Error(err)
			}
		}
		if len(x.text) < 4000 || len(x.text) > 4200 {
			t.Errorf("%s has %d bytes", x.name, len(x.text))
		}
		err := rule.IRI.CheckString(x.text)
		if (err == nil) != x.valid {
			t.Errorf("%s: %v", x.name, err)
		}
		if e, ok := err.(*iri.SyntaxError); ok && e.Offset < int64(len(x.text))-1 {
			t.Errorf("%s: not read to its end: %v", x.name, err)
		}
	}
	a := automaton(rule.IRI)
	met := make(map[dfa.State]bool)
	s := a.Start
	for _, b := range []byte(adversaries()[0].text) {
		s = a.Next(s, b)
		met[s] = true
	}
	if len(met) < 100 {
		t.Errorf("the tour leads through %d of %d states", len(met), a.NumStates())
	}
}

// BenchmarkAdversarial/FUNCTION reports the median ns/byte of each adversary, and the ratio of the slowest to the
// median, for all strings and for the valid ones.
func BenchmarkAdversarial(b *testing.B) {
	list := adversaries()
	for _, f := range contestants[:2] {
		b.Run(f.name, func(b *testing.B) {
			rounds := make([][]float64, len(list))
			first := 0
			for b.Loop() {
				for i := range list {
					k := (first + i) % len(list)
					rounds[k] = append(rounds[k], nsPerByte(f.run, list[k].text))
				}
				first++
			}
			b.ReportMetric(0, "ns/op") // says nothing here
			reportAdversaries(b, list, rounds)
		})
	}
}

// nsPerByte calls run several times, because reading the clock costs as much as some hundred bytes.
func nsPerByte(run func(string) bool, text string) float64 {
	const times = 4
	begin := time.Now()
	for range times {
		run(text)
	}
	return float64(time.Since(begin).Nanoseconds()) / float64(times*len(text))
}

func reportAdversaries(b *testing.B, list []adversary, rounds [][]float64) {
	var all, valid []float64
	for i, x := range list {
		ns := median(rounds[i])
		b.ReportMetric(ns, x.name+"-ns/B")
		all = append(all, ns)
		if x.valid {
			valid = append(valid, ns)
		}
	}
	b.ReportMetric(slices.Max(all)/median(all), "worst/median")
	b.ReportMetric(slices.Max(valid)/median(valid), "worst-valid/median")
	b.ReportMetric(median(all), "median-ns/B")
}
