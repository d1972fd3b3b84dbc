package main

import (
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/tools/internal/cli"
)

// TestReference checks that docs/command/iri.md equals the help.
func TestReference(t *testing.T) {
	testkit.Golden(t, "../../docs/command/iri.md", cli.Reference(newRoot, "tools/iri/reference_test.go"))
}
