package source

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/rule"
)

// fields selects strings of JSON, YAML and XML.
type fields struct {
	path []string // of Options.Field; nil if it is empty
	all  bool
	root bool    // also strings outside objects
	seen *sought // progress of the path in this file
}

// sought records how much of Options.Column or Options.Field a file contains.
type sought struct {
	any   bool
	found bool
	depth int      // longest matched prefix of the path
	names []string // first maxListed members at that depth
}

// A FieldError reports that a file has no value at the path of Options.
type FieldError struct{ Names []string } // of the members after the longest matched prefix

func (e *FieldError) Error() string { return "no value at the path" }

// missed returns an error if the file has values, but none at the path.
func (s *sought) missed() *FieldError {
	if !s.any || s.found {
		return nil
	}
	return &FieldError{s.names}
}

// miss records the name of a member beside the path, after the longest matched prefix. The error message lists these.
func (s *sought) miss(depth int, name []byte) {
	if depth > s.depth {
		s.depth, s.names = depth, nil
	}
	if depth == s.depth && len(s.names) < maxListed && !slices.Contains(s.names, string(name)) {
		s.names = append(s.names, string(name))
	}
}

// newFields returns the fields of options. A path consists of member names and array indices separated by dots; #
// matches every element, * every member or element, and \. is a dot in a name.
func newFields(o Options, root bool) fields {
	f := fields{all: o.All, root: root, seen: o.seen}
	if f.seen == nil {
		f.seen = new(sought)
	}
	if o.Field != "" {
		for name := range strings.SplitSeq(strings.ReplaceAll(o.Field, `\.`, "\x00"), ".") {
			f.path = append(f.path, strings.ReplaceAll(name, "\x00", "."))
		}
	}
	return f
}

// keys are names of members that contain references in JSON-LD, JSON Schema, OpenAPI, and by convention.
var keys = strings.Fields("@base @context @id @import @vocab $dynamicRef $id $ref $schema homepage href iri uri url")

// A pathState is the position of a value relative to the fields.
type pathState struct {
	matched int    // length of the matched prefix of the path; -1 off the path
	key     string // member name, if in keys; elements of an array inherit it
	inside  bool   // inside an object
}

func (f *fields) member(w pathState, name []byte) pathState {
	depth := w.matched
	w = pathState{matched: f.step(depth, func(want string) bool { return string(name) == want }), inside: true}
	if f.path != nil && w.matched < 0 && depth >= 0 && !f.seen.found {
		f.seen.miss(depth, name)
	}
	if i := slices.IndexFunc(keys, func(key string) bool { return string(name) == key }); i >= 0 && f.path == nil {
		w.key = keys[i]
	}
	return w
}

// element returns the position of an array element. Arrays nested at the end of the path count as one.
func (f *fields) element(w pathState, index int64) pathState {
	if w.matched == len(f.path) {
		return w
	}
	w.matched = f.step(w.matched, func(want string) bool { return want == "#" || want == strconv.FormatInt(index, 10) })
	return w
}

// step advances along the path if the next name matches.
func (f *fields) step(matched int, is func(want string) bool) int {
	f.seen.any = true
	if matched < 0 || matched >= len(f.path) || f.path[matched] != "*" && !is(f.path[matched]) {
		return -1
	}
	f.seen.found = f.seen.found || matched+1 == len(f.path)
	if matched++; matched > f.seen.depth {
		f.seen.depth, f.seen.names = matched, nil
	}
	return matched
}

// ends reports whether the path ends at a value, which should be a string or an array of strings.
func (f *fields) ends(w pathState) bool { return f.path != nil && w.matched == len(f.path) }

// leads reports whether a value may contain selected strings.
func (f *fields) leads(w pathState) bool { return f.path == nil || w.matched >= 0 }

// takes reports whether a string is selected, and whether it may be a relative reference.
func (f *fields) takes(w pathState, text []byte) (taken, relative bool) {
	switch {
	case f.path != nil:
		f.seen.any = true
		return f.ends(w), false
	case f.all || f.root && !w.inside:
		return true, false
	case w.key != "":
		return !ofJSONLD(w.key, text) && !isVersion(text) && !isProse(text), true
	}
	n := rule.Scheme.Prefix(text)
	return n > 0 && bytes.HasPrefix(text[n:], []byte("://")) && !isSentence(text[n:]) && !isPattern(text[n:]), false
}

// versions matches version constraints such as ^1.2.0, which dependencies have in members named url or uri.
var versions = expression(`^(?:[~^]|[<>]=?) ?v?[0-9]`)

func isVersion(text []byte) bool {
	return len(text) > 0 && strings.IndexByte("~^<>", text[0]) >= 0 && versions().Match(text)
}

// patterns matches regular expressions, lists of URLs, and image names with a digest.
var patterns = expression(`\\[.dDwWsS/*+?()|^$\[\]]|\.[*+]|\(\?|\[\^|[,;|][A-Za-z][A-Za-z0-9+._-]*://|[/@]sha256:`)

// isPattern reports whether text that begins like a URL is a regular expression, a list or a digest. The byte search is
// faster and excludes most strings.
func isPattern(text []byte) bool {
	return (bytes.ContainsAny(text, `\*+([,;|`) || bytes.Contains(text, []byte("sha256:"))) && patterns().Match(text)
}

// maxFileWords is the limit of words in a string that may be the name of a file.
const maxFileWords = 3

// isWordy reports whether text has many words, the last of which has no file extension.
func isWordy(text []byte) bool {
	words := bytes.Fields(text)
	return len(words) > maxFileWords && bytes.IndexByte(bytes.TrimRight(words[len(words)-1], "."), '.') < 0
}

// isSentence reports whether a parenthesis, another URL or many words follow the URL at the start of text.
func isSentence(text []byte) bool {
	i := bytes.IndexAny(text, spaces)
	if i < 0 {
		return false
	}
	rest := bytes.TrimLeft(text[i:], spaces)
	return bytes.HasPrefix(rest, []byte("(")) || bytes.Contains(rest, []byte("://")) || isWordy(rest)
}

// isProse reports whether text is a message, as in translations (several words before a URL, or many words without a
// slash), or an SVG picture.
func isProse(text []byte) bool {
	if bytes.HasPrefix(text, []byte("<")) && bytes.HasSuffix(text, []byte("/>")) || bytes.HasSuffix(text, []byte("</svg>")) {
		return true
	}
	if before, _, more := bytes.Cut(text, []byte("://")); more && len(bytes.Fields(before)) > maxFileWords+1 {
		return true
	}
	return bytes.IndexByte(text, ' ') >= 0 && bytes.IndexByte(text, '/') < 0 && isWordy(text)
}

// ofJSONLD reports whether a string is a keyword of JSON-LD or a blank node, not a reference.
func ofJSONLD(key string, text []byte) bool {
	return key[0] == '@' && (bytes.HasPrefix(text, []byte("@")) || bytes.HasPrefix(text, []byte("_:")))
}
