package scan

import (
	"bytes"

	"example.org/iri/internal/uri"
)

// LineFeed ends a line.
const LineFeed = '\n'

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

// Lines does so for the lines of a text.
func Lines(a *uri.Language, bitmap, text []byte) (count int) {
	for i := 0; len(text) > 0; i++ {
		line := text
		if end := bytes.IndexByte(text, LineFeed); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		v := CheckBytes(a, line)
		if v > Valid {
			v = decided(a, line)
		}
		bitmap[i>>3] |= byte(v) << (i & 7)
		count += int(v)
	}
	return count
}

// decided is for values about which a kernel asks.
func decided(a *uri.Language, value []byte) Verdict {
	if PortableValid(a, value) {
		return Valid
	}
	return Invalid
}
