package source

import (
	"bytes"
	"html"
)

// markdownEscape matches a backslash escape or a character reference (CommonMark, sections 2.4 and 2.5).
var markdownEscape = expression("\\\\[!-/:-@\\[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")

func unescapeMarkdown(raw []byte) []byte {
	return markdownEscape().ReplaceAllFunc(raw, unescapeOne)
}

func unescapeOne(escape []byte) []byte {
	if escape[0] == '\\' {
		return escape[1:]
	}
	text := html.UnescapeString(string(escape))
	if len(text) > 1 && text[len(text)-1] == ';' { // HTML decodes &region; as &reg followed by "ion;"
		return escape
	}
	return []byte(text)
}

// An unescaper removes the escapes of Markdown, and maps offsets in the result to offsets in the source.
type unescaper struct {
	raw         []byte
	at, decoded int  // corresponding offsets in raw and in the result
	escape      span // next escape, empty at the end
	plain       bool
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

func (u *unescaper) find() {
	u.escape = span{len(u.raw), len(u.raw)}
	if at := markdownEscape().FindIndex(u.raw[u.at:]); at != nil {
		u.escape = span{u.at + at[0], u.at + at[1]}
	}
}

// offset maps an offset in the result to the source. Offsets must not decrease from call to call.
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
