package intl

import (
	"reflect"
	"slices"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/lint"
)

// agrees compares the findings of Lint and AppendLint with those without the fast tests. It reports whether any finding
// needs Unicode data.
func agrees(t *testing.T, text string) (found bool) {
	t.Helper()
	x, err := iri.ParseReference(text)
	if err != nil {
		return false
	}
	basic := lint.Check(x)
	want := appendUnicode(slices.Clone(basic), 0, x)
	same := func(got []lint.Finding) bool {
		return slices.EqualFunc(got, want, func(a, b lint.Finding) bool { return reflect.DeepEqual(a, b) })
	}
	if got := Lint(x); !same(got) {
		t.Fatalf("%+q: Lint has %v, not %v", text, got, want)
	}
	first := lint.Finding{Code: "first", Span: iri.Span{Start: len(text)}}
	if got := AppendLint([]lint.Finding{first}, []byte(text), x.Parts()); !reflect.DeepEqual(got[0], first) || !same(got[1:]) {
		t.Fatalf("%+q: AppendLint has %v, not %v", text, got, want)
	}
	return len(want) > len(basic)
}

func TestAppendLint(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "http://example.org/": false, "HTTP://h:80/%7e": false, "http://example.org/é": false, "/日本": false,
		"http://é/": false, "http://é..b/": true, "/e\u0301": true, "/a/אa": true, "/א": false, "http://аpple.example:80/": true,
		"HTTP://a.é-.b/%7e/e\u0301": true, "http://xn--a.é/": true, "//אa@h/": true, "#\u212b": true, "urn:é:\u212b": true,
	} {
		if agrees(t, text) != want {
			t.Errorf("%+q: want %t", text, want)
		}
	}
}

// TestAppendLintOfTexts tries short strings of pieces after several prefixes, and generated IRIs with a piece inserted.
func TestAppendLintOfTexts(t *testing.T) {
	pieces := []string{"a", "A", ".", "/", "@", ":", "%41", "é", "я", "日", "א", "\u0301", "\u212b", "\u200e", "。", "abcdefgh"}
	n := 0
	check := func(text string) {
		if agrees(t, text) {
			n++
		}
	}
	for _, head := range []string{"", "http://", "http://h/", "//h", "x:?", "file:///", "HTTP://é:80/#"} {
		for _, a := range pieces {
			for _, b := range pieces {
				for _, c := range pieces {
					check(head + a + b + c)
				}
			}
		}
	}
	for _, l := range corpus.Generated() {
		for i, text := range l.Texts {
			at := i * 7 % (len(text) + 1)
			check(text)
			check(text[:at] + pieces[i%len(pieces)] + text[at:])
		}
	}
	if n < 2_000 {
		t.Errorf("only %d strings have findings that need Unicode data", n)
	}
}

// TestAppendLintAllocs checks that references with familiar characters and without findings allocate nothing.
func TestAppendLintAllocs(t *testing.T) {
	for _, text := range []string{"", "https://www.example.org/a/b?q=é#f", "a?b", "http://example.org/日本"} {
		x, reference := iri.MustParseReference(text), []byte(text)
		if n := testing.AllocsPerRun(100, func() { AppendLint(nil, reference, x.Parts()) }); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}
