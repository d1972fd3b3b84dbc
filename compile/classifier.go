package compile

import (
	"math/bits"

	"example.org/iri/dfa"
)

// Classifier returns the automaton that tells in one walk which of the automata
// accept a text: at most 16. It is their product with sets as outputs, minimized.
func Classifier(name string, list ...*dfa.Automaton) (*dfa.Classifier, error) {
	const most = 16 // bits of a set
	p := newProduct(name, list)
	if len(list) > most {
		return nil, p.limit("languages", most)
	}
	err := p.visit(func(tuple []dfa.State) output {
		var o output
		for i, s := range tuple {
			if list[i].Accepts(s) {
				o.accepts = true
				o.marks |= 1 << i // a set, as those of marks are
			}
		}
		return o
	})
	if err != nil {
		return nil, err
	}
	d := minimize(p.d)
	order, _ := d.order()
	number := make([]uint16, len(order)) // the state that each state of d becomes
	for i, s := range order {
		number[s] = uint16(i)
	}
	c := &dfa.Classifier{
		Start:   number[d.start],
		Shift:   uint8(bits.Len(uint(d.classes.n - 1))),
		Classes: &d.classes.of,
		Sets:    column(d, order, func(o output) uint16 { return o.marks }),
	}
	for _, a := range list {
		c.Names = append(c.Names, a.Name)
	}
	c.Trans = make([]uint16, len(order)<<c.Shift)
	for i, s := range order {
		for class, t := range d.row(s) {
			c.Trans[i<<c.Shift+class] = number[t]
		}
	}
	return c, c.Check()
}
