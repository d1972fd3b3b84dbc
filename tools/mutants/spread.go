package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// spread orders mutants so that each beginning of the order is a fair sample: of
// every group, the mutants of an operator in a package, it has about the same
// fraction. A mutant's place follows from a hash of its file, its operator and
// its changed lines, not of their numbers, so that the sample stays nearly the
// same when code in front of them grows.
func spread(mutants []*mutant) []*mutant {
	type place struct {
		*mutant
		hash     uint64
		fraction float64
	}
	groups := make(map[string][]*place)
	for _, m := range mutants {
		group := m.folder() + " " + m.operator
		groups[group] = append(groups[group], &place{m, hash(m.name + " " + m.operator + " " + m.change()), 0})
	}
	var places []*place
	for group, members := range groups {
		slices.SortStableFunc(members, func(a, b *place) int { return cmp.Compare(a.hash, b.hash) })
		first := float64(hash(group)>>11) / (1 << 53) // so that small groups do not all come in the middle
		for i, p := range members {
			p.fraction = (float64(i) + first) / float64(len(members))
		}
		places = append(places, members...)
	}
	slices.SortFunc(places, func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.fraction, b.fraction), cmp.Compare(a.id(), b.id()))
	})
	var order []*mutant
	for _, p := range places {
		order = append(order, p.mutant)
	}
	return order
}

func hash(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:])
}
