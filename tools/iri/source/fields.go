package source

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/rule"
)

// fields determines which strings of JSON, YAML and XML are read.
type fields struct {
	path []string // of Options.Field; nil if there is none
	all  bool     // every string
	root bool     // strings that are in no object as well
	seen *sought  // what the path has led to
}

// sought is what a file has of Options.Column, or at the path of Options.Field.
type sought struct {
	any   bool // there is something where the path could lead
	found bool
	depth int      // how far the path has led
	names []string // of members at that depth, the first maxListed
}

// A FieldError reports that the path of Options leads to nothing in a file.
type FieldError struct{ Names []string } // of members where the path ends to lead anywhere

func (e *FieldError) Error() string { return "nothing is at the path" }

// missed returns an error if the path leads to nothing although there is something.
func (s *sought) missed() *FieldError {
	if !s.any || s.found {
		return nil
	}
	return &FieldError{s.names}
}

// miss keeps a name to which the path does not lead, so that users see what they can choose from.
func (s *sought) miss(depth int, name []byte) {
	if depth > s.depth {
		s.depth, s.names = depth, nil
	}
	if depth == s.depth && len(s.names) < maxListed && !slices.Contains(s.names, string(name)) {
		s.names = append(s.names, string(name))
	}
}

// newFields returns the fields of options. A path consists of names of members and numbers of elements with dots
// between them, where # stands for every element and * for every member or element. \. is a dot in a name.
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

// keys are the members whose strings are references in JSON-LD, JSON Schema and OpenAPI, and usually elsewhere.
var keys = strings.Fields("@base @context @id @import @vocab $dynamicRef $id $ref $schema homepage href iri uri url")

// A where is where a value is, as far as the fields depend on it.
type where struct {
	matched int    // names of the path that led here; -1 if it leads elsewhere
	key     string // name of the member, also for the elements of an array in it; one of keys, or ""
	inside  bool   // of an object
}

// member returns the where of a member of an object.
func (f *fields) member(w where, name []byte) where {
	depth := w.matched
	w = where{matched: f.step(depth, func(want string) bool { return string(name) == want }), inside: true}
	if f.path != nil && w.matched < 0 && depth >= 0 && !f.seen.found {
		f.seen.miss(depth, name)
	}
	if i := slices.IndexFunc(keys, func(key string) bool { return string(name) == key }); i >= 0 && f.path == nil {
		w.key = keys[i]
	}
	return w
}

// element returns the where of an element of an array. Nested arrays at the end of the path count as one.
func (f *fields) element(w where, index int64) where {
	if w.matched == len(f.path) {
		return w
	}
	w.matched = f.step(w.matched, func(want string) bool { return want == "#" || want == strconv.FormatInt(index, 10) })
	return w
}

// step goes on along the path.
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

// ends reports whether the path ends in a value. It should be a string, or an array of strings.
func (f *fields) ends(w where) bool { return f.path != nil && w.matched == len(f.path) }

// leads reports whether there may be strings to take in a value.
func (f *fields) leads(w where) bool { return f.path == nil || w.matched >= 0 }

// takes reports whether a string is taken, and whether it may be relative.
func (f *fields) takes(w where, text []byte) (taken, relative bool) {
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

// versions are what a dependency has that is called url or uri, as in ^1.2.0.
var versions = expression(`^(?:[~^]|[<>]=?) ?v?[0-9]`)

func isVersion(text []byte) bool {
	return len(text) > 0 && strings.IndexByte("~^<>", text[0]) >= 0 && versions().Match(text)
}

// patterns are regular expressions, lists of URLs, and names of images with a digest.
var patterns = expression(`\\[.dDwWsS/*+?()|^$\[\]]|\.[*+]|\(\?|\[\^|[,;|][A-Za-z][A-Za-z0-9+._-]*://|[/@]sha256:`)

// isPattern reports whether a text that begins like a URL is a pattern, a list or a digest. Most have no byte of these.
func isPattern(text []byte) bool {
	return (bytes.ContainsAny(text, `\*+([,;|`) || bytes.Contains(text, []byte("sha256:"))) && patterns().Match(text)
}

// isSentence reports whether a text that begins with a URL goes on with words: a remark in parentheses, another URL, or
// several words, the last of which has no extension of a file.
func isSentence(text []byte) bool {
	const few = 4 // words that a name of a file may have
	i := bytes.IndexAny(text, spaces)
	if i < 0 {
		return false
	}
	rest := bytes.TrimLeft(text[i:], spaces)
	if bytes.HasPrefix(rest, []byte("(")) || bytes.Contains(rest, []byte("://")) {
		return true
	}
	words := bytes.Fields(rest)
	return len(words) >= few && bytes.IndexByte(bytes.TrimRight(words[len(words)-1], "."), '.') < 0
}

// isProse reports whether a text is a message about a URL, as in translations: several words before a URL, or
// several words, no slash, and no extension of a file at the end. A picture in tags is none either.
func isProse(text []byte) bool {
	const few = 3 // words that a name of a file may have
	if bytes.HasPrefix(text, []byte("<")) && bytes.HasSuffix(text, []byte("/>")) || bytes.HasSuffix(text, []byte("</svg>")) {
		return true
	}
	if before, _, more := bytes.Cut(text, []byte("://")); more && len(bytes.Fields(before)) > few+1 {
		return true
	}
	if bytes.IndexByte(text, ' ') < 0 || bytes.IndexByte(text, '/') >= 0 {
		return false
	}
	words := bytes.Fields(text)
	return len(words) > few && bytes.IndexByte(bytes.TrimRight(words[len(words)-1], "."), '.') < 0
}

// ofJSONLD reports whether a string is a keyword of JSON-LD or a blank node, in place of a reference.
func ofJSONLD(key string, text []byte) bool {
	return key[0] == '@' && (bytes.HasPrefix(text, []byte("@")) || bytes.HasPrefix(text, []byte("_:")))
}
