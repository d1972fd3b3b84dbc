package subset

// number is that of a value. Equal values have equal numbers.
type number int32

const (
	clash   number = iota // two parses differ
	unset                 // the empty list of a tag that is set once, and will be
	nothing               // the empty list, which every register holds to begin with
)

// mostRegisters is how many registers a tag may have.
const mostRegisters = 192

// MostPatience is how long a place can stay without a register.
const MostPatience = 61

// value is what a parse has done with a tag: the list of offsets in a register and, after it, some
// offsets that no register holds yet.
type value struct {
	register int16
	pending  string // how many bytes ago each of them was, the oldest first
}

// noRegister is that of a tag that may be set once only, as long as the offset is pending.
const noRegister = -1

// values numbers values.
type values struct {
	list    []value
	numbers map[value]number
	agedBy  []number // the value a byte later, 0 if it was not asked for
}

func newValues() *values {
	w := &values{list: make([]value, nothing), numbers: make(map[value]number), agedBy: make([]number, nothing)}
	w.number(value{}) // nothing
	return w
}

func (w *values) number(v value) number {
	n, known := w.numbers[v]
	if !known {
		n = number(len(w.list))
		w.numbers[v] = n
		w.list, w.agedBy = append(w.list, v), append(w.agedBy, 0)
	}
	return n
}

// set returns the value after the tag was set here. A tag that is set once only has no other offset.
func (w *values) set(n number, isList bool) number {
	if n == clash {
		return clash
	}
	v := w.list[n]
	if !isList {
		v = value{register: noRegister}
	}
	v.pending += "\x00"
	return w.number(v)
}

// aged returns some values a byte later.
func (w *values) aged(list []number) []number {
	later := make([]number, len(list))
	for i, n := range list {
		later[i] = w.older(n)
	}
	return later
}

func (w *values) older(n number) number {
	if n == clash || w.list[n].pending == "" {
		return n
	}
	if w.agedBy[n] == 0 {
		v := w.list[n]
		ages := []byte(v.pending)
		for i := range ages {
			ages[i]++
		}
		v.pending = string(ages)
		older := w.number(v) // which may move agedBy
		w.agedBy[n] = older
	}
	return w.agedBy[n]
}

// commit returns the value when a register holds the list of the first pending offset and all before it.
func (w *values) commit(n number, register int) number {
	return w.number(value{int16(register), w.list[n].pending[1:]})
}
