package rule

import (
	"strconv"
	"strings"

	"example.org/iri/internal/char"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
)

// sayings has the names of reasons, and the words on a mistake as expand takes them.
var sayings = [...]struct{ name, words string }{
	{"none", ""},
	ReasonNoScheme:     {"no scheme", "no scheme: {quote} has {char} before any ':'"},
	ReasonScheme:       {"not allowed in scheme", notAllowed},
	ReasonAuthority:    {"not allowed in authority", notAllowed},
	ReasonPort:         {"bad port", "port {span}: {digit} is not a digit"},
	ReasonPath:         {"not allowed in path", notAllowed},
	ReasonQuery:        {"not allowed in query", notAllowed},
	ReasonFragment:     {"not allowed in fragment", notAllowed},
	ReasonFirstSegment: {"colon in first segment", "':' is not allowed in the first segment of a relative reference"},
	ReasonBracket:      {"misplaced bracket", "{char} is only allowed around an IP address, not in {component}"},
	ReasonUnclosed:     {"bracket not closed", "']' is missing after {span}"},
	ReasonAddress:      {"bad address", "{span} is not the beginning of an IP address"},
	ReasonZone:         {"zone identifier", "{span} is not the beginning of a zone identifier"},
	ReasonPercent:      {"bad percent-encoding", "'%' without two hexadecimal digits"},
	ReasonIllFormed:    {"ill-formed UTF-8", "ill-formed UTF-8{bytes}{at the end}"},
	ReasonNonASCII:     {"non-ASCII in URI", "{char} is not ASCII, and not allowed in {component}"},
	ReasonPrivateUse:   {"private use", "{char} is for private use, and not allowed in {component}"},
	ReasonFormatting:   {"formatting character", "{char} is a formatting character, and not allowed in {component}"},
	ReasonTooShort:     {"too short", "the string ends too early"},
	ReasonNotInRule:    {"not in rule", notAllowed},
}

const (
	notAllowed = "{char} is not allowed in {component}"
	sshHint    = "a URI for ssh is written ssh://user@host/path"
)

// mistake returns the words on what is wrong: those of the reason, or others where they say more or the quote
// does not have what they need.
func (e *SyntaxError) mistake() string {
	context, atEnd, q := e.context(), e.Rune == char.End, &e.quote
	switch e.Reason {
	case ReasonNoScheme:
		switch {
		case atEnd && e.Offset == 0:
			return "no scheme: the string is empty"
		case atEnd:
			return "no scheme: {quote} has no ':'"
		case context == uri.ContextStart:
			return "no scheme: {quote} begins with {char}"
		}
	case ReasonPort:
		switch {
		case !q.hasSpan() && context == uri.ContextPort && !atEnd:
			return "{char} is not a digit of a port"
		case !q.hasSpan():
			return "the port is not a number, or the userinfo not percent-encoded"
		case len(q.afterDigits()) == 0: // as the quote is cut before another character
			return "port {span} is not a number"
		}
	case ReasonUnclosed:
		if !q.hasSpan() {
			return "']' is missing after an IP address"
		}
	case ReasonAddress, ReasonZone:
		if !q.hasSpan() || e.Reason == ReasonZone && context != uri.ContextZone {
			return "{char} is not allowed in an IP address"
		}
	case ReasonTooShort:
		if e.Offset == 0 {
			return "the string is empty"
		}
	case ReasonAuthority:
		if context == uri.ContextClosed {
			return "{char} is not allowed after an address in brackets"
		}
	}
	return sayings[e.Reason].words
}

// namesSpan reports whether the words on a mistake have all of its span, not only a character of it.
func (r Reason) namesSpan() bool { return r != ReasonFirstSegment && r != ReasonPercent }

// hint returns words on what helps, "" if that is not certain.
func (e *SyntaxError) hint() string {
	if e.quote.endsInLineEnd() {
		return "the end of a line does not belong to the string"
	}
	if is := e.quote.otherKind(); is != "" {
		return is
	}
	if e.quote.isDrive() {
		return "a Windows path is written file:///C:/..."
	}
	absolute := e.Rule == "IRI" || e.Rule == "URI"
	switch e.Reason {
	case ReasonNoScheme:
		switch {
		case e.Rune == '@':
			return sshHint
		case absolute && fault.EndsAuthority(e.Rune):
			return "rule {rule}-reference takes strings without a scheme"
		}
	case ReasonFirstSegment:
		if e.quote.isSSH() {
			return sshHint
		}
	case ReasonPort:
		if e.quote.isIPv6() {
			return "an IPv6 address needs brackets"
		}
	case ReasonZone:
		switch {
		case e.context() == uri.ContextZone:
			return "it is written %25NAME"
		case absolute:
			return "rule {rule}WithZone takes zone identifiers"
		case e.Rule == "IRI-reference" || e.Rule == "URI-reference":
			return "rule {family}ReferenceWithZone takes zone identifiers"
		}
	case ReasonPercent:
		return "the sign itself is written %25"
	case ReasonNonASCII:
		if e.language.Beyond != "" {
			return "rule {beyond} takes it"
		}
	case ReasonAuthority:
		if e.context() == uri.ContextUserinfo && e.quote.has(noChar) {
			return "it has to be percent-encoded"
		}
	case ReasonPath, ReasonQuery, ReasonFragment, ReasonBracket:
		return e.encodedHint()
	}
	return ""
}

