package statistics

import "fmt"

// A Chart is a list of counts with a heading.
type Chart struct {
	Heading, Note string
	Bars          []Count
	Ordered       bool // names are lengths in order
}

const (
	topSchemes = 12
	topHosts   = 20
)

// Charts returns the non-empty charts, which call a string unit.
func (s *Statistics) Charts(unit string) (list []Chart) {
	for _, c := range []Chart{
		{"Lengths", "Valid " + unit + "s by their length in bytes.", s.lengthBars(), true},
		{"Components", "Valid " + unit + "s that have the component; a path that is empty does not count.", s.componentBars(), false},
		{"Schemes", "The most frequent schemes of valid " + unit + "s." + s.Schemes.loss(), s.Schemes.Top(topSchemes), false},
		{"Hosts", "The most frequent hosts of valid " + unit + "s." + s.Hosts.loss(), s.Hosts.Top(topHosts), false},
	} {
		if len(c.Bars) > 0 {
			list = append(list, c)
		}
	}
	return list
}

func (s *Statistics) lengthBars() (list []Count) {
	if s.Texts == 0 {
		return nil
	}
	for _, b := range s.bins() {
		name := fmt.Sprint(b.from)
		switch {
		case b.to < 0:
			name += " and more"
		case b.to > b.from:
			name += fmt.Sprintf("–%d", b.to)
		}
		list = append(list, Count{name, b.count})
	}
	return list
}

func (s *Statistics) componentBars() (list []Count) {
	for i, n := range s.components {
		if n > 0 {
			list = append(list, Count{components[i], n})
		}
	}
	return list
}

// loss describes the error bound of counts.
func (f *Frequent) loss() string {
	if f.Lost == 0 {
		return ""
	}
	return fmt.Sprintf(" There are too many to keep all: each count may be too low by at most %s.", Grouped(float64(f.Lost)))
}

// Grouped formats a number with commas between thousands.
func Grouped(n float64) string { return Thousands(fmt.Sprintf("%.0f", n)) }

// Thousands inserts commas between thousands.
func Thousands(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
