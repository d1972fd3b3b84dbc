package main

import (
	"flag"
	"os"
	"runtime"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/golden"
	"example.org/iri/neturl"
)

var update = flag.Bool("update", false, "rewrite docs/reference/neturl.md")

const (
	suites = "../../testdata/suites"
	file   = "../../docs/reference/neturl.md"
)

// TestPage: docs/reference/neturl.md is what the command makes, if it is of this Go version.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(file)
	if !*update && (err != nil || !strings.Contains(string(text), " of "+runtime.Version()+",")) {
		t.Skipf("%s is of another Go version than %s", file, runtime.Version())
	}
	got, err := page(suites)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, file, got, *update)
}

// TestRefusals: package neturl refuses just the references whose URI is in a list.
func TestRefusals(t *testing.T) {
	refused := 0
	err := each(suites, func(text string) {
		x, err := iri.ParseReference(text)
		if err != nil {
			return
		}
		kind, what := differ(x.ToURI().String())
		_, err = neturl.URL(x)
		if (err != nil) != (kind < numKinds) {
			t.Errorf("%q: %v, listed: %v (%s)", text, err, kind < numKinds, what)
		}
		if err != nil {
			refused++
		}
	})
	if err != nil || refused == 0 {
		t.Fatal(err)
	}
}

// TestDiffer has a text of each kind.
func TestDiffer(t *testing.T) {
	for text, want := range map[string]kind{
		"///a": otherComponents, "a#": otherText, "//%41": onlyOurs, "a b": onlyTheirs, "http://a/b?c#d": numKinds, "\x7f": numKinds,
	} {
		if got, what := differ(text); got != want {
			t.Errorf("%q: %d (%s), want %d", text, got, what, want)
		}
	}
}
