// Package recipe lists the languages that are made from the grammars in folder tables. The generator follows the
// recipes, and tests compare the tables with them.
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

// A Recipe is the definition of a language.
type Recipe struct {
	Name     string   // the name of the rule, or a new one for a derived language
	Rule     string   // a rule of the first grammar
	Grammars []string // files; rules of each replace rules with the same names in the files after it

	// Without is a language to subtract, as FILE:RULE or FILE<FILE:RULE, or "".
	Without string

	// Doc is one or more sentences for users, besides the Sample.
	Doc string

	// Shape determines the components of the strings. Rules has the rules of these components, by the offset at which
	// they begin; it is empty for Others.
	Shape Shape
	Rules Rules

	// Mixed: a state may be in several components, such as path and query, so errors do not name the component.
	Mixed bool

	// Fast: the language has a plan for fast paths.
	Fast bool

	// Beyond is the name of the rule for the same strings with the characters of RFC 3987, or "".
	Beyond string

	// Like and WithHost are as in uri.Language; Like is the name of a language, or "".
	Like     string
	WithHost bool
}

// A Shape is the name of a uri.Shape.
type Shape string

// The shapes. Others have no components.
const (
	Others      Shape = ""
	References  Shape = "Reference"
	Targets     Shape = "Target"
	Authorities Shape = "Authority"
)

// Rules has a rule for each offset in the order of find.Offsets, or "" if no rule begins there.
type Rules [7]string

// Offsets of Rules in the recipes.
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

func (r *Recipe) Plain(dir string) (*dfa.Automaton, error) { return r.build(dir, nil) }

// Automaton returns the automaton that is shipped. It is minimal under one condition: no state is both in a query and
// in a path, so that errors can name the component.
func (r *Recipe) Automaton(dir string) (*dfa.Automaton, error) {
	if r.Rules[query] == "" {
		return r.Plain(dir)
	}
	a, err := r.build(dir, &compile.Options{Parts: []string{r.Rules[query]}})
	if err != nil {
		return nil, err
	}
	a.Outputs, a.PartNames = nil, nil
	return a, nil
}

func (r *Recipe) build(dir string, opts *compile.Options) (*dfa.Automaton, error) {
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

// A Group is the languages in one Go file and one summary, both with its name.
type Group struct {
	Name    string
	Recipes []Recipe
}

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

// words maps words of the RFCs to another spelling in Go.
var words = map[string]string{
	"nz": "NZ", "nc": "NC", "ls32": "LS32", "ucschar": "UCSChar", "IPv4address": "IPv4Address", "IPv6address": "IPv6Address",
	"http": "HTTP", "https": "HTTPS", "nul": "NUL",
}

// withI begins the names of rules that are internationalized in RFC 3987, or new there.
var withI = []string{
	"ihier", "irelative", "iauthority", "iuserinfo", "ihost", "ireg", "ipath", "isegment", "ipchar", "iquery", "ifragment",
	"iunreserved", "iprivate",
}

// GoName returns the name of the Go variable of a language: the words between hyphens, capitalized, with a separate
// capital for the I of "internationalized".
func GoName(name string) string {
	var b strings.Builder
	for i, word := range strings.Split(name, "-") {
		if spelled, ok := words[word]; ok {
			b.WriteString(spelled)
			continue
		}
		for _, begin := range withI {
			if i == 0 && word == begin {
				b.WriteString("I")
				word = word[1:]
			}
		}
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
