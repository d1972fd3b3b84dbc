package codegen

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/iri/dfa"
)

// decoding prints a decoder as Go: straight-line code in the function that has recorded a string of n-1 bytes
// and ended in a state.
type decoding struct {
	*writer
	*Decoder
	n *names
}

// print prints the code that finds the places. A condition for each exception in place of a switch compiles
// to moves that cannot be predicted wrongly.
func (d *decoding) print() {
	for _, s := range d.Statements {
		x, value := d.variable(s.Tag), d.after(s.Source, s.Offset)
		if s.Condition == Always {
			d.declare(x, &s)
			continue
		}
		if s.Condition == OnEnd && s.Number == 0 {
			d.printf("ends := &%s[(state-%s.AcceptMin)>>%d]\n", d.n.ends, d.n.tagged, d.Automaton.Shift)
		}
		if len(s.Commits) > 0 || s.MayBeAbsent {
			value = x + strconv.Itoa(s.Number)
			d.declare(value, &s)
		}
		d.printf("if %s {\n%s = %s\n}\n", d.condition(&s), x, value)
	}
	for k, method := range d.n.methods {
		if !d.RepeatsTag(2 * k) {
			d.printf("parts.span%s = uint64(%s) | uint64(%s)<<32\n", method, d.variable(2*k), d.variable(2*k+1))
		}
	}
}

// variable returns the name of what holds the place of a tag.
func (d *decoding) variable(tag int) string {
	if tag > d.NumTags() {
		return "n"
	}
	return [2]string{"begin", "end"}[tag%2] + d.n.methods[tag/2]
}

func (d *decoding) condition(s *Statement) string {
	switch {
	case s.Condition == OnEnd:
		return fmt.Sprintf("ends[%d]&%#x != 0", s.Number/64, uint64(1)<<(s.Number%64))
	case s.Guard >= d.NumTags(): // it is there in every string
		return strconv.FormatBool(s.Condition == IfPresent)
	case s.Condition == IfPresent:
		return d.variable(s.Guard) + " != 0"
	}
	return d.variable(s.Guard) + " == 0"
}

// endsTable prints for each accepting state which exceptions apply.
func (d *decoding) endsTable() {
	d.printf("\n// %s has the set of the places that are not the usual ones, by accepting state of %s.\n", d.n.ends, d.n.spans)
	words := (d.NumExceptions() + 63) / 64
	d.printf("var %s = [...][%d]uint64{\n", d.n.ends, words)
	for _, final := range d.Final[d.Automaton.Number(d.Automaton.AcceptMin):] {
		set := make([]uint64, words)
		for _, i := range d.Ends[final] {
			set[i/64] |= 1 << (i % 64)
		}
		d.printf("{%s},\n", join(set))
	}
	d.printf("}\n")
}

// declare prints a variable with the place that a statement sets.
func (d *decoding) declare(x string, s *Statement) {
	list := d.events(s)
	switch {
	case s.Bits > 0: // the numbers that are compared also hold how many bytes to go back
		last, back := x+"Last", x+"Back"
		d.printf("%s := max(%s)\n%s := %s & %d\n", last, list, back, last, 1<<s.Bits-1)
		d.printf("%s := uint32(max(%s>>%d, %s) - %s)\n", x, last, s.Bits, back, back)
	case s.Back > 0: // 0 if none of the events came
		d.printf("%s := max(%s, %d) - %d\n", x, list, s.Back, s.Back)
	case len(s.Commits) > 1:
		d.printf("%s := max(%s)\n", x, list)
	case len(s.Commits) == 1:
		d.printf("%s := %s\n", x, list)
	case s.Source > d.NumTags() && !s.Fixed && s.Source != dfa.None:
		d.printf("%s := %s\n", x, d.after(s.Source, s.Offset))
	default:
		d.printf("%s := uint32(%s)\n", x, d.after(s.Source, s.Offset))
	}
	if s.MayBeAbsent {
		d.printf("if %s == 0 {\n%s = 0\n}\n", d.variable(s.Source), x)
	}
}

// events lists the last notes of the events that commit a place.
func (d *decoding) events(s *Statement) string {
	log := "log"
	if d.Repeats != 0 {
		log = "at"
	}
	var list []string
	for _, c := range s.Commits {
		x := fmt.Sprintf("uint32(%s[%d])", log, c.Event)
		if s.Bits > 0 {
			x = fmt.Sprintf("uint64(%s)<<%d|%d", x, s.Bits, c.Ago-1)
		}
		list = append(list, x)
	}
	return strings.Join(list, ", ")
}

// after returns the place that lies a number of bytes after that of a tag.
func (d *decoding) after(tag, offset int) string {
	switch {
	case tag == dfa.None:
		return "0"
	case tag == d.NumTags():
		return strconv.Itoa(offset + 1)
	case offset > 0:
		return fmt.Sprintf("%s + %d", d.variable(tag), offset)
	case offset < 0:
		return fmt.Sprintf("%s - %d", d.variable(tag), -offset)
	}
	return d.variable(tag)
}
