package abnf

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// giveUp notes why a rule cannot be read, or something that has no name. Whoever asks for the
// rule by [Grammar.Verify] gets to know.
func (g *Grammar) giveUp(name string, faults ErrorList) {
	if g.unread == nil {
		g.unread = make(map[string]ErrorList)
	}
	g.unread[fold(name)] = append(g.unread[fold(name)], faults...)
}

// faultsOf returns why the rule that a name stands for in g cannot be read, or nil. A rule of
// that name that is a core rule or in a grammar imported as a whole is not the one that is meant.
func (g *Grammar) faultsOf(name string) ErrorList {
	if g.named(name) != nil {
		return nil
	}
	for _, h := range slices.Concat([]*Grammar{g}, g.below) {
		if faults := h.unread[fold(name)]; faults != nil {
			return faults
		}
	}
	if g.Lookup(name) != nil {
		return nil
	}
	for _, v := range g.imports {
		if faults := v.unread[fold(name)]; faults != nil && v.sees(name) {
			return faults
		}
	}
	return nil
}

// Unread returns the errors of the rules that [ParseWild] left out, in the order of their places.
func (g *Grammar) Unread() ErrorList {
	errs := slices.Concat(slices.Collect(maps.Values(g.unread))...)
	slices.SortFunc(errs, func(a, b *Error) int { return cmp.Or(a.Pos.compare(b.Pos), strings.Compare(a.Msg, b.Msg)) })
	if len(errs) > maxFaults {
		errs = append(errs[:maxFaults], tooManyFaults(errs[maxFaults].Pos))
	}
	return errs
}

// unreadErrors returns why no rule of a text can be read.
func (g *Grammar) unreadErrors(file string) error {
	if errs := g.Unread(); len(errs) > 0 {
		return errs
	}
	return ErrorList{{Pos: Pos{file, 0, 1, 1}, Msg: "no rule found"}}
}
