package main

import (
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/tools/internal/cli"
)

// TestReference: docs/reference/abnfc.md is made of the help texts.
func TestReference(t *testing.T) {
	testkit.Golden(t, "../../docs/reference/abnfc.md", cli.Markdown(newRoot(), "tools/abnfc/reference_test.go"))
}
