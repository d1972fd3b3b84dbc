package table

import (
	"math/bits"

	"example.org/iri/compile/internal/machine"
	"example.org/iri/dfa"
)

// Classifier lays a machine out whose states say in which languages texts are; names are
// those of the languages.
func Classifier(d *machine.Machine[machine.Set], names []string) *dfa.Classifier {
	order, _ := d.Order()
	number := make([]uint16, len(order)) // the state that each state of d becomes
	for i, s := range order {
		number[s] = uint16(i)
	}
	c := &dfa.Classifier{
		Names:   names,
		Start:   number[d.Start],
		Shift:   uint8(bits.Len(uint(d.Classes.N - 1))),
		Classes: &d.Classes.Of,
		Sets:    machine.Column(d, order, func(o machine.Set) uint16 { return uint16(o) }),
	}
	c.Trans = make([]uint16, len(order)<<c.Shift)
	for i, s := range order {
		for class, t := range d.Row(s) {
			c.Trans[i<<c.Shift+class] = number[t]
		}
	}
	return c
}
