package abnf

import (
	"fmt"
	"slices"
)

// candidate is a section as one of the definitions that a rule may have. Those of a page
// are not equally good: what looks like a rule may be an example, such as FREQ=DAILY below
// the rule freq.
type candidate struct {
	Rule
	section
	incremental bool
	faults      ErrorList
	repairs     []Repair // in it
	printed     string   // the body, if it has no faults
	words       string   // and its plain words
	quote       string   // the beginning of the text
	weak        bool     // there are faults, or nothing but prose, or names none of which is known
	glued       bool     // it is written as name=value
	lonely      bool     // there are few rules in it
	example     bool     // no definition, for all that is known
	received    string   // words with lists as they are received, or "" if there is no list
}

// candidate reads a section.
func (p *parser) candidate(s section) *candidate {
	c := &candidate{section: s}
	p.errs, p.repairs, p.listed = nil, nil, false
	p.open(s)
	c.Pos = p.pos(p.cursor)
	c.quote = excerpt(p.text[p.cursor:p.lineEnd(longest)])
	c.glued = isGlued(p.text[p.cursor:p.end])
	c.Name, c.incremental = p.head()
	if !p.failed {
		c.Body = p.body()
	}
	c.faults, c.repairs = p.errs, p.repairs
	known, unknown := p.countNames(c.Body)
	c.weak = len(c.faults) > 0 || isProse(c.Body) || unknown > 0 && (known == 0 || s.notation == asideNotation)
	if len(c.faults) == 0 {
		c.printed, c.words = c.Body.String(), plainWords(c.Body)
		c.received = p.receivedWords(s)
	}
	return c
}

// few is how many rules do not yet make a grammar.
const few = 3

// compare notes which candidates are lonely, and which are examples: those that are glued, and
// stand apart from all rules of a grammar that are not; and what is weak in another notation, such
// as ASN.1, in a page of "=".
func compare(list []*candidate) {
	good := make(map[int]int) // by run
	all := 0
	for _, c := range list {
		if !c.weak && !c.glued {
			good[c.run]++
			all++
		}
	}
	for _, c := range list {
		c.lonely = good[c.run] < few
		c.example = c.glued && good[c.run] == 0 && all >= few || c.weak && c.notation == asideNotation
	}
}

// receivedWords returns the body of the section read last with its lists as they are received
// or, if it has none, "".
func (p *parser) receivedWords(s section) string {
	if !p.listed {
		return ""
	}
	p.open(s)
	p.received = true
	p.head()
	body := p.body()
	p.received = false
	return plainWords(body)
}

// isGlued reports whether a text begins with a name, "=", and something else, without spaces.
func isGlued(text string) bool {
	end := wordEnd(text, 0, len(text), isNameByte)
	return end+1 < len(text) && text[end] == '=' && !isBlank(text[end+1])
}

func isProse(n Node) bool {
	_, is := n.(*ProseVal)
	return is
}

// countNames returns how often a tree has names that are known, and others.
func (p *parser) countNames(n Node) (known, unknown int) {
	for ref := range refs(n) {
		if p.known(ref.Name) {
			known++
		} else {
			unknown++
		}
	}
	return known, unknown
}

// chooser makes a grammar of candidates.
type chooser struct {
	grammar *Grammar
	repairs []Repair
}

// choose adds the rules to the grammar, in the order of the text. A rule that cannot be
// read is noted with its faults.
func (c *chooser) choose(list []*candidate) {
	rules := make(map[string][]*candidate)
	var names []string
	for _, x := range list {
		key := fold(x.Name)
		switch {
		case x.example:
			c.repair(x.Pos, "left out as an example: "+x.quote)
			continue
		case key == "":
			c.giveUp(x, "", x.faults)
			continue
		}
		if rules[key] == nil {
			names = append(names, key)
		}
		rules[key] = append(rules[key], x)
	}
	for _, name := range names {
		c.rule(rules[name])
	}
	slices.SortStableFunc(c.grammar.rules, func(a, b *Rule) int { return a.Pos.compare(b.Pos) })
}

