package report

import (
	"html"
	"html/template"
	"strings"

	"github.com/go-analyze/charts"

	"example.org/iri/internal/statistics"
	"example.org/iri/tools/internal/cli/show"
)

// The colours in charts stand for colours of the page, which has others in the dark.
var (
	axisColor, gridColor = charts.Color{R: 1, G: 1, B: 1, A: 255}, charts.Color{R: 2, G: 2, B: 2, A: 255}
	textColor, barColor  = charts.Color{R: 3, G: 3, B: 3, A: 255}, charts.Color{R: 4, G: 4, B: 4, A: 255}
)

// styled puts the colours of the page in the places of those above.
var styled = strings.NewReplacer(
	"rgb(1,1,1)", "var(--axis)", "rgb(2,2,2)", "var(--grid)", "rgb(3,3,3)", "var(--text)", "rgb(4,4,4)", "var(--bar)",
	"'Roboto Medium',sans-serif", "inherit",
)

const (
	chartWidth = 720
	barHeight  = 26 // of a line of a chart with lying bars
	maxLabel   = 40 // characters
)

// lyingBars draws a bar for each name, from top to bottom.
func lyingBars(list []statistics.Count) (template.HTML, error) {
	o := charts.BarChartOption{Horizontal: true, Padding: charts.NewBox(0, 10, 70, 0)} // room for the longest bar's label
	values := make([]float64, len(list))
	for i, x := range list { // the chart begins at its bottom
		values[len(list)-1-i] = float64(x.Count)
	}
	for i := range list {
		o.CategoryAxis.Labels = append(o.CategoryAxis.Labels, label(list[len(list)-1-i].Name))
	}
	o.ValueAxis = []charts.ValueAxisOption{{Show: new(false), Min: new(0.0)}}
	o.SeriesList = charts.NewSeriesListBar([][]float64{values})
	o.SeriesList[0].Label = charts.SeriesLabel{Show: new(true), ValueFormatter: statistics.Grouped}
	return draw(o, len(list)*barHeight+30)
}

// standingBars draws a bar for each name, from left to right.
func standingBars(list []statistics.Count) (template.HTML, error) {
	o := charts.BarChartOption{Padding: charts.NewBox(0, 10, 0, 0)}
	values := make([]float64, len(list))
	for i, x := range list {
		values[i] = float64(x.Count)
		o.CategoryAxis.Labels = append(o.CategoryAxis.Labels, label(x.Name))
	}
	o.ValueAxis = []charts.ValueAxisOption{{Min: new(0.0), PreferNiceIntervals: new(true), ValueFormatter: statistics.Grouped}}
	o.SeriesList = charts.NewSeriesListBar([][]float64{values})
	return draw(o, 260)
}

// draw returns a chart as an element of the page.
func draw(o charts.BarChartOption, height int) (template.HTML, error) {
	o.Theme = charts.MakeTheme(charts.ThemeOption{
		AxisStrokeColor: axisColor, AxisSplitLineColor: gridColor, TextColor: textColor,
		SeriesColors: []charts.Color{barColor}, BackgroundColor: charts.ColorTransparent,
	})
	p := charts.NewPainter(charts.PainterOptions{OutputFormat: charts.ChartOutputSVG, Width: chartWidth, Height: height})
	if err := p.BarChart(o); err != nil {
		return "", err
	}
	svg, err := p.Bytes()
	return template.HTML(styled.Replace(string(svg))), err // labels are escaped
}

// label returns a name as text of SVG, which the library takes as it is.
func label(name string) string {
	name = show.Safe(name)
	if runes := []rune(name); len(runes) > maxLabel {
		name = string(runes[:maxLabel-1]) + "…"
	}
	return html.EscapeString(name)
}
