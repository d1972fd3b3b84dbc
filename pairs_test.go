package iri_test

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/rule"
)

// slowPairs parses a query by net/url, pair by pair to keep the order. net/url rejects semicolons, which separate
// nothing here.
func slowPairs(query string) (list [][2]string) {
	for text := range strings.SplitSeq(query, "&") {
		if text == "" {
			continue
		}
		values, err := url.ParseQuery(strings.ReplaceAll(text, ";", "%3B"))
		if err != nil || len(values) != 1 {
			panic(text)
		}
		for name, value := range values {
			list = append(list, [2]string{name, value[0]})
		}
	}
	return list
}

// pairsOf collects the pairs, and checks their spans.
func pairsOf(x iri.Reference) (list [][2]string, err error) {
	query, _ := x.Query()
	end := x.Parts().Path().End + 1
	for p := range x.QueryPairs() {
		rawName, text := x.String()[p.NameSpan.Start:p.NameSpan.End], ""
		end = p.NameSpan.End
		if p.HasValue {
			rawValue := x.String()[p.ValueSpan.Start:p.ValueSpan.End]
			end = p.ValueSpan.End
			text = rawName + "=" + rawValue
		} else {
			text = rawName
		}
		if x.String()[p.NameSpan.Start:end] != text || strings.Contains(rawName, "=") || strings.Contains(text, "&") || !p.HasValue && p.ValueSpan != (iri.Span{}) {
			return nil, fmt.Errorf("%q: %#v", query, p)
		}
		one := slowPairs(text)
		if len(one) != 1 || one[0] != [2]string{p.Name, p.Value} {
			return nil, fmt.Errorf("%q: %#v", query, p)
		}
		list = append(list, one[0])
	}
	return list, nil
}

// editing compares the three ways to change pairs with changes of a list.
func editing(query, name, value string) error {
	x := iri.MustParseReference("//h/p?" + query + "#f")
	before, err := pairsOf(x)
	if err != nil || !slices.Equal(before, slowPairs(query)) {
		return fmt.Errorf("%q: %q, %w", query, before, err)
	}
	is := func(p [2]string) bool { return p[0] == name }
	first := slices.IndexFunc(before, is)
	if got, has := x.QueryValue(name); has != (first >= 0) || has && got != before[first][1] {
		return fmt.Errorf("%q has %q: %q, %v", query, name, got, has)
	}
	added := append(slices.Clone(before), [2]string{name, value})
	deleted := slices.DeleteFunc(slices.Clone(before), is)
	set := added
	if first >= 0 {
		set = slices.Insert(slices.Clone(deleted), first, [2]string{name, value})
	}
	for what, c := range map[string]struct {
		builder iri.Builder
		want    [][2]string
	}{
		"add": {x.With().AddPair(name, value), added}, "set": {x.With().SetPair(name, value), set}, "delete": {x.With().DeletePairs(name), deleted},
	} {
		y, err := c.builder.Reference()
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		got, err := pairsOf(y)
		if err != nil || !slices.Equal(got, c.want) {
			return fmt.Errorf("%s %q, %q in %q: %q, %w", what, name, value, query, y, err)
		}
		if err := untouched(query, y, func(text string) bool { return slowPairs(text)[0][0] == name }); err != nil {
			return fmt.Errorf("%s %q: %w", what, name, err)
		}
	}
	return nil
}

// untouched checks that the bytes of all pairs not named, and around the query, are unchanged.
func untouched(query string, y iri.Reference, named func(text string) bool) error {
	rest := func(query string) (list []string) {
		for text := range strings.SplitSeq(query, "&") {
			if text == "" || !named(text) {
				list = append(list, text)
			}
		}
		return list
	}
	changed, present := y.Query()
	text := "//h/p#f"
	if present {
		text = "//h/p?" + changed + "#f"
	}
	want := rest(query)
	if query == "" {
		want = nil // the first pair needs no ampersand
	}
	if got := rest(changed); y.String() != text || !slices.Equal(got, want) && len(strings.Join(got, "")+strings.Join(want, "")) > 0 {
		return fmt.Errorf("%q: %q, want %q in %q", query, got, want, y)
	}
	return nil
}

