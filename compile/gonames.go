package compile

import (
	"errors"
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// GoName turns the name of a rule into an exported one of Go: the words between
// hyphens, each with a capital, so that ihier-part becomes IhierPart.
func GoName(rule string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(rule, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// NameError says that Rule, at Pos, and Other, at OtherPos, would both be called Name in Go. A
// position that is not known is zero. Other is empty if the name is that of the list of FIRST sets.
type NameError struct {
	abnf.Pos
	OtherPos          abnf.Pos
	Rule, Other, Name string
}

func (e *NameError) Error() string {
	prefix, other := "compile", e.Other
	if e.Line > 0 {
		prefix = place(e.Pos)
	}
	if e.OtherPos.Line > 0 {
		other += fmt.Sprintf(" (%v)", e.OtherPos)
	}
	return fmt.Sprintf("%s: %s and %s would both be called %s in Go", prefix, e.Rule, other, e.Name)
}

// goNames are the names in Go of what is made for a rule; one that is not made has none.
type goNames struct {
	rule         string
	valid, check string
	parse, parts string
	methods      []string // of parts, one for each span
	table, spans string

	examples, compare, test, fuzz string // in the test file
}

// names returns the names for each automaton. Exported names follow from those of the rules, so that
// users know them: two that are the same are an error. All others give way.
func (f *GoFile) names() ([]goNames, error) {
	s := &scope{file: f, owner: make(map[string]string)}
	list := make([]goNames, len(f.Automata))
	for i, a := range f.Automata {
		n := &list[i]
		n.rule = a.Name
		name := GoName(a.Name)
		if !f.Functions {
			n.table = name
			s.claim(a.Name, n.table)
			continue
		}
		n.valid, n.check = "Valid"+name, "Check"+name
		exported := []string{n.valid, n.check}
		if t := f.spansOf(a.Name); t != nil {
			n.parse, n.parts = "Parse"+name, name+"Parts"
			exported = append(exported, n.parse, n.parts)
			n.methods = s.methods(t)
		}
		s.claim(a.Name, exported...)
	}
	for _, c := range f.Classifiers {
		s.claim(c.Name, c.Name)
	}
	if err := errors.Join(s.errs...); err != nil || !f.Functions {
		return list, err
	}
	for i := range list {
		s.settle(&list[i])
	}
	return list, nil
}

// spansOf returns the automaton with spans of a rule, nil if there is none.
func (f *GoFile) spansOf(rule string) *dfa.Tagged {
	for _, t := range f.Spans {
		if t.Automaton.Name == rule {
			return t
		}
	}
	return nil
}

// scope holds the names that are taken: in a package, its test included, or as methods of a type.
type scope struct {
	file  *GoFile
	owner map[string]string // rule by name
	errs  []error
}

// claim takes names for a rule that cannot be others; of those that are taken the first is an error.
func (s *scope) claim(rule string, names ...string) {
	for _, name := range names {
		if !token.IsIdentifier(name) || !token.IsExported(name) {
			s.errs = append(s.errs, fmt.Errorf("compile: %q is no exported name in Go", name))
			return
		}
		if other, taken := s.owner[name]; taken {
			pos := s.file.Pos
			s.errs = append(s.errs, &NameError{pos[rule], pos[other], rule, other, name})
			return
		}
		s.owner[name] = rule
	}
}

// methods returns the names of the methods for spans, which are a scope of their own.
func (s *scope) methods(t *dfa.Tagged) (list []string) {
	of := &scope{file: s.file, owner: make(map[string]string)}
	for _, rule := range t.Names {
		name := GoName(rule)
		of.claim(rule, name)
		list = append(list, name)
	}
	s.errs = append(s.errs, of.errs...)
	return list
}

// settle fills in the names that may be any.
func (s *scope) settle(n *goNames) {
	name := GoName(n.rule)
	n.table = s.free(n.rule, "table"+name)
	if n.parse != "" {
		n.spans = s.free(n.rule, "spans"+name)
	}
	n.examples, n.compare = s.free(n.rule, "examples"+name), s.free(n.rule, "compare"+name)
	n.test, n.fuzz = s.free(n.rule, "TestRule"+name), s.free(n.rule, "FuzzRule"+name)
}

// free takes the name, or the first of name2, name3, ... that is not taken.
func (s *scope) free(rule, name string) string {
	free := name
	for i := 2; ; i++ {
		if _, taken := s.owner[free]; !taken {
			s.owner[free] = rule
			return free
		}
		free = name + strconv.Itoa(i)
	}
}
