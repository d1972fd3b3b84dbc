package lint

import (
	"iter"
	"slices"
	"strings"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/ref"
)

// path reports what there is to say about a path. A path of a relative reference that does not begin
// with a slash keeps its dot segments, which say where it leads (RFC 3986, section 5.2.2).
func (l *linter) path() {
	path := l.parts.Path()
	if dfa.Match(&language.PlainPath, l.in(path)) {
		return
	}
	for s := range l.segments(path) {
		if s.Start == s.End && s.End < path.End {
			l.report(emptySegment, iri.Span{Start: s.Start - 1, End: s.End + 1}, "an empty segment")
		}
		l.units(s, inSegment)
	}
	if !l.x.IsAbs() && !ref.Rooted(l.in(path)) {
		return
	}
	if edits := l.dotEdits(path); len(edits) > 0 {
		l.insert(dotSegments, edits[0].Span, "a dot segment that can be removed", edits)
	}
}

// segments yields the segments of a path, between its slashes.
func (l *linter) segments(path iri.Span) iter.Seq[iri.Span] {
	return func(yield func(iri.Span) bool) {
		s := path
		if strings.HasPrefix(l.in(path), string(language.Slash)) {
			s.Start++
		}
		for n := 0; n >= 0; s.Start += n + 1 {
			if n = strings.IndexByte(l.in(s), language.Slash); n < 0 {
				yield(s)
				return
			}
			if !yield(iri.Span{Start: s.Start, End: s.Start + n}) {
				return
			}
		}
	}
}

// dotEdits returns the edits that remove the dot segments of a path, as RFC 3986, section 5.2.4,
// does.
func (l *linter) dotEdits(path iri.Span) []Edit {
	d := dotRemover{root: -1}
	if strings.HasPrefix(l.in(path), string(language.Slash)) {
		d.root = path.Start
	}
	for s := range l.segments(path) {
		text, behind := l.in(s), min(s.End+1, path.End)
		switch {
		case dfa.Match(&language.SingleDot, text):
			d.remove(s.Start, behind)
		case dfa.Match(&language.DoubleDot, text):
			d.up(s.Start, behind)
		default:
			d.kept = append(d.kept, s)
			continue
		}
		if s.End == path.End {
			d.kept = append(d.kept, iri.Span{Start: s.End, End: s.End}) // what is left of it
		}
	}
	if _, ok := l.parts.Authority(); !ok {
		d.keepPath()
	}
	return slices.DeleteFunc(d.edits, func(e Edit) bool { return l.in(e.Span) == e.Text })
}

// A dotRemover makes the edits that remove dot segments.
type dotRemover struct {
	root  int        // where the slash is that the path begins with, -1 if there is none
	kept  []iri.Span // segments
	edits []Edit     // in the order of their places, with text between any two
}

// up removes a segment that goes up, and the one before it. If that is the first of a path that does
// not begin with a slash, the slash behind it is left.
func (d *dotRemover) up(start, end int) {
	n := len(d.kept)
	if n == 0 {
		d.remove(start, end)
		return
	}
	parent := d.kept[n-1]
	d.kept = d.kept[:n-1]
	if n > 1 || d.root >= 0 {
		d.remove(parent.Start, end)
		return
	}
	d.remove(parent.Start, parent.End)
	d.root = parent.End
	d.remove(d.root+1, end)
}

// remove removes the text between two offsets, in which there may be edits.
func (d *dotRemover) remove(start, end int) {
	n := len(d.edits)
	for n > 0 && d.edits[n-1].Span.Start >= start {
		n--
	}
	d.edits = d.edits[:n]
	switch {
	case start == end:
	case n > 0 && d.edits[n-1].Span.End == start:
		d.edits[n-1].Span.End = end
	default:
		d.edits = append(d.edits, remove(iri.Span{Start: start, End: end}))
	}
}

// keepPath leaves a dot segment in front of a path that would begin with two slashes: there is no
// authority, and it would be read as one.
func (d *dotRemover) keepPath() {
	if len(d.kept) > 0 && d.root < 0 && d.kept[0].Start == d.kept[0].End {
		d.root = d.kept[0].End // the slash behind an empty segment
		d.kept = d.kept[1:]
	}
	if d.root < 0 || len(d.kept) < 2 || d.kept[0].Start < d.kept[0].End {
		return
	}
	for i := range d.edits {
		switch e := &d.edits[i]; {
		case e.Span.Start == d.root+1:
			e.Text = string([]byte{language.Dot, language.Slash})
		case e.Span.End == d.root: // with the slash, so that the edit is larger than any of the segment
			e.Span.End++
			e.Text = string([]byte{language.Slash, language.Dot, language.Slash})
			return
		}
	}
}
