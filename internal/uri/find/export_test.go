package find

import "fmt"

// Change is a mutant of the tables of a Finder: an entry has another value while a function runs.
type Change struct {
	Name string // state, kind of byte: field value
	set  func(undo bool)
}

// While runs f with the change.
func (c Change) While(f func()) {
	c.set(false)
	defer c.set(true)
	f()
}

// Changes returns all mutants with one other entry of the transitions, or one other bit of the masks.
func Changes() (list []Change) {
	kinds := map[int]string{unknown: "unknown", ordinary: "ordinary", aColon: ":", aSlash: "/", anAt: "@", aQuestion: "?", aNumber: "#"}
	states := [numStates]string{"start", "hier", "slash", "scheme", "authority", "path", "query", "fragment"}
	slots := [numSlots]string{"scrap", "hier", "authority", "host", "port", "path", "query", "fragment"}
	for s := range transitions {
		for kind := range numKinds {
			role := uint8(kind>>3 | kind<<5) // inverse of kindOf
			if kinds[kind] == "" || !State(s).Mask().Stops(role) {
				continue // masked
			}
			t, name := &transitions[s][kind], states[s]+", "+kinds[kind]+": "
			for to := range numStates {
				list = add(list, name+"to "+states[to], &t.to, to)
			}
			for slot := range numSlots {
				list = add(list, name+"after "+slots[slot], &t.after, slot)
				list = add(list, name+"before "+slots[slot], &t.before, slot)
				list = add(list, name+"clear "+slots[slot], &t.clear, slot)
			}
		}
		for bit := range 9 {
			list = add(list, fmt.Sprintf("%s: mask ^ %#x", states[s], 1<<bit), &masks[s], masks[s]^1<<bit)
		}
	}
	return list
}

func add[T State | slot | Mask](list []Change, name string, entry *T, value T) []Change {
	was := *entry
	if value == was {
		return list
	}
	return append(list, Change{name, func(undo bool) {
		*entry = value
		if undo {
			*entry = was
		}
	}})
}
