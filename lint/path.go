package lint

import (
	"slices"
	"strings"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/ref"
)

// path reports findings about the path. In a relative reference without a leading slash, dot segments are significant
// (RFC 3986, section 5.2.2).
func (l *linter) path() {
	path := l.parts.Path()
	if dfa.Match(&language.PlainPath, l.in(path)) {
		return
	}
	_, second := l.schemeHost() // scheme-second reports the cause
	double := l.isWeb() && !second && !l.hasNested()
	rest := path
	if strings.HasPrefix(l.in(path), char.Slash) {
		rest.Start++
	}
	for rest.Start <= path.End {
		s := rest
		if n := strings.IndexByte(l.in(rest), '/'); n >= 0 {
			s.End = rest.Start + n
		}
		if s.Start == s.End && s.End < path.End {
			l.empty(iri.Span{Start: s.Start - 1, End: s.End + 1}, double)
		}
		l.units(s, inSegment)
		rest.Start = s.End + 1
	}
	if !l.x.IsAbs() && !ref.Rooted(l.in(path)) {
		return
	}
	if edits := l.dotEdits(path); len(edits) > 0 {
		l.insert(dotSegments, edits[0].Span, "a dot segment that can be removed", edits)
	}
}

// empty reports an empty segment. In HTTP paths without a nested URL, it is probably a mistake.
func (l *linter) empty(s iri.Span, mistake bool) {
	if mistake {
		l.report(doubleSlash, s, "two slashes in a path")
		return
	}
	l.report(emptySegment, s, "an empty segment")
}

// dotEdits returns the edits that remove the dot segments of a path (RFC 3986, section 5.2.4). It reads the remaining
// segments from the last to the first, and removes the text between them.
func (l *linter) dotEdits(path iri.Span) []Edit {
	text := l.in(path)
	c, start, end := ref.Climb(text, true), ref.LeadingDots(text, true), path.End
	var first string // of the remaining segments
	var edits []Edit // from the last to the first
	left := 0        // number of remaining segments
	for segment, more := c.Next(); more; segment, more = c.Next() {
		at := path.Start + start + len(c.Rest)
		edits = l.remove(edits, at+len(segment), end)
		first, end = segment, at
		left++
	}
	if n := strings.IndexByte(text[start:end-path.Start], '/'); n >= 0 && start+n > 0 {
		// A path without a leading slash loses its first segment, but keeps the slash after it.
		edits = l.remove(edits, path.Start+start+n, end)
		end = path.Start + start + n
	}
	edits = l.remove(edits, path.Start, end)
	slices.Reverse(edits)
	if _, ok := l.parts.Authority(); !ok && left > 1 && first == char.Slash {
		keepPath(edits, path.Start)
	}
	return slices.DeleteFunc(edits, func(e Edit) bool { return l.in(e.Span) == e.Text })
}

// remove adds an edit that removes the text between two offsets, before the last of edits. Between two slashes, it
// keeps the first.
func (l *linter) remove(edits []Edit, start, end int) []Edit {
	if start == end {
		return edits
	}
	if l.text[start] == '/' {
		start, end = start+1, end+1
	}
	if n := len(edits); n > 0 && edits[n-1].Span.Start == end {
		edits[n-1].Span.Start = start
		return edits
	}
	return append(edits, remove(iri.Span{Start: start, End: end}))
}

// keepPath keeps a dot segment before a result that begins with two slashes, which would be parsed as an authority.
func keepPath(edits []Edit, root int) {
	if len(edits) > 0 && edits[0].Span.Start == root {
		root = edits[0].Span.End
	}
	for i := range edits {
		switch e := &edits[i]; {
		case e.Span.Start == root+1:
			e.Text = dot + char.Slash
		case e.Span.End == root: // including the slash, so that the edit covers all edits of the segment
			e.Span.End++
			e.Text = char.Slash + dot + char.Slash
			return
		}
	}
}

const dot = "."
