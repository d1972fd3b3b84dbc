package main

import (
	"fmt"
	"math"
	"strings"
	"text/template"

	"example.org/iri/bench/internal/race"
)

// The chart is a template and not the work of a library: of those at hand, one
// has no bars on a logarithmic axis, the other no horizontal bars on one, and both
// name fonts that browsers lack. The colours are readable on white and on black.

// Places in the drawing, in pixels.
const (
	chartWidth = 800
	barsLeft   = 224 // the names are left of it
	barsRight  = 640 // the numbers of wrong verdicts are right of it
	barsTop    = 92
	rowHeight  = 22
)

// colours by what there is to say of a contestant.
var (
	colourOurs  = colour{"#2f81f7", "package iri"}
	colourRight = colour{"#2da77a", "all verdicts right"}
	colourWrong = colour{"#d98324", "some verdicts wrong"}
	colourOther = colour{"#8b949e", "no validator"}
)

type colour struct{ Fill, Meaning string }

// A drawing is what the template needs to know.
type drawing struct {
	Width, Height         int
	Left, Right, Top, End int // of the bars
	Lists, Caption        string
	Legend                []key
	Ticks                 []tick
	Bars                  []bar
}

type key struct {
	colour
	X int
}

type tick struct {
	X     float64
	Label string
}

type bar struct {
	colour
	Name, Value, Wrong string
	Y, Text            int // of the bar, and of the base line of the text
	Width, ValueX      float64
}

// chart returns a bar for each contestant, the fastest on top.
func (r *report) chart() (string, error) {
	var b strings.Builder
	err := chartTemplate.Execute(&b, r.drawing())
	return b.String(), err
}

func (r *report) drawing() *drawing {
	all := r.standings()
	scale := newScale(all[0].mean, all[len(all)-1].mean)
	d := &drawing{
		Width: chartWidth, Left: barsLeft, Right: barsRight, Top: barsTop,
		Lists:   r.listNames(),
		Caption: fmt.Sprintf("%s; %s; %s", r.machine, r.golang, r.date),
		Legend:  legend(),
		Ticks:   scale.ticks(),
	}
	for i, s := range all {
		d.Bars = append(d.Bars, newBar(s, scale, barsTop+i*rowHeight))
	}
	d.End = barsTop + len(all)*rowHeight
	d.Height = d.End + 48
	return d
}

func (r *report) listNames() string {
	var names []string
	for _, t := range r.tables {
		names = append(names, t.list.name)
	}
	return series(names)
}

func legend() []key {
	var keys []key
	for i, c := range []colour{colourOurs, colourRight, colourWrong, colourOther} {
		keys = append(keys, key{c, barsLeft + []int{0, 104, 244, 394}[i]})
	}
	return keys
}

func newBar(s *standing, scale scale, y int) bar {
	width := scale.x(s.mean) - barsLeft
	return bar{
		colour: colourOf(s.exam),
		Name:   s.exam.name,
		Value:  race.Figure(s.mean),
		Wrong:  s.wrong(),
		Y:      y + 4,
		Text:   y + 15,
		Width:  width,
		ValueX: barsLeft + width + 5,
	}
}

func colourOf(r *row) colour {
	switch {
	case r.kind == yardstick:
		return colourOther
	case r.wrong() > 0:
		return colourWrong
	case r.kind == ours:
		return colourOurs
	}
	return colourRight
}

// A scale is a logarithmic axis.
type scale struct{ from, to float64 }

// newScale returns one on which even the least value has a bar.
func newScale(least, most float64) scale {
	decade := math.Pow(10, math.Floor(math.Log10(least)))
	from := decade / 2
	for _, step := range []float64{1, 2, 5} {
		if decade*step < least*0.75 {
			from = decade * step
		}
	}
	return scale{from, max(most, 10*from) * 1.6} // leaves room for the value
}

func (s scale) x(value float64) float64 {
	return barsLeft + (barsRight-barsLeft)*math.Log(value/s.from)/math.Log(s.to/s.from)
}

// ticks are the powers of ten.
func (s scale) ticks() []tick {
	var list []tick
	for v := math.Pow(10, math.Ceil(math.Log10(s.from))); v < s.to; v *= 10 {
		list = append(list, tick{s.x(v), fmt.Sprintf("%g", v)})
	}
	return list
}

var chartTemplate = template.Must(template.New("chart").Parse(`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {{.Width}} {{.Height}}" width="{{.Width}}" height="{{.Height}}">
<title>Time to judge a text, relative to utf8.Valid</title>
<style>
  text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #768390; }
  .head { font-size: 15px; font-weight: 600; }
  .name, .wrong { text-anchor: end; }
  .ours { font-weight: 600; }
  .tick { text-anchor: middle; }
  line { stroke: #768390; stroke-opacity: 0.35; }
</style>
<text class="head" x="{{.Left}}" y="22">Time to judge a text, relative to utf8.Valid</text>
<text x="{{.Left}}" y="42">mean over the lists {{html .Lists}}; logarithmic scale, shorter is faster</text>
{{range .Legend}}<rect x="{{.X}}" y="55" width="10" height="10" rx="2" fill="{{.Fill}}"/><text x="{{.X}}" dx="15" y="64">{{.Meaning}}</text>
{{end}}<text class="wrong" x="{{.Width}}" dx="-16" y="{{.Top}}" dy="-6">wrong verdicts</text>
{{$d := .}}{{range .Ticks}}<line x1="{{printf "%.1f" .X}}" x2="{{printf "%.1f" .X}}" y1="{{$d.Top}}" y2="{{$d.End}}"/><text class="tick" x="{{printf "%.1f" .X}}" y="{{$d.End}}" dy="14">{{.Label}}</text>
{{end}}{{range .Bars}}<text class="name{{if eq .Meaning "package iri"}} ours{{end}}" x="{{$d.Left}}" dx="-8" y="{{.Text}}">{{html .Name}}</text><rect x="{{$d.Left}}" y="{{.Y}}" width="{{printf "%.1f" .Width}}" height="14" rx="2" fill="{{.Fill}}"/><text x="{{printf "%.1f" .ValueX}}" y="{{.Text}}">{{.Value}}</text><text class="wrong" x="{{$d.Width}}" dx="-16" y="{{.Text}}">{{.Wrong}}</text>
{{end}}<text x="{{.Left}}" y="{{.End}}" dy="38">{{html .Caption}}</text>
</svg>
`))
