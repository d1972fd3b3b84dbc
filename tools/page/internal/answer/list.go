package answer

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/statistics"
)

// Limits of what is listed.
const (
	mostExamples = 3
	longestLine  = 200 // bytes of a bad line that are shown
)

// list answers "list".
func (r *Request) list() (*List, error) {
	chosen, err := ruleNamed(r.Rule)
	if err != nil {
		return nil, err
	}
	l := lister{rule: chosen, good: statistics.New(), index: make(map[[2]string]int)}
	number := 0
	for line := range strings.Lines(r.Text) {
		number++
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			l.add(number, line)
		}
	}
	return l.answer(), nil
}

// lister validates the lines of a list.
type lister struct {
	rule   rule.Rule
	lines  int
	bad    int
	good   *statistics.Statistics
	groups []Group
	index  map[[2]string]int // in groups, by reason and component
}

func (l *lister) add(number int, line string) {
	l.lines++
	var e *iri.SyntaxError
	if errors.As(l.rule.CheckString(line), &e) {
		l.accuse(number, line, e)
		return
	}
	parts, _ := l.rule.SplitString(line) // zero for a rule without components
	l.good.Add([]byte(line), parts)
}

// accuse puts a bad line into its group.
func (l *lister) accuse(number int, line string, e *iri.SyntaxError) {
	l.bad++
	kind := [2]string{e.Reason.String(), e.Component().String()}
	i, known := l.index[kind]
	if !known {
		i = len(l.groups)
		l.index[kind] = i
		l.groups = append(l.groups, Group{Reason: kind[0], Component: kind[1]})
	}
	g := &l.groups[i]
	if g.Count++; g.Count <= mostExamples {
		g.Examples = append(g.Examples, badLine(number, line, e))
	}
}

// badLine shows a line, or what is around the mistake if it is long.
func badLine(number int, line string, e *iri.SyntaxError) BadLine {
	from, to := 0, len(line)
	if len(line) > longestLine {
		from = boundary(line, max(0, e.Span.Start-longestLine/2))
		to = boundary(line, min(len(line), from+longestLine))
	}
	span := iri.Span{Start: min(e.Span.Start, to) - from, End: min(e.Span.End, to) - from}
	shown := line[from:to]
	return BadLine{Line: number, Text: shown, Message: e.Message(), Span: newUnits(shown).span(span)}
}

// boundary returns where the character begins that an offset is in.
func boundary(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// answer returns what was found.
func (l *lister) answer() *List {
	slices.SortStableFunc(l.groups, func(a, b Group) int { return cmp.Compare(b.Count, a.Count) })
	a := &List{Rule: l.rule.String(), Lines: l.lines, Bad: l.bad, Facts: l.facts(), Groups: l.groups}
	all := l.good.Charts("line")
	if l.bad > 0 {
		reasons := statistics.NewFrequent(len(l.groups))
		for _, g := range l.groups {
			reasons.Add([]byte(g.Reason), int64(g.Count))
		}
		wrong := statistics.Chart{Heading: "What is wrong", Note: "Bad lines by reason.", Bars: reasons.Top(len(l.groups))}
		all = slices.Insert(all, 0, wrong)
	}
	for _, c := range all {
		chart := Chart{Heading: c.Heading, Note: c.Note, Ordered: c.Ordered}
		for _, b := range c.Bars {
			chart.Bars = append(chart.Bars, Bar{b.Name, b.Count})
		}
		a.Charts = append(a.Charts, chart)
	}
	return a
}

// facts returns what there is to say in numbers.
func (l *lister) facts() []Fact {
	number := func(n int) string { return statistics.Grouped(float64(n)) }
	list := []Fact{{"lines", number(l.lines)}, {"bad", number(l.bad)}, {"hosts", number(l.good.Hosts.Len())}}
	if l.lines > 0 {
		list[1].Value += fmt.Sprintf(" (%.2g %%)", 100*float64(l.bad)/float64(l.lines))
	}
	if l.good.Hosts.Lost > 0 {
		list[2].Value = "more than " + list[2].Value
	}
	if l.good.Texts > 0 {
		list = append(list,
			Fact{"bytes each, on average", fmt.Sprintf("%.1f", float64(l.good.Bytes)/float64(l.good.Texts))},
			Fact{"bytes, the longest", number(l.good.Longest)})
	}
	return list
}
