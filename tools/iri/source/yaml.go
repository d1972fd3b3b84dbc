package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"example.org/iri"
)

func newYAML(r io.Reader, o Options, base iri.IRI) Reader {
	return newDocument(r, base, func(file []byte) ([]found, error) {
		y := yamlStrings{fields: newFields(o, false), cursor: cursor{file: file}, contexts: newContexts(base, false)}
		return y.read(maxFile / bytesPerValue)
	})
}

// bytesPerValue divides the limit of file size to limit values. A value takes about 200 bytes of memory.
const bytesPerValue = 32

type yamlStrings struct {
	fields
	cursor
	contexts
	found []found
	err   error
}

func (y *yamlStrings) read(maxValues int64) ([]found, error) {
	if at, err := tooComplex(y.file, maxValues); err != nil {
		return nil, y.complain(at, err)
	}
	for d := yaml.NewDecoder(bytes.NewReader(readable(y.file))); ; {
		var document yaml.Node
		err := d.Decode(&document)
		if err == io.EOF {
			return y.found, y.err
		}
		if err != nil {
			return y.found, y.broken(err)
		}
		y.node(&document, pathState{})
	}
}

// readable replaces characters that YAML does not allow, and the directive of YAML 1.2, because the library refuses
// both.
func readable(file []byte) []byte {
	if directive := []byte("%YAML 1.2"); bytes.Contains(file, directive) {
		file = bytes.ReplaceAll(file, directive, []byte("%YAML 1.1"))
	}
	if utf8.Valid(file) && bytes.IndexFunc(file, isNotYAML) < 0 {
		return file
	}
	return bytes.Map(func(r rune) rune {
		if isNotYAML(r) {
			return utf8.RuneError
		}
		return r
	}, file)
}

func isNotYAML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 && r != 0x85 || r > 0xFFFD && r < 0x10000 || r == 0xFEFF
}

// maxTags is the limit of %TAG directives. The library compares each with all before it.
const maxTags = 100

// tooComplex returns an error and its offset if a file has too many values, comments or directives. Instead of parsing
// the file, it counts indicators that begin or separate values, each as two values, which is an upper bound.
func tooComplex(file []byte, maxValues int64) (at int, err error) {
	values, tags := int64(0), 0
	for i, c := range file {
		switch {
		case c == '[' || c == '{' || c == ',':
			values += 2
		case c == ':' || c == '-' || c == '?':
			if after := file[i+1:]; len(after) == 0 || has(" \t,[]{}\"'", after[0]) || lineBreak(after) > 0 || i > 0 && has("\"'[]{},:?", file[i-1]) {
				values += 2
			}
		case c == '#' && (i == 0 || has(" \t"+endsOfBreaks, file[i-1])): // the library keeps comments
			values += 2
		case c == '%' && bytes.HasPrefix(file[i:], []byte("%TAG")) && (i == 0 || has(endsOfBreaks, file[i-1])):
			tags++
		}
		switch {
		case values > maxValues:
			return i, fmt.Errorf("the file has more than %d values and comments, or text like them", maxValues)
		case tags > maxTags:
			return i, fmt.Errorf("the file has more than %d directives %%TAG", maxTags)
		}
	}
	return 0, nil
}

// endsOfBreaks are the last bytes of line breaks.
const endsOfBreaks = "\r\n\x85\xa8\xa9"

func has(set string, c byte) bool { return strings.IndexByte(set, c) >= 0 }

func (y *yamlStrings) node(n *yaml.Node, w pathState) {
	switch n.Kind {
	case yaml.DocumentNode:
		for _, v := range n.Content {
			y.node(v, w)
		}
	case yaml.MappingNode:
		if y.ends(w) {
			y.noString(n)
			return
		}
		y.push(w, true)
		for i := 0; i+1 < len(n.Content); i += 2 {
			var name []byte
			if key := n.Content[i]; key.Kind == yaml.ScalarNode {
				name = []byte(key.Value)
			}
			y.node(n.Content[i+1], y.member(w, name))
		}
		y.pop()
	case yaml.SequenceNode:
		y.push(w, false)
		for i, v := range n.Content {
			y.node(v, y.element(w, int64(i)))
		}
		y.pop()
	case yaml.ScalarNode:
		y.scalar(n, w)
	}
}

