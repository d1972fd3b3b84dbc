package fault

import (
	"strconv"
	"strings"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
)

// phrases has the name of each reason, and its message, a template for expand; mistake has other messages.
var phrases = [...]struct{ name, mistake string }{
	{"none", notAllowed},
	NoScheme:       {"no scheme", "no scheme: {quote} has {char} before any ':'"},
	InScheme:       {"not allowed in scheme", notAllowed},
	InAuthority:    {"not allowed in authority", notAllowed},
	InPort:         {"bad port", "port {span}: {other} is not a digit"},
	InPath:         {"not allowed in path", notAllowed},
	InQuery:        {"not allowed in query", notAllowed},
	InFragment:     {"not allowed in fragment", notAllowed},
	ColonInSegment: {"colon in first segment", "':' is not allowed in the first segment of a relative reference"},
	Bracket:        {"misplaced bracket", "{char} is only allowed around an IP address, not in {component}"},
	Unclosed:       {"bracket not closed", "']' is missing after {span}"},
	InAddress:      {"bad address", "{span} is not the beginning of an IP address"},
	InZone:         {"zone identifier", "{span} is not the beginning of a zone identifier"},
	Percent:        {"bad percent-encoding", "'%' without two hexadecimal digits"},
	IllFormed:      {"ill-formed UTF-8", "ill-formed UTF-8{bytes}"},
	NonASCII:       {"non-ASCII in URI", "{char} is not ASCII, and not allowed in {component}"},
	PrivateUse:     {"private use", "{char} is for private use, and not allowed in {component}"},
	Formatting:     {"formatting character", "{char} is a formatting character, and not allowed in {component}"},
	TooShort:       {"too short", "the string ends too early"},
	NotInRule:      {"not in rule", notAllowed},
}

const (
	notAllowed = "{char} is not allowed in {component}"
	sshHint    = "a URI for ssh is written ssh://user@host/path"
)

// mistake returns the template of the message: the most specific one for which the quote has all parts.
func (f *Fault) mistake(r Reason) string {
	q := &f.quote
	switch r {
	case NoScheme:
		switch {
		case q.has(empty):
			return "no scheme: the string is empty"
		case f.found() == char.End:
			return "no scheme: {quote} has no ':'"
		case f.context() == uri.ContextStart:
			return "no scheme: {quote} begins with {char}"
		}
	case InPort:
		switch {
		case !q.hasSpan() && f.context() == uri.ContextPort && f.found() != char.End:
			return "{char} is not a digit of a port"
		case !q.hasSpan():
			return "the port is not a number, or the userinfo not percent-encoded"
		case len(q.afterDigits()) == 0: // the quote is cut before another character
			return "port {span} is not a number"
		}
	case Unclosed:
		if !q.hasSpan() {
			return "']' is missing after an IP address"
		}
	case InAddress, InZone:
		if !q.hasSpan() || r == InZone && f.context() != uri.ContextZone {
			return "{char} is not allowed in an IP address"
		}
	case TooShort:
		if q.has(empty) {
			return "the string is empty"
		}
	case InAuthority:
		if f.context() == uri.ContextClosed {
			return "{char} is not allowed after an address in brackets"
		}
	}
	return phrases[r.known()].mistake
}

func (f *Fault) found() rune { return f.quote.char().Rune }

// namesSpan reports whether messages include the whole span, so that no quote is needed.
func (r Reason) namesSpan() bool { return r != ColonInSegment && r != Percent }

// hint returns the template of a remedy, or "" if none is certain.
func (f *Fault) hint(r Reason) string {
	if f.quote.endsInLineEnd() {
		return "the string includes the end of a line"
	}
	if is := f.quote.otherKind(); is != "" {
		return is
	}
	name := f.language.Name
	absolute := name == "IRI" || name == "URI"
	switch r {
	case NoScheme:
		switch c := f.found(); {
		case c == '@':
			return sshHint
		case absolute && endsAuthority(c):
			return "rule {rule}-reference takes strings without a scheme"
		}
	case ColonInSegment:
		if f.quote.isSSH() {
			return sshHint
		}
	case InPort:
		switch {
		case f.quote.isIPv6():
			return "an IPv6 address needs brackets"
		case f.quote.isPathOfSCP():
			return sshHint
		}
	case InZone:
		switch {
		case f.context() == uri.ContextZone:
			return "a zone identifier is written %25NAME"
		case absolute:
			return "rule {rule}WithZone takes zone identifiers"
		case name == "IRI-reference":
			return "rule IRIReferenceWithZone takes zone identifiers"
		case name == "URI-reference":
			return "rule URIReferenceWithZone takes zone identifiers"
		}
	case Percent:
		return "the sign itself is written %25"
	case NonASCII:
		if f.language.Beyond != "" {
			return "rule {beyond} takes it"
		}
	case InAuthority:
		switch {
		case f.context() == uri.ContextUserinfo && f.quote.has(noChar):
			return "it must be percent-encoded"
		case f.found() == '@' && f.quote.has(hides):
			return "an '@' in a userinfo is written %40"
		}
	case InPath, InQuery, InFragment, Bracket:
		return f.encodedHint(r)
	}
	return ""
}

