package matcher

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// Find returns the results of [dfa.FindAll] for each span of a table, and an error if [dfa.Find] has other results.
func Find[Bytes ~[]byte | ~string](a *dfa.Tagged, text Bytes) (list []Occurrences, ok bool, err error) {
	first := make([]dfa.Span, len(a.Names))
	present, ok := dfa.Find(a, text, first)
	for k, name := range a.Names {
		all := slices.Collect(dfa.FindAll(a, text, k))
		var want dfa.Span
		if len(all) > 0 {
			want = all[0]
		}
		if first[k] != want || present>>k&1 != 0 != (len(all) > 0) || len(all) > 0 && !ok {
			err = fmt.Errorf("%q: %s: first at %v, %t; all at %v", text, name, first[k], present>>k&1 != 0, all)
		}
		list = append(list, OccurrencesAt(all...))
	}
	return list, ok, err
}
