package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/replace"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/ignore"
	"example.org/iri/tools/iri/source"
)

// A folder yields the files in a folder and its subfolders, ordered by name. It skips hidden files, symbolic links and
// files ignored by git. It opens each folder relative to its parent, so that symbolic links cannot lead outside, even
// while other programs change folders.
type folder struct {
	*inputs
	cmd              *cobra.Command
	yield            func(engine.Input) bool
	top              string // absolute path with slashes
	include, exclude ignore.Patterns
	work             ignore.Work
	unused           bool     // .gitignore is no longer used, since its patterns took too much work
	skip             skipList // --skip and .iriignore
}

// folder yields the files below a folder on the command line. It returns false if yield does.
func (in *inputs) folder(cmd *cobra.Command, root string, yield func(engine.Input) bool) bool {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return yield(unreadable(root, err))
	}
	open, err := os.OpenRoot(root) // this folder may be a link
	if err != nil {
		return yield(unreadable(root, &fs.PathError{Op: "open", Path: root, Err: replace.Reason(err)}))
	}
	defer open.Close()
	top := filepath.ToSlash(absolute)
	w := folder{
		inputs: in, cmd: cmd, yield: yield, top: top,
		include: ignore.Parse(strings.Join(in.include, "\n"), top),
		exclude: ignore.Parse(strings.Join(in.exclude, "\n"), top),
	}
	var more bool
	if w.skip, more = in.skipListIn(open, root, yield); !more {
		return false
	}
	var above ignore.Patterns
	if !in.noIgnore {
		if above, err = ignore.Above(top); err != nil && !yield(badPatterns("", err)) {
			return false
		}
	}
	return w.walk(open, filepath.Clean(root), top, above)
}

// maxPath is the maximum length of a path, as on Linux. It bounds the memory for nested folders.
const maxPath = 4096

// walk yields the files below an open folder. Its name is for diagnostics; at is its absolute path.
func (w *folder) walk(open *os.Root, name, at string, patterns ignore.Patterns) (more bool) {
	if !w.noIgnore && !w.unused {
		var err error
		if patterns, err = patterns.Read(open, ".gitignore", at); err != nil && !w.yield(badPatterns(filepath.Join(name, ".gitignore"), err)) {
			return false
		}
	}
	entries, err := readFolder(open)
	if err != nil && !w.yield(unreadable(name, &fs.PathError{Op: "open", Path: name, Err: err})) {
		return false
	}
	for _, entry := range entries {
		inside, path := filepath.Join(name, entry.Name()), path.Join(at, entry.Name())
		leftOut, err := w.leavesOut(path, entry, patterns)
		switch {
		case err != nil:
			more = w.yield(unreadable(inside, err))
		case leftOut:
			more = true
		case entry.IsDir():
			more = w.descend(open, inside, path, patterns)
		case entry.Type().IsRegular():
			more = w.file(open, inside, path)
		default:
			more = true
		}
		if !more {
			return false
		}
	}
	return true
}

// file yields a file in an open folder, unless --include excludes it or --output replaces it.
func (w *folder) file(open *os.Root, name, at string) (more bool) {
	if w.output.file != nil {
		if info, err := open.Lstat(filepath.Base(name)); err == nil && w.output.file.Replaces(info) {
			return true
		}
	}
	switch included, err := w.includes(at); {
	case err != nil:
		return w.yield(unreadable(name, err))
	case included:
		return w.yield(w.found(open, name))
	}
	return true
}

func (w *folder) descend(open *os.Root, name, at string, patterns ignore.Patterns) (more bool) {
	if len(at) > maxPath {
		return w.yield(unreadable(name, fmt.Errorf("the path is longer than %d bytes", maxPath)))
	}
	inside, err := replace.OpenFolder(open, filepath.Base(name))
	if err != nil {
		return w.yield(unreadable(name, &fs.PathError{Op: "open", Path: name, Err: err}))
	}
	defer inside.Close()
	return w.walk(inside, name, at, patterns)
}

func readFolder(open *os.Root) ([]fs.DirEntry, error) {
	f, err := open.Open(".")
	if err != nil {
		return nil, replace.Reason(err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, replace.Reason(err)
}

// leavesOut reports whether to skip a file or folder, and counts those skipped by .gitignore or by name.
func (w *folder) leavesOut(path string, entry fs.DirEntry, patterns ignore.Patterns) (bool, error) {
	if strings.HasPrefix(entry.Name(), ".") {
		return true, nil
	}
	if excluded, err := w.exclude.Match(path, entry.IsDir(), &w.work); excluded || err != nil {
		return excluded, err
	}
	if entry.IsDir() && !w.noIgnore && w.aside != nil && w.aside.MatchString(entry.Name()) {
		w.folders.Add(1)
		return true, nil
	}
	if w.unused {
		return false, nil
	}
	ignored, err := patterns.Match(path, entry.IsDir(), &w.work)
	if ignored {
		w.ignored.Add(1)
	}
	if w.unused = err != nil; w.unused {
		err = fmt.Errorf("%w: .gitignore is not used from here on", err)
	}
	return ignored, err
}

// includes reports whether a pattern of --include matches a file or a folder above it.
func (w *folder) includes(path string) (included bool, err error) {
	if len(w.include) == 0 {
		return true, nil
	}
	included, err = w.include.Match(path, false, &w.work)
	for dir := filepath.Dir(path); !included && err == nil && len(dir) > len(w.top); dir = filepath.Dir(dir) {
		included, err = w.include.Match(filepath.ToSlash(dir), true, &w.work)
	}
	return included, err
}

func (w *folder) found(open *os.Root, name string) engine.Input {
	o := w.optionsFor(name)
	o.Notes = o.Notes || len(w.skip) > 0
	if o.Format == "" {
		return unknown(name)
	}
	var found engine.Replaceable
	return engine.Input{Name: name, Found: true, Skip: w.skip.function(), Replaceable: &found, Open: func() (*source.File, error) {
		return w.openIn(w.cmd, open, name, &found, o)
	}}
}

// badPatterns returns an input that reports an error in a file of patterns. If name is empty, the error has it.
func badPatterns(name string, err error) engine.Input {
	var e *ignore.Error
	errors.As(err, &e)
	return unreadable(cmp.Or(name, filepath.FromSlash(e.File)), &source.Error{Line: int64(e.Line), Column: 1, Err: e.Err})
}
