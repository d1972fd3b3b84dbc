package abnf

import (
	"fmt"
	"strings"
)

// Repair is a place where [ParseWild] left something out, or read something else than what stands
// there.
type Repair struct {
	Pos
	Msg  string // what was done
	Lost bool   // a rule, or what may be one, was left out as it cannot be read; see [Grammar.Unread]
}

// String returns the repair in a line such as
//
//	page.txt:7:1: left out: "RFC 5234   ABNF   January 2008"
func (r Repair) String() string { return r.Pos.String() + ": " + r.Msg }

// amend adds a repair.
func (p *parser) amend(offset int, msg string) {
	if !p.failed {
		p.repairs = append(p.repairs, Repair{Pos: p.pos(offset), Msg: msg})
	}
}

// The methods called mend do nothing, and say so, if reading is strict or there is no repair.

// mendNothing reads the repeat from start to the cursor, which is at most 0 times, as the empty
// text if no element follows.
func (p *parser) mendNothing(start int) bool {
	repeat := p.text[start:p.cursor]
	if !p.wild || !p.skipToEnd() {
		return false
	}
	p.amend(start, repeat+` without an element read as ""`)
	return true
}

// mendSpaced passes the space between the repeat from start to the cursor and its element. A
// "*" with space on either side after an element is no repeat to be sure of: other notations
// repeat what stands before it.
func (p *parser) mendSpaced(start int) bool {
	at := wordEnd(p.text, p.cursor, p.end, isBlank)
	if !p.wild || at == p.cursor || at == p.end || !beginsElement(p.text[at]) {
		return false
	}
	repeat := p.text[start:p.cursor]
	if repeat == "*" && !p.behindOperator(start) {
		return false
	}
	p.amend(p.cursor, fmt.Sprintf("space between %s and its element passed over", repeat))
	p.cursor = at
	return true
}

// behindOperator reports whether what stands before an offset on its line ends in "=", "/", "("
// or "[".
func (p *parser) behindOperator(offset int) bool {
	before := strings.TrimRight(p.text[:offset], " \t")
	return before != "" && strings.IndexByte("=/([", before[len(before)-1]) >= 0
}

// mendGlued takes the next element without the space before it, if it is plain where one
// element ends and the next one begins: there must be a delimiter between them. Two quotes may
// mean one in a string. A "*" after a name may repeat the name.
func (p *parser) mendGlued() bool {
	before, next := p.text[p.cursor-1], p.peek()
	quote := next == '"' || next == '\''
	if !p.wild || before == next && quote || before == '"' && p.notationHint() != "" {
		return false
	}
	end := wordEnd(p.text, p.cursor, p.end, isRepeatByte)
	repeats := end > p.cursor
	if repeats && (end == p.end || !beginsElement(p.text[end])) || isNameByte(before) && (repeats || isAlpha(next)) {
		return false
	}
	p.amend(p.cursor, fmt.Sprintf("%q goes without a space before it", p.text[p.cursor:max(end, p.cursor+1)]))
	return true
}

// mendProse reads prose that goes over lines as if it stood in one.
func (p *parser) mendProse(closing byte) (text string, ok bool) {
	if !p.wild || closing != '>' {
		return "", false
	}
	rest := p.text[p.cursor+1 : p.end]
	n := strings.IndexAny(rest, "<>")
	if n < 0 || rest[n] == '<' || !strings.Contains(rest[:n], "\n") {
		return "", false
	}
	text = strings.Join(strings.Fields(rest[:n]), " ")
	if !isPrintable(text) {
		return "", false
	}
	p.amend(p.cursor, fmt.Sprintf("<%s> goes over %d lines", text, 1+strings.Count(rest[:n], "\n")))
	p.cursor += 1 + n + 1
	return text, true
}

// mendQuotes reads a string in single quotes, which is case-sensitive in SABNF. If it has quotation
// marks, which no string of ABNF has, it is read as the numbers of its characters.
func (p *parser) mendQuotes() (n Node) {
	start := p.cursor
	text := p.delimited("string", '\'')
	n = &CharVal{Pos: p.pos(start), Text: text, CaseSensitive: true}
	if strings.Contains(text, `"`) {
		num := &NumVal{Pos: p.pos(start), Base: 'x'}
		for _, c := range []byte(text) {
			num.Values = append(num.Values, uint32(c))
		}
		n = num
	}
	p.amend(start, fmt.Sprintf("%s read as %v", p.text[start:p.cursor], n))
	return n
}

func isPrintable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}
