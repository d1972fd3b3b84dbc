package scan

import (
	"bytes"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
)

// LineFeed ends a line. CarriageReturn may stand in front of it.
const (
	LineFeed       = batch.LineFeed
	CarriageReturn = batch.CarriageReturn
)

// Column sets bit i of bitmap, whose bits are 0, if data[offsets[i]:offsets[i+1]]
// is in the language of a, and returns how many are.
func Column(a *uri.Language, bitmap, data []byte, offsets []int32) (count int) {
	for i := 1; i < len(offsets); i++ {
		value := data[offsets[i-1]:offsets[i]]
		v := CheckBytes(a, value)
		if v > Valid {
			v = decided(a, value)
		}
		bitmap[(i-1)>>3] |= byte(v) << ((i - 1) & 7) // no branch, as Valid is 1 and Invalid 0
		count += int(v)
	}
	return count
}

// Lines does so for the lines of a text, which [CutLine] cuts.
func Lines(a *uri.Language, bitmap, text []byte, crlf bool) (count int) {
	for i := 0; len(text) > 0; i++ {
		line, rest := CutLine(text, crlf)
		text = rest
		v := CheckBytes(a, line)
		if v > Valid {
			v = decided(a, line)
		}
		bitmap[i>>3] |= byte(v) << (i & 7)
		count += int(v)
	}
	return count
}

// CountLines counts the lines of a text. Each line ends with a line feed, the last may have none.
func CountLines(text []byte) int {
	n := bytes.Count(text, lineFeed)
	if len(text) > 0 && text[len(text)-1] != LineFeed {
		n++
	}
	return n
}

// CutLine returns the first line of a text, without its line feed, and what is behind it. With crlf,
// a carriage return in front of the line feed does not belong to the line either.
func CutLine(text []byte, crlf bool) (line, rest []byte) {
	line, rest, found := bytes.Cut(text, lineFeed)
	if crlf && found && len(line) > 0 && line[len(line)-1] == CarriageReturn {
		line = line[:len(line)-1]
	}
	return line, rest
}

var lineFeed = []byte{LineFeed}

// Grown returns a list of n values, in the place of the one given if it is long enough.
func Grown[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}

// decided is for values about which a kernel asks.
func decided(a *uri.Language, value []byte) Verdict {
	if PortableValid(a, value) {
		return Valid
	}
	return Invalid
}
