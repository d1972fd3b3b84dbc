package draw

import "example.org/iri/tools/internal/svg"

// Sizes of strings, in pixels.
const (
	nodeFont  = 13
	labelFont = 12
	lineRise  = 15 // from one line to the next
)

// baseline is how far below the middle of a line its letters stand.
func baseline(size int) float64 { return quarter(0.35 * float64(size)) }

// widest returns the width of the widest line.
func widest(lines []string, size int) float64 { return float64(svg.Widest(lines, size)) }

// wrapLabel wraps the label of an edge: no wider than it needs to be for a few lines,
// which are fewer where ranks are rows.
func (p *picture) wrapLabel(words []string) []string {
	few, limit := 4, 60
	if p.vertical {
		few, limit = 2, 80
	}
	for ; ; limit += 10 {
		if lines := svg.Wrap(words, labelFont, limit); len(lines) <= few || limit > 300 {
			return lines
		}
	}
}
