package source

import (
	"bytes"
	"iter"
	"regexp"
)

// contents is the kind of value that an attribute has.
type contents int

const (
	noURL contents = iota
	oneURL
	urlList
	imageList
	refreshURL // if the pragma is refresh
	pragmaName
)

// holds returns what an attribute has, by the names of its element and its own: those of the WHATWG's
// list of attributes and, from HTML 4, of its section on obsolete features.
func holds(element, name []byte) contents {
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

// An attribute is the value of one, decoded.
type attribute struct {
	value []byte
	at    int // offset in its tag
}

// A span is a piece of a value.
type span struct{ start, end int }

const htmlSpace = " \t\n\f\r"

// trim returns the value without white space around it.
func (a attribute) trim() span {
	start := len(a.value) - len(bytes.TrimLeft(a.value, htmlSpace))
	return span{start, start + len(bytes.Trim(a.value, htmlSpace))}
}

// fields gives the pieces between white space.
func (a attribute) fields() iter.Seq[span] {
	return func(yield func(span) bool) {
		for s := (span{}); ; {
			if s = a.next(s.end, htmlSpace); s.start == s.end || !yield(s) {
				return
			}
		}
	}
}

// next returns the first piece from an offset on that has no white space, after what is skipped.
func (a attribute) next(from int, skipped string) span {
	start := len(a.value) - len(bytes.TrimLeft(a.value[from:], skipped))
	if n := bytes.IndexAny(a.value[start:], htmlSpace); n >= 0 {
		return span{start, start + n}
	}
	return span{start, len(a.value)}
}

// images gives the URLs of a srcset. Behind each may be descriptors, up to a comma that is not in
// parentheses.
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

// descriptors returns the length of the descriptors that a string begins with.
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

// refreshContent is the content of a refresh that leads elsewhere, such as 5; url=x: the WHATWG's
// steps of a shared declarative refresh.
var refreshContent = regexp.MustCompile(`^[ \t\n\f\r]*[0-9.]+[ \t\n\f\r]*[ \t\n\f\r;,][ \t\n\f\r]*(?i:url[ \t\n\f\r]*=[ \t\n\f\r]*)?(?:"([^"]*)|'([^']*)|([^"'].*))`)

// refresh returns the URL of a refresh, and whether it has one.
func (a attribute) refresh() (s span, is bool) {
	m := refreshContent.FindSubmatchIndex(a.value)
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			url := attribute{value: a.value[m[i]:m[i+1]]}.trim()
			return span{m[i] + url.start, m[i] + url.end}, true
		}
	}
	return span{}, false
}
