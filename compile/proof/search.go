package proof

// A search visits each node once, in the order of the lengths of strings that lead there. So the first counterexample
// is a shortest one.
type search[Node comparable, More any] struct {
	seen     map[Node]bool
	byLength [][]visit[Node, More]
}

// A visit is a node, a string that leads to it, and data that do not distinguish nodes.
type visit[Node comparable, More any] struct {
	node Node
	text []byte
	more More
}

// add adds a node, unless it has been visited. The string must not be shorter than that of the last visit.
func (s *search[Node, More]) add(node Node, text []byte, more More) {
	if s.seen[node] {
		return
	}
	for len(s.byLength) <= len(text) {
		s.byLength = append(s.byLength, nil)
	}
	s.byLength[len(text)] = append(s.byLength[len(text)], visit[Node, More]{node, text, more})
}

// run visits all nodes, including those added by visits, up to the first error.
func (s *search[Node, More]) run(at func(visit[Node, More]) error) error {
	s.seen = make(map[Node]bool)
	for length := 0; length < len(s.byLength); length++ {
		for i := 0; i < len(s.byLength[length]); i++ {
			v := s.byLength[length][i]
			if s.seen[v.node] {
				continue
			}
			s.seen[v.node] = true
			if err := at(v); err != nil {
				return err
			}
		}
		s.byLength[length] = nil
	}
	return nil
}

func join(text, more []byte) []byte { return append(text[:len(text):len(text)], more...) }
