package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"example.org/iri"
)

func newYAML(r io.Reader, o Options, base iri.IRI) Reader {
	return newDocument(r, cmp.Or(o.MaxFile, maxYAML), base, func(file []byte) ([]found, error) {
		y := yamlStrings{fields: newFields(o, false), file: file}
		return y.read()
	})
}

// yamlStrings are those of a file of YAML.
type yamlStrings struct {
	fields
	file  []byte
	lines []int // where each begins
	found []found
	err   error // the first value at the end of the path that is not a string
}

func (y *yamlStrings) read() ([]found, error) {
	y.lines = append(y.lines, 0)
	for i, c := range y.file {
		if c == '\n' || c == '\r' && !bytes.HasPrefix(y.file[i+1:], []byte("\n")) {
			y.lines = append(y.lines, i+1)
		}
	}
	// The library takes the CR LF in a quotation for two ends of lines. Without the CR all columns are the same.
	tokens := lexer.Tokenize(strings.ReplaceAll(string(y.file), "\r\n", "\n"))
	if t, message := tooComplex(tokens); t != nil {
		return nil, y.complain(t, message)
	}
	tree, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	var wrong yaml.Error
	switch {
	case errors.As(err, &wrong) && wrong.GetToken() != nil:
		return nil, y.broken(y.complain(wrong.GetToken(), "broken YAML: "+wrong.GetMessage()))
	case err != nil:
		return nil, y.broken(&Error{Err: fmt.Errorf("broken YAML: %w", err)})
	}
	for _, d := range tree.Docs {
		y.node(d.Body, where{})
	}
	return y.found, y.err
}

// node looks at a node and those below it.
func (y *yamlStrings) node(n ast.Node, w where) {
	switch n := n.(type) {
	case *ast.MappingNode:
		if y.ends(w) {
			y.noString(n)
			return
		}
		for _, v := range n.Values {
			y.node(v, w)
		}
	case *ast.MappingValueNode:
		if y.ends(w) {
			y.noString(n)
			return
		}
		name := []byte(nil)
		if key, is := untagged(n.Key).(ast.ScalarNode); is {
			name = fmt.Append(nil, key.GetValue())
		}
		y.node(n.Value, y.member(w, name))
	case *ast.SequenceNode:
		for i, v := range n.Values {
			y.node(v, y.element(w, int64(i)))
		}
	case *ast.AnchorNode:
		y.node(n.Value, w)
	case *ast.TagNode:
		y.node(n.Value, w)
	case *ast.StringNode:
		y.string(n.Token, n.Value, w)
	case *ast.LiteralNode:
		y.literal(n, w)
	case nil, *ast.NullNode, *ast.AliasNode:
	default:
		if y.ends(w) {
			y.noString(n)
		}
	}
}

// untagged returns a node without its tags and its anchor.
func untagged(n ast.Node) ast.Node {
	for {
		switch outer := n.(type) {
		case *ast.TagNode:
			n = outer.Value
		case *ast.AnchorNode:
			n = outer.Value
		case *ast.MappingKeyNode:
			n = outer.Value
		default:
			return n
		}
	}
}

func (y *yamlStrings) noString(n ast.Node) {
	if y.err == nil {
		y.err = y.complain(n.GetToken(), "the value is not a string")
	}
}

// A TemplateError is about a file that is broken YAML since it seems to be a template of it, as Helm has them.
type TemplateError struct{ Err error }

func (e *TemplateError) Error() string { return e.Err.Error() }
func (e *TemplateError) Unwrap() error { return e.Err }

// broken returns the error of a file that cannot be parsed.
func (y *yamlStrings) broken(e *Error) error {
	if bytes.Contains(y.file, []byte("{{")) {
		e.Err = &TemplateError{e.Err}
	}
	return e
}

func (y *yamlStrings) complain(t *token.Token, message string) *Error {
	p := position{line: 1, column: 1}
	p.advance(y.file[:y.offset(t.Position)])
	return &Error{Line: p.line, Column: p.column, Err: errors.New(message)}
}

// The time of the library is quadratic in the depth of values, and in the number of keys of a block mapping.
const maxNesting, maxKeys = 1000, 20_000

// tooComplex returns the first token at which values are nested too deep, or a mapping has too many keys, and what is
// wrong. In blocks of several lines, the size of the file limits the depth, since each level needs an indentation.
func tooComplex(tokens token.Tokens) (*token.Token, string) {
	flow, block, line := 0, 0, 0
	keys := make([]int, 0, 16) // by column
	for _, t := range tokens {
		if t.Position.Line != line {
			block, line = 0, t.Position.Line
			if keys = countLine(keys, t); len(keys) > 0 && keys[len(keys)-1] > maxKeys {
				return t, fmt.Sprintf("a mapping has more than %d keys", maxKeys)
			}
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow = max(flow-1, 0)
		case token.SequenceEntryType:
			block++
		}
		if flow > maxNesting || block > maxNesting {
			return t, fmt.Sprintf("values are nested deeper than %d", maxNesting)
		}
	}
	return nil, ""
}

// countLine counts the first token of a line as a key at its column, and forgets the columns after it.
func countLine(keys []int, t *token.Token) []int {
	column := t.Position.Column
	switch {
	case t.Type == token.CommentType:
		return keys
	case t.Type == token.DocumentHeaderType:
		return keys[:0]
	case t.Type == token.SequenceEntryType: // it may be at the column of the key that it belongs to
		return keys[:min(len(keys), column+1)]
	}
	for len(keys) <= column {
		keys = append(keys, 0)
	}
	keys = keys[:column+1]
	keys[column]++
	return keys
}

// offset returns where a token begins. The library counts characters.
func (y *yamlStrings) offset(p *token.Position) int {
	at := y.lines[min(max(p.Line, 1), len(y.lines))-1]
	for range p.Column - 1 {
		_, n := utf8.DecodeRune(y.file[at:])
		at += n
	}
	return at
}

// string finds a plain or a quoted string.
func (y *yamlStrings) string(t *token.Token, text string, w where) {
	at := y.offset(t.Position)
	at = len(y.file) - len(bytes.TrimLeft(y.file[at:], " \n\r\t")) // after a tag, the library takes them along
	if t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType {
		at++
	}
	y.add(at, text, w)
}

// literal finds a string of several lines, which begins below its mark.
func (y *yamlStrings) literal(n *ast.LiteralNode, w where) {
	at := y.offset(n.Start.Position)
	at += bytes.IndexByte(y.file[at:], '\n') + 1
	at = len(y.file) - len(bytes.TrimLeft(y.file[at:], " \n\r"))
	y.add(at, n.Value.Value, w)
}

func (y *yamlStrings) add(at int, text string, w where) {
	if taken, relative := y.takes(w, []byte(text)); taken {
		at = min(at, len(y.file))
		f := found{span: span{at, min(at+len(text), len(y.file))}, resolved: relative}
		if string(y.file[f.start:f.end]) != text {
			f.text, f.end = []byte(text), f.start
		}
		y.found = append(y.found, f)
	}
}
