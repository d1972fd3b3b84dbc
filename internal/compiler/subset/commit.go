package subset

import (
	"cmp"
	"slices"

	"example.org/iri/internal/compiler/capture"
	"example.org/iri/internal/compiler/machine"
)

// commit moves offsets that have waited long enough from values to registers, and returns the event.
func (t *tagger) commit(c configuration) (event []capture.Commit, err error) {
	for tag := range t.tags {
		k := committer{values: t.values, patience: t.patience, made: make(map[int16]list)}
		for i := tag; i < len(c.values); i += t.tags {
			if v := c.values[i]; v >= nothing && !slices.Contains(k.before, v) {
				k.before = append(k.before, v)
			}
		}
		k.now = slices.Clone(k.before)
		for k.commit() {
		}
		if t.isList(tag) && len(k.now) > 0 {
			k.collect()
		}
		if k.tooMany {
			return nil, &machine.Limit{What: machine.TagRegisters, Max: mostRegisters}
		}
		for i := tag; i < len(c.values); i += t.tags {
			if at := slices.Index(k.before, c.values[i]); at >= 0 {
				c.values[i] = k.now[at]
			}
		}
		event = append(event, k.event(uint8(tag))...)
	}
	return event, nil
}

type committer struct {
	*values
	patience    uint8
	before, now []number       // the distinct values, and what they become
	made        map[int16]list // by register, its list after the event
	tooMany     bool
}

// A list is the new value of a register: the list of register from before the event, followed by some offsets.
type list struct {
	from int16
	ages []uint8
}

// A head is shared by values whose first pending offset extends the same list.
type head struct {
	register int16
	age      uint8
}

func (k *committer) head(v number) (h head, pending bool) {
	x := k.list[v]
	if x.pending == "" {
		return head{register: x.register}, false
	}
	return head{x.register, x.pending[0]}, true
}

// commit commits the oldest offset that has waited long enough. It reports whether there was one.
func (k *committer) commit() bool {
	var heads []head
	for _, v := range k.now {
		if h, pending := k.head(v); pending && h.age >= k.enough(h) && !slices.Contains(heads, h) {
			heads = append(heads, h)
		}
	}
	if len(heads) == 0 {
		return false
	}
	h := slices.MinFunc(heads, func(a, b head) int {
		return cmp.Or(cmp.Compare(b.age, a.age), cmp.Compare(a.register, b.register))
	})
	r := k.free(h)
	if k.tooMany = r == mostRegisters; k.tooMany {
		return false
	}
	l, again := k.made[h.register]
	if !again {
		l = list{from: h.register}
	}
	l.ages = append(slices.Clone(l.ages), h.age)
	for i, v := range k.now {
		if x, pending := k.head(v); pending && x == h {
			k.now[i] = k.values.commit(v, r)
		}
	}
	k.made[int16(r)] = l
	return true
}

// collect moves the list at the start of all values to register 0, if they share it. So later states do not differ in
// which parse was right before.
func (k *committer) collect() {
	r := k.list[k.now[0]].register
	for _, v := range k.now {
		if k.list[v].register != r {
			return
		}
	}
	if r <= 0 {
		return
	}
	l, again := k.made[r]
	if !again {
		l = list{from: r}
	}
	for i, v := range k.now {
		k.now[i] = k.number(value{0, k.list[v].pending})
	}
	k.made[0] = l
}

// enough returns the age at which an offset is committed: one byte if all values share it.
func (k *committer) enough(h head) uint8 {
	for _, v := range k.now {
		if x, pending := k.head(v); !pending || x != h {
			return k.patience
		}
	}
	return 1
}

// free returns the lowest register that no value without head h uses, or mostRegisters.
func (k *committer) free(h head) int {
	for r := range mostRegisters {
		taken := slices.ContainsFunc(k.now, func(v number) bool {
			x, pending := k.head(v)
			return x.register == int16(r) && (!pending || x != h)
		})
		if !taken {
			return r
		}
	}
	return mostRegisters
}

func (k *committer) event(tag uint8) (event []capture.Commit) {
	for r := range int16(mostRegisters) {
		l, made := k.made[r]
		if !made || !slices.ContainsFunc(k.now, func(v number) bool { return k.list[v].register == r }) {
			continue
		}
		event = append(event, commits(capture.Register{Tag: tag, Ordinal: uint8(r)}, l)...)
	}
	return event
}

func commits(r capture.Register, l list) (event []capture.Commit) {
	from := uint8(max(l.from, 0))
	if len(l.ages) == 0 {
		event = append(event, capture.Commit{Register: r, From: from, Ago: capture.NoOffset})
	}
	for _, ago := range l.ages {
		event = append(event, capture.Commit{Register: r, From: from, Ago: ago})
		from = r.Ordinal
	}
	return event
}
