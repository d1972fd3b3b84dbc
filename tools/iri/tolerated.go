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
	// guid is a GUID in braces.
	guid = regexp.MustCompile(`\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}`)
	// broken is the white space between the lines of data in Base64.
	broken = regexp.MustCompile(`(?:\r?\n| )[ \t]*`)
)

// isTolerated reports whether few people would change an invalid string, since programs accept it. It is a repository of git
// without a scheme, it is data in Base64 on several lines, or it is a URL of http or https or a relative reference, and has only
// GUIDs in braces and, in its query or fragment, characters that programs send as they are.
func isTolerated(text []byte) bool {
	if remote.Match(text) {
		return true
	}
	if bytes.HasPrefix(text, []byte("data:")) && bytes.Contains(text, []byte(";base64,")) {
		return rule.IRIReference.Valid(broken.ReplaceAll(text, nil))
	}
	scheme, _, ok := bytes.Cut(text, []byte(":"))
	if ok && string(scheme) != "http" && string(scheme) != "https" && bytes.IndexAny(scheme, "/?#") < 0 {
		return false
	}
	text = guid.ReplaceAll(text, []byte("-"))
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
	for _, mark := range [...]string{"|", "^"} {
		if !bytes.HasSuffix(tail, []byte(mark)) {
			tolerated += mark
		}
	}
	return tolerated
}

// isLabel reports whether a text is words without a mark that URLs have, or a sentence: in translations, the member of a URL has its
// name or a message.
func isLabel(text []byte) bool {
	return !bytes.ContainsAny(text, "/.:?#@&=%\\|<{\r\n") || bytes.HasSuffix(text, []byte("。"))
}
