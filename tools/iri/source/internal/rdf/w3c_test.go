package rdf

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
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
func readAll(file io.Reader, s Syntax, base iri.IRI) (list []found, errs []*block.Error) {
	b, r := new(block.Block), NewReader(file, s, base)
	for {
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
			for i, name := range m[2:] {
				if _, ok := syntaxes[filepath.Ext(string(name))]; ok {
					negative := i == 0 && strings.Contains(string(m[1]), "Negative")
					list = append(list, w3cTest{filepath.Join(filepath.Dir(path), string(name)), iri.MustParse(base + string(name)), negative})
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestW3C: of the files of positive tests no IRI is refused, and nothing else is wrong; of those of
// negative tests something is.
func TestW3C(t *testing.T) {
	if *rdftests == "" {
		t.Skip("-rdftests names no folder")
	}
	positive, negative, texts, silent, badURI := 0, 0, 0, 0, 0
	for _, test := range w3cTests(t, filepath.Join(*rdftests, "rdf")) {
		f, err := os.Open(test.file)
		if err != nil {
			t.Error(err)
			continue
		}
		got, errs := readAll(f, syntaxes[filepath.Ext(test.file)], test.base)
		f.Close()
		wrong := 0
		for _, x := range got {
			if !rule.IRI.ValidString(x.text) {
				wrong++
				if !test.negative {
					t.Errorf("%s:%d:%d: %q", test.file, x.Line, x.Column, x.text)
				}
			}
		}
		if !test.negative {
			positive++
			texts += len(got)
			for _, e := range errs {
				t.Errorf("%s:%d:%d: %v", test.file, e.Line, e.Column, e)
			}
			continue
		}
		negative++
		if strings.Contains(test.file, "bad-uri") && wrong+len(errs) > 0 {
			badURI++
			if wrong == 0 {
				t.Logf("by syntax: %s: %v", test.file, errs[0])
			}
		}
		if wrong == 0 && len(errs) == 0 {
			silent++
			t.Logf("silent: %s", test.file)
		}
	}
	t.Logf("%d files of positive tests with %d IRIs; %d of negative ones, %d of them silent; %d bad-uri", positive, texts, negative, silent, badURI)
}