// TestPairsShort tries all short queries of the significant characters.
func TestPairsShort(t *testing.T) {
	n := 4
	if *testkit.Long {
		n = 6
	}
	for _, query := range matcher.Texts("a&=+;", n) {
		for _, name := range []string{"a", "", "b", " ", "a;", "a "} {
			if err := editing(query, name, "="); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestPairsTable(t *testing.T) {
	add := func(name, value string) func(iri.Builder) iri.Builder {
		return func(b iri.Builder) iri.Builder { return b.AddPair(name, value) }
	}
	set := func(name, value string) func(iri.Builder) iri.Builder {
		return func(b iri.Builder) iri.Builder { return b.SetPair(name, value) }
	}
	drop := func(name string) func(iri.Builder) iri.Builder {
		return func(b iri.Builder) iri.Builder { return b.DeletePairs(name) }
	}
	dropIf := func(del func(name, value string) bool) func(iri.Builder) iri.Builder {
		return func(b iri.Builder) iri.Builder { return b.DeletePairsFunc(del) }
	}
	for _, c := range []struct {
		before string
		change func(iri.Builder) iri.Builder
		after  string
	}{
		{"a", add("n", "v"), "a?n=v"},
		{"a?", add("n", ""), "a?n="},
		{"a?&", add("", ""), "a?&&="},
		{"a?%7e=%7e#f", add("n", "v"), "a?%7e=%7e&n=v#f"},
		{"", add("a b+c", "&=;#%é/?@:~"), "?a%20b%2Bc=%26%3D%3B%23%25é%2F%3F%40%3A~"},
		{"", add("\u202e\ue000", "\xff\x00\r\n"), "?%E2%80%AE%EE%80%80=%FF%00%0D%0A"},
		{"?page=1&q=%20+&page=9&x", set("page", "2"), "?page=2&q=%20+&x"},
		{"?%70age=1", set("page", "2"), "?%70age=2"},
		{"?page", set("page", "2"), "?page=2"},
		{"?a+b=1&a%20b=2", set("a b", "3"), "?a+b=3"},
		{"?p=1&&p=2&", set("p", "3"), "?p=3&&"},
		{"?q", set("page", "2"), "?q&page=2"},
		{"?q#f", drop("q"), "#f"},
		{"?q&r", drop("q"), "?r"},
		{"?&q", drop("q"), ""},
		{"?a&q&&b", drop("q"), "?a&&b"},
		{"?", drop("q"), "?"},
		{"?=v&n", drop(""), "?n"},
		{"?&&", drop(""), "?&&"},
		{"?a=1&b=2&a=3", dropIf(func(name, value string) bool { return name == "a" && value == "3" }), "?a=1&b=2"},
		{"?%61=x+y&b&&c=%20#f", dropIf(func(name, value string) bool { return name == "a" && value == "x y" || value == " " }), "?b&#f"},
		{"?a&b", dropIf(func(name, value string) bool { return value == "" }), ""},
		{"?a=1&b", dropIf(func(string, string) bool { return false }), "?a=1&b"},
		{"", dropIf(func(string, string) bool { return true }), ""},
	} {
		got, err := c.change(iri.MustParseReference(c.before).With()).Reference()
		if err != nil || got.String() != c.after || got != iri.MustParseReference(c.after) {
			t.Errorf("%q: %q, want %q, error %v", c.before, got, c.after, err)
		}
	}
	if _, err := (iri.Builder{}).Query("a=%4").SetPair("a", "b").DeletePairs("c").AddPair("d", "%").Reference(); err != nil {
		t.Errorf("the pair that was wrong is set anew: %v", err)
	}
	if _, err := (iri.Builder{}).Query("%4=a").SetPair("a", "b").Reference(); err == nil {
		t.Error("half a triple in a name")
	}
	if _, err := (iri.Builder{}).Query("%4=a").DeletePairs("").Reference(); err == nil {
		t.Error("half a triple is no empty name")
	}
}

// TestPairsLaws uses arbitrary strings as names and values.
func TestPairsLaws(t *testing.T) {
	p := newProperties(t, 2000)
	p.Property("edits are those of a list", prop.ForAll(func(s trial, name, value string) (string, error) {
		query, _ := iri.MustParseReference(s.text).Query()
		return "", editing(query, name, value)
	}, newGenerator().matchingOf(rule.URIReference), gen.AnyString(), gen.AnyString()))
	p.Property("names and values come back", prop.ForAll(func(names, values []string) (string, error) {
		b, form := iri.Builder{}, make(url.Values)
		for i := range min(len(names), len(values)) {
			b = b.AddPair(names[i], values[i])
			form.Add(names[i], values[i])
		}
		x, err := b.Reference()
		if err != nil {
			return "", err
		}
		query, _ := x.Query()
		read, err := url.ParseQuery(query)
		if err != nil || !maps.EqualFunc(read, form, slices.Equal) {
			return "", fmt.Errorf("%q: net/url reads %q, %w", x, read, err)
		}
		return "", nil
	}, anyBytes, anyBytes))
	p.TestingRun(t)
}

// anyBytes generates lists of strings, which may not be UTF-8.
var anyBytes = gen.SliceOf(gen.SliceOf(gen.UInt8()).Map(func(b []uint8) string { return string(b) }))

func FuzzPairs(f *testing.F) {
	for _, query := range []string{"", "a=b&c", "&&=", "%26=%3D+%2B&a;b=c", "page=1&page=2"} {
		f.Add(query, "page", "a b&c")
	}
	f.Fuzz(func(t *testing.T, query, name, value string) {
		if !rule.IQuery.ValidString(query) {
			return
		}
		if err := editing(query, name, value); err != nil {
			t.Error(err)
		}
	})
}

// segmentsOf collects the segments, and checks their spans.
func segmentsOf(x iri.Reference) (list []string, err error) {
	for span, text := range x.Segments() {
		raw := x.String()[span.Start:span.End]
		if want, err := url.PathUnescape(raw); err != nil || want != text || strings.Contains(raw, "/") {
			return nil, fmt.Errorf("%q: %v is %q, want %q", x, span, text, want)
		}
		list = append(list, text)
	}
	return list, nil
}

// joining checks that AddSegments adds exactly the segments, after the old ones.
func joining(x iri.Reference, segments []string) error {
	y, err := x.With().AddSegments(segments...).Reference()
	if slices.ContainsFunc(segments, func(s string) bool { return s == "" || s == "." || s == ".." }) {
		var e *iri.ComponentError
		if !errors.As(err, &e) || e.Component != iri.ComponentPath {
			return fmt.Errorf("%q: %q, error %w", segments, y, err)
		}
		return nil
	}
	before, errBefore := segmentsOf(x)
	after, errAfter := segmentsOf(y)
	if err := errors.Join(err, errBefore, errAfter); err != nil {
		return err
	}
	if strings.HasSuffix(x.Path(), "/") && len(segments) > 0 {
		before = before[:len(before)-1] // the first new segment replaces the empty one
	}
	around := func(x iri.Reference) string { s := x.Parts().Path(); return x.String()[:s.Start] + x.String()[s.End:] }
	if !slices.Equal(after, append(before, segments...)) || !strings.HasPrefix(y.Path(), x.Path()) || around(x) != around(y) {
		return fmt.Errorf("%q and %q: %q, segments %q", x, segments, y, after)
	}
	return nil
}

// TestSegmentsShort tries all short paths and segments of the significant characters.
func TestSegmentsShort(t *testing.T) {
	var bases []iri.Reference
	for _, path := range matcher.Texts("a/.:", 4) {
		for _, front := range []string{"", "s:", "//h"} {
			if x, err := iri.ParseReference(front + path + "?q#f"); err == nil {
				bases = append(bases, x)
			}
		}
	}
	texts := matcher.Texts("a/.:?%", 2)
	for _, x := range bases {
		if err := joining(x, nil); err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			if err := joining(x, []string{text}); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d references", len(bases))
}

func TestSegmentsTable(t *testing.T) {
	for _, c := range []struct {
		before   string
		segments []string
		after    string
	}{
		{"https://h", []string{"a"}, "https://h/a"},
		{"https://h/", []string{"a"}, "https://h/a"},
		{"https://h/v1?k#f", []string{"a/b", "c?d", "é", "e f"}, "https://h/v1/a%2Fb/c%3Fd/é/e%20f?k#f"},
		{"https://h/v1/", []string{"%41", "..."}, "https://h/v1/%2541/..."},
		{"https://h//", []string{"a"}, "https://h//a"},
		{"", []string{"a:b"}, "/a:b"},
		{"a", []string{"b"}, "a/b"},
		{"..", []string{"b"}, "../b"},
		{"urn:a", []string{"b@c;d=e,(f)!$&'*+"}, "urn:a/b@c;d=e,(f)!$&'*+"},
		{"s:", []string{"[", "\u200e\ue000", "\xff"}, "s:/%5B/%E2%80%8E%EE%80%80/%FF"},
	} {
		x := iri.MustParseReference(c.before)
		got, err := x.With().AddSegments(c.segments...).Reference()
		if err != nil || got.String() != c.after || got != iri.MustParseReference(c.after) {
			t.Errorf("%q: %q, want %q, error %v", c.before, got, c.after, err)
		}
	}
	for text, want := range map[string][]string{
		"": nil, "/": {""}, "//h": nil, "//h/": {""}, "a": {"a"}, "/a": {"a"}, "/a/": {"a", ""}, "urn:a:b/%2F": {"a:b", "/"}, "//h//": {"", ""},
	} {
		if got, err := segmentsOf(iri.MustParseReference(text)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// TestSegmentsFirstError checks that the first error is reported, whatever calls follow.
func TestSegmentsFirstError(t *testing.T) {
	b := iri.Builder{}.AddSegments("a", "..").AddSegments("").Path("/")
	if _, err := b.Reference(); err == nil || !strings.Contains(err.Error(), "cannot be added") {
		t.Error(err)
	}
}

// TestSegmentsLaws uses arbitrary strings as segments.
func TestSegmentsLaws(t *testing.T) {
	p := newProperties(t, 2000)
	p.Property("segments come back", prop.ForAll(func(s trial, segments []string) (string, error) {
		return "", joining(iri.MustParseReference(s.text), segments)
	}, newGenerator().matchingOf(rule.IRIReference), anyBytes))
	p.TestingRun(t)
}

func FuzzSegments(f *testing.F) {
	for _, text := range seeds {
		f.Add(text, "a/b", ":?é")
	}
	f.Fuzz(func(t *testing.T, text, first, second string) {
		x, err := iri.ParseReference(text)
		if err != nil {
			return
		}
		if err := joining(x, []string{first, second}); err != nil {
			t.Error(err)
		}
	})
}

// TestReadingStops leaves loops early.
func TestReadingStops(t *testing.T) {
	x := iri.MustParse("a:/b/c?d&e")
	n := 0
	for range x.Segments() {
		n++
		break
	}
	for range x.QueryPairs() {
		n++
		break
	}
	if n != 2 {
		t.Errorf("%d steps", n)
	}
}

// TestPairsOfSequences compares AddPairs with AddPair for each pair.
func TestPairsOfSequences(t *testing.T) {
	p := newProperties(t, 20_000)
	names := gen.OneConstOf("", "a", "b", "é", "a b", "%61", "&", "=")
	queries := gen.OneConstOf("a=1&b=2", "a&a=2&&b", "", "%61=x&c", "&", "a+b=1&%C3%A9=2", "=&=")
	p.Property("one by one", prop.ForAll(func(query string, present bool, list []string) (string, error) {
		b := iri.MustParse("http://h/").With()
		if present {
			b = b.Query(query)
		}
		pairs := func(yield func(string, string) bool) {
			for i, name := range list {
				if !yield(name, strconv.Itoa(i)) {
					return
				}
			}
		}
		added := b
		for name, value := range pairs {
			added = added.AddPair(name, value)
		}
		got, err := b.AddPairs(pairs).IRI()
		if want, wantErr := added.IRI(); got != want || (err == nil) != (wantErr == nil) {
			return "", fmt.Errorf("%q %q: %v, %v, want %v", query, list, got, err, want)
		}
		return "", nil
	}, queries, gen.Bool(), gen.SliceOf(names)))
	p.TestingRun(t)
}

// TestPairsLinear checks that the memory for many pairs in one call is linear.
func TestPairsLinear(t *testing.T) {
	const n = 20_000
	pairs := func(yield func(string, string) bool) {
		for i := range n {
			if !yield(strconv.Itoa(i%(n/2)), "v") {
				return
			}
		}
	}
	b := iri.MustParse("http://h/").With()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	x, err := b.AddPairs(pairs).IRI()
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; err != nil || bytes > 100*uint64(len(x.String())) {
		t.Errorf("%d bytes for %d, %v", bytes, len(x.String()), err)
	}
	if x, err := b.AddPairs(nil).IRI(); err != nil || x.String() != "http://h/" {
		t.Error(x, err)
	}
}
