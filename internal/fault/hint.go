package fault

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
)

const sshHint = "a URI for ssh is written ssh://user@host/path"

// help appends what helps, where that is certain.
func (x *mistaken) help(buf []byte) []byte {
	hint := x.hint(append(buf, "; "...))
	if len(hint) == len(buf)+len("; ") {
		return buf
	}
	return hint
}

// hint appends what helps; nothing where it is not certain.
func (x *mistaken) hint(buf []byte) []byte {
	if x.endsInLineEnd() {
		return append(buf, "the end of a line does not belong to the string"...)
	}
	if hint := x.otherKind(); hint != "" {
		return append(buf, hint...)
	}
	switch name := x.language.Name; x.Reason {
	case NoScheme:
		if x.Rune == '@' {
			return append(buf, sshHint...)
		}
		if endsAuthority(x.Rune) && (name == "IRI" || name == "URI") {
			return appendRule(buf, name, "-reference takes strings without a scheme")
		}
	case ColonInSegment:
		if x.isSSH() {
			return append(buf, sshHint...)
		}
	case InPort:
		if x.isIPv6() {
			return append(buf, "an IPv6 address needs brackets"...)
		}
	case InZone:
		return x.zone(buf)
	case Percent:
		return percent.Append(append(buf, "the sign itself is written "...), '%')
	case NonASCII:
		if x.language.Beyond != "" {
			return appendRule(buf, x.language.Beyond, " takes it")
		}
	case InAuthority:
		if x.context() == uri.ContextUserinfo && x.quote.has(noChar) {
			return append(buf, "it has to be percent-encoded"...)
		}
	case InPath, InQuery, InFragment, Bracket:
		return x.encoded(buf)
	}
	return buf
}

// appendRule names a rule that helps.
func appendRule(buf []byte, name, does string) []byte {
	return append(append(append(buf, "rule "...), name...), does...)
}

// otherKind returns what a string is that is not a list of IRIs at all.
func (x *mistaken) otherKind() string {
	text := x.quote.text[:x.quote.n]
	if x.quote.has(cutLeft) || x.quote.gap > 0 {
		return ""
	}
	if len(text) > 0 && (text[0] < ' ' || text[0] >= utf8.RuneSelf) {
		for _, known := range [...]struct{ begin, hint string }{
			{"\ufeff", "the string begins with a byte order mark"},
			{"\xff\xfe", "this may be UTF-16"},
			{"\xfe\xff", "this may be UTF-16"},
			{"\x1f\x8b", "this is a gzip file"},
		} {
			if len(text) >= len(known.begin) && string(text[:len(known.begin)]) == known.begin {
				return known.hint
			}
		}
	}
	if len(text) > 2 && x.Offset == 2 && text[1] == ':' && text[2] == '\\' {
		return "a Windows path is written file:///C:/..."
	}
	return ""
}

// endsInLineEnd reports whether all from the mistake on are the characters that end lines.
func (x *mistaken) endsInLineEnd() bool {
	q := &x.quote
	for _, b := range q.text[q.start:q.n] {
		if b != '\r' && b != '\n' {
			return false
		}
	}
	return 0 < q.start && q.start < q.n && !q.has(cutRight)
}

// isSSH reports whether a colon stands after a user and a host, as in git@example.org:a/b.
func (x *mistaken) isSSH() bool {
	q := &x.quote
	return !q.has(cutLeft) && bytes.IndexByte(q.text[:q.end], '@') >= 0
}

// isIPv6 reports whether what should be a port is the end of an IPv6 address.
func (x *mistaken) isIPv6() bool {
	q := &x.quote
	from := int(q.start)
	for from > 0 && (q.text[from-1] == ':' || isHex(q.text[from-1])) {
		from--
	}
	return !q.has(noSpan) && dfa.Match(language.IPv6Address.Automaton, q.text[from:q.end])
}

// zone names the rule that takes zone identifiers.
func (x *mistaken) zone(buf []byte) []byte {
	if x.context() == uri.ContextZone {
		return append(percent.Append(append(buf, "it is written "...), '%'), "NAME"...)
	}
	switch name := x.language.Name; name {
	case "IRI", "URI":
		return appendRule(buf, name, "WithZone takes zone identifiers")
	case "IRI-reference", "URI-reference":
		return appendRule(buf, name[:3], "ReferenceWithZone takes zone identifiers")
	}
	return buf
}

// encoded appends how a character of ASCII is percent-encoded, where that is what it takes: not a
// delimiter, which may have been meant as one.
func (x *mistaken) encoded(buf []byte) []byte {
	switch name := x.language.Name; {
	case x.quote.has(noChar) || !isGraphic(x.Rune):
	case firstSet("unreserved").Has(byte(x.Rune)), firstSet("sub-delims").Has(byte(x.Rune)):
		// which a path may have, only not this one
	case x.Reason == Bracket || x.Reason == InFragment || !isGenDelim(x.Rune):
		switch x.context() {
		case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
			return percent.Append(append(buf, "it is written "...), byte(x.Rune))
		}
	case x.Rune == '#' && (name == "absolute-IRI" || name == "absolute-URI"):
		return appendRule(buf, strings.TrimPrefix(name, "absolute-"), " takes fragments")
	}
	return buf
}

// isGraphic reports whether r is a character of ASCII that can be seen or is a space.
func isGraphic(r rune) bool { return 0 <= r && r < utf8.RuneSelf && strconv.IsPrint(r) }
