package abnf

import (
	"fmt"
	"iter"
	"slices"
)

// A view is a grammar as an importing grammar sees it.
type view struct {
	*Grammar
	names map[string]bool // folded; nil for all
}

// Import makes the rules of h available to g. An imported rule keeps its meaning: its references never resolve to rules
// of g. If g only extends a name by "=/", the name means, in g, the rule of h with the alternatives of g added; h does
// not change.
//
// A name in g resolves to the first of these: a rule of g, a rule imported by name, a core rule, a rule of the grammars
// imported as a whole, in the order of the imports. So importing a grammar does not change names that are defined
// already.
func (g *Grammar) Import(h *Grammar) { g.view(view{Grammar: h}) }

// ImportRules is [Grammar.Import] for the named rules only. The error is an [ErrorList] of the names that h does not
// define, and of those that g defines or imports by name already.
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

// Override replaces rules of h by the rules of g with the same names, also for references within h, and makes the other
// rules of h available to g. It makes h a part of g; h must not be used by itself any more.
func (g *Grammar) Override(h *Grammar) {
	h.above = g
	g.below = append(append(g.below, h), h.below...)
	g.imports = append(g.imports, h.imports...)
	g.extend(h.own)
}

// extend completes the rules of g that only have "=/" definitions.
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

func (g *Grammar) extendCore() {
	g.extend(func(name string) *Rule { return Core().own(name) })
}

// own returns the rule of g, or of the grammars that it overrides.
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

// rule returns the visible rule with a name, or the rule that overrides it.
func (v view) rule(name string) *Rule {
	if !v.sees(name) || v.own(name) == nil {
		return nil
	}
	return v.top().own(name)
}

func (v view) sees(name string) bool { return v.names == nil || v.names[fold(name)] }

// named returns the rule of g, or the rule that g imports by name.
func (g *Grammar) named(name string) *Rule {
	if r := g.own(name); r != nil {
		return r
	}
	return g.imported(name, true)
}

// imported returns the first rule that is imported by name or, if byName is false, with its whole grammar.
func (g *Grammar) imported(name string, byName bool) *Rule {
	for _, v := range g.imports {
		if r := v.rule(name); r != nil && byName == (v.names != nil) {
			return r
		}
	}
	return nil
}

// Lookup returns the rule that a name, which is case-insensitive, means in g: a rule of g, a core rule or an imported
// rule, in the order described at [Grammar.Import]. If there is none, it returns nil.
func (g *Grammar) Lookup(name string) *Rule {
	if r := g.named(name); r != nil {
		return r
	}
	if core := Core(); g != core && core.own(name) != nil {
		return core.own(name)
	}
	return g.imported(name, false)
}

// Target returns the rule that a reference resolves to, or nil. It resolves the name in the grammar that the reference
// was parsed in, or in g if it was not parsed. Rules that override those of this grammar take precedence.
func (g *Grammar) Target(ref *RuleRef) *Rule { return g.home(ref).Lookup(ref.Name) }

// home returns the grammar in which a reference is resolved.
func (g *Grammar) home(ref *RuleRef) *Grammar {
	if ref.home != nil {
		return ref.home.top()
	}
	return g.top()
}

// top returns the outermost grammar that overrides g, or g.
func (g *Grammar) top() *Grammar {
	for g.above != nil {
		g = g.above
	}
	return g
}

func (g *Grammar) visible() []*Rule {
	list := slices.AppendSeq(slices.Clone(g.rules), g.foreign())
	return append(list, Core().rules...)
}

// foreign yields the rules of the grammars that g overrides and imports.
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
