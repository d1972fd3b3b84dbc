package codegen

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/dfa"
)

// Decoder prints straight-line code that does for one table what dfa.Find does at the end of a string, given the last
// note of each event. In this code a place is an offset plus one, or 0 if absent. So the place of an event that did not
// occur is 0, and that of a commit one byte back, as most are, is the noted number itself. Variable n is the length of
// the string plus one.
//
// There are two kinds of statements: a declaration, and an assignment on a condition. Compilers turn conditional
// assignments into conditional moves, which cannot be mispredicted.
type Decoder struct {
	*dfa.Tagged
	*Language

	text strings.Builder
}

// Language has the formats of a language, for fmt.
type Language struct {
	Let, Set        string                     // a declaration, a conditional assignment
	Note            string                     // the number of bytes after which event %[1]d occurred last
	Max             string                     // a function that returns the maximum of two numbers
	Place, Wide     string                     // conversions of a number to a place, of a place to 64 bits
	Present, Absent string                     // conditions that a place is not 0, is 0
	Before          string                     // a statement before the conditions of OnEnd
	OnEnd           func(exception int) string // a condition that an exception applies
	Variable        func(place string, rule int) string
}

// Decode returns code that sets a variable for each tag, except tags of rules that repeat.
func (d *Decoder) Decode() string {
	d.text.Reset()
	for tag := range d.NumTags() {
		if d.isFree(tag) {
			d.declare(tag, "", d.usual(tag))
		}
	}
	exceptions, _ := d.Exceptions()
	if len(exceptions) > 0 {
		d.text.WriteString(d.Before)
	}
	for i, x := range exceptions {
		other := d.after(d.NumTags()+1, -int(x.Ago))
		if x.Register != dfa.None {
			other = d.declare(x.tag, strconv.Itoa(i), x.Place)
		}
		d.set(d.OnEnd(i), d.variable(x.tag, ""), other)
	}
	for list := d.Fixed; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Tag == list[0].Tag {
			n++
		}
		d.follow(list[:n])
		list = list[n:]
	}
	return d.text.String()
}

func (d *Decoder) let(x, value string) {
	if value[0] <= '9' { // an untyped number
		value = fmt.Sprintf(d.Place, value)
	}
	fmt.Fprintf(&d.text, d.Let, x, value)
}

func (d *Decoder) set(condition, x, value string) { fmt.Fprintf(&d.text, d.Set, condition, x, value) }

func (d *Decoder) variable(tag int, beside string) string {
	if tag > d.NumTags() {
		return "n"
	}
	return d.Variable([2]string{"begin", "end"}[tag%2]+beside, tag/2)
}

// NumTags returns the number of tags of rules. It is also the tag of the beginning of the string, before that of its
// end.
func (d *Decoder) NumTags() int { return 2 * len(d.Names) }

// RepeatsTag reports whether a tag belongs to a rule that may occur more than once.
func (d *Decoder) RepeatsTag(tag int) bool { return d.Repeats>>(tag/2)&1 != 0 }

// isFree reports whether the place of a tag is a single one in Places.
func (d *Decoder) isFree(tag int) bool {
	return !d.RepeatsTag(tag) && !slices.ContainsFunc(d.Fixed, func(f dfa.Fixed) bool { return int(f.Tag) == tag })
}

// usual returns the place of a tag that applies without an exception: the first one that is a register, or any.
func (d *Decoder) usual(tag int) dfa.Place {
	for _, places := range d.Places {
		if places[tag].Register != dfa.None {
			return places[tag]
		}
	}
	if len(d.Places) == 0 { // no string is accepted
		return dfa.Place{Register: dfa.None}
	}
	return d.Places[0][tag]
}

// exception is a place of a tag that differs from the usual one.
type exception struct {
	tag int
	dfa.Place
}

// Exceptions returns all exceptions and, for each entry of Places, the indices of those that apply.
func (d *Decoder) Exceptions() (list []exception, apply [][]int) {
	for _, places := range d.Places {
		var set []int
		for tag, p := range places {
			if !d.isFree(tag) || p == d.usual(tag) {
				continue
			}
			x := exception{tag, p}
			i := slices.Index(list, x)
			if i < 0 {
				i = len(list)
				list = append(list, x)
			}
			set = append(set, i)
		}
		apply = append(apply, set)
	}
	return list, apply
}

