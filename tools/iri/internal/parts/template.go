package parts

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/iri/tools/internal/cli/show"
)

// Template returns the form that a template describes: names of fields stand in braces, a backslash
// begins \t, \n, \r or \\, and {{ is a brace.
func Template(template string) (Form, error) {
	var list []piece
	for rest := template; rest != ""; {
		i := strings.IndexAny(rest, `\{`)
		if i < 0 {
			i = len(rest)
		}
		if i > 0 {
			list = append(list, literal(rest[:i]))
			rest = rest[i:]
			continue
		}
		p, n, err := parsePiece(rest)
		if err != nil {
			return nil, err
		}
		list, rest = append(list, p), rest[n:]
	}
	return func(dst []byte, x *Text) []byte {
		for _, p := range list {
			dst = p(dst, x)
		}
		return dst
	}, nil
}

// A piece of a template appends what stands in its place.
type piece func(dst []byte, x *Text) []byte

func literal(text string) piece {
	return func(dst []byte, _ *Text) []byte { return append(dst, text...) }
}

// parsePiece reads what begins with a backslash or a brace, and returns how long it is.
func parsePiece(text string) (p piece, n int, err error) {
	if text[0] == '\\' {
		for escape, meaning := range escapes {
			if strings.HasPrefix(text, escape) {
				return literal(meaning), len(escape), nil
			}
		}
		return nil, 0, fmt.Errorf(`%q: a backslash begins \t, \n, \r or \\`, text)
	}
	if strings.HasPrefix(text, "{{") {
		return literal("{"), 2, nil
	}
	name, _, closed := strings.Cut(text[1:], "}")
	if !closed {
		return nil, 0, fmt.Errorf("%q has no closing brace; {{ is a brace", text)
	}
	p, ok := pieceOf(name)
	if !ok {
		return nil, 0, fmt.Errorf("no {%s}; known are %s", name, names())
	}
	return p, len(name) + 2, nil
}

var escapes = map[string]string{`\t`: "\t", `\n`: "\n", `\r`: "\r", `\\`: `\`}

// pieceOf returns what stands in the place of a name.
func pieceOf(name string) (p piece, ok bool) {
	switch name {
	case "byte":
		return appendByte, true
	case "reason":
		return func(dst []byte, x *Text) []byte { return append(dst, x.reason()...) }, true
	case "error":
		return func(dst []byte, x *Text) []byte { return show.AppendTSV(dst, x.message()) }, true
	case "iri":
		return appendText, true
	}
	for _, f := range fields {
		if f.name == name {
			return func(dst []byte, x *Text) []byte {
				if x.Missing != "" || x.Wrong != nil {
					return dst
				}
				value, _ := f.of(x)
				return append(dst, value...)
			}, true
		}
	}
	return nil, false
}

func appendByte(dst []byte, x *Text) []byte {
	if x.Wrong == nil {
		return dst
	}
	return strconv.AppendInt(dst, int64(x.Wrong.Span.Start), 10)
}

// appendText appends a text as it is, if it is right: else it might be two lines.
func appendText(dst []byte, x *Text) []byte {
	if x.Wrong != nil {
		return append(dst, show.Safe(lineEnds.Replace(string(x.Bytes)))...)
	}
	return append(dst, x.Bytes...)
}

// names lists what may stand in braces.
func names() string {
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, "{%s}, ", f.name)
	}
	return b.String() + "{byte}, {reason} and {error}"
}

// lineEnds has the escapes of what would make several lines or columns of one.
var lineEnds = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`)
