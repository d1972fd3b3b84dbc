package scan

import (
	"bytes"

	"example.org/iri/dfa"
)

// LineFeed ends a line.
const LineFeed = '\n'

// Column sets bit i of bitmap, whose bits are 0, if data[offsets[i]:offsets[i+1]]
// is in the language of a, and returns how many are.
func Column(a *dfa.Automaton, bitmap, data []byte, offsets []int32) (count int) {
	if !hasKernel() {
		return Lanes(a, data, offsets, bitmap)
	}
	for i := 1; i < len(offsets); i++ {
		count += put(bitmap, i-1, a, data[offsets[i-1]:offsets[i]])
	}
	return count
}

// Lines does so for the lines of a text.
func Lines(a *dfa.Automaton, bitmap, text []byte) (count int) {
	if !hasKernel() {
		return LineLanes(a, text, bitmap)
	}
	for i := 0; len(text) > 0; i++ {
		line := text
		if end := bytes.IndexByte(text, LineFeed); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		count += put(bitmap, i, a, line)
	}
	return count
}

// put sets bit i if a value is in the language, and returns 1 then.
func put(bitmap []byte, i int, a *dfa.Automaton, value []byte) int {
	v := CheckBytes(a, value)
	if v == Valid || v != Invalid && PortableValid(a, value) {
		bitmap[i/8] |= 1 << (i % 8)
		return 1
	}
	return 0
}
