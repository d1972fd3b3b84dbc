package wild

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// definition is a section that may define a rule. A page may have several for one name, of different quality:
// FREQ=DAILY may be an example below the rule freq.
type definition struct {
	at          int // offset in the source
	pos         abnf.Pos
	name        string
	incremental bool
	strict      *source // the rule as strict ABNF
	body        int     // start of the body in strict
	words       string  // the body in normal form
	quote       string
	faults      abnf.ErrorList
	repairs     []Repair
	weak        bool // it has faults, or only prose, or only unknown names
	unknown     int  // number of unknown names
	glued       bool // written as name=value
}

type chooser struct {
	page   *Page
	known  func(name string) bool
	spaces string // the rule OWS or LWS, or ""
	out    collector
}

var glued = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*=[^ \t]`)

// choose writes the rules in the order of the text. It records the faults of rules that cannot be parsed.
func (c *chooser) choose(f *finder) {
	rules := make(map[string][]*definition)
	blanked := f.blanked()
	for _, s := range f.rules {
		c.group(rules, c.define(blanked, s))
	}
	for _, s := range f.lost {
		c.group(rules, c.define(f.source, s))
	}
	chosen := make(map[*definition][]*definition) // with the definitions that extend it
	for _, key := range slices.Sorted(maps.Keys(rules)) {
		if first, more := c.rule(rules[key]); first != nil {
			chosen[first] = more
		}
	}
	for _, d := range slices.SortedFunc(maps.Keys(chosen), func(a, b *definition) int { return cmp.Compare(a.at, b.at) }) {
		c.write(d, 0)
		for _, x := range chosen[d] {
			c.out.add(x.at, "\n / ")
			c.write(x, x.body)
		}
		c.out.add(d.at, "\n")
	}
}

func (c *chooser) write(d *definition, from int) {
	c.out.add(d.strict.moveBack(from), "")
	for _, m := range d.strict.moved {
		if m.to > from {
			c.out.moves = append(c.out.moves, move{c.out.out.Len() + m.to - from, m.from})
		}
	}
	c.out.out.WriteString(d.strict.text[from:])
}

// group adds a definition to those with its name, or gives it up without one.
func (c *chooser) group(rules map[string][]*definition, d *definition) {
	if d.name == "" {
		c.giveUp(d, "", d.faults)
		return
	}
	rules[fold(d.name)] = append(rules[fold(d.name)], d)
}

func (c *chooser) define(s *source, at section) *definition {
	w := writer{collector: collector{source: s}, spaces: c.spaces}
	w.rule(at.start, at.end)
	d := &definition{at: at.start, pos: s.pos(at.start), name: nameAt(s.text, at.start, at.end), strict: w.collected(), repairs: w.repairs}
	line, _, _ := strings.Cut(s.in(at.extent), "\n")
	d.quote = excerpt(line)
	d.glued = glued.MatchString(line)
	head := definedAs.FindString(d.strict.text)
	d.incremental, d.body = strings.HasSuffix(head, "/") || strings.HasSuffix(head, "|="), len(head)
	if !isAlpha(s.text[at.start]) {
		d.name = ""
	}
	g, err := abnf.ParseFile(s.file, []byte(d.strict.text))
	if err != nil {
		errors.As(d.strict.place(err), &d.faults)
		d.weak = true
		return d
	}
	body := g.Lookup(d.name).Body
	d.words = body.String()
	known := 0
	for n := range abnf.All(body) {
		if ref, is := n.(*abnf.RuleRef); is && c.known(ref.Name) {
			known++
		} else if is {
			d.unknown++
		}
	}
	_, isProse := body.(*abnf.ProseVal)
	d.weak = isProse || d.unknown > 0 && known == 0
	return d
}

// rule selects one of the definitions of a rule, and those that extend it.
func (c *chooser) rule(list []*definition) (first *definition, more []*definition) {
	var full []*definition
	for _, d := range list {
		if d.incremental {
			more = append(more, d)
		} else {
			full = append(full, d)
		}
	}
	first, faults := pick(full)
	for _, d := range more {
		faults = append(faults, d.faults...)
	}
	if len(faults) > 0 {
		slices.SortStableFunc(faults, func(a, b *abnf.Error) int { return cmp.Compare(a.Offset, b.Offset) })
		c.giveUp(list[0], fmt.Sprintf("rule %q ", list[0].name), faults)
		return nil, nil
	}
	for _, d := range full {
		if d != first {
			c.leaveOut(d, first)
		}
	}
	if first == nil { // all extend a rule of another grammar
		first, more = more[0], more[1:]
	}
	c.page.Repairs = append(c.page.Repairs, first.repairs...)
	for _, d := range more {
		c.page.Repairs = append(c.page.Repairs, d.repairs...)
		if d.pos.Offset < first.pos.Offset {
			c.repair(d.pos, "adds to rule %q, which is defined at %v", first.name, first.pos)
		}
	}
	return first, more
}

// pick returns the best definition: the first with the fewest unknown names, without weak and then without glued ones
// if others exist. It also returns the faults of all candidates.
func pick(list []*definition) (best *definition, faults abnf.ErrorList) {
	for _, isUnlikely := range []func(*definition) bool{
		func(d *definition) bool { return d.weak },
		func(d *definition) bool { return d.glued },
	} {
		if rest := slices.DeleteFunc(slices.Clone(list), isUnlikely); len(rest) > 0 {
			list = rest
		}
	}
	for _, d := range list {
		if best == nil || d.unknown < best.unknown && len(d.faults) == 0 {
			best = d
		}
		faults = append(faults, d.faults...)
	}
	return best, faults
}

func (c *chooser) leaveOut(d, best *definition) {
	if d.words == best.words && len(d.faults) == 0 {
		c.repair(d.pos, "rule %q was defined in the same words at %v: left out", d.name, best.pos)
	} else {
		c.repair(d.pos, "rule %q is defined at %v: left out: %s", d.name, best.pos, d.quote)
	}
}

func (c *chooser) giveUp(d *definition, rule string, faults abnf.ErrorList) {
	_, why, _ := strings.Cut((&abnf.Error{Msg: faults[0].Msg, Expected: faults[0].Expected, Hint: faults[0].Hint}).Error(), "abnf: ")
	c.page.Repairs = append(c.page.Repairs, Repair{d.pos, rule + "left out, it cannot be read: " + why, true})
	c.page.unread[fold(d.name)] = append(c.page.unread[fold(d.name)], faults...)
}

func (c *chooser) repair(pos abnf.Pos, format string, args ...any) {
	c.page.Repairs = append(c.page.Repairs, Repair{Pos: pos, Msg: fmt.Sprintf(format, args...)})
}
