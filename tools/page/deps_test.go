package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestLarge: the WebAssembly does not have packages of the standard library that would make it much larger.
func TestLarge(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{join .Imports " "}}`, "./internal/answer").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, large := range []string{"encoding/xml", "html/template", "net/http", "text/template", "time"} {
		if slices.Contains(strings.Fields(string(out)), large) {
			t.Errorf("internal/answer imports %s", large)
		}
	}
}
