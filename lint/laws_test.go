package lint

import (
	"bufio"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// laws checks that findings are ordered, and their spans whole characters of the string; that edits are disjoint or
// nested; that the string is valid after some of the repairs; and that it needs no further repair after all of them.
func laws(t *testing.T, text string) {
	t.Helper()
	x, err := iri.ParseReference(text)
	if err != nil {
		return
	}
	findings := Check(x)
	var edits []Edit
	last := 0
	for _, f := range findings {
		if f.Span.Start < last || !within(f.Span, text) {
			t.Fatalf("%+q: %v", text, findings)
		}
		last = f.Span.Start
		edits = append(edits, f.Repair...)
		if f.Code == password.code && strings.Contains(f.Message, text[f.Span.Start:f.Span.End]) && f.Span.End-f.Span.Start > 8 {
			t.Fatalf("%q quotes the password", f.Message)
		}
	}
	for i, e := range edits {
		if !within(e.Span, text) || text[e.Span.Start:e.Span.End] == e.Text {
			t.Fatalf("%+q: %v", text, findings)
		}
		for _, o := range edits[:i] {
			if o.Span.End > e.Span.Start && e.Span.End > o.Span.Start && !contains(o.Span, e.Span) && !contains(e.Span, o.Span) {
				t.Fatalf("%+q: edits %v and %v", text, o, e)
			}
		}
	}
	repaired, err := iri.ParseReference(Repair(text, findings))
	if err != nil {
		t.Fatalf("%+q: repaired: %v", text, err)
	}
	for _, f := range Check(repaired) {
		if f.Repair != nil {
			t.Fatalf("%+q: repaired: %+q: %v", text, repaired, f)
		}
	}
	normalized(t, x, findings)
	some := slices.DeleteFunc(slices.Clone(findings), func(Finding) bool { return rand.IntN(2) == 0 })
	if half := Repair(text, some); !iri.ValidReferenceString(half) {
		t.Fatalf("%+q: repaired in part: %+q", text, half)
	}
}

// normalized checks that repairs do what Normalize does, except for disallowed characters, which Normalize keeps: once
// they are encoded, the repaired text has the same normal form, and is in it except for an empty path.
func normalized(t *testing.T, x iri.Reference, findings []Finding) {
	t.Helper()
	others := slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return f.Code != bidiFormatting.code && f.Code != bidiIsolate.code
	})
	repaired := iri.MustParseReference(Repair(x.String(), findings))
	x = iri.MustParseReference(Repair(x.String(), others))
	if repaired.Normalize(iri.SchemeBased) != x.Normalize(iri.SchemeBased) || repaired.Normalize(iri.SyntaxBased) != repaired {
		t.Fatalf("%+q: repaired: %+q: not %+q", x, repaired, x.Normalize(iri.SchemeBased))
	}
	if _, ok := repaired.Authority(); repaired.Path() != "" || !ok {
		if repaired.Normalize(iri.SchemeBased) != repaired {
			t.Fatalf("%+q: repaired: %+q: not %+q", x, repaired, repaired.Normalize(iri.SchemeBased))
		}
	}
}

func within(s iri.Span, text string) bool {
	starts := func(i int) bool { return i == len(text) || utf8.RuneStart(text[i]) }
	return 0 <= s.Start && s.Start <= s.End && s.End <= len(text) && starts(s.Start) && starts(s.End)
}

func contains(a, b iri.Span) bool { return a.Start <= b.Start && b.End <= a.End }

// TestLaws checks the laws for all short concatenations of pieces that have findings.
func TestLaws(t *testing.T) {
	pieces := []string{"a", "A", ".", "/", ":", "@", "?", "#", "%41", "%2e", "%c3", "%A9", "%25", "0", "80", "\u200e", "é", "%2F"}
	length := 3
	if *testkit.Long {
		length = 4
	}
	for _, head := range []string{"", "http:", "http://", "HTTP://h", "http://h:", "http://h/", "a:", "a:/", "//", "file:", "urn:a1:", "mailto:", "tag:a,2025:", "did:a:"} {
		grow(head, length, pieces, func(text string) { laws(t, text) })
	}
}

