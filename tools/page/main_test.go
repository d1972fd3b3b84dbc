package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args        string
		status      int
		out, stderr string
	}{
		{"-help", 0, "Usage:\n  page -o DIR", ""},
		{"--help", 0, "Examples:", ""},
		{"", 2, "", "-o is missing"},
		{"-o", 2, "", "needs an argument: -o"},
		{"-q", 2, "", "not defined: -q"},
		{"-o x y", 2, "", `unexpected argument "y"`},
	} {
		var out, problems bytes.Buffer
		status := run(strings.Fields(test.args), &out, &problems)
		if status != test.status || !strings.Contains(out.String(), test.out) || !strings.Contains(problems.String(), test.stderr) {
			t.Errorf("page %s: exit status %d, %q, %q", test.args, status, &out, &problems)
		}
		if (test.out == "") != (out.Len() == 0) || (test.stderr == "") != (problems.Len() == 0) {
			t.Errorf("page %s writes to the wrong stream: %q, %q", test.args, &out, &problems)
		}
	}
}

func TestFolderCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	if status := run([]string{"-o", file}, &out, &problems); status != 2 || problems.Len() == 0 {
		t.Errorf("exit status %d, %q", status, &problems)
	}
}

// TestPolicy compares the hashes in the policy with the scripts and styles of the page, byte for byte.
func TestPolicy(t *testing.T) {
	if got, want := digest(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="; got != want {
		t.Errorf("digest of nothing is %s, want %s", got, want)
	}
	page, err := assemble([]byte("library"))
	if err != nil {
		t.Fatal(err)
	}
	between := func(open, end string) string {
		_, rest, _ := strings.Cut(string(page), open)
		text, _, found := strings.Cut(rest, end)
		if !found {
			t.Fatalf("no %s in the page", open)
		}
		return text
	}
	rules := between(`Content-Security-Policy" content="`, `"`)
	for _, text := range []string{between(`<script type="module">`, "</script>"), between("<style>", "</style>")} {
		if !strings.Contains(rules, digest(text)) {
			t.Errorf("the policy %s does not admit the string that begins with %.40q", rules, text)
		}
	}
}

// TestLarge requires that the WebAssembly does not contain large packages of the standard library.
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
