package source

import (
	"bytes"
	"iter"
	"regexp"
	"sync"
)

type valueKind int

const (
	noURL valueKind = iota
	oneURL
	urlList
	imageList
	refreshURL // only with the pragma refresh
	pragmaName
)

// valueKindOf returns the kind of an attribute. The names are from the WHATWG's list of attributes and from HTML 4,
// in the WHATWG's section on obsolete features.
func valueKindOf(element, name []byte) valueKind {
	switch string(name) {
	case "action", "background", "cite", "classid", "codebase", "formaction", "href", "itemid", "longdesc", "manifest", "poster", "src", "xlink:href":
		return oneURL
	case "itemtype", "ping", "profile":
		return urlList
	case "imagesrcset", "srcset":
		return imageList
	case "data":
		if string(element) == "object" {
			return oneURL
		}
	case "content":
		if string(element) == "meta" {
			return refreshURL
		}
	case "http-equiv":
		return pragmaName
	}
	return noURL
}

type attribute struct {
	value    []byte
	at       int  // offset of the value in its tag
	verbatim bool // the tag contains the value byte for byte
}

type span struct{ start, end int }

const htmlSpace = " \t\n\f\r"

func (a attribute) trim() span {
	start := len(a.value) - len(bytes.TrimLeft(a.value, htmlSpace))
	return span{start, start + len(bytes.Trim(a.value, htmlSpace))}
}

func (a attribute) fields() iter.Seq[span] {
	return func(yield func(span) bool) {
		for s := (span{}); ; {
			if s = a.next(s.end, htmlSpace); s.start == s.end || !yield(s) {
				return
			}
		}
	}
}

func (a attribute) next(from int, skipped string) span {
	start := skip(a.value, from, skipped)
	return span{start, skipUntil(a.value, start, htmlSpace)}
}

// images yields the URLs of a srcset. Descriptors up to a comma outside parentheses may follow each URL.
func (a attribute) images() iter.Seq[span] {
	return func(yield func(span) bool) {
		for from := 0; ; {
			s := a.next(from, htmlSpace+",")
			if s.start == s.end {
				return
			}
			from = s.end
			if url := bytes.TrimRight(a.value[s.start:s.end], ","); len(url) < s.end-s.start {
				s.end = s.start + len(url)
			} else {
				from += descriptors(a.value[from:])
			}
			if !yield(s) {
				return
			}
		}
	}
}

func descriptors(text []byte) int {
	depth := 0
	for i, b := range text {
		switch {
		case b == '(':
			depth++
		case b == ')':
			depth = max(depth-1, 0)
		case b == ',' && depth == 0:
			return i
		}
	}
	return len(text)
}

// refreshContent matches the content of a refresh with a URL, such as "5; url=x" (WHATWG, shared declarative refresh
// steps).
var refreshContent = expression(`^[ \t\n\f\r]*[0-9.]+[ \t\n\f\r]*[ \t\n\f\r;,][ \t\n\f\r]*(?i:url[ \t\n\f\r]*=[ \t\n\f\r]*)?(?:"([^"]*)|'([^']*)|([^"'].*))`)

func (a attribute) refresh() (s span, is bool) {
	m := refreshContent().FindSubmatchIndex(a.value)
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			url := attribute{value: a.value[m[i]:m[i+1]]}.trim()
			return span{m[i] + url.start, m[i] + url.end}, true
		}
	}
	return span{}, false
}

// rawAttributes finds attributes in a start tag (WHATWG, sections 13.2.5.8 and 13.2.5.32 to 13.2.5.40).
type rawAttributes struct {
	tag []byte
	at  int
}

func newRawAttributes(tag []byte) rawAttributes {
	return rawAttributes{tag, skipUntil(tag, len("<"), htmlSpace+"/>")}
}

// find returns the next attribute with a name, given in lower case, and gives it the decoded value.
func (r *rawAttributes) find(name, value []byte) attribute {
	for r.at < len(r.tag) {
		var n, v span
		if n, v, r.at = nextAttribute(r.tag, r.at); isName(r.tag[n.start:n.end], name) {
			return attribute{value, v.start, bytes.HasPrefix(r.tag[v.start:], value)}
		}
	}
	return attribute{value: value, at: len(r.tag)}
}

func isName(raw, name []byte) bool {
	return len(raw) == len(name) && bytes.EqualFold(raw, name)
}

// nextAttribute returns the attribute at an offset and its end. The name is empty before a slash and at the end of the
// tag.
func nextAttribute(tag []byte, at int) (name, value span, end int) {
	at = skip(tag, at, htmlSpace)
	if at == len(tag) || tag[at] == '/' || tag[at] == '>' {
		return name, value, at + 1
	}
	name = span{at, skipUntil(tag, at+1, htmlSpace+"/>=")} // an equals sign may begin a name
	value = span{name.end, name.end}
	at = skip(tag, name.end, htmlSpace)
	if at == len(tag) || tag[at] != '=' {
		return name, value, at
	}
	at = skip(tag, at+1, htmlSpace)
	if at < len(tag) && (tag[at] == '"' || tag[at] == '\'') {
		value = span{at + 1, skipUntil(tag, at+1, string(tag[at]))}
		return name, value, value.end + 1
	}
	value = span{at, skipUntil(tag, at, htmlSpace+">")}
	return name, value, value.end
}

func skip(text []byte, from int, set string) int {
	return len(text) - len(bytes.TrimLeft(text[from:], set))
}

func skipUntil(text []byte, from int, set string) int {
	if n := bytes.IndexAny(text[from:], set); n >= 0 {
		return from + n
	}
	return len(text)
}

// expression returns a function that compiles a regular expression at its first call. Compiling all of them takes
// longer than checking a string.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
