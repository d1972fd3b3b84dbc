//go:build !386 && !purego

package docs_test

import (
	"testing"

	"example.org/iri/internal/walkthrough"
)

// TestCompiler runs the commands of reference/compiler.md beside the grammars of a clone.
func TestCompiler(t *testing.T) {
	need(t, "sed")
	setup := newSetup(t)
	clone := setup.Replace["PATH/OF/THE/CLONE"]
	setup.Before = "go -C '" + clone + "' install ./tools/abnfc && ln -s '" + clone + "'/tables '" + clone + "'/grammars ."
	walkthrough.Run(t, "reference/compiler.md", setup)
}
