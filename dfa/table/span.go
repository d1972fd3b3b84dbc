package table

// Span is where a piece of a text lies, by byte offsets: from Start up to but not including End.
// The piece is text[s.Start:s.End].
//
// A Span does not tell whether the piece is there. What may be absent comes with a bool, and then
// absent differs from empty: "a:?" has an empty query, "a:" has none. An absent piece has the zero
// Span, which cuts the empty text out of any text. So a program that does not care for the
// difference need not ask.
type Span struct{ Start, End int }
