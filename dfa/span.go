package dfa

// Span is where a piece of a string lies, by byte offsets: from Start up to but not including End.
// The piece is text[s.Start:s.End].
//
// A Span does not show whether the piece is present. Functions whose piece may be absent also return a
// bool, since absent differs from empty: "a:?" has an empty query, "a:" does not have a query. The Span of
// an absent piece is the zero Span, which is an empty piece of any string. So a program that treats
// absent as empty can ignore the bool.
type Span struct{ Start, End int }