// rule adds a rule to the grammar if its candidates agree.
func (c *chooser) rule(list []*candidate) {
	var full, more []*candidate
	for _, x := range list {
		if x.incremental {
			more = append(more, x)
		} else {
			full = append(full, x)
		}
	}
	best, faults := pick(full)
	for _, x := range more {
		faults = append(faults, x.faults...)
	}
	if len(faults) > 0 {
		slices.SortStableFunc(faults, func(a, b *Error) int { return a.Pos.compare(b.Pos) })
		c.giveUp(list[0], fmt.Sprintf("rule %q ", list[0].Name), faults)
		return
	}
	c.leaveOut(full, best)
	if best == nil { // they add to a rule of another grammar
		more[0].extends = true
	} else {
		more = slices.Insert(more, 0, best)
	}
	rule := &more[0].Rule
	c.grammar.add(rule)
	for i, x := range more {
		if i > 0 {
			rule.extend(x.Body)
			rule.more = append(rule.more, x.Pos)
		}
		c.repairs = append(c.repairs, x.repairs...)
		if x.Pos.compare(rule.Pos) < 0 {
			c.repair(x.Pos, fmt.Sprintf("adds to rule %q, which is defined at %v", rule.Name, rule.Pos))
		}
	}
}

// pick returns the definition of a rule, or faults if those that are likely disagree. It
// returns nil for an empty list.
func pick(list []*candidate) (best *candidate, faults ErrorList) {
	for _, x := range likely(list) {
		faults = append(faults, x.faults...)
		if best == nil {
			best = x
		} else if x.words != best.words || len(x.faults) > 0 {
			faults = append(faults, definedTwice(x.Pos, x.Name, best.Pos))
		}
	}
	return best, faults
}

// likely returns the candidates but for those whose lists others spell out, for those that are
// weak, that are glued, that are in another notation, and that are lonely, as long as any are left.
func likely(list []*candidate) []*candidate {
	speltOut := make(map[string]bool)
	for _, x := range list {
		speltOut[x.words] = speltOut[x.words] || x.received == "" && len(x.faults) == 0
	}
	for _, no := range []func(*candidate) bool{
		func(x *candidate) bool { return speltOut[x.received] || x.received != "" && speltOut[x.words] },
		func(x *candidate) bool { return x.weak },
		func(x *candidate) bool { return x.glued },
		func(x *candidate) bool { return x.notation != abnfNotation },
		func(x *candidate) bool { return x.lonely },
	} {
		if rest := slices.DeleteFunc(slices.Clone(list), no); len(rest) > 0 {
			list = rest
		}
	}
	return list
}

// leaveOut leaves out all candidates but the best.
func (c *chooser) leaveOut(list []*candidate, best *candidate) {
	for _, x := range list {
		switch {
		case x == best:
		case x.printed == best.printed && len(x.faults) == 0:
			c.repair(x.Pos, fmt.Sprintf("rule %q was defined in the same words at %v: left out", x.Name, best.Pos))
		case x.words == best.words && len(x.faults) == 0:
			c.repair(x.Pos, fmt.Sprintf("rule %q was defined with the same meaning at %v: left out", x.Name, best.Pos))
		case x.received == best.words && len(x.faults) == 0:
			c.repair(x.Pos, fmt.Sprintf("rule %q is spelt out at %v, by %s: left out", x.Name, best.Pos, recipients.source()))
		default:
			c.repair(x.Pos, fmt.Sprintf("rule %q is defined at %v: left out: %s", x.Name, best.Pos, x.quote))
		}
	}
}

// giveUp leaves out what x defines, which cannot be read for the reasons given.
func (c *chooser) giveUp(x *candidate, what string, faults ErrorList) {
	msg := fmt.Sprintf("%sleft out, it cannot be read: %s", what, faults[0].text())
	c.repairs = append(c.repairs, Repair{x.Pos, msg, true})
	c.grammar.giveUp(x.Name, faults)
}

func (c *chooser) repair(pos Pos, msg string) {
	c.repairs = append(c.repairs, Repair{Pos: pos, Msg: msg})
}
