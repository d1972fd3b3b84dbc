package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.org/iri/rule"
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

var (
	// remote matches an address of git or ssh.
	remote = regexp.MustCompile(`^[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+:[A-Za-z0-9_.~/-]+\.git$`)
	// inline matches scripts and data, which browsers accept without percent-encoding and on several lines, and titles
	// to look up in MyST.
	inline = regexp.MustCompile(`(?i)^(?:javascript|data|inv):`)
	// compact matches blank nodes of JSON-LD, and names with an underscore in the prefix.
	compact = regexp.MustCompile(`^[A-Za-z0-9.-]*_[A-Za-z0-9_.-]*:[^/\s:]*$`)
	// marks matches a GUID in braces, the number of a copy of a file, the suffix of GitHub bots, and a version range.
	marks = regexp.MustCompile(`\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}|\[(?:[0-9]+|bot)\]|@\^`)
	// linked matches a Markdown link whose text is not a URL.
	linked = regexp.MustCompile(`^\[[^\]:/]+\]\([A-Za-z][A-Za-z0-9+.-]*://[^\s()]+\)`)
	// listed matches a URL in a list, with the separator after it.
	listed = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://[^\s,;|]+(?:[,;|]?\s+|$)`)
)

// isTolerated reports whether programs accept an invalid string, so that few people would correct it: an address of
// git, a script or data, or an HTTP URL or relative reference that contains only marks and, in its query or fragment,
// characters that programs send unencoded. It replaces these characters and validates the result.
func isTolerated(text []byte) bool {
	if remote.Match(text) || inline.Match(text) || compact.Match(text) {
		return true
	}
	scheme, _, ok := bytes.Cut(text, []byte(":"))
	if ok && !bytes.EqualFold(scheme, []byte("http")) && !bytes.EqualFold(scheme, []byte("https")) && !bytes.ContainsAny(scheme, "/?#") {
		return false
	}
	path := 0
	if n := bytes.Index(text, []byte("//")); n >= 0 {
		path = n + len("//")
	}
	path += max(bytes.IndexByte(text[path:], '/'), 0)
	text = slices.Concat(text[:path], marks.ReplaceAll(text[path:], []byte("@")))
	at := bytes.IndexAny(text, "?#")
	if at < 0 {
		at = len(text)
	}
	tolerated, fragment := toleratedIn(text, at), false
	tail := bytes.Map(func(c rune) rune {
		if strings.ContainsRune(tolerated, c) || c == '#' && fragment {
			return '-'
		}
		fragment = fragment || c == '#'
		return c
	}, text[at:])
	return rule.IRIReference.Valid(slices.Concat(text[:at], tail))
}

// toleratedIn returns the characters tolerated from an offset on. Trailing marks, unmatched trailing brackets and a
// single quotation mark are excluded, since they are probably not part of the URL.
func toleratedIn(text []byte, at int) string {
	tail, tolerated := text[at:], ""
	if bytes.Count(tail, []byte(`"`))%2 == 0 {
		tolerated += `"`
	}
	for _, pair := range [...]string{"<>", "{}", "[]"} {
		open, end := bytes.Count(tail, []byte(pair[:1])), bytes.Count(tail, []byte(pair[1:]))
		switch {
		case open < end && bytes.HasSuffix(tail, []byte(pair[1:])):
			return ""
		case open == end || pair == "[]":
			tolerated += pair
		}
	}
	for _, mark := range [...]string{"|", "^", `\`} {
		if !bytes.HasSuffix(tail, []byte(mark)) {
			tolerated += mark
		}
	}
	return tolerated
}

// isLabel reports whether text consists of words without URL delimiters, or is a sentence. In translations, a member
// named after a URL contains its name or a message.
func isLabel(text []byte) bool {
	return !bytes.ContainsAny(text, "/.:?#@&=%\\|<{") || bytes.HasSuffix(text, []byte("。"))
}

// isCell reports whether text is a table cell with a Markdown link, more than two URLs, or a URL after the spaces that
// people write after a comma.
func isCell(text []byte) bool {
	const few = 2
	if trimmed := bytes.TrimLeft(text, " "); linked.Match(text) || len(trimmed) < len(text) && rule.IRIReference.Valid(trimmed) {
		return true
	}
	n := 0
	for len(text) > 0 {
		url := listed.Find(text)
		if url == nil {
			return false
		}
		text = text[len(url):]
		n++
	}
	return n > few
}
