package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/dfa"
)

// decoder prints what dfa.Find does for one table when the text has ended, as straight-line code. In
// this code a place is an offset plus one, and 0 if it is absent: so it is 0 where an event never
// was, and a commit that lies one byte back, as most do, is what the walk has noted.
type decoder struct {
	*writer
	n *names
	t *dfa.Tagged
}

// parseFunction prints the function that walks and decodes.
func (d *decoder) parseFunction() {
	record, slots := fmt.Sprintf("dfa.Record(&%s, text, &at)", d.n.spans), 32
	if len(d.t.Events) > 0 {
		record, slots = fmt.Sprintf("dfa.RecordMany(&%s, %s[:], text, &at)", d.n.spans, d.n.events), 256
	}
	d.printf("\n// %s returns where rules lie in a text that matches rule %s, else the error of\n// %s.", d.n.parse, d.n.rule, d.n.check)
	d.printf(" It allocates nothing but that error.\n")
	d.printf("func %s[Bytes ~[]byte | ~string](text Bytes) (%s, error) {\n", d.n.parse, d.n.parts)
	d.printf("var at [%d]int\ns := %s\n", slots, record)
	d.printf("if !%s.Accepts(s) {\nreturn %s{}, %s(text)\n}\n", d.n.spans, d.n.parts, d.n.check)
	d.printf("return %s(s, &at, len(text)+1), nil\n}\n", d.n.decode)
	d.decodeFunction(slots)
}

