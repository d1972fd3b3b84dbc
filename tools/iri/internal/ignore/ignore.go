// Package ignore matches file names against patterns of gitignore(5), in bounded time, since repositories are
// untrusted.
//
// No library fits: github.com/sabhiram/go-gitignore interprets ** differently and is unmaintained since 2021, the
// package of go-git requires all of go-git, and neither bounds its work.
package ignore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"example.org/iri/tools/internal/replace"
)

// Limits of the patterns for a folder.
const (
	maxSize     = 1 << 20
	maxPatterns = 10_000
	maxLength   = 4096 // of a pattern
)

// Work limits the steps of all calls of [Patterns.Match]. The zero Work is ready to use.
type Work struct{ used int }

const (
	maxSteps = 1 << 24 // in addition to perName
	perName  = 1 << 17 // steps allowed for each name
)

// ErrWork reports that matching takes too many steps.
var ErrWork = errors.New("the patterns are too complex")

// An Error is an error in a file of patterns.
type Error struct {
	File string
	Line int // from 1; 0 for the whole file
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Patterns are patterns of several folders. The last match decides.
type Patterns []pattern

type pattern struct {
	base    string // folder of the file of patterns, ending in a slash
	glob    string
	path    bool // match the path below base, not the name
	folders bool // match folders only
	negated bool
}

// Parse returns the patterns of a file in a folder. Invalid ones match nothing.
func Parse(text, folder string) (all Patterns) {
	text = strings.TrimPrefix(text, "\ufeff")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if p, ok := parse(line); ok {
			p.base = strings.TrimSuffix(folder, "/") + "/"
			all = append(all, p)
		}
	}
	return all
}

// Read returns all and the patterns of a file in an open folder with path at. Like git, it ignores missing files and
// symbolic links. The error is an *[Error]; then no pattern is added.
func (all Patterns) Read(folder *os.Root, name, at string) (Patterns, error) {
	fail := func(line int, err error) (Patterns, error) {
		return all, &Error{path.Join(at, name), line, err}
	}
	if info, err := folder.Lstat(name); err != nil || info.Mode().Type() == fs.ModeSymlink {
		return all, nil
	}
	file, _, err := replace.Open(folder, name)
	if err != nil {
		return fail(0, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err != nil {
		return fail(0, err)
	}
	if len(text) > maxSize {
		return fail(0, fmt.Errorf("more than %d bytes of patterns", maxSize))
	}
	for i, line := range strings.Split(string(text), "\n") {
		if len(line) > maxLength {
			return fail(i+1, fmt.Errorf("the pattern is longer than %d bytes", maxLength))
		}
	}
	more := append(all[:len(all):len(all)], Parse(string(text), at)...)
	if more.size() > maxSize || len(more) > maxPatterns {
		return fail(0, fmt.Errorf("more than %d patterns or %d bytes of them, including those of the folders above", maxPatterns, maxSize))
	}
	return more, nil
}

func (all Patterns) size() (n int) {
	for _, p := range all {
		n += len(p.glob)
	}
	return n
}

// Above returns the patterns of the folders above a folder, up to the root of its repository.
func Above(folder string) (Patterns, error) {
	top := folder
	for !exists(path.Join(top, ".git")) {
		if top == path.Dir(top) {
			return nil, nil // no repository
		}
		top = path.Dir(top)
	}
	all, err := Patterns(nil).readAt(top, ".git/info/exclude")
	for dir := top; err == nil && dir != folder; {
		if all, err = all.readAt(dir, ".gitignore"); err != nil {
			break
		}
		below, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(folder, dir), "/"), "/")
		dir = path.Join(dir, below)
	}
	return all, err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// readAt is Read for a folder by path.
func (all Patterns) readAt(dir, name string) (Patterns, error) {
	folder, err := os.OpenRoot(dir)
	if err != nil {
		return all, nil // the user may not have access
	}
	defer folder.Close()
	return all.Read(folder, name, dir)
}

// Match reports whether the patterns match an absolute path. The error is [ErrWork].
func (all Patterns) Match(name string, folder bool, w *Work) (matched bool, err error) {
	w.used = max(0, w.used-perName)
	last, steps := path.Base(name), maxSteps-w.used
	defer func() { w.used = maxSteps - steps }()
	for _, p := range all {
		rest, below := strings.CutPrefix(name, p.base)
		if !below || p.folders && !folder || p.negated != matched {
			continue
		}
		if !p.path {
			rest = last
		}
		if matches(p.glob, rest, &steps) {
			matched = !p.negated
		}
		if steps < 0 {
			return false, ErrWork
		}
	}
	return matched, nil
}

func parse(line string) (p pattern, ok bool) {
	line = trimSpaces(line)
	if line == "" || line[0] == '#' {
		return p, false
	}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.folders = strings.CutSuffix(line, "/")
	p.path = strings.Contains(line, "/")
	p.glob = strings.TrimPrefix(line, "/")
	return p, p.glob != "" && isComplete(p.glob)
}

// trimSpaces removes unescaped spaces at the end of a line.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' && i+1 < len(line) {
			i++
			end = i + 1
		} else if line[i] != ' ' {
			end = i + 1
		}
	}
	return line[:end]
}
