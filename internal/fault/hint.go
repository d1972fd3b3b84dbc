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

// help appends what helps, where that is certain.
func (w *writer) help() {
	begin := len(w.buf)
	w.add("; ")
	if w.hint(); len(w.buf) == begin+len("; ") {
		w.buf = w.buf[:begin]
	}
}

// hint appends what helps; nothing where it is not certain.
func (w *writer) hint() {
	if w.endsInLineEnd() {
		w.add("the end of a line does not belong to the string")
		return
	}
	if hint := w.foreign(); hint != "" {
		w.add(hint)
		return
	}
	switch w.Reason {
	case NoScheme:
		if w.Rune == language.At {
			w.add(sshHint)
		} else if endsAuthority(w.Rune) && (w.language.Name == "IRI" || w.language.Name == "URI") {
			w.rule(w.language.Name, "-reference takes strings without a scheme")
		}
	case ColonInSegment:
		if w.isSSH() {
			w.add(sshHint)
		}
	case InPort:
		if w.isIPv6() {
			w.add("an IPv6 address stands in brackets")
		}
	case InZone:
		w.zone()
	case Percent:
		w.add("the sign itself is written ")
		w.encode(language.Percent)
	case NonASCII:
		if w.language.Beyond != "" {
			w.rule(w.language.Beyond, " takes it")
		}
	case InAuthority:
		if w.context() == uri.ContextUserinfo && w.quote.noChar {
			w.add("it has to be percent-encoded")
		}
	case InPath, InQuery, InFragment, Bracket:
		w.encoded()
	}
}

// rule names a rule that helps.
func (w *writer) rule(name, does string) {
	w.add("rule ")
	w.add(name)
	w.add(does)
}

// foreign returns what a string is that is not a list of IRIs at all.
func (w *writer) foreign() string {
	text := w.quote.text[:w.quote.n]
	if w.quote.cutLeft || w.quote.gap > 0 {
		return ""
	}
	for _, x := range [...]struct{ begin, hint string }{
		{"\ufeff", "the string begins with a byte order mark"},
		{"\xff\xfe", "this may be UTF-16"},
		{"\xfe\xff", "this may be UTF-16"},
		{"\x1f\x8b", "this is a gzip file"},
	} {
		if len(text) >= len(x.begin) && string(text[:len(x.begin)]) == x.begin {
			return x.hint
		}
	}
	if len(text) > 2 && w.Offset == 2 && text[1] == language.Colon && text[2] == '\\' {
		return "a path of Windows is written file:///C:/..."
	}
	return ""
}

// endsInLineEnd reports whether all from the mistake on are the characters that end lines.
func (w *writer) endsInLineEnd() bool {
	q := &w.quote
	for _, b := range q.text[q.start:q.n] {
		if b != '\r' && b != '\n' {
			return false
		}
	}
	return 0 < q.start && q.start < q.n && !q.cutRight
}

// isSSH reports whether a colon stands after a user and a host, as in git@example.org:a/b.
func (w *writer) isSSH() bool {
	q := &w.quote
	return !q.cutLeft && bytes.IndexByte(q.text[:q.end], language.At) >= 0
}

// isIPv6 reports whether what should be a port is the end of an IPv6 address.
func (w *writer) isIPv6() bool {
	q := &w.quote
	from := int(q.start)
	for from > 0 && (q.text[from-1] == language.Colon || isHex(q.text[from-1])) {
		from--
	}
	return !q.noSpan && dfa.Match(language.IPv6Address.Automaton, q.text[from:q.end])
}

// zone names the rule that takes zone identifiers.
func (w *writer) zone() {
	if w.context() == uri.ContextZone {
		w.add("it is written ")
		w.encode(language.Percent)
		w.add("NAME")
		return
	}
	switch name := w.language.Name; name {
	case "IRI", "URI":
		w.rule(name, "WithZone takes zone identifiers")
	case "IRI-reference", "URI-reference":
		w.rule(name[:3], "ReferenceWithZone takes zone identifiers")
	}
}

// encoded appends how a character of ASCII is percent-encoded, where that is what it takes: not a
// delimiter, which may have been meant as one.
func (w *writer) encoded() {
	c := w.shown()
	switch {
	case w.quote.noChar || !isGraphic(w.Rune):
	case firstSet("unreserved").Has(byte(w.Rune)), firstSet("sub-delims").Has(byte(w.Rune)):
		// which a path may have, only not this one
	case w.Reason == Bracket || w.Reason == InFragment || !isGenDelim(&c):
		switch w.context() {
		case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
			w.add("it is written ")
			w.encode(byte(w.Rune))
		}
	case w.Rune == language.Hash && (w.language.Name == "absolute-IRI" || w.language.Name == "absolute-URI"):
		w.rule(strings.TrimPrefix(w.language.Name, "absolute-"), " takes fragments")
	}
}

// encode appends a percent-encoded octet.
func (w *writer) encode(b byte) {
	w.buf = char.AppendHex(append(w.buf, language.Percent), b)
}

// isGraphic reports whether r is a character of ASCII that can be seen or is a space.
func isGraphic(r rune) bool { return 0 <= r && r < utf8.RuneSelf && strconv.IsPrint(r) }
