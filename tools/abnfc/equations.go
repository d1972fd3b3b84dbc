package main

import (
	"fmt"
	"go/token"
	"path"
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
)

// equation is a line of a file of languages: a name and what it stands for.
type equation struct {
	pos       abnf.Pos
	name      string
	terms     []term
	operators []string // between the terms: "&", "-", "|" or "."; "," in a classifier
}

// term is a rule of a grammar, or the name of a language above.
type term struct {
	pos   abnf.Pos
	files []string // the grammar, and those that it overrides; none for a language
	name  string

	encoding abnf.Encoding // of the grammar
}

// octetsPrefix marks a grammar whose values are octets.
const octetsPrefix = "octets:"

// cutEncoding removes the prefix of an encoding.
func cutEncoding(text string) (encoding abnf.Encoding, rest string) {
	rest, octets := strings.CutPrefix(text, octetsPrefix)
	if octets {
		encoding = abnf.Octets
	}
	return encoding, rest
}

func (t term) String() string {
	var names []string
	for _, f := range t.files {
		names = append(names, path.Base(f))
	}
	if len(names) == 0 {
		return t.name
	}
	text := strings.Join(names, "<") + ":" + t.name
	if t.encoding == abnf.Octets {
		return octetsPrefix + text
	}
	return text
}

// isClassifier reports whether the equation lists languages in braces.
func (e *equation) isClassifier() bool { return len(e.operators) > 0 && e.operators[0] == "," }

// String returns what stands after the name, without folders.
func (e *equation) String() string {
	var b strings.Builder
	for i, t := range e.terms {
		if i > 0 && e.isClassifier() {
			b.WriteString(", ")
		} else if i > 0 {
			b.WriteString(" " + e.operators[i-1] + " ")
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// eqToken is a word or a sign of a file of languages.
type eqToken struct {
	pos  abnf.Pos
	text string // "" at the end
}

// words matches white space and comments, signs, and words.
var words = regexp.MustCompile(`^(?:\s+|;[^\n]*|[=&|{},]|-(?:\s|$)|[^\s;=&|{},]+)`)

// tokenize splits a line into tokens, the last one empty.
func tokenize(file, text string) (list []eqToken) {
	pos := abnf.Pos{File: file, Line: 1, Col: 1}
	for text != "" {
		t := words.FindString(text)
		if strings.HasPrefix(t, "-") && len(t) == 2 && strings.TrimSpace(t) == "-" {
			t = "-"
		}
		if s := strings.TrimSpace(t); s != "" && s[0] != ';' {
			list = append(list, eqToken{pos, t})
		}
		pos.Offset += len(t)
		if lines := strings.Count(t, "\n"); lines > 0 {
			pos.Line += lines
			pos.Col = len(t) - strings.LastIndexByte(t, '\n')
		} else {
			pos.Col += len(t)
		}
		text = text[len(t):]
	}
	return append(list, eqToken{pos, ""})
}

// eqParser reads equations by recursive descent; the first fault ends it.
type eqParser struct {
	tokens []eqToken // what is left
	folder string    // of the file: grammars are looked for there
	err    error
}

// parseEquations reads a file of languages.
func parseEquations(file, text string) (list []*equation, err error) {
	p := &eqParser{tokens: tokenize(file, text), folder: path.Dir(file)}
	for p.err == nil && p.peek() != "" {
		list = append(list, p.equation())
	}
	if p.err == nil && len(list) == 0 {
		p.fail("an equation")
	}
	return list, p.err
}

func (p *eqParser) peek() string { return p.tokens[0].text }

func (p *eqParser) next() eqToken {
	t := p.tokens[0]
	if t.text != "" {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *eqParser) fail(expected string) {
	if p.err != nil {
		return
	}
	found := "the end"
	if t := p.peek(); t != "" {
		found = fmt.Sprintf("%q", t)
	}
	p.err = at(p.tokens[0].pos, fmt.Errorf("expected %s, found %s", expected, found))
}

func (p *eqParser) expect(sign string) {
	if p.peek() != sign {
		p.fail(fmt.Sprintf("%q", sign))
		return
	}
	p.next()
}

func (p *eqParser) equation() *equation {
	e := &equation{pos: p.tokens[0].pos, name: p.peek()}
	if !token.IsExported(e.name) || !token.IsIdentifier(e.name) {
		p.fail("the name of a language, as of an exported variable in Go")
		return e
	}
	p.next()
	p.expect("=")
	if p.peek() == "{" {
		p.next()
		p.list(e, ",")
		p.expect("}")
		return e
	}
	p.list(e, "&", "-", "|", ".")
	return e
}

// list reads terms with operators between them. A list of one language is none.
func (p *eqParser) list(e *equation, operators ...string) {
	for p.err == nil {
		e.terms = append(e.terms, p.term())
		found := false
		for _, o := range operators {
			if p.peek() == o {
				e.operators = append(e.operators, o)
				found = true
			}
		}
		if !found {
			break
		}
		p.next()
	}
	if operators[0] == "," && len(e.operators) == 0 {
		p.fail(`","`)
	}
}

func (p *eqParser) term() term {
	t := term{pos: p.tokens[0].pos}
	text := p.peek()
	encoding, rest := cutEncoding(text)
	files, rule, isRule := cutLast(rest, ":")
	switch {
	case text == "" || strings.ContainsAny(text[:1], "=&|{},-"), text == ".", isRule && (files == "" || rule == ""):
		p.fail("a language or GRAMMAR:RULE")
		return t
	case isRule:
		t.name, t.encoding = rule, encoding
		for f := range strings.SplitSeq(files, "<") {
			if !path.IsAbs(f) {
				f = path.Join(p.folder, f)
			}
			t.files = append(t.files, f)
		}
	default:
		t.name = text
	}
	p.next()
	return t
}

// cutLast splits a string at the last separator.
func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return s, "", false
}
