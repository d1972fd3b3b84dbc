package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/source"
)

// ignoreFile is the name of the file of expressions in a folder of -r.
const ignoreFile = ".iriignore"

// Limits of an ignoreFile, which is untrusted. Expressions of Go match in linear time.
const (
	maxExpressions = 1000
	maxExpression  = 4096 // bytes
)

// A skipList is the expressions that match strings to leave out.
type skipList []*regexp.Regexp

func (l skipList) matches(text []byte) bool {
	for _, e := range l {
		if e.Match(text) {
			return true
		}
	}
	return false
}

// function returns matches, or nil for an empty list.
func (l skipList) function() func(text []byte) bool {
	if len(l) == 0 {
		return nil
	}
	return l.matches
}

type skipFlag skipList

func (f *skipFlag) String() string { return "" }
func (f *skipFlag) Type() string   { return "string" }

func (f *skipFlag) Set(text string) error {
	if text == "" { // it would match every string
		return cli.ErrEmpty
	}
	e, err := regexp.Compile(text)
	if err != nil {
		return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	*f = append(*f, e)
	return nil
}

// skipListIn returns the expressions of --skip and of ignoreFile in a folder. It yields inputs for errors. It returns
// false if yield does.
func (in *inputs) skipListIn(folder *os.Root, name string, yield func(engine.Input) bool) (list skipList, more bool) {
	list, errs := readSkipList(folder, in.skip)
	for _, err := range errs {
		if !yield(unreadable(filepath.Join(name, ignoreFile), err)) {
			return nil, false
		}
	}
	return list, true
}

// readSkipList appends the expressions of ignoreFile to list. It returns an error for each invalid line, and for a file
// that is not regular.
func readSkipList(folder *os.Root, list skipList) (skipList, []error) {
	file, _, err := replace.Open(folder, ignoreFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return list, nil
	case err != nil:
		return list, []error{&source.Error{Err: err}}
	}
	defer file.Close()
	list = list[:len(list):len(list)]
	var errs []error
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxExpression)
	n := int64(0)
	for lines.Scan() {
		n++
		text := strings.TrimSuffix(strings.TrimPrefix(lines.Text(), byteOrderMark), "\r")
		if text == "" || text[0] == '#' {
			continue
		}
		var one skipFlag
		switch err := one.Set(text); {
		case err != nil:
			errs = append(errs, &source.Error{Line: n, Column: 1, Err: err})
		case len(list) == maxExpressions:
			return list, append(errs, &source.Error{Line: n, Column: 1, Err: fmt.Errorf("more than %d expressions", maxExpressions)})
		default:
			list = append(list, one...)
		}
	}
	if err := lines.Err(); err != nil {
		errs = append(errs, &source.Error{Line: n + 1, Column: 1, Err: replace.Reason(err)})
	}
	return list, errs
}
