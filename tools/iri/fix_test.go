package main

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/fix"
	"example.org/iri/internal/testkit"
	"example.org/iri/intl"
	"example.org/iri/lint"
)

// TestFixPlaces checks that fix and check report the same error for strings without a repair.
func TestFixPlaces(t *testing.T) {
	for _, line := range []string{
		"", "a", "1a:b", "example.org", "?a", "-", "ä:b", "%41:", "@", "://",
		"http://[2001:db8::1/", "http://[::1", "http://[::1]x/", "http://[1::2::3]/", "http://[v1.]/", "http://[fe80::1%25eth0]/", "http://a]/",
		"http://h:80x/", "http://u:p@h:x80/", "http://2001:db8::1/", "http://h:8 0/",
		"http://a b/", "http://u@v@h/", "http://u x@h/", "http://a%/", "http://a%4/", "http://a%zz/", "http://\xff/", "http://é\xc3/", "http://a<b/",
	} {
		wrong := invoke(strings.NewReader(line+"\n"), "check", "--rule", "IRI")
		unrepaired := invoke(strings.NewReader(line+"\n"), "fix", "--scheme", "")
		finding, _, _ := strings.Cut(wrong.stdout, "\n")
		if finding == "" || unrepaired.stderr != finding+"\n" {
			t.Errorf("%q: check finds\n%s, fix\n%s", line, wrong.stdout, unrepaired.stderr)
		}
	}
}

// TestRepairsAreClean checks that lint has no errors or warnings about repairs of mistyped strings, except about text
// that was in the input.
func TestRepairsAreClean(t *testing.T) {
	random := rand.New(rand.NewPCG(uint64(testkit.Seed(1)), 0))
	rounds := 4
	if *testkit.Long {
		rounds = 200
	}
	outputs := 0
	for _, text := range []string{"https://museum.com:70000/a b", "http://user:ghp_Zr4tUi9Kq7xW2bN5mP8sZr4tUi9Kq7xW2bN5@museum.com/a b"} {
		isClean(t, text)
	}
	for _, text := range pastes(t) {
		for range rounds {
			outputs += isClean(t, mistype(random, text))
		}
	}
	if outputs < 1000 {
		t.Errorf("%d outputs, want 1,000 or more", outputs)
	}
}

func FuzzRepairsAreClean(f *testing.F) {
	for _, text := range pastes(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { isClean(t, text) })
}

// isClean checks the results of fix, without and with Web, for a string. It returns their number.
func isClean(t *testing.T, text string) (outputs int) {
	for _, f := range []fix.Fixer{{Scheme: "https"}, {Scheme: "https", Web: true}} {
		x, changes, err := f.Fix(text)
		if err != nil || len(changes) == 0 {
			continue
		}
		outputs++
		for _, found := range intl.Lint(x) {
			if found.Severity >= lint.Warning && !isOfAuthor(found, x.String(), text) {
				t.Errorf("%q becomes %q by %v: %s at %v", text, x, changes, found.Code, found.Span)
			}
		}
	}
	return outputs
}

// isOfAuthor reports whether the input has the text of a finding, too, in a place where fix does not repair. In the
// input, a slash may be a backslash, and an ampersand may be an HTML entity.
func isOfAuthor(f lint.Finding, output, input string) bool {
	input += "\n" + strings.NewReplacer("&amp;", "&", `\`, "/").Replace(input)
	words := output[f.Span.Start:f.Span.End]
	switch f.Code {
	case "file-local", "percent-end":
		if strings.HasPrefix(output, "file:") { // a Windows path
			return true
		}
	case "host-top-level":
		return !strings.HasPrefix(output, "http") && strings.Contains(input, words)
	case "end-punctuation":
		ofFragment := strings.Contains(output, "#") && strings.HasSuffix(input, words)
		return strings.Contains(input, output) || ofFragment // which may quote text
	}
	return strings.Contains(input, words) && slices.Contains([]string{
		"dot-segments", "double-slash", "drive-letter", "host-address", "host-hyphen", "host-look-alike", "host-mixed-scripts", "host-number", "host-percent-encoded",
		"html-entity", "http-userinfo", "mailto-domain", "password", "percent-end", "percent-nul", "port-empty", "query-delimiter", "scheme-mistyped", "scheme-second",
		"secret", "ws-syntax",
	}, f.Code)
}

func mistype(random *rand.Rand, text string) string {
	const inserted = " /\\:?#&=%.,;()[]{}<>\"'`*_-|@+$~\u200b\u00a0é。…a1"
	runes := []rune(text)
	for range 1 + random.IntN(2) {
		if len(runes) < 2 {
			break
		}
		at := random.IntN(len(runes) - 1)
		switch random.IntN(4) {
		case 0:
			runes = slices.Delete(runes, at, at+1)
		case 1:
			marks := []rune(inserted)
			runes = slices.Insert(runes, at, marks[random.IntN(len(marks))])
		case 2:
			runes = slices.Insert(runes, at, runes[at])
		case 3:
			runes[at], runes[at+1] = runes[at+1], runes[at]
		}
	}
	return string(runes)
}

var escape = regexp.MustCompile(`\\([\\nt]|u[0-9A-Fa-f]{4})`)

func pastes(t testing.TB) (list []string) {
	table, err := os.ReadFile("../../fix/testdata/repairs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		if cells := strings.Split(line, "\t"); len(cells) == 3 && line[0] != '#' {
			list = append(list, escape.ReplaceAllStringFunc(cells[1], func(e string) string {
				c, _ := strconv.Unquote(`"` + e + `"`)
				return c
			}))
		}
	}
	return list
}
