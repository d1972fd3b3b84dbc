package abnf

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func (p *parser) rulename() string {
	start := p.cursor
	for isNameByte(p.peek()) {
		p.cursor++
	}
	return p.text[start:p.cursor]
}

// repeat parses a repetition prefix: n, n*, *m, n*m or *. It reports whether there is one.
func (p *parser) repeat() (lo, hi int, ok bool) {
	start, faults := p.cursor, len(p.errs)
	lo, exact := p.count()
	if !p.accept('*') {
		return lo, lo, exact
	}
	hi, bounded := p.count()
	if !bounded {
		return lo, Unbounded, true
	}
	if lo > hi && len(p.errs) == faults {
		p.report(start, fmt.Sprintf("repetition %s has a minimum of %d and a maximum of %d", p.text[start:p.cursor], lo, hi),
			fmt.Sprintf("write %d*%d", hi, lo))
	}
	return lo, hi, true
}

func (p *parser) count() (n int, ok bool) {
	start := p.cursor
	for isDigit(p.peek()) {
		p.cursor++
	}
	if p.cursor == start {
		return 0, false
	}
	n64, err := strconv.ParseInt(p.text[start:p.cursor], 10, 32)
	if err != nil {
		p.report(start, fmt.Sprintf("repetition count %s is too large", shorten(p.text[start:p.cursor])),
			fmt.Sprintf("the limit is %d", math.MaxInt32))
		return math.MaxInt32, true
	}
	return int(n64), true
}

// delimited parses printable ASCII on one line, and returns the text between the delimiters.
func (p *parser) delimited(what string, closing byte) string {
	start := p.cursor
	faulty := false
	for p.cursor++; p.peek() != closing; {
		if p.cursor == p.end || p.atLineEnd() {
			p.unclosed(start, what, closing)
			return ""
		}
		r, size := utf8.DecodeRuneInString(p.text[p.cursor:p.end])
		if (r < ' ' || r > '~') && !faulty {
			faulty = true // one error for each string
			p.report(p.cursor, fmt.Sprintf("%s in %s", p.found(), what), charHint(r, size))
		}
		p.cursor += size
	}
	p.cursor++
	return p.text[start+1 : p.cursor-1]
}

func (p *parser) unclosed(start int, what string, closing byte) {
	hint := fmt.Sprintf("it ends in %c on the same line", closing)
	if closing == '"' {
		hint += "; a quotation mark itself is %x22"
	}
	p.cursor = start
	p.fail(start, what+" is not closed", cmp.Or(p.notationHint(), hint))
}

func (p *parser) percent() Node {
	start := p.cursor
	p.cursor++
	kind := p.peek() | 0x20
	switch kind {
	case 'x', 'd', 'b':
		p.cursor++
		return p.numVal(start, kind)
	case 's', 'i':
		p.cursor++
		if p.peek() != '"' {
			p.unexpected("", `'"'`)
			return nil
		}
		return &CharVal{Pos: p.pos(start), Text: p.delimited("string", '"'), CaseSensitive: kind == 's'}
	}
	hint := numberForms
	isLetter := func(r rune) bool { return r < utf8.RuneSelf && isAlpha(byte(r)) }
	if strings.HasPrefix(strings.TrimLeftFunc(p.text[p.cursor:p.end], isLetter), `"`) {
		hint = `strings are %s"x" and %i"x"`
	}
	p.unexpected(hint, `"x"`, `"d"`, `"b"`, `"s"`, `"i"`)
	return nil
}

func (p *parser) numVal(start int, base byte) Node {
	faults := len(p.errs)
	n := &NumVal{Pos: p.pos(start), Base: base, Values: []uint32{p.number(base)}}
	switch p.peek() {
	case '-':
		p.cursor++
		n.Range = true
		n.Values = append(n.Values, p.number(base))
		if n.Values[0] > n.Values[1] && len(p.errs) == faults {
			p.report(start, fmt.Sprintf("range %s is reversed", p.text[start:p.cursor]),
				fmt.Sprintf("write %v", &NumVal{Base: base, Range: true, Values: []uint32{n.Values[1], n.Values[0]}}))
		}
	case '.':
		for p.accept('.') {
			n.Values = append(n.Values, p.number(base))
		}
	}
	if c := p.peek(); c == '-' || c == '.' {
		p.unexpected("a range is two numbers, a sequence has none", "white space", `"/"`, "end of rule")
	}
	return n
}

func (p *parser) number(base byte) uint32 {
	radix, name := radixOf(base)
	start, value := p.cursor, uint64(0)
	for {
		digit, err := strconv.ParseUint(string(rune(p.peek())), radix, 8)
		if err != nil {
			break
		}
		// Above the last code point, the value does not matter, but it must not overflow.
		value = min(value*uint64(radix)+digit, unicode.MaxRune+1)
		p.cursor++
	}
	if p.cursor == start || isNameByte(p.peek()) && p.peek() != '-' {
		p.unexpected(digitHint(p.peek()), name+" digit")
		return 0
	}
	if value > unicode.MaxRune {
		p.report(start, fmt.Sprintf("value %%%c%s is above %%x10FFFF, the last code point", base, shorten(p.text[start:p.cursor])), "")
		return unicode.MaxRune
	}
	return uint32(value)
}

func radixOf(base byte) (radix int, name string) {
	switch base {
	case 'x':
		return 16, "hexadecimal"
	case 'd':
		return 10, "decimal"
	}
	return 2, "binary"
}
