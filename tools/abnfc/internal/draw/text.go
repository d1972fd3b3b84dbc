package draw

import (
	"math"
	"strings"
)

// Sizes of texts, in pixels.
const (
	nodeFont  = 13
	labelFont = 12
	lineRise  = 15 // from one line to the next
)

// widths lists characters of about the same width, that of wide sans-serif fonts in
// hundredths of the font size; all others have the last one.
var widths = []struct {
	chars string
	width int
}{
	{"ijlI'|", 30},
	{" .,:;!/\\()[]frt-\"", 39},
	{"mwMW@%", 97},
	{"+=<>~#&", 82},
	{"ABCDEFGHJKLNOPQRSTUVXYZ", 72},
	{"", 63},
}

// textWidth estimates the width of a text in a font of a size, rather too high.
func textWidth(text string, size int) float64 {
	total := 0
	for _, c := range text {
		for i, w := range widths {
			if strings.ContainsRune(w.chars, c) || i == len(widths)-1 {
				total += w.width
				break
			}
		}
	}
	return math.Ceil(float64(total*size) / 100)
}

// baseline is how far below the middle of a line its letters stand.
func baseline(size int) float64 { return quarter(0.35 * float64(size)) }

// widest returns the width of the widest line.
func widest(lines []string, size int) float64 {
	width := 0.0
	for _, line := range lines {
		width = max(width, textWidth(line, size))
	}
	return width
}

// wrap joins words to lines that are no wider than a limit, if no word is.
func wrap(words []string, size int, limit float64) []string {
	var lines []string
	for _, word := range words {
		last := len(lines) - 1
		if last >= 0 && textWidth(lines[last]+" "+word, size) <= limit {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// wrapLabel wraps the label of an edge: no wider than it needs to be for a few lines,
// which are fewer where ranks are rows.
func (p *picture) wrapLabel(words []string) []string {
	few, limit := 4, 60.0
	if p.vertical {
		few, limit = 2, 80
	}
	for ; ; limit += 10 {
		if lines := wrap(words, labelFont, limit); len(lines) <= few || limit > 300 {
			return lines
		}
	}
}
