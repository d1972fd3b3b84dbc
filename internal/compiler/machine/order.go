package machine

// Order returns the states of d in the order of their rows, and the number of those that do not accept. All states
// except the dead state must be reachable.
func (d *Machine[Out]) Order() (order []int32, firstAccepting int) {
	var accepting []int32
	order = []int32{0}
	seen := make([]bool, len(d.Output))
	seen[0], seen[d.Start] = true, true
	for queue := []int32{d.Start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if d.Output[s].Accepts() {
			accepting = append(accepting, s)
		} else if s != 0 {
			order = append(order, s)
		}
		for _, t := range d.Row(s) {
			if !seen[t] {
				seen[t] = true
				queue = append(queue, t)
			}
		}
	}
	return append(order, accepting...), len(order)
}

// Column returns a value for each state, in order.
func Column[T any, Out Output](d *Machine[Out], order []int32, value func(Out) T) []T {
	list := make([]T, len(order))
	for i, s := range order {
		list[i] = value(d.Output[s])
	}
	return list
}
