package main

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// changes has a folder for each project. In it are, for both runs or only for the second, a diff and
// files to add: both.diff, both/, after.diff, after/.
//
//go:embed all:_projects
var changes embed.FS

// checkout makes a copy of the module in a folder, with this library among its requirements.
func (p *project) checkout(folder, library string) error {
	out, err := run(".", nil, "go", "mod", "download", "-json", p.module+"@"+p.version)
	if err != nil {
		return err
	}
	var source struct{ Dir string }
	if err := json.Unmarshal(out, &source); err != nil {
		return err
	}
	if err := copyFiles(folder, os.DirFS(source.Dir)); err != nil {
		return err
	}
	_, err = run(folder, nil, "go", "mod", "edit", "-replace=example.org/iri="+library)
	if err == nil { // which also raises the version of Go
		_, err = run(folder, nil, "go", "get", "example.org/iri@v0.0.0-00010101000000-000000000000")
	}
	return err
}

// change applies the changes of a stage, both or after, to a copy.
func (p *project) change(folder, stage string) error {
	own := path.Join("_projects", p.name, stage)
	if added, err := fs.Sub(changes, own); err == nil {
		if err := copyFiles(folder, added); err != nil {
			return err
		}
	}
	diff, err := changes.ReadFile(own + ".diff")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = run(folder, diff, "git", "apply", "--unidiff-zero", "-")
	}
	return err
}

// copyFiles copies files that may not be written, and do not exist in the folder or are replaced.
// A file system without its root has none.
func copyFiles(folder string, from fs.FS) error {
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == ".":
			return nil
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(folder, filepath.FromSlash(name)), 0o777)
		}
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), text, 0o666)
	})
}

// run runs a command in a folder and returns what it prints.
func run(folder string, input []byte, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin = folder, strings.NewReader(string(input))
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, stderr.String())
	}
	return out, nil
}
