package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"example.org/iri/rule"
)

// remote is a repository as git and ssh take it.
var remote = regexp.MustCompile(`^[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+:[A-Za-z0-9_.~/-]+\.git$`)

// isTolerated reports whether few people would change an invalid string, since programs accept it. It is a repository of git
// without a scheme, or it is a URL of http or https or a relative reference, and has only characters in its query or
// fragment that programs send as they are.
func isTolerated(text []byte) bool {
	if remote.Match(text) {
		return true
	}
	at := bytes.IndexAny(text, "?#")
	if at < 0 || !isWebOrRelative(text[:at]) {
		return false
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

// isWebOrRelative reports whether a text before a query or a fragment has the scheme http or https, or none.
func isWebOrRelative(text []byte) bool {
	scheme, _, ok := bytes.Cut(text, []byte(":"))
	return !ok || string(scheme) == "http" || string(scheme) == "https"
}

// toleratedIn returns the characters that are tolerated from an offset on. A single quotation mark is probably not part of the
// URL, and angle brackets are in names of types that JSON Schema points to.
func toleratedIn(text []byte, at int) string {
	tolerated := "[]|"
	if bytes.Count(text[at:], []byte(`"`))%2 == 0 {
		tolerated += `"`
	}
	if bytes.HasPrefix(text, []byte("#/")) {
		tolerated += "<>"
	}
	return tolerated
}
