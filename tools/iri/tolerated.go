package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"example.org/iri/rule"
)

var (
	// remote is a repository as git and ssh take it.
	remote = regexp.MustCompile(`^[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+:[A-Za-z0-9_.~/-]+\.git$`)
	// inline is a script or data in place of a URL, which browsers take without percent-encoding and on several lines, or a title
	// that MyST looks up.
	inline = regexp.MustCompile(`(?i)^(?:javascript|data|inv):`)
	// compact is a blank node, or a name with a prefix that has an underscore, which JSON-LD allows.
	compact = regexp.MustCompile(`^[A-Za-z0-9.-]*_[A-Za-z0-9_.-]*:[^/\s:]*$`)
	// marks are a GUID in braces, the number of a copy of a file, the end of the name of a program at GitHub, and a range of versions.
	marks = regexp.MustCompile(`\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}|\[(?:[0-9]+|bot)\]|@\^`)
	// linked is a link of Markdown whose text is not a URL.
	linked = regexp.MustCompile(`^\[[^\]:/]+\]\([A-Za-z][A-Za-z0-9+.-]*://[^\s()]+\)`)
	// listed is a URL in a list, with what comes before the next.
	listed = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://[^\s,;|]+(?:[,;|]?\s+|$)`)
)

// isTolerated reports whether few people would change an invalid string, since programs accept it. It is a repository of git
// without a scheme, a script or data, or it is a URL of http or https or a relative reference, and has only
// GUIDs in braces, numbers of copies in brackets, ranges of versions and, in its query or fragment, characters that programs send as
// they are.
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

// toleratedIn returns the characters that are tolerated from an offset on: not a bracket without a partner or another mark at the end,
// nor a single quotation mark, which are probably not part of the URL.
func toleratedIn(text []byte, at int) string {
	tail, tolerated := text[at:], "[]"
	if bytes.Count(tail, []byte(`"`))%2 == 0 {
		tolerated += `"`
	}
	for _, pair := range [...]string{"<>", "{}", "[]"} {
		open, end := bytes.Count(tail, []byte(pair[:1])), bytes.Count(tail, []byte(pair[1:]))
		switch {
		case open < end && bytes.HasSuffix(tail, []byte(pair[1:])):
			return ""
		case open == end:
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

// isLabel reports whether a text is words without a mark that URLs have, or a sentence: in translations, the member of a URL has its
// name or a message.
func isLabel(text []byte) bool {
	return !bytes.ContainsAny(text, "/.:?#@&=%\\|<{") || bytes.HasSuffix(text, []byte("。"))
}

// isCell reports whether a text is a cell of a table that has links of Markdown, more than two URLs, or a URL after spaces, as people
// write after a comma.
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
