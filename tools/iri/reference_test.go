package main

import (
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/tools/internal/cli"
)

// TestReference: docs/reference/iri.md is made of the help texts.
func TestReference(t *testing.T) {
	testkit.Golden(t, "../../docs/reference/iri.md", cli.Markdown(newRoot(), "tools/iri/reference_test.go"))
}
