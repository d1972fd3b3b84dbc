package iri_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/rule"
)

// segmentsOf collects the segments, and compares their spans with what they say.
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

// joining compares AddSegments with what is to be expected of it: the segments are there, behind
// those that were, and nothing else has changed.
func joining(x iri.Reference, segments []string) error {
	y, err := x.With().AddSegments(segments...).Reference()
	if slices.ContainsFunc(segments, func(s string) bool { return s == "" || s == "." || s == ".." }) {
		var e *iri.ComponentError
		if !errors.As(err, &e) || e.Component != "path" {
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
		before = before[:len(before)-1] // the empty segment, which the first one takes the place of
	}
	around := func(x iri.Reference) string { s := x.Parts().Path(); return x.String()[:s.Start] + x.String()[s.End:] }
	if !slices.Equal(after, append(before, segments...)) || !strings.HasPrefix(y.Path(), x.Path()) || around(x) != around(y) {
		return fmt.Errorf("%q and %q: %q, segments %q", x, segments, y, after)
	}
	return nil
}

// TestSegmentsShort goes through all short paths and segments of the characters that matter.
func TestSegmentsShort(t *testing.T) {
	var bases []iri.Reference
	for _, path := range shortTexts("a/.:", 4) {
		for _, front := range []string{"", "s:", "//h"} {
			if x, err := iri.ParseReference(front + path + "?q#f"); err == nil {
				bases = append(bases, x)
			}
		}
	}
	texts := shortTexts("a/.:?%", 2)
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

// TestSegmentsTable: what is written, byte by byte.
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

// TestSegmentsFirstError: the first of several wrong things is told, and what comes then is no cure.
func TestSegmentsFirstError(t *testing.T) {
	b := iri.Builder{}.AddSegments("a", "..").AddSegments("").Path("/")
	if _, err := b.Reference(); err == nil || !strings.Contains(err.Error(), "dot segment") {
		t.Error(err)
	}
}

// TestSegmentsLaws: any text but three can be a segment.
func TestSegmentsLaws(t *testing.T) {
	p := newProperties(t, 5000)
	p.Property("segments come back", prop.ForAll(func(s trial, segments []string) (string, error) {
		return "", joining(iri.MustParseReference(s.text), segments)
	}, newGenerator().matchingOf(rule.IRIReference.Rule), anyBytes))
	p.TestingRun(t)
}

// FuzzSegments adds two segments.
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

// TestReadingAllocations: what needs no decoding is not copied.
func TestReadingAllocations(t *testing.T) {
	x := iri.MustParse("https://h/a/b/c?a=b&c&d=é")
	if n := testing.AllocsPerRun(100, func() {
		for range x.QueryPairs() {
		}
		for range x.Segments() {
		}
		x.QueryValue("d")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestReadingStops: who has seen enough may stop.
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
