package compile

// alphabet maps bytes to the classes of those that behave alike. Classes are
// numbered in the order of their first bytes.
type alphabet struct {
	of    [256]uint8
	n     int
	first [256]uint8 // first byte of each class
}

// newAlphabet builds the alphabet in which two bytes share a class if their keys
// are equal.
func newAlphabet[Key comparable](key func(b int) Key) alphabet {
	var a alphabet
	known := make(map[Key]uint8)
	for b := range 256 {
		k := key(b)
		c, ok := known[k]
		if !ok {
			c = uint8(a.n)
			known[k] = c
			a.first[c] = uint8(b)
			a.n++
		}
		a.of[b] = c
	}
	return a
}

// classes returns the coarsest alphabet of intervals such that no edge of the
// NFA tells bytes of a class apart.
func (n *nfa) classes() alphabet {
	var begins [257]bool
	for _, s := range n.states {
		for _, e := range s.edges {
			begins[e.Lo] = true
			begins[int(e.Hi)+1] = true
		}
	}
	interval := 0
	return newAlphabet(func(b int) int {
		if begins[b] {
			interval++
		}
		return interval
	})
}

// mergeClasses joins the classes that no state of d tells apart: those whose
// columns are equal.
func mergeClasses(d *machine) *machine {
	columns := make([]string, d.classes.n)
	for c := range columns {
		column := make([]byte, 0, 4*len(d.output))
		for s := range d.output {
			t := d.next[s*d.classes.n+c]
			column = append(column, byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
		}
		columns[c] = string(column)
	}
	m := &machine{name: d.name, start: d.start}
	m.classes = newAlphabet(func(b int) string { return columns[d.classes.of[b]] })
	for s, o := range d.output {
		row := m.row(m.addState(o))
		for c := range row {
			row[c] = d.row(int32(s))[d.classes.of[m.classes.first[c]]]
		}
	}
	return m
}
