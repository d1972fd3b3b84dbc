// Package recipe lists which languages are made from the grammars in folder tables, and how. The
// generator follows the recipes, and tests compare the tables with them.
package recipe

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// A Recipe is what a language is made from.
type Recipe struct {
	Name     string   // of the language: that of its rule, or one of our own if it is derived
	Rule     string   // of the first of the grammars
	Grammars []string // files; the rules of each take the place of those with the same names in the files after it

	// Without is the language to be taken away, as FILE:RULE or FILE<FILE:RULE; "" for none.
	Without string

	// Doc is what users have to know besides the Sample: a sentence or more.
	Doc string

	// Shape determines which components the strings have. Rules has the rules of these components, by the
	// offset at which they begin. It is empty for Others.
	Shape Shape
	Rules Rules

	// Mixed: a state may be in several components, a path and a query say. So errors do not name the
	// component.
	Mixed bool

	// Fast: the language has a plan for fast paths.
	Fast bool

	// Beyond is the name of the rule that has the same strings with the characters of RFC 3987; "" if
	// there is no such rule.
	Beyond string

	// Like and WithHost are those of uri.Language: the name of a language, "" for none.
	Like     string
	WithHost bool
}

// A Shape is a uri.Shape by its name.
type Shape string

// The shapes. Others have no components.
const (
	Others      Shape = ""
	References  Shape = "Reference"
	Targets     Shape = "Target"
	Authorities Shape = "Authority"
)

// Rules has a rule for each offset, in the order of find.Offsets; "" if no rule begins there.
type Rules [7]string

// The offsets of Rules that the recipes name.
const (
	hier  = 0
	port  = 3
	query = 5
)

// Equation returns the language as an equation of files and rules.
func (r *Recipe) Equation() string {
	var names []string
	for _, file := range r.Grammars {
		names = append(names, filepath.Base(file))
	}
	text := strings.Join(names, "<") + ":" + r.Rule
	if r.Without != "" {
		text += " - " + filepath.Base(r.Without)
	}
	return text
}

// Grammar reads the grammars of r from folder dir and joins them.
func (r *Recipe) Grammar(dir string) (*abnf.Grammar, error) { return read(dir, r.Grammars...) }

func read(dir string, files ...string) (*abnf.Grammar, error) {
	var g *abnf.Grammar
	for _, file := range slices.Backward(files) {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return nil, err
		}
		h, err := abnf.ParseFile(file, text)
		if err != nil {
			return nil, err
		}
		if g != nil {
			h.Override(g)
		}
		g = h
	}
	return g, nil
}

// Plain makes the minimal automaton.
func (r *Recipe) Plain(dir string) (*dfa.Automaton, error) { return r.cook(dir, nil) }

// Automaton makes the automaton that is shipped. It is minimal but for one thing: no state is both in
// a query and in a path, so that errors can name the component.
func (r *Recipe) Automaton(dir string) (*dfa.Automaton, error) {
	if r.Rules[query] == "" {
		return r.Plain(dir)
	}
	a, err := r.cook(dir, &compile.Options{Parts: []string{r.Rules[query]}})
	if err != nil {
		return nil, err
	}
	a.Outputs, a.PartNames = nil, nil
	return a, nil
}

func (r *Recipe) cook(dir string, opts *compile.Options) (*dfa.Automaton, error) {
	g, err := r.Grammar(dir)
	if err != nil {
		return nil, err
	}
	a, err := compile.Compile(g, r.Rule, opts)
	if err != nil {
		return nil, err
	}
	a.Name = r.Name
	if r.Without == "" {
		return a, nil
	}
	without, err := r.without(dir)
	if err != nil {
		return nil, err
	}
	return compile.Difference(r.Name, a, without)
}

func (r *Recipe) without(dir string) (*dfa.Automaton, error) {
	file, rule, ok := strings.Cut(r.Without, ":")
	if !ok {
		return nil, fmt.Errorf("%s: %q is not FILE:RULE", r.Name, r.Without)
	}
	g, err := read(dir, strings.Split(file, "<")...)
	if err != nil {
		return nil, err
	}
	return compile.Compile(g, rule, nil)
}

// A Group is the languages of a Go file and a summary, which are called alike.
type Group struct {
	Name    string
	Recipes []Recipe
}

// Files lists the grammars that the group is made of, each once.
func (g *Group) Files() (list []string) {
	known := make(map[string]bool)
	for _, r := range g.Recipes {
		files := r.Grammars
		if file, _, ok := strings.Cut(r.Without, ":"); ok {
			files = slices.Concat(files, strings.Split(file, "<"))
		}
		for _, file := range files {
			if !known[file] {
				known[file] = true
				list = append(list, file)
			}
		}
	}
	return list
}
