package lint

import (
	"cmp"
	"slices"
	"strings"
)

// Repair applies repairs of findings to text, the string of the reference that was passed to [Check]. It accepts any
// subset of the findings in any order, and ignores findings without a repair. The result is valid and equivalent; it is
// text itself if there is nothing to repair. It takes linear time, and O(n log n) in the number of edits. For invalid
// strings, see package fix.
func Repair(text string, findings []Finding) string {
	var edits []Edit
	for _, f := range findings {
		edits = append(edits, f.Repair...)
	}
	if len(edits) == 0 {
		return text
	}
	slices.SortFunc(edits, func(a, b Edit) int {
		// Of two edits with the same span, one removes a dot segment that the other decodes.
		return cmp.Or(
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(b.Span.End, a.Span.End),
			cmp.Compare(len(a.Text), len(b.Text)),
		)
	})
	var b strings.Builder
	end := 0
	for _, e := range edits {
		if e.Span.Start >= end { // otherwise it is inside the previous one
			b.WriteString(text[end:e.Span.Start])
			b.WriteString(e.Text)
			end = e.Span.End
		}
	}
	b.WriteString(text[end:])
	return b.String()
}
