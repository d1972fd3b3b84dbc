package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri/internal/testkit"
)

// A madeRecord is a generated line or row.
type madeRecord struct {
	text string // with %s for each string
	end  string
	raw  []string // strings as in the file
	want []string // strings as in the file after iri set --set fragment=f
	keep bool     // iri filter passes it on without --invert

	always bool // iri filter passes it on with and without --invert, since it has no string
}

func (r madeRecord) with(strings []string) string {
	list := make([]any, len(strings))
	for i, s := range strings {
		list[i] = s
	}
	return fmt.Sprintf(r.text, list...) + r.end
}

var (
	validStrings   = []string{"http://a/", "urn:x:y", "a:b#z", "http://h/p?q=1#", "http://[::1]:80/%7E"}
	invalidStrings = []string{"http://b c/", "no scheme", "http://[::1", "a:%", "a:#b#c"}
)

// A lineFormat generates records of a format.
type lineFormat struct {
	name   string
	args   []string
	quote  func(text string, n uint32) string // returns a string as written in a file
	lines  []string                           // records, with %s for a string
	blanks []string                           // records without a string
	ends   []string
	header string
	empty  bool   // set replaces an invalid string by an empty one
	skip   string // substring of the strings that --skip matches
}

func plain(text string, _ uint32) string { return text }

var lineFormats = []lineFormat{
	{name: "lines", quote: plain, lines: []string{"%s"}, blanks: []string{""}, ends: []string{"\n"}, empty: true},
	{name: "records", args: []string{"-0"}, quote: plain, lines: []string{"%s"}, blanks: []string{""}, ends: []string{"\x00"}, empty: true},
	{name: "lines with --skip", quote: plain, lines: []string{"%s"}, blanks: []string{""}, ends: []string{"\n", "\r\n"}, empty: true, skip: "o "},
	{name: "csv", args: []string{"--from", "csv", "--column", "u"}, quote: func(text string, n uint32) string {
		if n&1 == 0 {
			return `"` + text + `"`
		}
		return text
	}, lines: []string{"1,%s,x", `"a""b` + "\n" + `,",%s,`, `,%s`, " 1 ,%s, \xff"}, blanks: []string{""}, ends: []string{"\n", "\r\n"}, header: "id,u,\"x\ny\"\r\n"},
	{name: "tsv", args: []string{"--from", "tsv", "--column", "2"}, quote: plain, lines: []string{"1\t%s\tx", "\t%s", `"` + "\t%s\t\xff"}, ends: []string{"\n", "\r\n"}},
	{name: "jsonl", args: []string{"--from", "jsonl"}, quote: func(text string, n uint32) string {
		if n&1 == 0 {
			return `"` + strings.Replace(text, "a", `\u0061`, 1) + `"`
		}
		return `"` + text + `"`
	}, lines: []string{`{"url":%s}`, ` { "id" : 1.50 , "url" : [ %s , %s ] } `, `[{"x":"é\/","href":%s},{"url":%s}]`}, blanks: []string{"", "{}", " [1, 2]", `{"x":"y z"}`}, ends: []string{"\n", "\r\n"}},
	{name: "ntriples", args: []string{"--from", "ntriples"}, quote: func(text string, n uint32) string {
		if n&1 == 0 {
			return "<" + strings.Replace(text, "a", `\u0061`, 1) + ">"
		}
		return "<" + text + ">"
	}, lines: []string{"%s %s %s .", "_:b\t%s  \"a <b> \\\" c\"@en . # <x y>", "%s%s\"1\"^^%s."}, blanks: []string{"", "# <a b>", "   "}, ends: []string{"\n", "\r\n"}},
	{name: "nquads", args: []string{"--from", "nquads"}, quote: func(text string, _ uint32) string { return "<" + text + ">" },
		lines: []string{"%s %s %s %s .", "%s %s _:x %s ."}, blanks: []string{"", "#"}, ends: []string{"\n", "\r\n"}},
}

