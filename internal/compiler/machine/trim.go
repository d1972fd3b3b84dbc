package machine

// Trim redirects transitions to states that lead to no accepting state to the dead state.
func (d *Machine[Out]) Trim() {
	into := d.inverse()
	live := make([]bool, len(d.Output))
	var stack []int32
	for s, o := range d.Output {
		if o.Accepts() {
			live[s] = true
			stack = append(stack, int32(s))
		}
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range into.entries(t) {
			if !live[e.source] {
				live[e.source] = true
				stack = append(stack, e.source)
			}
		}
	}
	for i, t := range d.Next {
		if !live[t] {
			d.Next[i] = 0
		}
	}
	if !live[d.Start] {
		d.Start = 0
	}
}
