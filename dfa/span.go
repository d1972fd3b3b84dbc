package dfa

// Span is where a piece of a text lies, by byte offsets: from Start up to but not including End.
// The piece is text[s.Start:s.End].
//
// A Span does not tell whether the piece is there. What may be absent comes with a bool, and then
// absent differs from empty: the query of "a:?" is there and empty, "a:" has none. The Span of what
// is absent is the zero Span, which cuts the empty text out of any text. So a program that does not
// care for the difference need not ask.
type Span struct{ Start, End int }