// encodedHint returns how a character of ASCII is percent-encoded, where that is what it takes. A
// delimiter may have been meant as one.
func (e *SyntaxError) encodedHint() string {
	switch {
	case e.quote.has(noChar) || !isGraphic(e.Rune):
	case isIn(e.Rune, "unreserved"), isIn(e.Rune, "sub-delims"): // which a path may have, only not this one
	case e.Reason == ReasonBracket || e.Reason == ReasonFragment || !isGenDelim(e.Rune):
		switch e.context() {
		case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
			return "it is written {encoded}"
		}
	case e.Rune == '#' && strings.HasPrefix(e.Rule, absolutePrefix):
		return "rule {family} takes fragments"
	}
	return ""
}

const absolutePrefix = "absolute-"

// isGraphic reports whether r is a character of ASCII that can be seen or is a space.
func isGraphic(r rune) bool { return ' ' <= r && r <= '~' }

// appendHint appends what helps after a semicolon.
func (e *SyntaxError) appendHint(buf []byte) []byte {
	if hint := e.hint(); hint != "" {
		return e.expand(append(buf, "; "...), hint)
	}
	return buf
}

// longest is how many bytes Error returns at most, whatever the string: less than 300 with the name of
// a component before it. The quote is cut where others take much of this.
const longest = 280

// fewest is the room for a quote below which Error has none.
const fewest = 8

// text returns what Error returns: the mistake, then the string around it, then the grammar, then what may help.
func (e *SyntaxError) text() string {
	var room, another [longest]byte
	buf := e.expand(append(room[:0], "iri: "...), e.mistake())
	rest := e.appendHint(e.appendGrammar(another[:0]))
	if q := &e.quote; e.Reason != ReasonNoScheme && !q.isEmpty() && !(q.isSpan() && e.Reason.namesSpan()) {
		const others = len(`: ..."***"...`)
		if room := longest - others - len(buf) - len(rest); room >= fewest {
			buf = q.appendAround(append(buf, ": "...), min(mostQuoted, room))
		}
	}
	return string(append(buf, rest...))
}

// appendGrammar appends the rule, the offset, and what could be there instead of the character. A port was not meant
// as a userinfo, so only digits could.
func (e *SyntaxError) appendGrammar(buf []byte) []byte {
	buf = append(buf, " ("...)
	if e.Rule != "" {
		buf = append(append(buf, e.Rule...), ", "...)
	}
	buf = strconv.AppendInt(append(buf, "byte "...), e.Offset, 10)
	buf = append(buf, ", expected "...)
	if e.Reason == ReasonPort {
		buf = fault.AppendWords(buf, *fault.FirstSet("DIGIT"), false)
	} else {
		buf = fault.AppendWords(buf, e.language.Follow(e.begin), e.language.Accepts(e.begin))
	}
	return append(buf, ')')
}

// expand appends words with what depends on the error in place of names in braces.
func (e *SyntaxError) expand(buf []byte, words string) []byte {
	for {
		before, after, found := strings.Cut(words, "{")
		buf = append(buf, before...)
		if !found {
			return buf
		}
		var name string
		name, words, _ = strings.Cut(after, "}")
		switch name {
		case "char":
			buf = e.appendChar(buf)
		case "component":
			buf = e.appendComponent(buf)
		case "quote":
			if e.quote.isEmpty() {
				buf = append(buf, "the string"...)
			} else {
				buf = e.quote.appendAround(buf, mostNamed)
			}
		case "span":
			buf = e.quote.appendSpan(buf)
		case "digit":
			buf = char.First(e.quote.afterDigits()).Append(buf)
		case "bytes":
			if !e.quote.has(noChar) {
				buf = e.quote.char().Append(append(buf, ' '))
			}
		case "at the end":
			if e.Byte < 0 {
				buf = append(buf, " at the end"...)
			}
		case "encoded":
			buf = percent.Append(buf, byte(e.Rune))
		case "rule":
			buf = append(buf, e.Rule...)
		case "family": // IRI or URI
			buf = append(buf, strings.TrimPrefix(e.Rule, absolutePrefix)[:len("IRI")]...)
		case "beyond":
			buf = append(buf, e.language.Beyond...)
		}
	}
}

// appendChar names the character, if it may be named.
func (e *SyntaxError) appendChar(buf []byte) []byte {
	switch {
	case e.quote.has(noChar):
		return append(buf, "a character"...)
	case isGraphic(e.Rune): // most are
		return append(buf, '\'', byte(e.Rune), '\'')
	}
	return e.quote.char().Append(buf)
}

// appendComponent names the component.
func (e *SyntaxError) appendComponent(buf []byte) []byte {
	switch c := e.Component(); {
	case c == ComponentAuthority:
		return append(buf, "an authority"...)
	case c != 0:
		return append(append(buf, "a "...), c.String()...)
	case e.Rule != "":
		return append(buf, e.Rule...)
	}
	return append(buf, "any string"...)
}
