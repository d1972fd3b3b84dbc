package fault

import (
	"strconv"

	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// A mistaken is a fault and its mistake. Its methods append words on them to a buffer, which they take
// and return so that it may lie on the stack.
type mistaken struct {
	*Fault
	Mistake
}

// longest is how many bytes Text returns at most, whatever the string: less than 300 with the name of
// a component before it. The quote is cut where others take much of this.
const longest = 280

// fewest is the room for a quote below which Text has none.
const fewest = 8

// Text returns what is wrong, after a prefix: the mistake first, then the string around it, then the
// grammar, then what may help. It allocates the result.
func (f *Fault) Text(prefix string, m Mistake) string {
	var room, another [longest]byte
	x := mistaken{f, m}
	buf := x.mistake(append(room[:0], prefix...))
	rest := x.help(x.grammar(another[:0]))
	if q := &f.quote; m.Reason != NoScheme && !q.isEmpty() && !(q.isSpan() && m.Reason.namesSpan()) {
		const others = len(`: ..."***"...`)
		if room := longest - others - len(buf) - len(rest); room >= fewest {
			buf = q.appendAround(append(buf, ": "...), min(mostQuoted, room))
		}
	}
	return string(append(buf, rest...))
}

// Message returns what is wrong and what may help. It allocates the result.
func (f *Fault) Message(m Mistake) string {
	var room [longest]byte
	return string(f.AppendMessage(room[:0], m))
}

// AppendMessage appends what Message returns.
func (f *Fault) AppendMessage(dst []byte, m Mistake) []byte {
	x := mistaken{f, m}
	return x.help(x.mistake(dst))
}

// grammar appends the rule, the offset, and what could stand there.
func (x *mistaken) grammar(buf []byte) []byte {
	buf = append(buf, " ("...)
	if x.language.Name != "" {
		buf = append(append(buf, x.language.Name...), ", "...)
	}
	buf = strconv.AppendInt(append(buf, "byte "...), x.Offset, 10)
	return append(x.expected(append(buf, ", expected "...)), ')')
}

// expected names what could stand in place of the character: of a port only what ports have, since
// it was not meant as a userinfo.
func (x *mistaken) expected(buf []byte) []byte {
	if x.Reason == InPort {
		return appendWords(buf, *digits(), false)
	}
	return appendWords(buf, x.language.Follow(x.begin), x.language.Accepts(x.begin))
}

// mistake appends what is wrong.
func (x *mistaken) mistake(buf []byte) []byte {
	switch x.Reason {
	case NoScheme:
		return x.noScheme(append(buf, "no scheme: "...))
	case InPort:
		return x.badPort(buf)
	case ColonInSegment:
		return append(appendChar(buf, ':'), " is not allowed in the first segment of a relative reference"...)
	case Bracket:
		return x.where(append(x.character(buf), " is only allowed around an IP address, not in "...))
	case Unclosed:
		return x.unclosed(append(appendChar(buf, ']'), " is missing after "...))
	case InAddress, InZone:
		return x.badAddress(buf)
	case Percent:
		return append(appendChar(buf, '%'), " without two hexadecimal digits"...)
	case IllFormed:
		return x.illFormed(append(buf, "ill-formed UTF-8"...))
	case NonASCII:
		return x.where(append(x.character(buf), " is not ASCII, and not allowed in "...))
	case PrivateUse:
		return x.where(append(x.character(buf), " is for private use, and not allowed in "...))
	case Formatting:
		return x.where(append(x.character(buf), " is a formatting character, and not allowed in "...))
	case TooShort:
		if x.Offset == 0 {
			return append(buf, "the string is empty"...)
		}
		return append(buf, "the string ends too early"...)
	}
	if x.context() == uri.ContextClosed {
		return append(x.character(buf), " is not allowed after an address in brackets"...)
	}
	return x.where(append(x.character(buf), " is not allowed in "...))
}

// noScheme appends the string and what it has instead.
func (x *mistaken) noScheme(buf []byte) []byte {
	atEnd := x.Rune == char.End
	switch {
	case atEnd && x.Offset == 0:
		return append(buf, "the string is empty"...)
	case x.quote.isEmpty():
		buf = append(buf, "the string"...)
	default:
		buf = x.quote.appendAround(buf, mostNamed)
	}
	switch {
	case atEnd:
		return appendChar(append(buf, " has no "...), ':')
	case x.context() == uri.ContextStart:
		return x.character(append(buf, " begins with "...))
	}
	return appendChar(append(x.character(append(buf, " has "...)), " before any "...), ':')
}

// badPort appends the first character that is not a digit.
func (x *mistaken) badPort(buf []byte) []byte {
	if !x.quote.hasSpan() {
		if x.context() == uri.ContextPort && x.Rune >= 0 {
			return append(x.character(buf), " is not a digit of a port"...)
		}
		return append(buf, "the port is not a number, or the userinfo not percent-encoded"...)
	}
	buf = x.quote.appendSpan(append(buf, "port "...))
	text := x.quote.span()
	for len(text) > 0 && isDigit(text[0]) {
		text = text[1:]
	}
	if len(text) == 0 { // the character is in what was cut
		return append(buf, " is not a number"...)
	}
	return append(char.First(text).Append(append(buf, ": "...)), " is not a digit"...)
}

// unclosed appends the address that has no closing bracket.
func (x *mistaken) unclosed(buf []byte) []byte {
	if !x.quote.hasSpan() {
		return append(buf, "an IP address"...)
	}
	return x.quote.appendSpan(buf)
}

// badAddress is for addresses in brackets or not, and their zone identifiers.
func (x *mistaken) badAddress(buf []byte) []byte {
	zone := x.Reason == InZone
	switch {
	case !x.quote.hasSpan() || zone && x.context() != uri.ContextZone:
		return append(x.character(buf), " is not allowed in an IP address"...)
	case zone:
		return append(x.quote.appendSpan(buf), " is not the beginning of a zone identifier"...)
	}
	return append(x.quote.appendSpan(buf), " is not the beginning of an IP address"...)
}

func (x *mistaken) illFormed(buf []byte) []byte {
	if !x.quote.has(noChar) {
		buf = x.character(append(buf, ' '))
	}
	if x.Byte < 0 {
		buf = append(buf, " at the end"...)
	}
	return buf
}

// where names the component.
func (x *mistaken) where(buf []byte) []byte {
	switch c := x.Component(x.Reason); {
	case c == uri.ComponentAuthority:
		return append(buf, "an authority"...)
	case c != 0:
		return append(append(buf, "a "...), c.String()...)
	case x.language.Name != "":
		return append(buf, x.language.Name...)
	}
	return append(buf, "any string"...)
}

// character names the character, if it may be named.
func (x *mistaken) character(buf []byte) []byte {
	if x.quote.has(noChar) {
		return append(buf, "a character"...)
	}
	if isGraphic(x.Rune) { // most are
		return appendChar(buf, byte(x.Rune))
	}
	return x.quote.char().Append(buf)
}

// appendChar appends a character of ASCII between quotation marks.
func appendChar(buf []byte, b byte) []byte { return append(buf, '\'', b, '\'') }
