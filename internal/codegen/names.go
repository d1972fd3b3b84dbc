package codegen

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
// position that is not known is zero.
type NameError struct {
	abnf.Pos
	OtherPos          abnf.Pos
	Rule, Other, Name string
}

func (e *NameError) Error() string {
	prefix, other := "abnf", e.Other
	if e.Line > 0 {
		prefix += ": " + e.Pos.String()
	}
	if e.OtherPos.Line > 0 {
		other += fmt.Sprintf(" (%v)", e.OtherPos)
	}
	return fmt.Sprintf("%s: %s and %s would both be called %s in Go", prefix, e.Rule, other, e.Name)
}

// names are the names in Go of what is made for a rule. What is not made has an empty name.
type names struct {
	rule         string
	valid, check string
	parse, parts string
	methods      []string // of parts, one for each span
	table, spans string

	examples, compare, test, fuzz string // in the test file
}

// names returns the names for each rule. Exported names follow from those of the rules, so that
// users know them: two that are the same are an error. All others give way.
func (f *File) names() ([]names, error) {
	s := &scope{pos: f.Pos, owner: make(map[string]string)}
	list := make([]names, len(f.Rules))
	for i, r := range f.Rules {
		n := &list[i]
		n.rule = r.Name
		name := GoName(r.Name)
		if !f.Functions {
			n.table = name
			s.claim(r.Name, n.table)
			continue
		}
		n.valid, n.check = "Valid"+name, "Check"+name
		exported := []string{n.valid, n.check}
		if r.Spans != nil {
			n.parse, n.parts = "Parse"+name, name+"Parts"
			exported = append(exported, n.parse, n.parts)
			n.methods = s.methods(r.Spans)
		}
		s.claim(r.Name, exported...)
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

// scope holds the names that are taken: in a package, its test included, or as methods of a type.
type scope struct {
	pos   map[string]abnf.Pos
	owner map[string]string // rule by name
	errs  []error
}

// claim takes names that a rule must have. The first of them that is taken already is an error.
func (s *scope) claim(rule string, names ...string) {
	for _, name := range names {
		if !token.IsIdentifier(name) || !token.IsExported(name) {
			s.errs = append(s.errs, fmt.Errorf("abnf: %q is no exported name in Go", name))
			return
		}
		if other, taken := s.owner[name]; taken {
			s.errs = append(s.errs, &NameError{s.pos[rule], s.pos[other], rule, other, name})
			return
		}
		s.owner[name] = rule
	}
}

// methods returns the names of the methods for spans, which are a scope of their own.
func (s *scope) methods(t *dfa.Tagged) (list []string) {
	of := &scope{pos: s.pos, owner: make(map[string]string)}
	for _, rule := range t.Names {
		name := GoName(rule)
		of.claim(rule, name)
		list = append(list, name)
	}
	s.errs = append(s.errs, of.errs...)
	return list
}

// settle fills in the names that may be any.
func (s *scope) settle(n *names) {
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