// scalar adds a scalar that is a string. Tags other than !!str do not change its type.
func (y *yamlStrings) scalar(n *yaml.Node, w pathState) {
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 && n.Tag != "!!str" {
		untagged := yaml.Node{Kind: n.Kind, Value: n.Value}
		switch untagged.ShortTag() {
		case "!!null":
			y.null(w)
			return
		case "!!bool", "!!int", "!!float":
			if y.ends(w) {
				y.noString(n)
			}
			return
		}
	}
	text := n.Value
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 { // a block scalar includes the last line break
		text = strings.TrimSuffix(text, "\n")
	}
	if taken, relative := y.takes(w, []byte(text)); taken {
		y.endContext(w)
		s, base, _ := y.text(w, []byte(text))
		y.add(y.begin(n), text, found{resolved: relative, scope: s, base: base})
	}
}

func (y *yamlStrings) noString(n *yaml.Node) {
	if y.err == nil {
		y.err = y.complain(y.offset(n.Line, n.Column), errors.New("the value is not a string"))
	}
}

// Messages of the library. An error in the first line has no line number, and neither has an unknown anchor.
var (
	libraryError  = expression(`^yaml: (?:line (\d+): )?(.*)`)
	unknownAnchor = expression(`^unknown anchor '(.*)' referenced`)
)

func (y *yamlStrings) broken(err error) error {
	e := &Error{Line: 1, Column: 1, Err: &BrokenError{Format: "YAML", Err: err}}
	if m := libraryError().FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		if strings.HasPrefix(m[2], "did not find expected ") { // a parser error, whose line counts from 0
			line++
		}
		at := y.offset(max(line, 1), 1)
		if name := unknownAnchor().FindStringSubmatch(m[2]); name != nil {
			at = max(0, bytes.Index(y.file, []byte("*"+name[1])))
		}
		text, _ := CutLine(y.file[at:]) // the library does not report the column
		e = y.complain(at, &BrokenError{"YAML", errors.New(m[2]), beginsTemplate(text)})
	}
	return e
}

func (y *yamlStrings) complain(at int, err error) *Error {
	p := position{line: 1, column: 1}
	p.advance(y.file[:at])
	return &Error{Line: p.line, Column: p.column, Err: err}
}

// begin returns the offset of a scalar's text: after tags, anchors, and a quotation mark or a block scalar header.
func (y *yamlStrings) begin(n *yaml.Node) int {
	at := y.offset(n.Line, n.Column)
	for at < len(y.file) && (y.file[at] == '!' || y.file[at] == '&') {
		at = y.skipSpace(skipUntil(y.file, at, yamlSpace))
	}
	switch {
	case at == len(y.file):
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		at++
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		at = skipUntil(y.file, at, "\r\n")
		at = skip(y.file, at, " \r\n")
	}
	return at
}

const yamlSpace = " \t\r\n"

func (y *yamlStrings) skipSpace(at int) int {
	for {
		at = skip(y.file, at, yamlSpace)
		if at == len(y.file) || y.file[at] != '#' {
			return at
		}
		at = skipUntil(y.file, at, "\r\n")
	}
}

// add adds a string at an offset. If the file contains it byte for byte, or with characters that readable replaced, the
// string is taken from the file.
func (y *yamlStrings) add(at int, text string, f found) {
	f.span = span{at, at}
	if n, ok := prefixAsRead(y.file[at:], text); ok {
		f.end += n
	} else {
		f.text = []byte(text)
	}
	y.found = append(y.found, f)
}

// prefixAsRead returns the length of the prefix of a file that readable turns into text, and whether there is one.
func prefixAsRead(file []byte, text string) (n int, ok bool) {
	for _, r := range text {
		got, size := utf8.DecodeRune(file[n:])
		if size == 0 || got != r && (r != utf8.RuneError || !isNotYAML(got)) {
			return 0, false
		}
		n += size
	}
	return n, true
}

// A cursor converts lines and columns of the library to offsets. It moves forward.
type cursor struct {
	file         []byte
	at           int
	line, column int // from 0
}

// offset returns the offset of a line and column, which count from 1. It restarts for a position before the last one.
func (c *cursor) offset(line, column int) int {
	line, column = line-1, column-1
	if line < c.line || line == c.line && column < c.column {
		c.at, c.line, c.column = 0, 0, 0
	}
	for c.at < len(c.file) && (c.line < line || c.column < column) {
		n := lineBreak(c.file[c.at:])
		switch {
		case n > 0 && c.line == line:
			return c.at
		case n > 0:
			c.at, c.line, c.column = c.at+n, c.line+1, 0
		default:
			_, n = utf8.DecodeRune(c.file[c.at:])
			c.at, c.column = c.at+n, c.column+1
		}
	}
	return c.at
}

func lineBreak(text []byte) int {
	for _, end := range []string{"\r\n", "\r", "\n", "\u0085", "\u2028", "\u2029"} {
		if bytes.HasPrefix(text, []byte(end)) {
			return len(end)
		}
	}
	return 0
}
