package main

import "example.org/iri/internal/testkit/corpus"

// generated returns lists of varied texts, the same in every run.
func generated() (all []*list) {
	for _, l := range corpus.Generated() {
		all = append(all, newList(l.Name, l.Texts))
	}
	return all
}
