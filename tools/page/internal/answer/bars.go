package answer

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/iri/internal/statistics"
	"example.org/iri/internal/svg"
)

// Sizes of charts, in pixels. A page scales them.
const (
	chartWidth = 640
	rowHeight  = 24
	nameWidth  = 220
	valueWidth = 70
	fontSize   = 13
	standing   = 180 // height of standing bars
	mostLetter = 30  // of a name
)

// bars draws a chart: standing bars if their order means something, else a row for each. Colours are
// those of the page, for the classes chart, bar, name and value.
func bars(c statistics.Chart) string {
	var b strings.Builder
	most := int64(1)
	for _, x := range c.Bars {
		most = max(most, x.Count)
	}
	height := rowHeight * len(c.Bars)
	if c.Ordered {
		height = standing + 2*rowHeight
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 %d %d" font-size="%d">`+
		"\n<title>%s</title>\n", chartWidth, height, fontSize, svg.Escape(c.Heading))
	if c.Ordered {
		stand(&b, c.Bars, most)
	} else {
		lie(&b, c.Bars, most)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// lie draws a row for each name.
func lie(b *strings.Builder, list []statistics.Count, most int64) {
	for i, x := range list {
		top := i * rowHeight
		width := float64(chartWidth-nameWidth-valueWidth) * float64(x.Count) / float64(most)
		base := top + rowHeight - 7
		fmt.Fprintf(b, `<text class="name" x="%d" y="%d" text-anchor="end" fill="currentColor">%s</text>`, nameWidth-8, base, svg.Escape(short(x.Name)))
		fmt.Fprintf(b, `<rect class="bar" x="%d" y="%d" width="%.1f" height="%d"/>`, nameWidth, top+3, width, rowHeight-6)
		fmt.Fprintf(b, `<text class="value" x="%.1f" y="%d" fill="currentColor">%s</text>`+"\n", nameWidth+width+6, base, statistics.Grouped(float64(x.Count)))
	}
}

// stand draws a bar for each name, from left to right, and as many names as there is room for.
func stand(b *strings.Builder, list []statistics.Count, most int64) {
	width := float64(chartWidth) / float64(len(list))
	every := len(list)/8 + 1
	for i, x := range list {
		left, height := width*float64(i), standing*float64(x.Count)/float64(most)
		fmt.Fprintf(b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s: %s</title></rect>`+"\n",
			left+width/10, rowHeight+standing-height, width*0.8, height, svg.Escape(x.Name), statistics.Grouped(float64(x.Count)))
		if i%every == 0 {
			fmt.Fprintf(b, `<text class="name" x="%.1f" y="%d" fill="currentColor">%s</text>`+"\n", left+width/10, standing+2*rowHeight-7, svg.Escape(short(x.Name)))
		}
	}
	fmt.Fprintf(b, `<text class="value" x="0" y="%d" fill="currentColor">at most %s</text>`+"\n", rowHeight-8, statistics.Grouped(float64(most)))
}

// short cuts a name that is too long for its place, and escapes what cannot be seen.
func short(name string) string {
	var b strings.Builder
	n := 0
	for _, r := range name {
		if n++; n == mostLetter {
			b.WriteString("…")
			break
		}
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
