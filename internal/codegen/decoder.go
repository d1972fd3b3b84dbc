package codegen

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/dfa"
)

// decoder prints what dfa.Find does for one table when the string has ended, as straight-line code in
// the function that has recorded the events in at and ended in a state. That string has n-1 bytes. In
// this code a place is an offset plus one, and 0 if it is absent: so it is 0 where an event never was,
// and a commit that lies one byte back, as most do, is what the run has noted.
type decoder struct {
	*writer
	n *names
	t *dfa.Tagged
}

// decode prints the code that finds the places.
func (d *decoder) decode() {
	for tag := range d.tags() {
		if !d.isFixed(tag) && !d.isList(tag) {
			d.declare(d.variable(tag), d.usual(tag))
		}
	}
	d.settle()
	for list := d.t.Fixed; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Tag == list[0].Tag {
			n++
		}
		d.follow(list[:n])
		list = list[n:]
	}
	for k, method := range d.n.methods {
		if d.isList(2 * k) {
			continue
		}
		d.printf("parts.span%s = uint64(%s) | uint64(%s)<<32\n", method, d.variable(2*k), d.variable(2*k+1))
	}
}

func (d *decoder) tags() int { return 2 * len(d.t.Names) }

// variable returns the name of what holds the place of a tag.
func (d *decoder) variable(tag int) string {
	switch tag {
	case d.tags():
		return "1"
	case d.tags() + 1:
		return "n"
	}
	return [2]string{"begin", "end"}[tag%2] + d.n.methods[tag/2]
}

// isFixed reports whether a tag lies a fixed distance from others.
func (d *decoder) isFixed(tag int) bool {
	return slices.ContainsFunc(d.t.Fixed, func(f dfa.Fixed) bool { return int(f.Tag) == tag })
}

// isList reports whether a tag is of a rule that may occur more than once. Its places are found when they
// are asked for.
func (d *decoder) isList(tag int) bool { return d.t.Repeats>>(tag/2)&1 != 0 }

// usual returns the place of a tag that holds unless the last state says otherwise: the first that
// is a register, if there is one.
func (d *decoder) usual(tag int) dfa.Place {
	for _, places := range d.t.Places {
		if places[tag].Register != dfa.None {
			return places[tag]
		}
	}
	if len(d.t.Places) == 0 { // no string is accepted
		return dfa.Place{Register: dfa.None}
	}
	return d.t.Places[0][tag]
}

// declare prints a variable with a place.
func (d *decoder) declare(x string, p dfa.Place) {
	if p.Register == dfa.None {
		d.printf("%s := %s\n", x, after("n", -int(p.Ago)))
		return
	}
	commits := d.t.Registers[p.Register]
	var list []string
	ago := 0
	for _, c := range commits {
		list = append(list, d.at(c.Event))
		ago = max(ago, int(c.Ago))
	}
	sameAgo := !slices.ContainsFunc(commits, func(c dfa.Commit) bool { return int(c.Ago) != ago })
	switch {
	case len(commits) == 0:
		d.printf("%s := uint32(0)\n", x)
	case !sameAgo:
		d.declareLatest(x, commits, ago)
	case ago > 1: // 0 if none of the events came
		d.printf("%s := max(%s, %d) - %d\n", x, strings.Join(list, ", "), ago-1, ago-1)
	case len(commits) == 1:
		d.printf("%s := %s\n", x, list[0])
	default:
		d.printf("%s := max(%s)\n", x, strings.Join(list, ", "))
	}
}

// at is after how many bytes an event came last.
func (d *decoder) at(event uint8) string {
	log := "log"
	if d.t.Repeats != 0 {
		log = "at"
	}
	return fmt.Sprintf("uint32(%s[%d])", log, event)
}

// declareLatest prints a variable with what the latest of several commits says: the numbers that
// are compared also hold how many bytes to go back.
func (d *decoder) declareLatest(x string, commits []dfa.Commit, ago int) {
	shift := bits.Len(uint(ago - 1))
	var list []string
	for _, c := range commits {
		list = append(list, fmt.Sprintf("uint64(%s)<<%d|%d", d.at(c.Event), shift, c.Ago-1))
	}
	last, back := x+"Last", x+"Back"
	d.printf("%s := max(%s)\n%s := %s & %d\n", last, strings.Join(list, ", "), back, last, 1<<shift-1)
	d.printf("%s := uint32(max(%s>>%d, %s) - %s)\n", x, last, shift, back, back)
}

