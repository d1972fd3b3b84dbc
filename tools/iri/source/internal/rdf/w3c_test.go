package rdf

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/iri/source/internal/block"
)

var rdftests = flag.String("rdftests", "", "`folder` with a checkout of github.com/w3c/rdf-tests")

var syntaxes = map[string]Syntax{".nt": NTriples, ".nq": NQuads, ".ttl": Turtle, ".trig": TriG}

// A found is an IRI where it stands.
type found struct {
	text string
	block.Place
}

// readAll returns the IRIs and the errors of a file.
func readAll(file io.Reader, s Syntax, base iri.IRI) ([]found, []*block.Error) {
	return drain(NewReader(file, s, base))
}

func drain(r *Reader) (list []found, errs []*block.Error) {
	for b := new(block.Block); ; {
		err := r.Read(b)
		for place, text := range b.All() {
			list = append(list, found{string(text), place})
		}
		e, ok := err.(*block.Error)
		if ok {
			errs = append(errs, e)
		}
		if err != nil && !(ok && e.GoesOn) {
			return list, errs
		}
	}
}

// w3cTest is an entry of a manifest.
type w3cTest struct {
	file     string
	base     iri.IRI
	negative bool
	result   string // N-Triples or N-Quads with the same statements, or ""
}

var (
	entry  = regexp.MustCompile(`(?s)(?:rdf:type|a)\s+rdft:Test(\w+)\s*;.*?mf:action\s+<([^>]*)>(?:\s*;\s*mf:result\s+<([^>]*)>)?`)
	note   = regexp.MustCompile(`(?m)^#.*`)
	assume = regexp.MustCompile(`mf:assumedTestBase\s+<([^>]*)>`)
)

// w3cTests returns the tests of the manifests below a folder; positive ones also for their results.
func w3cTests(t *testing.T, dir string) (list []w3cTest) {
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "manifest.ttl" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text = note.ReplaceAll(text, nil) // some tests are left out so
		base := "http://example.org/"
		if m := assume.FindSubmatch(text); m != nil {
			base = string(m[1])
		}
		for _, m := range entry.FindAllSubmatch(text, -1) {
			kind, action, result := string(m[1]), string(m[2]), string(m[3])
			test := w3cTest{filepath.Join(filepath.Dir(path), action), iri.MustParse(base + action), strings.Contains(kind, "Negative"), ""}
			if result != "" {
				test.result = filepath.Join(filepath.Dir(path), result)
				list = append(list, w3cTest{test.result, iri.MustParse(base + result), false, ""})
			}
			if _, ok := syntaxes[filepath.Ext(action)]; ok {
				list = append(list, test)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// silent has the files of negative tests that are passed over in silence: their faults are none of
// syntax, nor of IRIs. A language tag is too long, and literals have a datatype for literals with a
// language.
var silent = []string{"ntriples-langdir-bad-3.nt", "ntriples-langdir-bad-4.nt", "ntriples-langdir-bad-5.nt"}

// TestW3C: in the files of positive tests no IRI is refused, and nothing else is wrong. In those of
// negative tests something is, and an IRI if the test is about IRIs.
func TestW3C(t *testing.T) {
	if *rdftests == "" {
		t.Skip("-rdftests names no folder")
	}
	var passed, failed, iris, results, badURIs, bySyntax int
	for _, test := range w3cTests(t, filepath.Join(*rdftests, "rdf")) {
		name := filepath.Base(test.file)
		f, err := os.Open(test.file)
		if err != nil {
			if name != "lantag_with_subtag.nt" && name != "lantag_with_subtag.nq" { // manifests have them, folders do not
				t.Error(err)
			}
			continue
		}
		list, errs := readAll(f, syntaxes[filepath.Ext(test.file)], test.base)
		f.Close()
		wrong := slices.DeleteFunc(slices.Clone(list), func(x found) bool { return rule.IRI.ValidString(x.text) })
		switch {
		case !test.negative:
			passed, iris = passed+1, iris+len(list)
			if len(wrong)+len(errs) > 0 {
				t.Errorf("%s:\n%s", test.file, describe(wrong, errs))
			}
			if test.result != "" {
				results += compareResult(t, test, list)
			}
			continue
		case strings.Contains(name, "bad-uri"):
			badURIs++
			if len(wrong) == 0 {
				t.Errorf("%s: no wrong IRI", test.file)
			}
		case len(wrong)+len(errs) == 0 && !slices.Contains(silent, name):
			t.Errorf("%s: nothing is wrong", test.file)
		}
		failed++
		if len(errs) > 0 {
			bySyntax++
		}
	}
	t.Logf("%d files of positive tests with %d IRIs, %d of them looked up; %d of negative ones, %d with errors, %d about IRIs", passed, iris, results, failed, bySyntax, badURIs)
	if badURIs != 37 {
		t.Errorf("%d files about IRIs, want 37", badURIs)
	}
}

// unwritten has beginnings of IRIs that statements may have where files do not: those that brackets,
// numbers and the keyword a stand for.
var unwritten = []string{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2001/XMLSchema#"}

// compareResult looks the IRIs of the statements that a file stands for up in what was found in it,
// and returns how many there are.
func compareResult(t *testing.T, test w3cTest, list []found) int {
	have := make(map[string]bool)
	for _, x := range list {
		have[x.text] = true
	}
	f, err := os.Open(test.result)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer f.Close()
	want, _ := readAll(f, syntaxes[filepath.Ext(test.result)], iri.IRI{})
	for _, x := range want {
		is := func(beginning string) bool { return strings.HasPrefix(x.text, beginning) }
		if !have[x.text] && !slices.ContainsFunc(unwritten, is) {
			t.Errorf("%s: no %q", test.file, x.text)
		}
	}
	return len(want)
}

// TestW3CFiles: in none of all files of the checkout, reports and manifests among them, is an IRI
// refused, but for those of negative tests.
func TestW3CFiles(t *testing.T) {
	if *rdftests == "" {
		t.Skip("-rdftests names no folder")
	}
	negative := make(map[string]bool)
	for _, test := range w3cTests(t, filepath.Join(*rdftests, "rdf")) {
		negative[test.file] = negative[test.file] || test.negative
	}
	files, iris := 0, 0
	err := filepath.WalkDir(*rdftests, func(path string, d os.DirEntry, err error) error {
		syntax, ok := syntaxes[filepath.Ext(path)]
		if err != nil || d.IsDir() || !ok || negative[path] {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		list, _ := readAll(f, syntax, base)
		for _, x := range list {
			if !rule.IRI.ValidString(x.text) {
				t.Errorf("%s:%d:%d: %q", path, x.Line, x.Column, x.text)
			}
		}
		files, iris = files+1, iris+len(list)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d IRIs", files, iris)
}
