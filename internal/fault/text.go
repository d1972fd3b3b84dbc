package fault

import (
	"strconv"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// A writer puts a mistake into words.
type writer struct {
	*Fault
	Mistake
	buf []byte
}

// longest is how many bytes Text returns at most, whatever the string: less than 300 with the name of
// a component before it. The quote is cut where others take much of this.
const longest = 280

// Text returns what is wrong, after a prefix: the mistake first, then the string around it, then the
// grammar, then what may help. It allocates the result.
func (f *Fault) Text(prefix string, m Mistake) string {
	var room, another [longest]byte
	w, last := writer{f, m, append(room[:0], prefix...)}, writer{f, m, another[:0]}
	w.mistake()
	last.grammar()
	last.help()
	if q := &f.quote; m.Reason != NoScheme && !q.isEmpty() && !q.isSpan() {
		const others = len(`: ..."***"...`)
		w.add(": ")
		w.buf = q.appendAround(w.buf, min(printed, longest-others-len(w.buf)-len(last.buf)))
	}
	return string(append(w.buf, last.buf...))
}

// grammar appends the rule, the offset, and what could stand there.
func (w *writer) grammar() {
	w.add(" (")
	if w.language.Name != "" {
		w.add(w.language.Name)
		w.add(", ")
	}
	w.add("byte ")
	w.buf = strconv.AppendInt(w.buf, w.Offset, 10)
	w.add(", expected ")
	w.expected()
	w.add(")")
}

// Message returns what is wrong and what may help. It allocates the result.
func (f *Fault) Message(m Mistake) string {
	var room [longest]byte
	w := writer{f, m, room[:0]}
	w.mistake()
	w.help()
	return string(w.buf)
}

func (w *writer) add(s string)   { w.buf = append(w.buf, s...) }
func (w *writer) addChar(b byte) { w.buf = append(w.buf, '\'', b, '\'') }
func (w *writer) around()        { w.buf = w.quote.appendAround(w.buf, named) }
func (w *writer) span()          { w.buf = w.quote.appendSpan(w.buf) }

// expected names what could stand in place of the character: of a port only what ports have, since
// who has one in mind has no userinfo in mind.
func (w *writer) expected() {
	if w.Reason == InPort {
		w.buf = appendWords(w.buf, *digits(), false)
		return
	}
	w.buf = appendWords(w.buf, w.language.Follow(w.begin), w.language.Accepts(w.begin))
}

// mistake appends what is wrong.
func (w *writer) mistake() {
	switch w.Reason {
	case NoScheme:
		w.noScheme()
	case InPort:
		w.badPort()
	case ColonInSegment:
		w.addChar(language.Colon)
		w.add(" is not allowed in the first segment of a relative reference")
	case Bracket:
		w.character()
		w.add(" is only allowed around an IP address, not in ")
		w.where()
	case Unclosed:
		w.addChar(language.Shut)
		w.add(" is missing after ")
		w.spanOr("an IP address")
	case InAddress, InZone:
		w.badAddress()
	case Percent:
		w.addChar(language.Percent)
		w.add(" without two hexadecimal digits")
	case IllFormed:
		w.illFormed()
	case NonASCII:
		w.character()
		w.add(" is not ASCII, and not allowed in ")
		w.where()
	case PrivateUse:
		w.character()
		w.add(" is for private use, and not allowed in ")
		w.where()
	case Formatting:
		w.character()
		w.add(" is a formatting character, and not allowed in ")
		w.where()
	case TooShort:
		w.tooShort()
	default:
		w.notAllowed()
	}
}

// noScheme appends the string and what it has instead.
func (w *writer) noScheme() {
	w.add("no scheme: ")
	atEnd := w.Rune == char.End
	switch {
	case atEnd && w.Offset == 0:
		w.add("the string is empty")
		return
	case w.quote.isEmpty():
		w.add("the string")
	default:
		w.around()
	}
	switch {
	case atEnd:
		w.add(" has no ")
		w.addChar(language.Colon)
	case w.context() == uri.ContextStart:
		w.add(" begins with ")
		w.character()
	default:
		w.add(" has ")
		w.character()
		w.add(" before any ")
		w.addChar(language.Colon)
	}
}

// badPort appends the first character that is not a digit.
func (w *writer) badPort() {
	if !w.quote.hasSpan() {
		if w.context() == uri.ContextPort && w.Rune >= 0 {
			w.character()
			w.add(" is not a digit of a port")
			return
		}
		w.add("the port is not a number, or the userinfo not percent-encoded")
		return
	}
	w.add("port ")
	w.span()
	text := w.quote.span()
	for len(text) > 0 && isDigit(text[0]) {
		text = text[1:]
	}
	if len(text) == 0 { // the character is in what was cut
		w.add(" is not a number")
		return
	}
	w.add(": ")
	w.buf = char.First(text).Append(w.buf)
	w.add(" is not a digit")
}

// badAddress is for addresses in brackets or not, and their zone identifiers.
func (w *writer) badAddress() {
	what := " is not the beginning of an IP address"
	if w.Reason == InZone {
		what = " is not the beginning of a zone identifier"
	}
	if w.quote.hasSpan() && (w.Reason == InAddress || w.context() == uri.ContextZone) {
		w.span()
		w.add(what)
		return
	}
	w.character()
	w.add(" is not allowed in an IP address")
}

func (w *writer) illFormed() {
	w.add("ill-formed UTF-8")
	if !w.quote.noChar {
		w.add(" ")
		w.character()
	}
	if w.Byte < 0 {
		w.add(" at the end")
	}
}

func (w *writer) tooShort() {
	if w.Offset == 0 {
		w.add("the string is empty")
		return
	}
	w.add("the string ends too early")
}

// notAllowed names the place that the character has where the name of the component is not enough.
func (w *writer) notAllowed() {
	w.character()
	if w.context() == uri.ContextClosed {
		w.add(" is not allowed after an address in brackets")
		return
	}
	w.add(" is not allowed in ")
	w.where()
}

func (w *writer) spanOr(other string) {
	if !w.quote.hasSpan() {
		w.add(other)
		return
	}
	w.span()
}

// where names the component.
func (w *writer) where() {
	switch c := w.Component(w.Reason); {
	case c == uri.ComponentAuthority:
		w.add("an authority")
	case c != 0:
		w.add("a ")
		w.add(c.String())
	case w.language.Name != "":
		w.add(w.language.Name)
	default:
		w.add("any string")
	}
}

// character names the character, if it may be named.
func (w *writer) character() {
	if w.quote.noChar {
		w.add("a character")
		return
	}
	w.buf = w.shown().Append(w.buf)
}

// shown returns the character, or what there is of it.
func (w *writer) shown() char.Char { return char.First(w.char[:w.size]) }
