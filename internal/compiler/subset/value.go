package subset

type number int32

const (
	clash   number = iota // two parses differ
	unset                 // empty list of a tag that must be set later, and only once
	nothing               // empty list, the initial value of each register
)

// mostRegisters is the largest number of registers of a tag.
const mostRegisters = 192

// MostPatience is the largest age of an offset that is in no register.
const MostPatience = 61

// A value is a list of offsets of a tag in a parse: the list in a register, followed by pending offsets.
type value struct {
	register int16
	pending  string // ages in bytes, oldest first
}

// noRegister is the register of a tag that is set at most once, while its offset is pending.
const noRegister = -1

type values struct {
	list    []value
	numbers map[value]number
	agedBy  []number // the number of the value a byte later, or 0 if unknown
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

// set returns the value after the tag is set at the current offset. A tag that is set at most once has no other offset.
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
		older := w.number(v) // may reallocate agedBy
		w.agedBy[n] = older
	}
	return w.agedBy[n]
}

// commit returns the value after its first pending offset has moved to a register.
func (w *values) commit(n number, register int) number {
	return w.number(value{int16(register), w.list[n].pending[1:]})
}
