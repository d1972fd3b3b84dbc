package lint

import (
	"cmp"
	"slices"
	"strings"
)

// Repair applies the repairs of findings to text, the string of the reference in which [Check] has found
// them: all findings or some, in any order. Findings without a repair change nothing. The result is valid
// and equivalent; it is text itself if there is nothing to repair. To repair a string that is not valid, use
// package fix. Repair takes linear time, and time n log n in the number of edits.
func Repair(text string, findings []Finding) string {
	var edits []Edit
	for _, f := range findings {
		edits = append(edits, f.Repair...)
	}
	if len(edits) == 0 {
		return text
	}
	slices.SortFunc(edits, func(a, b Edit) int {
		// Of two with the same span one removes what the other decodes, a dot segment.
		return cmp.Or(
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(b.Span.End, a.Span.End),
			cmp.Compare(len(a.Text), len(b.Text)),
		)
	})
	var b strings.Builder
	end := 0
	for _, e := range edits {
		if e.Span.Start >= end { // else it is within another
			b.WriteString(text[end:e.Span.Start])
			b.WriteString(e.Text)
			end = e.Span.End
		}
	}
	b.WriteString(text[end:])
	return b.String()
}
