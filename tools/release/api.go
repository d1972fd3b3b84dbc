package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const apidiff = "golang.org/x/exp/cmd/apidiff@v0.0.0-20261014143641-f0251eb4aa3e"

// api compares the exported API of the module in a folder with that of its last tag. A change that
// breaks programs is an error from v1 on. Before, it is one unless CHANGELOG.md has it above the
// section of that tag, below "### Incompatible".
func api(folder string, out io.Writer) error {
	tag, err := command(folder, "git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")
	if err != nil {
		fmt.Fprintln(out, "no release yet: there is nothing to compare with")
		return nil
	}
	tag = strings.TrimSpace(tag)
	report, err := changes(folder, tag)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "since %s:\n%s", tag, report)
	if !strings.Contains(report, "Incompatible changes:\n") {
		return nil
	}
	if !strings.HasPrefix(tag, "v0.") {
		return fmt.Errorf("programs for %s break, so this would have to be another major version", tag)
	}
	changelog, err := os.ReadFile(filepath.Join(folder, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	since, _, _ := strings.Cut(string(changelog), "\n## "+strings.TrimPrefix(tag, "v")+" - ")
	if !strings.Contains(since, "\n### Incompatible\n") {
		return fmt.Errorf("programs for %s break, and CHANGELOG.md says nothing below \"### Incompatible\"", tag)
	}
	return nil
}

// changes returns what apidiff says of the API since a tag, what breaks programs first.
func changes(folder, tag string) (string, error) {
	temp, err := os.MkdirTemp("", "release")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return "", err
	}
	module, old, before := moduleOf(string(mod)), filepath.Join(temp, "old"), filepath.Join(temp, "old.export")
	if _, err := command(folder, "git", "worktree", "add", "--detach", old, tag); err != nil {
		return "", err
	}
	defer command(folder, "git", "worktree", "remove", "--force", old)
	if mod, err := os.ReadFile(filepath.Join(old, "go.mod")); err != nil {
		return "", err
	} else if moduleOf(string(mod)) != module {
		return "", fmt.Errorf("%s has another module path than the tree, so nobody can go from one to the other", tag)
	}
	if _, err := command(old, "go", "run", apidiff, "-m", "-w", before, module); err != nil {
		return "", err
	}
	return command(folder, "go", "run", apidiff, "-m", before, module)
}

// command runs a program in a folder and returns what it prints.
func command(folder, name string, args ...string) (string, error) {
	var out, log bytes.Buffer
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = folder, &out, &log
	c.Env = append(os.Environ(), "GOWORK=off")
	err := c.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, log.Bytes())
	}
	return out.String(), err
}