// encodedHint suggests to percent-encode an ASCII character, unless it may be meant as a delimiter.
func (f *Fault) encodedHint(r Reason) string {
	switch c := f.found(); {
	case c < ' ' || c > '~' || isIn(c, &language.Unreserved) || isIn(c, &language.SubDelims): // a path may allow the last two elsewhere
	case r == Bracket || r == InFragment || !isGenDelim(c):
		switch f.context() {
		case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
			return "it is written {encoded}"
		}
	case c == '#' && f.language.Name == "absolute-IRI":
		return "rule IRI takes fragments"
	case c == '#' && f.language.Name == "absolute-URI":
		return "rule URI takes fragments"
	}
	return ""
}

func (f *Fault) AppendMessage(buf []byte, r Reason) []byte {
	return f.appendHint(f.expand(buf, r, f.mistake(r)), r)
}

func (f *Fault) Message(r Reason) string {
	var room [longest]byte
	return string(f.AppendMessage(room[:0], r))
}

func (f *Fault) appendHint(buf []byte, r Reason) []byte {
	if hint := f.hint(r); hint != "" {
		return f.expand(append(buf, "; "...), r, hint)
	}
	return buf
}

// longest is the maximum length of Text, less than 300 bytes with the name of a component. Quotes are cut to fit.
const longest = 280

// fewest is the room for a quote below which Text omits it.
const fewest = 8

// Text returns the line of Error: prefix, mistake, quote, rule and offset, expected characters, remedy.
func (f *Fault) Text(prefix string, r Reason, offset int64) string {
	var room, another [longest]byte
	buf := f.expand(append(room[:0], prefix...), r, f.mistake(r))
	rest := f.appendHint(f.appendGrammar(another[:0], r, offset), r)
	if q := &f.quote; r != NoScheme && !q.isEmpty() && !(q.isSpan() && r.namesSpan()) {
		const others = len(`: ..."***"...`)
		if room := longest - others - len(buf) - len(rest); room >= fewest {
			buf = q.appendAround(append(buf, ": "...), min(mostQuoted, room))
		}
	}
	return string(append(buf, rest...))
}

// appendGrammar appends the rule, the offset, and the expected characters: only digits for a bad port.
func (f *Fault) appendGrammar(buf []byte, r Reason, offset int64) []byte {
	buf = append(buf, " ("...)
	if f.language.Name != "" {
		buf = append(append(buf, f.language.Name...), ", "...)
	}
	buf = strconv.AppendInt(append(buf, "byte "...), offset, 10)
	buf = append(buf, ", expected "...)
	if r == InPort {
		buf = appendWords(buf, *firstSet("DIGIT"), false)
	} else {
		buf = appendWords(buf, f.language.Follow(f.begin), f.language.Accepts(f.begin))
	}
	return append(buf, ')')
}

func (f *Fault) expand(buf []byte, r Reason, words string) []byte {
	for {
		begin := strings.IndexByte(words, '{')
		if begin < 0 {
			return append(buf, words...)
		}
		name, rest, _ := strings.Cut(words[begin+1:], "}")
		buf = f.appendNamed(append(buf, words[:begin]...), r, name)
		words = rest
	}
}

func (f *Fault) appendNamed(buf []byte, r Reason, name string) []byte {
	q := &f.quote
	switch name {
	case "char":
		if q.has(noChar) {
			return append(buf, "a character"...)
		}
		return q.char().Append(buf)
	case "component":
		return f.appendComponent(buf, r)
	case "quote":
		if q.isEmpty() {
			return append(buf, "the string"...)
		}
		return q.appendAround(buf, mostNamed)
	case "span":
		return q.appendSpan(buf)
	case "other": // the first character in the span that is not a digit
		return char.First(q.afterDigits()).Append(buf)
	case "bytes":
		if !q.has(noChar) {
			buf = q.char().Append(append(buf, ' '))
		}
		if q.has(atEnd) {
			buf = append(buf, " at the end"...)
		}
		return buf
	case "encoded":
		return percent.Append(buf, byte(f.found()))
	case "rule":
		return append(buf, f.language.Name...)
	}
	return append(buf, f.language.Beyond...)
}

func (f *Fault) appendComponent(buf []byte, r Reason) []byte {
	switch c := f.Component(r); {
	case c == uri.ComponentAuthority:
		return append(buf, "an authority"...)
	case c != 0:
		return append(append(buf, "a "...), c.String()...)
	case f.language.Name != "":
		return append(buf, f.language.Name...)
	}
	return append(buf, "any string"...)
}
