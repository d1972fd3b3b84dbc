package report

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/internal/statistics"
)

func (d *document) putChart(c statistics.Chart) {
	d.put("<section>\n<h2>%s</h2>\n<p>%s</p>\n", c.Heading, c.Note)
	if c.Ordered {
		d.putStanding(c.Bars)
	} else {
		d.putLying(c.Bars)
	}
	d.put("</section>\n")
}

func (d *document) putLying(bars []statistics.Count) {
	most := highest(bars)
	d.put("<table class=\"bars\">\n")
	for _, x := range bars {
		d.put("<tr><th scope=\"row\">%s</th><td><span class=\"bar\" style=\"width: %s\"></span></td><td class=\"count\">%s</td></tr>\n",
			label(x.Name), share(x, most), number(x))
	}
	d.put("</table>\n")
}

func (d *document) putStanding(bars []statistics.Count) {
	most := highest(bars)
	d.put("<div class=\"standing\">\n")
	for _, x := range bars {
		d.put("<span class=\"bar\" style=\"height: %s\" title=\"%s: %s\"></span>\n", share(x, most), label(x.Name), number(x))
	}
	d.put("</div>\n<p class=\"axis\"><span>%s</span><span>highest: %s, %s</span><span>%s</span></p>\n",
		bars[0].Name, most.Name, number(most), bars[len(bars)-1].Name)
}

func highest(bars []statistics.Count) statistics.Count {
	return slices.MaxFunc(bars, func(a, b statistics.Count) int { return cmp.Compare(a.Count, b.Count) })
}

func number(x statistics.Count) string { return statistics.Grouped(float64(x.Count)) }

// share returns the relative length of a bar.
func share(x, most statistics.Count) string {
	return fmt.Sprintf("%.1f%%", 100*float64(x.Count)/float64(most.Count))
}

const maxLabel = 40 // characters

func label(name string) string {
	name = show.Safe(name)
	if runes := []rune(name); len(runes) > maxLabel {
		name = string(runes[:maxLabel-1]) + "…"
	}
	return name
}