// made returns the record for a number.
func (f *lineFormat) made(n uint32) madeRecord {
	pick := func(of int) int {
		i := int(n % uint32(of))
		n /= uint32(of)
		return i
	}
	r := madeRecord{end: f.ends[pick(len(f.ends))], keep: true}
	if len(f.blanks) > 0 && pick(4) == 0 {
		r.text, r.always = f.blanks[pick(len(f.blanks))], true
		return r
	}
	r.text = f.lines[pick(len(f.lines))]
	r.always = f.skip != "" // until a string is not left out
	for range strings.Count(r.text, "%s") {
		how, text := n, invalidStrings[n%5]
		if n%7 > 1 {
			text = validStrings[n%5]
		}
		if f.skip != "" && strings.Contains(text, f.skip) {
			raw := f.quote(text, how)
			r.raw, r.want = append(r.raw, raw), append(r.want, raw)
			n = n*1664525 + 1013904223
			continue
		}
		if r.always = false; n%7 > 1 {
			before, _, _ := strings.Cut(text, "#")
			r.raw, r.want = append(r.raw, f.quote(text, how)), append(r.want, f.changed(before+"#f", how))
		} else {
			raw := f.quote(text, how)
			r.raw, r.keep = append(r.raw, raw), false
			if f.empty {
				raw = ""
			}
			r.want = append(r.want, raw)
		}
		n = n*1664525 + 1013904223
	}
	return r
}

// changed returns a changed string as in the file: in CSV, with its quotation marks if there were any, and without
// escapes.
func (f *lineFormat) changed(text string, n uint32) string {
	quoted := f.quote(text, n)
	return strings.ReplaceAll(quoted, `\u0061`, "a")
}

// formatsWithSkip returns each format without and with --skip.
func formatsWithSkip() []lineFormat {
	all := slices.Clone(lineFormats)
	for _, f := range lineFormats {
		if f.skip == "" && f.name != "lines" {
			f.name, f.skip = f.name+" with --skip", ":x"
			if len(all)%2 == 0 {
				f.skip = " "
			}
			all = append(all, f)
		}
	}
	return all
}

// TestRecords checks filter and set on generated files of every format that is printed as a whole.
func TestRecords(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = 20
	if *testkit.Long {
		parameters.MinSuccessfulTests = 100
	}
	properties := gopter.NewProperties(parameters)
	for _, f := range formatsWithSkip() {
		properties.Property(f.name, prop.ForAll(func(numbers []uint32, cut bool) string {
			file, kept, others, changed := f.header, f.header, f.header, f.header
			for i, n := range numbers {
				r := f.made(n)
				if cut && i == len(numbers)-1 && !r.always {
					r.end = "" // the last line may have no end
				}
				file += r.with(r.raw)
				if r.keep || r.always {
					kept += r.with(r.raw)
				}
				if !r.keep || r.always {
					others += r.with(r.raw)
				}
				if changed += r.with(r.want); f.name == "lines" && r.end == "" {
					changed += "\n"
				}
			}
			for command, want := range map[string]string{"filter": kept, "filter -v": others, "set --set fragment=f": changed} {
				args := append(strings.Fields(command), f.args...)
				if f.skip != "" {
					args = append(args, "--skip", f.skip)
				}
				got := invoke(strings.NewReader(file), args...)
				slow := invoke(iotest.HalfReader(strings.NewReader(file)), args...)
				if got.stdout != want || slow.stdout != want || got.status == 2 {
					return fmt.Sprintf("%s of %q: %q, %q, want %q, %s", command, file, got.stdout, slow.stdout, want, got.stderr)
				}
			}
			return ""
		}, gen.SliceOf(gen.UInt32()), gen.Bool()))
	}
	properties.TestingRun(t)
}

