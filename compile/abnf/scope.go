package abnf

import (
	"fmt"
	"iter"
	"slices"
)

// view is a grammar as another one sees it that imports it.
type view struct {
	*Grammar
	names map[string]bool // folded; nil for all
}

// Import lets g refer to the rules of h. An imported rule means what it means in h: its references
// never stand for rules of g. If g has only "=/" for a name, that name stands in g for the rule of h with
// the alternatives of g added; in h the rule stays as it is.
//
// A name in g stands for one of these, in this order: a rule of g, a rule imported by name, a core
// rule, a rule of the grammars imported as a whole, in the order of the imports. To import a
// grammar therefore changes nothing that has a meaning already.
func (g *Grammar) Import(h *Grammar) { g.view(view{Grammar: h}) }

// ImportRules is [Grammar.Import] for the rules called names. The error is an [ErrorList] of the
// names that h does not have, and of those that g has already.
func (g *Grammar) ImportRules(h *Grammar, names ...string) error {
	v := view{h, make(map[string]bool)}
	var errs ErrorList
	for _, name := range names {
		v.names[fold(name)] = true
		r, known := h.own(name), g.named(name)
		switch {
		case r == nil:
			near := h.nearest(name)
			errs = append(errs, &Error{Pos: h.begin(), Msg: fmt.Sprintf("cannot import rule %q: it is not defined", name),
				Hint: didYouMean(near), Undefined: name, Nearest: near})
		case known != nil && known != r && !known.extends:
			errs = append(errs, &Error{Pos: known.Pos, Msg: fmt.Sprintf("rule %q is also imported from %v", known.Name, r.Pos)})
		}
	}
	if len(errs) == 0 {
		g.view(v)
	}
	return errs.err()
}

// begin returns the place of the first rule.
func (g *Grammar) begin() (pos Pos) {
	if len(g.rules) > 0 {
		pos = g.rules[0].Pos
	}
	return pos
}

func (g *Grammar) view(v view) {
	g.imports = append(g.imports, v)
	g.extend(v.rule)
}

// Override puts the rules of g in the place of those of h with the same names, in the rules of h as
// well, and lets g refer to the others. h becomes a part of g, and must not be used by itself any
// more.
func (g *Grammar) Override(h *Grammar) {
	h.above = g
	g.below = append(append(g.below, h), h.below...)
	g.imports = append(g.imports, h.imports...)
	g.extend(h.own)
}

// extend completes rules that add alternatives to rules of another grammar.
func (g *Grammar) extend(base func(name string) *Rule) {
	for _, r := range g.rules {
		if !r.extends {
			continue
		}
		if b := base(r.Name); b != nil && !b.extends {
			alts := slices.Concat(alternatives(b.Body), alternatives(r.Body))
			r.Body, r.extends = &Alternation{Pos: r.Body.Position(), Alts: alts}, false
		}
	}
}

// extendCore completes rules that add to core rules, of which core.abnf has none.
func (g *Grammar) extendCore() {
	g.extend(func(name string) *Rule { return Core().own(name) })
}

// own returns the rule of g, or of those that it overrides.
func (g *Grammar) own(name string) *Rule {
	if r := g.index[fold(name)]; r != nil {
		return r
	}
	for _, h := range g.below {
		if r := h.index[fold(name)]; r != nil {
			return r
		}
	}
	return nil
}

// rule returns the rule that can be seen under a name: where one is overridden, that which is in its
// place.
func (v view) rule(name string) *Rule {
	if !v.sees(name) || v.own(name) == nil {
		return nil
	}
	return v.top().own(name)
}

func (v view) sees(name string) bool { return v.names == nil || v.names[fold(name)] }

// named returns the rule of g, or one that it imports by name.
func (g *Grammar) named(name string) *Rule {
	if r := g.own(name); r != nil {
		return r
	}
	return g.imported(name, true)
}

// imported returns the first rule that is imported by name, or with all of its grammar.
func (g *Grammar) imported(name string, byName bool) *Rule {
	for _, v := range g.imports {
		if r := v.rule(name); r != nil && byName == (v.names != nil) {
			return r
		}
	}
	return nil
}

// Lookup returns the rule that a name stands for in g, ASCII case ignored, or nil if there is none:
// the grammar's own rule, or else a core rule, or an imported one. See [Grammar.Import].
func (g *Grammar) Lookup(name string) *Rule {
	if r := g.named(name); r != nil {
		return r
	}
	if core := Core(); g != core && core.own(name) != nil {
		return core.own(name)
	}
	return g.imported(name, false)
}

// Target returns the rule that a reference stands for, nil if there is none: what its name stands
// for in the grammar that it was read in or, if it was made by hand, in g. Rules that override
// those of this grammar come first.
func (g *Grammar) Target(ref *RuleRef) *Rule { return g.home(ref).Lookup(ref.Name) }

// home returns the grammar in which a reference has its meaning.
func (g *Grammar) home(ref *RuleRef) *Grammar {
	if ref.home != nil {
		return ref.home.top()
	}
	return g.top()
}

// top returns the grammar that overrides g and all that do, g itself if there is none.
func (g *Grammar) top() *Grammar {
	for g.above != nil {
		g = g.above
	}
	return g
}

// visible lists the rules that names may be meant for.
func (g *Grammar) visible() []*Rule {
	list := slices.AppendSeq(slices.Clone(g.rules), g.foreign())
	return append(list, Core().rules...)
}

// foreign yields the rules of the grammars that g overrides, and those that it imports.
func (g *Grammar) foreign() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		var views []view
		for _, h := range g.below {
			views = append(views, view{Grammar: h})
		}
		for _, v := range append(views, g.imports...) {
			for _, r := range v.rules {
				if v.sees(r.Name) && !yield(r) {
					return
				}
			}
		}
	}
}
