package sample

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// A choice is the index of an alternative, a number of repetitions, or one of these for a literal; otherwise it is 0.
const (
	asWritten, lowerCase, upperCase = 0, 1, 2
	low, high, between              = 0, 1, 2
)

// mostTimes is the greatest upper limit of a repetition, in times and in bytes, that is covered.
const mostTimes = 1000

// findChoices lists the choices at each reached node. It returns an error if one needs too long a string.
func (t *tree) findChoices() error {
	for _, n := range t.nodes {
		if !n.reached {
			continue
		}
		for _, choice := range n.possible() {
			switch text := n.context.plus(n.costOf(choice)); {
			case text.allowed():
				n.choices = append(n.choices, choice)
			case !n.isMost(choice):
				return t.tooLong(n)
			}
		}
		n.made = make([]int, len(n.choices))
	}
	return nil
}

func (n *node) possible() []int {
	switch m := n.Node.(type) {
	case *abnf.Alternation:
		var list []int
		for i, child := range n.children {
			if child.productive {
				list = append(list, i)
			}
		}
		return list
	case *abnf.Repetition:
		return n.times(m)
	case *abnf.CharVal:
		if !m.CaseSensitive && strings.ToLower(m.Text) != strings.ToUpper(m.Text) {
			return []int{lowerCase, upperCase}
		}
	case *abnf.NumVal:
		switch {
		case n.set.Len() > 2:
			return []int{low, high, between}
		case n.set.Len() > 1:
			return []int{low, high}
		}
	}
	return []int{0}
}

func (n *node) times(m *abnf.Repetition) []int {
	list := []int{m.Min}
	if m.Max == m.Min || m.Max == 0 || !n.children[0].productive {
		return list
	}
	list = append(list, m.Min+1)
	if n.isMost(m.Max) && m.Max <= mostTimes && n.costOf(m.Max).bytes <= mostTimes {
		list = append(list, m.Max)
	}
	return list
}

// isMost reports whether a choice covers only the upper limit of a repetition. Such a choice may be left out.
func (n *node) isMost(choice int) bool {
	m, ok := n.Node.(*abnf.Repetition)
	return ok && choice == m.Max && m.Max > m.Min+1
}

func (n *node) choiceToward(child *node) int {
	switch m := n.Node.(type) {
	case *abnf.Alternation:
		return child.index
	case *abnf.Repetition:
		return max(m.Min, 1)
	}
	return 0
}

func (n *node) costOf(choice int) cost {
	c := step
	switch m := n.Node.(type) {
	case *abnf.Alternation:
		c = c.plus(n.children[choice].least)
	case *abnf.Concatenation:
		for _, child := range n.children {
			c = c.plus(child.least)
		}
	case *abnf.Repetition:
		if choice > 0 {
			c = c.plus(n.children[0].least.times(choice))
		}
	case *abnf.RuleRef:
		c = c.plus(n.children[0].least)
	case *abnf.CharVal:
		c.bytes = int64(len(m.Text))
	case *abnf.NumVal:
		text := n.texts[0]
		if m.Range {
			text = n.texts[min(choice, high)] // a value between costs at most as much as the upper end
		}
		c.bytes = int64(len(text))
	}
	return c
}

// tooLong returns the error for a choice at n that needs too long a string. It reports the smallest element that is too
// long in itself, if any, otherwise n.
func (t *tree) tooLong(n *node) error {
	var culprit *node
	for _, m := range t.nodes {
		if m.reached && !m.least.allowed() && (culprit == nil || m.least.compare(culprit.least) < 0) {
			culprit = m
		}
	}
	if culprit == nil {
		culprit = n
	}
	what := culprit.String()
	if len(what) > 60 {
		what = what[:57] + "..."
	}
	return t.fault(culprit, fmt.Sprintf("a string with %s takes more than %d bytes or %d steps", what, MaxBytes, maxSteps))
}
