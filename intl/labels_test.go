package intl

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/toplevel"
	"example.org/iri/lint"
)

// TestLabels checks that errors and warnings are reported only for strings that somebody would change. Each line of the
// file has the code of a finding, or - for none, and a string.
func TestLabels(t *testing.T) {
	f, err := os.Open("../lint/testdata/labels.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		code, quoted, ok := strings.Cut(s.Text(), " ")
		if !ok || code == "#" {
			continue
		}
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", s.Text(), err)
		}
		n++
		findings := slices.DeleteFunc(Lint(iri.MustParseReference(text)), func(f lint.Finding) bool { return f.Severity < lint.Warning })
		found := slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Code == code })
		if !found && (code != "-" || len(findings) > 0) {
			t.Errorf("%s %+q: %v", code, text, findings)
		}
	}
	if n < 300 {
		t.Errorf("%d labels", n)
	}
}

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

// TestTopLevel compares toplevel.txt with package publicsuffix, whose versions differ in a few domains. With -update, it
// writes the file.
func TestTopLevel(t *testing.T) {
	if *testkit.Update {
		testkit.Golden(t, "../internal/toplevel/toplevel.txt", strings.Join(publicSuffixes(t), "\n")+"\n")
	}
	names := strings.Fields(toplevel.List)
	unknown := 0
	for _, name := range names {
		if suffix, icann := publicsuffix.PublicSuffix("a." + name); !icann && !strings.Contains(suffix, ".") {
			unknown++
		}
	}
	if n := len(names); n < 1400 || unknown > n/50 {
		t.Errorf("%d top-level domains, of which %d are not in the list", n, unknown)
	}
	for host, want := range map[string]bool{
		"a.com": true, "a.b.museum": true, "a.xn--p1ai": true, "a.github.io": true, "a.ck": true, "a.uk": true,
		"a.html": false, "a.local": false, "a.": false, "com.a": false,
	} {
		if isTopLevel(host) != want {
			t.Errorf("%s: %v", host, !want)
		}
	}
}

// publicSuffixes returns the labels of the top nodes in the tables of package publicsuffix.
func publicSuffixes(t *testing.T) (names []string) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "golang.org/x/net/publicsuffix").Output()
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	text, nodes := read("data/text"), read("data/nodes")
	number := regexp.MustCompile(`const numTLD = (\d+)`).FindStringSubmatch(read("table.go"))
	n, err := strconv.Atoi(number[1])
	if err != nil {
		t.Fatal(err)
	}
	const size = 5 // of a node, with the offset of the label in 16 of the last 22 bits, and its length in 6
	for i := range n {
		node := nodes[size*i : size*(i+1)]
		bits := int(node[2])<<16 | int(node[3])<<8 | int(node[4])
		offset, length := bits>>6&(1<<16-1), bits&(1<<6-1)
		names = append(names, text[offset:offset+length])
	}
	return names
}
