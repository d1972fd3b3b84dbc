package dfa

// Span is a half-open range of byte offsets in a string: the piece is text[s.Start:s.End].
//
// A Span does not show whether the piece is present. Functions whose piece may be absent also return a bool, because an
// absent piece differs from an empty one: "a:?" has an empty query, "a:" has no query. The Span of an absent piece is
// the zero Span, which is an empty piece of any string, so that a program may ignore the difference.
type Span struct{ Start, End int }
