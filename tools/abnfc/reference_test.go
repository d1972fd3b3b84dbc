package main

import (
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/tools/internal/cli"
)

// TestReference: docs/grammars/abnfc.md is made of the help texts.
func TestReference(t *testing.T) {
	testkit.Golden(t, "../../docs/grammars/abnfc.md", cli.Reference(newRoot, "tools/abnfc/reference_test.go"))
}
