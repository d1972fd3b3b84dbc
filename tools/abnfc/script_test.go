package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"example.org/iri/tools/internal/cli/clitest"
)

// TestMain is the command itself where scripts run it.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"abnfc": main}) }

func TestScripts(t *testing.T) { clitest.Scripts(t, *update) }

// TestCovered: scripts run every command, with every flag.
func TestCovered(t *testing.T) { clitest.Covered(t, newRoot()) }
