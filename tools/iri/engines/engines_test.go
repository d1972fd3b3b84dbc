//go:build nightly

package engines

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/rule"
)

// TestMain puts iri and the script iri-results first in PATH.
func TestMain(m *testing.M) {
	status := 1
	dir, err := os.MkdirTemp("", "iri")
	if err == nil {
		if err = install(dir); err == nil {
			status = m.Run()
		}
		os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Println(err)
	}
	os.Exit(status)
}

func install(dir string) error {
	if out, err := exec.Command("go", "build", "-o", dir+"/iri", "..").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	script, err := os.ReadFile("iri-results")
	if err != nil {
		return err
	}
	os.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return errors.Join(
		os.WriteFile(dir+"/iri-results", script, 0o755),
		os.Chmod(dir, 0o755)) // PostgreSQL runs as another user
}

// inputs returns valid strings, and invalid ones with all bytes that a line can contain.
func inputs() []string {
	list := []string{
		"http://example.org/", "", "urn:a", "http://a b/", " http://a/", "http://example.org/rosé", "a", "//a",
		"http://a/\tb", `http://a/\b`, `\N`, "http://[::1", "urn:%4", "urn:%\t1", "urn:\"", "urn:'$x`", "urn:\u202e", "1", "3",
	}
	long := "http://example.org/" + strings.Repeat("a", 100_000)
	list = append(list, long, long+" ")
	for i := range 5000 {
		list = append(list, fmt.Sprintf("http://example.org/%d?q=%d", i, i%7), fmt.Sprintf("http://example.org:%dx/", i))
	}
	return list
}

// result returns the result of package iri for a string.
func result(text string) string {
	wrong := rule.IRI.CheckString(text)
	if wrong == nil {
		return "\t"
	}
	var e *iri.SyntaxError
	if !errors.As(wrong, &e) {
		panic(wrong)
	}
	return fmt.Sprintf("%d\t%v", e.Span.Start, e.Reason)
}

func file(t *testing.T, texts []string) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "texts.txt")
	if err := os.WriteFile(name, []byte(strings.Join(texts, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func run(t *testing.T, cmd *exec.Cmd) []string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, stderr.Bytes())
	}
	return lines(out)
}

func lines(out []byte) []string {
	return slices.Collect(strings.SplitSeq(strings.TrimSuffix(string(out), "\n"), "\n"))
}

// compare checks that results match the strings in order.
func compare(t *testing.T, got, texts []string) {
	t.Helper()
	if len(got) != len(texts) {
		t.Fatalf("%d results on %d texts", len(got), len(texts))
	}
	for i, text := range texts {
		if want := result(text); got[i] != want {
			t.Fatalf("result %d, of %.60q, is %q, want %q", i+1, text, got[i], want)
		}
	}
}

// installed skips a test without a program, which step "programs" of .ci/run -nightly installs.
func installed(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("no %s here", program)
	}
	return path
}
