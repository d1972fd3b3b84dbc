package source

import (
	"bytes"
	"html"
)

// markdownEscape is an escape or a character reference (CommonMark, sections 2.4 and 2.5).
var markdownEscape = expression("\\\\[!-/:-@\\[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")

func unescapeMarkdown(raw []byte) []byte {
	return markdownEscape().ReplaceAllFunc(raw, unescapeOne)
}

// unescapeOne returns the character of an escape, or a character reference unchanged if HTML has none of its name.
func unescapeOne(escape []byte) []byte {
	if escape[0] == '\\' {
		return escape[1:]
	}
	text := html.UnescapeString(string(escape))
	if len(text) > 1 && text[len(text)-1] == ';' { // of &region; it reads &reg, as HTML does
		return escape
	}
	return []byte(text)
}

// An unescaper undoes the escapes in a text of Markdown, and maps offsets in the result to offsets in the text.
type unescaper struct {
	raw         []byte
	at, decoded int  // offsets of the same place in raw and in the result
	escape      span // the next escape from there on; empty at the end
	plain       bool // there are no escapes
}

func newUnescaper(raw []byte) *unescaper {
	u := &unescaper{raw: raw, plain: !bytes.ContainsAny(raw, "\\&")}
	if !u.plain {
		u.find()
	}
	return u
}

func (u *unescaper) text() []byte {
	if u.plain {
		return u.raw
	}
	return unescapeMarkdown(u.raw)
}

// find finds the next escape.
func (u *unescaper) find() {
	u.escape = span{len(u.raw), len(u.raw)}
	if at := markdownEscape().FindIndex(u.raw[u.at:]); at != nil {
		u.escape = span{u.at + at[0], u.at + at[1]}
	}
}

// offset returns the offset in the text of an offset in the result. Offsets do not decrease from call to call.
func (u *unescaper) offset(decoded int) int {
	if u.plain {
		return decoded
	}
	for {
		if gap := u.escape.start - u.at; decoded <= u.decoded+gap {
			return max(u.at, u.at+decoded-u.decoded)
		}
		escape := u.raw[u.escape.start:u.escape.end]
		u.decoded += u.escape.start - u.at + len(unescapeOne(escape))
		u.at = u.escape.end
		u.find()
	}
}
