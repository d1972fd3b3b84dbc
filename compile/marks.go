package compile

// proveMarks shows that for every accepted text, and every reading of it, the
// registers of the automaton decode to where the marked rules begin; else it
// returns a *MarkError with a shortest text. It follows all pairs of a text and a
// path through the NFA that reads it, one mark at a time, and remembers of their
// past only how register and path compare. What it visits is finite: states of
// the automaton, times states of the NFA, times a few relations. As every path
// is followed, it also shows that no accepted text can be cut in two ways.
func proveMarks(c *checked, n *nfa, d *machine) error {
	if len(c.opts.Marks) == 0 {
		return nil
	}
	const most = 1 << 26
	if len(n.states)*len(d.output) > most {
		return c.limit("pairs of states in the proof of the marks", most)
	}
	live := n.live()
	for k, name := range c.opts.Marks {
		w := &markWalk{nfa: n, machine: d, live: live, mark: k, seen: make([]uint8, len(n.states)*len(d.output))}
		if text, why := w.search(); why != "" {
			return &MarkError{Pos: c.grammar.Lookup(name).Pos, Rule: c.rule.Name, Mark: name, Text: text, Why: why}
		}
	}
	return nil
}

// relation compares the register of a mark with the place where a path last
// began the mark's rule.
type relation uint8

const (
	neither      relation = iota // register not set, rule not begun
	registerOnly                 // set, but this path has not begun the rule
	different                    // the path began the rule elsewhere, or the register is not set
	same
	stale relation = 4 // added if an earlier mark has fired since the register was set
)

// markNode is where a search stands: the automaton in state, the path in at.
type markNode struct {
	state, at int32
	relation  relation
	fired     bool  // the mark fired on the byte just read
	parent    int32 // node before the last byte, -1 at the beginning
	by        byte  // the last byte
}

type markWalk struct {
	nfa     *nfa
	machine *machine
	live    []bool
	mark    int
	seen    []uint8 // relations met, a bit each, by NFA state and state
	nodes   []markNode
}

// search visits nodes in the order of their texts' lengths and returns the text
// of the first that breaks the claim, with the reason.
func (w *markWalk) search() (text []byte, why string) {
	if w.live[w.nfa.start] {
		w.visit(markNode{state: w.machine.start, at: w.nfa.start, parent: -1})
	}
	if w.machine.output[w.machine.start].marks>>w.mark&1 != 0 {
		return nil, "the rule can begin at offset 0, which means absent"
	}
	for i := 0; i < len(w.nodes); i++ {
		if why := w.broken(w.nodes[i]); why != "" {
			return w.text(int32(i)), why
		}
		w.step(int32(i))
	}
	return nil, ""
}

// visit adds a node, and with it those that the path reaches without a byte.
func (w *markWalk) visit(x markNode) {
	for stack := []markNode{x}; len(stack) > 0; {
		x = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s := &w.nfa.states[x.at]
		if int(s.mark) == w.mark+1 {
			x.relation = different
			if x.fired {
				x.relation = same
			}
		}
		met := &w.seen[int(x.at)*len(w.machine.output)+int(x.state)]
		if *met>>x.relation&1 != 0 {
			continue
		}
		*met |= 1 << x.relation
		w.nodes = append(w.nodes, x)
		for _, t := range s.eps {
			if w.live[t] {
				x.at = t
				stack = append(stack, x)
			}
		}
	}
}

// step visits what one byte leads to from node i.
func (w *markWalk) step(i int32) {
	of := &w.machine.classes
	for _, e := range w.nfa.states[w.nodes[i].at].edges {
		var done [256]bool
		for b := int(e.Lo); b <= int(e.Hi); b++ {
			if class := of.of[b]; !done[class] {
				done[class] = true
				w.read(i, e.to, byte(b))
			}
		}
	}
}

// read visits what byte b leads to from node i, the path going to at.
func (w *markWalk) read(i, at int32, b byte) {
	x := w.nodes[i]
	y := markNode{at: at, parent: i, by: b, relation: x.relation}
	y.state = w.machine.row(x.state)[w.machine.classes.of[b]]
	marks := w.machine.output[y.state].marks
	y.fired = marks>>w.mark&1 != 0
	switch earlier := marks & (1<<w.mark - 1); {
	case y.fired && x.relation&^stale == neither:
		y.relation = registerOnly
	case y.fired && x.relation&^stale == same:
		y.relation = different
	case y.fired:
		y.relation &^= stale
	case earlier != 0 && x.relation != neither:
		y.relation |= stale
	}
	w.visit(y)
}

// broken says why the registers would not tell the truth if the text ended at x.
func (w *markWalk) broken(x markNode) string {
	if x.at != w.nfa.accept {
		return ""
	}
	switch x.relation {
	case neither, registerOnly | stale, same:
		return ""
	case registerOnly:
		return "a register stays set though the rule is not there"
	case same | stale:
		return "an earlier mark fires after the rule has begun"
	}
	return "the rule begins elsewhere than where its mark fired last"
}

// text returns the bytes that lead to node i.
func (w *markWalk) text(i int32) []byte {
	var text []byte
	for ; w.nodes[i].parent >= 0; i = w.nodes[i].parent {
		text = append(text, w.nodes[i].by)
	}
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	return text
}