// TestFilterLongRecords checks that a line of JSON in several blocks is one record.
func TestFilterLongRecords(t *testing.T) {
	long := func(first, last string) string {
		return `["` + first + `"` + strings.Repeat(`,"http://example.org/some/path"`, 50_000) + `,"` + last + `"]` + "\n"
	}
	good, early, late := long("a:", "b:"), long("a b", "b:"), long("a:", "a b")
	file := good + early + "[\"c:\"]\n" + late + "[\"d:\"]\n" + good
	if got := invoke(strings.NewReader(file), "filter", "--from", "jsonl"); got.stdout != good+"[\"c:\"]\n[\"d:\"]\n"+good || got.stderr != "6 lines, 2 dropped\n" {
		t.Errorf("%d bytes, stderr %s", len(got.stdout), got.stderr)
	}
	if got := invoke(strings.NewReader(file), "filter", "-v", "--from", "jsonl"); got.stdout != early+late || got.status != 0 {
		t.Errorf("%d bytes, stderr %s", len(got.stdout), got.stderr)
	}
}

// TestFilterLongLiteral checks that a statement over 8 MiB is dropped and reported.
func TestFilterLongLiteral(t *testing.T) {
	file := "<a:> <b:> <c:> .\n<a:> <b:> \"" + strings.Repeat("x", 9<<20) + "\" .\n<d:> <e:> <f:> .\n"
	for _, invert := range []string{"", "-v"} {
		got := invoke(strings.NewReader(file), append([]string{"filter", "--from", "ntriples"}, strings.Fields(invert)...)...)
		want := "<a:> <b:> <c:> .\n<d:> <e:> <f:> .\n"
		if invert != "" {
			want = ""
		}
		if got.stdout != want || got.status != 2 || !strings.HasPrefix(got.stderr, "iri: -: a line is longer than 8 MiB and is dropped\n") {
			t.Errorf("%d bytes, %s", len(got.stdout), got.stderr)
		}
	}
}

// TestFilterBroken checks that broken records are dropped, and passed on with --invert.
func TestFilterBroken(t *testing.T) {
	for _, test := range []struct{ format, good, bad string }{
		{"ntriples", "<a:> <b:> <c:> .\n# x\n<d:> <e:> _:x .\n", "junk\n<a:> <b:> <c:>\n<a:> <b:> \"x .\n<a:> <b:> <c:> . <d:>\n"},
		{"jsonl", "[\"a:\"]\n\n{\"url\":\"b:\"}\n", "[\"a:\",\n{\"url\":\"a:\"} x\n[\"a:\"\n"},
		{"csv", "u,v\na:,\n\nb:,\n", "a:\"b,\n\"a\"b,\n"},
		{"tsv", "v\tu\n1\ta:\n2\tb:\n", "1\n2\n"},
	} {
		file := test.good + test.bad
		args := []string{"filter", "--from", test.format}
		if strings.HasSuffix(test.format, "sv") {
			args = append(args, "--column", "u")
		}
		got, other := invoke(strings.NewReader(file), args...), invoke(strings.NewReader(file), append(args, "-v")...)
		if got.stdout != test.good || got.status != 2 || other.status != 2 || !strings.HasSuffix(other.stdout, test.bad) {
			t.Errorf("%s: %+v, %+v", test.format, got, other)
		}
	}
}

func TestFilterMark(t *testing.T) {
	for _, text := range []string{"\ufeffa:\n", "\ufeffa b\nc:\n"} {
		got := invoke(strings.NewReader(text), "filter")
		if want := strings.ReplaceAll(text, "a b\n", ""); got.stdout != want {
			t.Errorf("%q, want %q", got.stdout, want)
		}
	}
	if !bytes.HasPrefix([]byte(invoke(strings.NewReader("\ufeff<a b> <c:> <d:> .\n"), "filter", "--from", "ntriples").stdout), []byte("\ufeff")) {
		t.Error("no mark")
	}
}
