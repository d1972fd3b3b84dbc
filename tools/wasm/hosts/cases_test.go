//go:build nightly

package hosts_test

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/compile/suite"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

const root = "../../.."

// A conformanceCase is a text that somebody has judged by a rule.
type conformanceCase struct {
	Rule  string `json:"rule"`
	Text  []byte `json:"text"`
	Valid bool   `json:"valid"`
}

// conformance returns the cases of this repository, those of other projects if they are here, and
// lists that nobody has judged but the library.
func conformance(t *testing.T) (list []conformanceCase) {
	list = append(list, ownCases(t)...)
	list = append(list, others(t)...)
	for _, name := range []string{"IRI-reference", "URI-reference"} {
		list = append(list, suiteOf(t, name)...)
	}
	for _, l := range corpus.Generated() {
		for _, text := range l.Texts[:500] {
			list = append(list, conformanceCase{"IRI", []byte(text), rule.IRI.ValidString(text)})
		}
	}
	return list
}

func ownCases(t *testing.T) (list []conformanceCase) {
	lines(t, filepath.Join(root, "testdata/cases.jsonl"), func(line []byte) {
		var c struct {
			Rule, Input string
			Valid       bool
		}
		decode(t, line, &c)
		text, err := strconv.Unquote(`"` + c.Input + `"`)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, conformanceCase{c.Rule, []byte(text), c.Valid})
	})
	return list
}

// others returns the cases in the folder that CONTRIBUTING.md names.
func others(t *testing.T) (list []conformanceCase) {
	folder := cmp.Or(os.Getenv("IRI_CONFORMANCE"), filepath.Join(root, "../shared/conformance"))
	for _, name := range []string{"cases.jsonl", "cases-iri.jsonl"} {
		file := filepath.Join(folder, name)
		if _, err := os.Stat(file); err != nil {
			t.Logf("no cases of other projects here: %v", err)
			return nil
		}
		lines(t, file, func(line []byte) {
			var c struct {
				Rule  string
				Input []byte `json:"input_b64"`
				Valid bool
			}
			decode(t, line, &c)
			list = append(list, conformanceCase{c.Rule, c.Input, c.Valid})
		})
	}
	return list
}

// suiteOf returns the shortest texts of a complete suite.
func suiteOf(t *testing.T, name string) (list []conformanceCase) {
	f, err := os.Open(filepath.Join(root, "testdata/suites", name+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for c, err := range suite.Read(r) {
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 10_000 {
			break
		}
		list = append(list, conformanceCase{name, bytes.Clone(c.Input), c.Valid})
	}
	return list
}

func lines(t *testing.T, file string, do func([]byte)) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for s := bufio.NewScanner(strings.NewReader(string(text))); s.Scan(); {
		do(s.Bytes())
	}
}

func decode(t *testing.T, line []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(line, v); err != nil {
		t.Fatal(err)
	}
}
