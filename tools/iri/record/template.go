package record

import (
	"fmt"
	"strings"

	"example.org/iri/tools/internal/cli/show"
)

// Template returns the form of a template, which contains names of members in braces, the escapes \t, \n, \r and \\,
// and {{ for a brace.
func Template(template string) (Form, error) {
	var list []Form
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
		piece, n, err := parsePiece(rest)
		if err != nil {
			return nil, err
		}
		list, rest = append(list, piece), rest[n:]
	}
	return func(dst []byte, r *Record) []byte {
		for _, piece := range list {
			dst = piece(dst, r)
		}
		return dst
	}, nil
}

func literal(text string) Form {
	return func(dst []byte, _ *Record) []byte { return append(dst, text...) }
}

// parsePiece parses the escape or name at the start of text, and returns its length.
func parsePiece(text string) (piece Form, n int, err error) {
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
	for i := range members {
		if m := &members[i]; m.name == name {
			return m.piece(), len(name) + 2, nil
		}
	}
	return nil, 0, fmt.Errorf("no {%s}; known are %s", name, names())
}

var escapes = map[string]string{`\t`: "\t", `\n`: "\n", `\r`: "\r", `\\`: `\`}

// piece returns a form that appends a member, if it is set. A valid string contains no line ends, so it needs no
// escapes.
func (m *member) piece() Form {
	if m.bytes == nil {
		return func(dst []byte, r *Record) []byte {
			dst, _ = m.append(dst, r)
			return dst
		}
	}
	return func(dst []byte, r *Record) []byte {
		value, _ := m.bytes(r)
		if r.Valid {
			return append(dst, value...)
		}
		return append(dst, show.Safe(lineEnds.Replace(string(value)))...)
	}
}

func names() string {
	var list []string
	for i := range members {
		list = append(list, "{"+members[i].name+"}")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// lineEnds escapes characters that would split a line or column.
var lineEnds = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`)
