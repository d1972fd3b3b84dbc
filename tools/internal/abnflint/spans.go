package abnflint

import (
	"errors"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// checkSpans reports references that cannot be spans, because their position in some string is ambiguous. It groups
// references with the same shortest string. It omits core rules, which nobody uses as spans.
func (l *linter) checkSpans() {
	refs := slices.DeleteFunc(l.references(l.rule), func(ref *abnf.RuleRef) bool {
		return l.target(ref) == l.rule || abnf.Core().Lookup(ref.Name) != nil
	})
	texts := make(map[*abnf.Rule]string)
	l.ambiguous(refs, texts)
	for i, ref := range refs {
		text, is := texts[l.target(ref)]
		if !is {
			continue
		}
		var names []string
		for _, other := range refs[i:] {
			if t, is := texts[l.target(other)]; is && t == text {
				names = append(names, l.target(other).Name)
				delete(texts, l.target(other))
			}
		}
		l.report(ambiguous, ref.Pos, []byte(text), "the place of %s is ambiguous, as in %+q", strings.Join(names, ", "), text)
	}
}

// ambiguous finds a string for each reference with an ambiguous position. It omits rules that refer to themselves, whose
// position would be an error.
func (l *linter) ambiguous(refs []*abnf.RuleRef, texts map[*abnf.Rule]string) {
	if len(refs) == 0 {
		return
	}
	err := l.compileSpans(l.rule, refs)
	var limit *compile.LimitError
	exceeded := errors.As(err, &limit)
	switch {
	case err == nil:
	case errors.As(err, new(*compile.AmbiguousError)):
		for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
			ambiguity := e.(*compile.AmbiguousError)
			texts[l.grammar.Lookup(ambiguity.Name)] = string(ambiguity.Text)
		}
	case errors.Is(err, errEffort):
		l.unchecked(refs[0].Pos, err)
	case len(refs) > 1: // some of them may be the cause, and fewer take less
		l.ambiguous(refs[:len(refs)/2], texts)
		l.ambiguous(refs[len(refs)/2:], texts)
	case exceeded:
		l.report(notChecked, refs[0].Pos, nil, "whether the place of %s is ambiguous is not checked: more than %d %s",
			refs[0].Name, limit.Max, limit.What)
	}
}