// exception is a place of a tag that is not the usual one.
type exception struct {
	tag int
	dfa.Place
}

// exceptions lists the places that are not the usual ones in an entry of Places; in any, if it is
// -1.
func (d *decoder) exceptions(final int) (list []exception) {
	for i, places := range d.t.Places {
		for tag, p := range places {
			x := exception{tag, p}
			if (i == final || final < 0) && !d.isFixed(tag) && !d.isList(tag) && p != d.usual(tag) && !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// settle prints what depends on the last state. A condition for each exception in place of a switch
// compiles to moves that cannot be predicted wrongly.
func (d *decoder) settle() {
	if d.n.ends == "" {
		return
	}
	d.printf("ends := &%s[(state-%s.AcceptMin)>>%d]\n", d.n.ends, d.n.tagged, d.t.Automaton.Shift)
	for i, x := range d.exceptions(-1) {
		other := after("n", -int(x.Ago))
		if x.Register != dfa.None {
			other = d.variable(x.tag) + strconv.Itoa(i)
			d.declare(other, x.Place)
		}
		d.printf("if ends[%d]&%#x != 0 {\n%s = %s\n}\n", i/64, uint64(1)<<(i%64), d.variable(x.tag), other)
	}
}

// endsTable prints for each accepting state which exceptions hold.
func (d *decoder) endsTable() {
	a, all := &d.t.Automaton, d.exceptions(-1)
	words := (len(all) + 63) / 64
	d.printf("\n// %s has the set of the places that are not the usual ones, by accepting state of %s.\n", d.n.ends, d.n.spans)
	d.printf("var %s = [...][%d]uint64{\n", d.n.ends, words)
	for _, final := range d.t.Final[a.Number(a.AcceptMin):] {
		set := make([]uint64, words)
		for _, x := range d.exceptions(int(final)) {
			i := slices.Index(all, x)
			set[i/64] |= 1 << (i % 64)
		}
		d.printf("{%s},\n", join(set))
	}
	d.printf("}\n")
}

// follow prints the place of a tag that is fixed to others. The first entry that holds counts, so
// it is printed last.
func (d *decoder) follow(list []dfa.Fixed) {
	x := d.variable(int(list[0].Tag))
	last := list[len(list)-1]
	if int(last.Guard) == d.tags() && !last.Not {
		d.assign(x, last)
		list = list[:len(list)-1]
	} else {
		d.printf("%s := uint32(0)\n", x)
	}
	for i := len(list) - 1; i >= 0; i-- {
		f := list[i]
		guard := d.variable(int(f.Guard)) + " != 0"
		switch {
		case int(f.Guard) >= d.tags(): // it is there in every string
			guard = strconv.FormatBool(!f.Not)
		case f.Not:
			guard = d.variable(int(f.Guard)) + " == 0"
		}
		if from := d.from(f); from != "" {
			y := x + strconv.Itoa(i+1)
			d.assign(y, f)
			d.printf("if %s {\n%s = %s\n}\n", guard, x, y)
			continue
		}
		d.printf("if %s {\n%s = %s\n}\n", guard, x, d.follows(f))
	}
}

// assign prints where an entry says that a tag lies: nowhere if what it follows from is absent.
func (d *decoder) assign(x string, f dfa.Fixed) {
	d.printf("%s := uint32(%s)\n", x, d.follows(f))
	if from := d.from(f); from != "" {
		d.printf("if %s == 0 {\n%s = 0\n}\n", from, x)
	}
}

// follows is where an entry says that a tag lies, if what it follows from is there.
func (d *decoder) follows(f dfa.Fixed) string {
	switch int(f.Source) {
	case dfa.None:
		return "0"
	case d.tags():
		return strconv.Itoa(f.Offset + 1)
	}
	return after(d.variable(int(f.Source)), f.Offset)
}

// from returns the variable that must not be 0 for an entry to say anything but that the tag is
// absent; "" if there is none, or the guard sees to it.
func (d *decoder) from(f dfa.Fixed) string {
	if int(f.Source) >= d.tags() || f.Offset == 0 || f.Guard == f.Source && !f.Not {
		return ""
	}
	return d.variable(int(f.Source))
}

// after is the place that lies a number of bytes after another.
func after(x string, offset int) string {
	switch {
	case offset > 0:
		return fmt.Sprintf("%s + %d", x, offset)
	case offset < 0:
		return fmt.Sprintf("%s - %d", x, -offset)
	}
	return x
}