// decodeFunction prints the function that finds the places.
func (d *decoder) decodeFunction(slots int) {
	d.printf("\n// %s returns the places for a text that ends in state s, n-1 bytes long; at says behind\n", d.n.decode)
	d.printf("// how many bytes each event came last.\n")
	d.printf("func %s(s dfa.State, at *[%d]int, n int) %s {\n", d.n.decode, slots, d.n.parts)
	for tag := range d.tags() {
		if !d.byRule(tag) {
			d.declare(tag)
		}
	}
	d.settle()
	for rules := d.t.Rules; len(rules) > 0; {
		n := 1
		for n < len(rules) && rules[n].Tag == rules[0].Tag {
			n++
		}
		d.follow(rules[:n])
		rules = rules[n:]
	}
	d.printf("return %s{places: [...]int{", d.n.parts)
	for tag := range d.tags() {
		d.printf("%s, ", d.variable(tag))
	}
	d.printf("}}\n}\n")
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

// byRule reports whether a tag follows from others.
func (d *decoder) byRule(tag int) bool {
	return slices.ContainsFunc(d.t.Rules, func(r dfa.Rule) bool { return int(r.Tag) == tag })
}

// usual returns the place of a tag that holds unless the last state says otherwise: the first that is
// a register, if there is one.
func (d *decoder) usual(tag int) dfa.Place {
	for _, places := range d.t.Places {
		if places[tag].Register != dfa.None {
			return places[tag]
		}
	}
	if len(d.t.Places) == 0 { // no text is accepted
		return dfa.Place{Register: dfa.None}
	}
	return d.t.Places[0][tag]
}

// declare prints the variable of a tag with its usual place.
func (d *decoder) declare(tag int) {
	x, p := d.variable(tag), d.usual(tag)
	if p.Register == dfa.None {
		d.printf("%s := %s\n", x, behind("n", -int(p.Ago)))
		return
	}
	d.latest(x, ":=", d.t.Registers[p.Register])
}

// latest prints what a register was set to last.
func (d *decoder) latest(x, assign string, commits []dfa.Commit) {
	var slots []string
	sameAgo := true
	for _, c := range commits {
		slots = append(slots, fmt.Sprintf("at[%d]", c.Event))
		sameAgo = sameAgo && c.Ago == commits[0].Ago
	}
	switch {
	case len(commits) == 0:
		d.printf("%s %s 0\n", x, assign)
	case sameAgo && len(commits) == 1:
		d.printf("%s %s %s\n", x, assign, slots[0])
	default:
		d.printf("%s %s max(%s)\n", x, assign, strings.Join(slots, ", "))
	}
	if !sameAgo {
		d.printf("switch %s {\ncase 0:\n", x)
		for i, c := range commits {
			d.printf("case %s:\n%s -= %d\n", slots[i], x, c.Ago-1)
		}
		d.printf("}\n")
	} else if len(commits) > 0 && commits[0].Ago > 1 {
		d.printf("if %s != 0 {\n%s -= %d\n}\n", x, x, commits[0].Ago-1)
	}
}

// settle prints a switch on the last state, for places that are not the usual ones there.
func (d *decoder) settle() {
	if d.n.ends == "" {
		return
	}
	d.printf("switch %s[(s-%s.AcceptMin)>>%d] {\n", d.n.ends, d.n.spans, d.t.Automaton.Shift)
	for final, places := range d.t.Places {
		if !d.special(places) {
			continue
		}
		d.printf("case %d:\n", final)
		for tag, p := range places {
			switch {
			case d.byRule(tag) || p == d.usual(tag):
			case p.Register == dfa.None:
				d.printf("%s = %s\n", d.variable(tag), behind("n", -int(p.Ago)))
			default:
				d.latest(d.variable(tag), "=", d.t.Registers[p.Register])
			}
		}
	}
	d.printf("}\n")
}

// special reports whether an entry of Places has a place that is not the usual one.
func (d *decoder) special(places []dfa.Place) bool {
	for tag, p := range places {
		if !d.byRule(tag) && p != d.usual(tag) {
			return true
		}
	}
	return false
}

// needsEnds reports whether places depend on the last state.
func (d *decoder) needsEnds() bool { return slices.ContainsFunc(d.t.Places, d.special) }

// follow prints the place of a tag by its rules. The first that holds counts, so it is printed last.
func (d *decoder) follow(rules []dfa.Rule) {
	x := d.variable(int(rules[0].Tag))
	last := rules[len(rules)-1]
	if int(last.Guard) == d.tags() && !last.Not {
		d.assign(x, ":=", last)
		rules = rules[:len(rules)-1]
	} else {
		d.printf("%s := 0\n", x)
	}
	for i := len(rules) - 1; i >= 0; i-- {
		r := rules[i]
		guard := d.variable(int(r.Guard)) + [2]string{" != 0", " == 0"}[bit(r.Not)]
		if int(r.Guard) >= d.tags() { // it is there in every text
			guard = strconv.FormatBool(!r.Not)
		}
		if from := d.from(r); from != "" {
			y := x + strconv.Itoa(i+1)
			d.assign(y, ":=", r)
			d.printf("if %s {\n%s = %s\n}\n", guard, x, y)
			continue
		}
		d.printf("if %s {\n%s = %s\n}\n", guard, x, d.value(r))
	}
}

// assign prints where a rule says that a tag lies: nowhere if what it follows from is absent.
func (d *decoder) assign(x, assign string, r dfa.Rule) {
	d.printf("%s %s %s\n", x, assign, d.value(r))
	if from := d.from(r); from != "" {
		d.printf("if %s == 0 {\n%s = 0\n}\n", from, x)
	}
}

// value is where a rule says that a tag lies, if what it follows from is there.
func (d *decoder) value(r dfa.Rule) string {
	switch int(r.Source) {
	case dfa.None:
		return "0"
	case d.tags():
		return strconv.Itoa(r.Offset + 1)
	}
	return behind(d.variable(int(r.Source)), r.Offset)
}

// from returns the variable that must not be 0 for a rule to say anything but that the tag is
// absent; "" if there is none, or the guard sees to it.
func (d *decoder) from(r dfa.Rule) string {
	if int(r.Source) >= d.tags() || r.Offset == 0 || r.Guard == r.Source && !r.Not {
		return ""
	}
	return d.variable(int(r.Source))
}

// behind is the place that lies a number of bytes behind another.
func behind(x string, offset int) string {
	switch {
	case offset > 0:
		return fmt.Sprintf("%s + %d", x, offset)
	case offset < 0:
		return fmt.Sprintf("%s - %d", x, -offset)
	}
	return x
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
