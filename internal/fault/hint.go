package fault

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

const sshHint = "an address for ssh is written ssh://user@host/path"

// hint says what helps, where that is certain; "" where it is not.
func (f *Fault) hint() string {
	if f.endsInLineEnd() {
		return "the end of a line does not belong to the text"
	}
	if hint := f.foreign(); hint != "" {
		return hint
	}
	switch f.Reason {
	case NoScheme:
		if f.Rune == language.At {
			return sshHint
		}
		if endsAuthority(f.Rune) && (f.Language.Name == "IRI" || f.Language.Name == "URI") {
			return "rule " + f.Language.Name + "-reference takes texts without a scheme"
		}
	case ColonInSegment:
		if f.quote.gap > 0 && !f.quote.noChar { // behind a host, which is behind a user
			return sshHint
		}
	case InPort:
		if f.isIPv6() {
			return "an IPv6 address stands in brackets"
		}
	case InZone:
		return f.zone()
	case Percent:
		return "the sign itself is written " + triples([]byte{language.Percent})
	case NonASCII:
		if f.Language.Beyond != "" {
			return "rule " + f.Language.Beyond + " takes it"
		}
	case InAuthority:
		if f.context() == uri.ContextUserinfo && f.quote.noChar {
			return "it has to be percent-encoded"
		}
	case InPath, InQuery, InFragment, Bracket:
		return f.encoded()
	}
	return ""
}

// foreign tells that a text is no list of IRIs at all.
func (f *Fault) foreign() string {
	text := f.quote.text[:f.quote.n]
	if f.quote.cutLeft || f.quote.gap > 0 {
		return ""
	}
	for _, x := range []struct{ begin, hint string }{
		{"\ufeff", "the text begins with a byte order mark"},
		{"\xff\xfe", "this may be UTF-16"},
		{"\xfe\xff", "this may be UTF-16"},
		{"\x1f\x8b", "this is a gzip file"},
	} {
		if bytes.HasPrefix(text, []byte(x.begin)) {
			return x.hint
		}
	}
	if len(text) > 2 && f.Offset == 2 && text[1] == language.Colon && text[2] == '\\' {
		return "a path of Windows is written file:///C:/..."
	}
	return ""
}

// endsInLineEnd reports whether all from the mistake on are the characters that end lines.
func (f *Fault) endsInLineEnd() bool {
	q := &f.quote
	for _, b := range q.text[q.start:q.n] {
		if b != '\r' && b != '\n' {
			return false
		}
	}
	return 0 < q.start && q.start < q.n && !q.cutRight
}

// isIPv6 reports whether what should be a port is the end of an IPv6 address.
func (f *Fault) isIPv6() bool {
	q := &f.quote
	from := int(q.start)
	for from > 0 && (q.text[from-1] == language.Colon || hexDigits().Has(q.text[from-1])) {
		from--
	}
	return !q.noSpan && dfa.Match(language.IPv6Address.Automaton, q.text[from:q.end])
}

// zone names the rule that takes zone identifiers.
func (f *Fault) zone() string {
	if f.context() == uri.ContextZone {
		return "it is written " + triples([]byte{language.Percent}) + "NAME"
	}
	switch name := f.Language.Name; name {
	case "IRI", "URI":
		return "rule " + name + "WithZone takes zone identifiers"
	case "IRI-reference", "URI-reference":
		return "rule " + name[:3] + "ReferenceWithZone takes zone identifiers"
	}
	return ""
}

// encoded tells how a character of ASCII is percent-encoded, where that is what it
// takes: not a delimiter, which may have been meant as one.
func (f *Fault) encoded() string {
	switch {
	case f.quote.noChar || !isGraphic(f.Rune):
		return ""
	case firstSet("unreserved").Has(byte(f.Rune)), firstSet("sub-delims").Has(byte(f.Rune)):
		return "" // which a path may have, only not this one
	case f.Reason == Bracket || f.Reason == InFragment || !isGenDelim(&f.char):
		if f.context() != uri.ContextPath && f.context() != uri.ContextQuery && f.context() != uri.ContextFragment {
			return ""
		}
		return "it is written " + triples(f.char.Bytes())
	case f.Rune == language.Hash && (f.Language.Name == "absolute-IRI" || f.Language.Name == "absolute-URI"):
		return "rule " + strings.TrimPrefix(f.Language.Name, "absolute-") + " takes fragments"
	}
	return ""
}

// isGraphic reports whether r is a character of ASCII that does not control anything.
func isGraphic(r rune) bool { return 0 <= r && r < utf8.RuneSelf && strconv.IsPrint(r) }

// triples percent-encodes bytes.
func triples(text []byte) string {
	var s strings.Builder
	for _, b := range text {
		s.WriteString(string(rune(language.Percent)) + char.Hex(b))
	}
	return s.String()
}
