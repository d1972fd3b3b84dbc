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

type found struct {
	text string
	block.Place
}

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

type w3cTest struct {
	file     string
	base     iri.IRI
	negative bool
	result   string // N-Triples or N-Quads with the same triples, or ""
}

var (
	entry  = regexp.MustCompile(`(?s)(?:rdf:type|a)\s+rdft:Test(\w+)\s*;.*?mf:action\s+<([^>]*)>(?:\s*;\s*mf:result\s+<([^>]*)>)?`)
	note   = regexp.MustCompile(`(?m)^#.*`)
	assume = regexp.MustCompile(`mf:assumedTestBase\s+<([^>]*)>`)
)

// w3cTests returns the tests of the manifests in a folder, positive ones also with their results.
func w3cTests(t *testing.T, dir string) (list []w3cTest) {
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "manifest.ttl" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text = note.ReplaceAll(text, nil) // disabled tests
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

// silent are files of negative tests without an error: neither their syntax nor an IRI is wrong, but a language tag is
// too long, or a literal has rdf:langString as datatype.
var silent = []string{"ntriples-langdir-bad-3.nt", "ntriples-langdir-bad-4.nt", "ntriples-langdir-bad-5.nt"}

// TestW3C checks that files of positive tests have no errors, and files of negative tests have one, with an invalid IRI
// if the test is about IRIs.
func TestW3C(t *testing.T) {
	if *rdftests == "" {
		t.Skip("-rdftests names no folder")
	}
	var passed, failed, iris, results, badURIs, bySyntax int
	for _, test := range w3cTests(t, filepath.Join(*rdftests, "rdf")) {
		name := filepath.Base(test.file)
		f, err := os.Open(test.file)
		if err != nil {
			if name != "lantag_with_subtag.nt" && name != "lantag_with_subtag.nq" { // in manifests, but missing
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

// unwritten are prefixes of IRIs that brackets, numbers and the keyword a abbreviate.
var unwritten = []string{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2001/XMLSchema#"}

// compareResult checks that the IRIs of the expected triples were found, and returns their number.
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

// TestW3CFiles checks that no file of the checkout contains an invalid IRI, except files of negative tests.
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