// grow visits text, and text followed by up to n pieces.
func grow(text string, n int, pieces []string, visit func(text string)) {
	visit(text)
	if n > 0 {
		for _, p := range pieces {
			grow(text+p, n-1, pieces, visit)
		}
	}
}

func FuzzLaws(f *testing.F) {
	for _, text := range append(lines(f, "../testdata/iris.txt"), goldenTexts(f)...) {
		f.Add(text)
	}
	f.Fuzz(laws)
}

func TestQuiet(t *testing.T) {
	for _, text := range []string{
		"http://www.example.org/", "http://例え.テスト/パス?クエリ=値#断片", "https://fr.example.org/œuvre/été?où=là-bas",
		"https://пример.example/каталог/страница", "http://مثال.example/صفحة", "https://example.org/%E2%82%AC/€/100%25",
		"http://192.0.2.16/index.html", "http://[2001:db8::7]/c=GB?objectClass?one", "ftp://ftp.is.example/rfc/rfc3987.txt;type=a",
		"file:///home/user/notes.txt", "file:/C:/Windows/", "mailto:John.Doe@example.com?subject=IRIs%20and%20URIs", "urn:isbn:9780141036144",
		"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "tag:example.org,2025:名前", "tel:+1-816-555-1212", "news:comp.infosystems.www.servers.unix",
		"data:text/plain;charset=utf-8,na%C3%AFve", "about:blank", "x:", "x:?", "a+b-c.d:e", "doi:10.1000/182", "", "../a/./b", "#", "?", "//h/", "did:web:example.org",
		"https://example.org:8443/a?b=%26&c=d+e#/f/../g",
	} {
		if found := Check(iri.MustParseReference(text)); found != nil {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// TestDots checks for all short paths that repair and Resolve agree about dot segments.
func TestDots(t *testing.T) {
	length := 7
	if *testkit.Long {
		length = 9
	}
	for _, head := range []string{"a:", "a:/", "a://h", "a://h/", "/", "//h/"} {
		grow(head, length, []string{"a", ".", "/"}, func(text string) {
			x, err := iri.ParseReference(text)
			if err != nil {
				return
			}
			only := slices.DeleteFunc(Check(x), func(f Finding) bool { return f.Code != dotSegments.code })
			if got, want := Repair(text, only), resolved(x); got != want {
				t.Fatalf("%s: %s, want %s", text, got, want)
			}
		})
	}
}

// TestDotsOfTriples checks the laws for percent-encoded dots, whose edits are inside those of dot segments.
func TestDotsOfTriples(t *testing.T) {
	length := 5
	if *testkit.Long {
		length = 7
	}
	for _, head := range []string{"a:", "a:/", "a://h/", "/", "//h/"} {
		grow(head, length, []string{"%7E", "%2e", "..", "/"}, func(text string) { laws(t, text) })
	}
}

func resolved(x iri.Reference) string {
	text := iri.MustParse("base:").Resolve(x).String()
	if x.IsAbs() {
		return text
	}
	return strings.TrimPrefix(text, "base:")
}

func TestAllocations(t *testing.T) {
	for _, text := range []string{"https://www.example.org:8443/a/b?q=é#f", "urn:isbn:9780141036144", "../a?b", "mailto:a@example.org", "http://192.0.2.1/a%20b", "", "https://example.org/é"} {
		x := iri.MustParseReference(text)
		if n := testing.AllocsPerRun(100, func() { Check(x) }); n != 0 {
			t.Errorf("%s: %v allocations of Check", text, n)
		}
		if _, plain := AppendCheck(nil, []byte(text), x.Parts()); !plain {
			continue
		}
		if n := testing.AllocsPerRun(100, func() { AppendCheck(nil, []byte(text), x.Parts()) }); n != 0 {
			t.Errorf("%s: %v allocations of AppendCheck", text, n)
		}
	}
}

func lines(t testing.TB, file string) (list []string) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		list = append(list, s.Text())
	}
	return list
}
