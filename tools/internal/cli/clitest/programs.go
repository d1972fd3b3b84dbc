package clitest

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// RunsNothing checks that the package of the test does not import os/exec or plugin, so that it cannot run programs
// such as git, whose configuration comes with a repository.
func RunsNothing(t *testing.T) {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(out))
	if !slices.Contains(list, "os") {
		t.Errorf("%d packages, and os is none of them", len(list))
	}
	for _, name := range []string{"os/exec", "plugin"} {
		if slices.Contains(list, name) {
			t.Errorf("package %s is part of the command", name)
		}
	}
}