func (d *Decoder) declare(tag int, beside string, p dfa.Place) (x string) {
	x = d.variable(tag, beside)
	if p.Register == dfa.None {
		d.let(x, d.after(d.NumTags()+1, -int(p.Ago)))
		return x
	}
	commits, back := d.Registers[p.Register], 0
	for _, c := range commits {
		back = max(back, int(c.Ago)-1)
	}
	switch {
	case len(commits) == 0:
		d.let(x, "0")
	case slices.ContainsFunc(commits, func(c dfa.Commit) bool { return int(c.Ago)-1 != back }):
		d.declareLatest(x, commits, 1<<bits.Len(uint(back)))
	case back > 0: // 0 if none of the events occurred
		d.let(x, fmt.Sprintf("%s(%s, %d) - %[3]d", d.Max, d.latest(commits, d.Note), back))
	default:
		d.let(x, d.latest(commits, d.Note))
	}
	return x
}

// declareLatest prints a variable with the offset of the latest commit. The numbers that it compares are multiplied by
// scale, plus the number of bytes to go back, which is less than scale.
func (d *Decoder) declareLatest(x string, commits []dfa.Commit, scale int) {
	last, back := "last"+x, "back"+x
	d.let(last, d.latest(commits, fmt.Sprintf(d.Wide, d.Note)+" * "+strconv.Itoa(scale)+" + %[2]d"))
	d.let(back, fmt.Sprintf("%s %% %d", last, scale))
	d.let(x, fmt.Sprintf(d.Place, fmt.Sprintf("%s((%s - %s) / %d, %[3]s) - %[3]s", d.Max, last, back, scale)))
}

func (d *Decoder) latest(commits []dfa.Commit, format string) (x string) {
	for i, c := range commits {
		y := fmt.Sprintf(format, c.Event, c.Ago-1)
		if i > 0 {
			y = d.Max + "(" + x + ", " + y + ")"
		}
		x = y
	}
	return x
}

// follow prints the place of a tag that depends on others. The first entry that applies counts, so it is printed last.
func (d *Decoder) follow(list []dfa.Fixed) {
	x, last := d.variable(int(list[0].Tag), ""), list[len(list)-1]
	if int(last.Guard) == d.NumTags() && !last.Not {
		d.assign(x, last)
		list = list[:len(list)-1]
	} else {
		d.let(x, "0")
	}
	for i, f := range slices.Backward(list) {
		value := d.after(int(f.Source), f.Offset)
		if d.mayBeAbsent(f) {
			value = d.variable(int(f.Tag), strconv.Itoa(i+1))
			d.assign(value, f)
		}
		d.set(d.guard(f), x, value)
	}
}

func (d *Decoder) guard(f dfa.Fixed) string {
	switch {
	case int(f.Guard) >= d.NumTags(): // present in every string
		return strconv.FormatBool(!f.Not)
	case f.Not:
		return fmt.Sprintf(d.Absent, d.variable(int(f.Guard), ""))
	}
	return fmt.Sprintf(d.Present, d.variable(int(f.Guard), ""))
}

// assign prints the place of a tag by an entry, which is 0 if its source is absent.
func (d *Decoder) assign(x string, f dfa.Fixed) {
	d.let(x, d.after(int(f.Source), f.Offset))
	if d.mayBeAbsent(f) {
		d.set(fmt.Sprintf(d.Absent, d.variable(int(f.Source), "")), x, "0")
	}
}

// mayBeAbsent reports whether f needs a test for its source: an offset added to 0 would be a place.
func (d *Decoder) mayBeAbsent(f dfa.Fixed) bool {
	return int(f.Source) < d.NumTags() && f.Offset != 0 && (f.Guard != f.Source || f.Not)
}

// after returns the place some bytes after a tag.
func (d *Decoder) after(tag, offset int) string {
	switch {
	case tag == dfa.None:
		return "0"
	case tag == d.NumTags():
		return strconv.Itoa(offset + 1)
	case offset > 0:
		return fmt.Sprintf("%s + %d", d.variable(tag, ""), offset)
	case offset < 0:
		return fmt.Sprintf("%s - %d", d.variable(tag, ""), -offset)
	}
	return d.variable(tag, "")
}
