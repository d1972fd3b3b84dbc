package fault

import (
	"strconv"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// Text says what is wrong: the mistake first, then the text around it, then the grammar,
// then what may help.
func (f *Fault) Text() string {
	text := f.mistake()
	if f.Reason != NoScheme && f.quote.around() != "" && !f.quote.isSpan() {
		text += ": " + f.quote.around()
	}
	text += " ("
	if f.Language.Name != "" {
		text += f.Language.Name + ", "
	}
	text += "byte " + strconv.FormatInt(f.Offset, 10) + ", expected " + f.expected() + ")"
	return text + f.help()
}

// Message says what is wrong and what may help.
func (f *Fault) Message() string { return f.mistake() + f.help() }

func (f *Fault) help() string {
	if hint := f.hint(); hint != "" {
		return "; " + hint
	}
	return ""
}

// expected tells what could stand in place of the character: of a port only what ports
// have, since who has one in mind has no userinfo in mind.
func (f *Fault) expected() string {
	if f.Reason == InPort {
		return Words(digits(), false)
	}
	return Words(f.Language.Follow(f.begin), f.Language.Accepts(f.begin))
}

// mistake tells what is wrong.
func (f *Fault) mistake() string {
	found, span := f.charName(), f.quote.span()
	switch f.Reason {
	case NoScheme:
		return "no scheme: " + f.noScheme(found)
	case InPort:
		return f.badPort(found, span)
	case ColonInSegment:
		return quoteChar(language.Colon) + " is not allowed in the first segment of a relative reference"
	case Bracket:
		return found + " is only allowed around an IP address, not in " + f.where()
	case Unclosed:
		return quoteChar(language.Shut) + " is missing behind " + orElse(span, "an IP address")
	case InAddress:
		if span != "" {
			return span + " begins no IP address"
		}
		return found + " is not allowed in an IP address"
	case InZone:
		if span != "" && f.context() == uri.ContextZone {
			return span + " begins no zone identifier"
		}
		return found + " is not allowed in an IP address"
	case Percent:
		return quoteChar(language.Percent) + " without two hexadecimal digits"
	case IllFormed:
		return "ill-formed UTF-8" + f.illFormed()
	case NonASCII:
		return found + " is not ASCII, and not allowed in " + f.where()
	case PrivateUse:
		return found + " is for private use, and not allowed in " + f.where()
	case Formatting:
		return found + " is a formatting character, and not allowed in " + f.where()
	case TooShort:
		if f.Offset == 0 {
			return "the text is empty"
		}
		return "the text ends too early"
	}
	return found + " is not allowed " + f.in()
}

func orElse(text, other string) string {
	if text != "" {
		return text
	}
	return other
}

// noScheme tells the text and what it has instead.
func (f *Fault) noScheme(found string) string {
	colon := quoteChar(language.Colon)
	text := orElse(f.quote.around(), "the text")
	switch {
	case f.Rune == char.End && f.Offset == 0:
		return "the text is empty"
	case f.Rune == char.End:
		return text + " has no " + colon
	case f.context() == uri.ContextStart:
		return text + " begins with " + found
	}
	return text + " has " + found + " before any " + colon
}

// badPort tells the first character that is no digit.
func (f *Fault) badPort(found, span string) string {
	if span == "" {
		if f.context() == uri.ContextPort && f.Rune >= 0 {
			return found + " is no digit of a port"
		}
		return "the port is no number, or the userinfo not percent-encoded"
	}
	text := f.quote.text[f.quote.start:f.quote.end]
	for len(text) > 0 && digits().Has(text[0]) {
		text = text[1:]
	}
	if len(text) == 0 { // the character is in what is cut
		return "port " + span + " is no number"
	}
	return "port " + span + ": " + char.First(text).String() + " is no digit"
}

func (f *Fault) illFormed() string {
	text := ""
	if !f.quote.noChar {
		text = " " + f.char.String()
	}
	if f.Byte < 0 {
		text += " at the end"
	}
	return text
}

// in names the place that the character has, where the name of the component does not
// say it.
func (f *Fault) in() string {
	if f.context() == uri.ContextClosed {
		return "behind an address in brackets"
	}
	return "in " + f.where()
}

// where names the component.
func (f *Fault) where() string {
	switch name := f.Component(); name {
	case "":
		return orElse(f.Language.Name, "any text")
	case "authority":
		return "an authority"
	default:
		return "a " + name
	}
}

// charName names the character, if it may be told.
func (f *Fault) charName() string {
	if f.quote.noChar {
		return "a character"
	}
	return f.char.String()
}

func quoteChar(b byte) string { return "'" + string(rune(b)) + "'" }
