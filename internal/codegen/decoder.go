package codegen

import (
	"math/bits"
	"slices"

	"example.org/iri/dfa"
)

// Decoder describes what dfa.Find does for one table when a string has ended, as statements that set the
// places of tags. Generated code of all languages has these statements, after a run that has noted after how
// many bytes each event came last. A place is an offset plus one, and 0 if it is absent: so it is 0 where an
// event never was, and a commit that lies one byte back, as most do, is what the run has noted. Places of
// rules that repeat are left out.
type Decoder struct {
	*dfa.Tagged
	Statements []Statement
	Ends       [][]int // by index in Places: the numbers of the statements OnEnd that apply
}

// Statement sets the place of a tag, always or on a condition. All statements of a tag are in sequence, except
// those OnEnd. The first applies always, and later ones replace what it has set.
type Statement struct {
	Tag       int
	Condition Condition
	Number    int  // of a statement on a condition: it differs from those of the others of its kind and tag
	Guard     int  // the tag that must be present or absent
	Fixed     bool // it is one of Fixed

	Commits []dfa.Commit // the place is where the latest of these puts it, and 0 if none has come
	Back    int          // one less than the most that they have as Ago
	Bits    int          // how many bits Back has; 0 if Ago is the same in all

	Source, Offset int  // without commits, it is some bytes after that of another tag, and 0 without a tag
	MayBeAbsent    bool // the source may be absent, and then the place is 0
}

// Condition says when a statement applies.
type Condition uint8

// The conditions.
const (
	Always Condition = iota
	OnEnd            // if Number is in the set of the last state
	IfPresent
	IfAbsent
)

// NewDecoder returns the decoder of a table.
func NewDecoder(t *dfa.Tagged) *Decoder {
	d := &Decoder{Tagged: t}
	for tag := range d.NumTags() {
		if d.isFree(tag) {
			d.add(d.at(tag, d.usual(tag)))
		}
	}
	d.addExceptions()
	for list := t.Fixed; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Tag == list[0].Tag {
			n++
		}
		d.addFixed(list[:n])
		list = list[n:]
	}
	return d
}

// NumTags returns how many tags the rules have. The number is also the tag of the beginning of the string,
// and one more that of its end.
func (d *Decoder) NumTags() int { return 2 * len(d.Names) }

// NumEvents returns how many events a run may note.
func (d *Decoder) NumEvents() int { return int(slices.Max(append(d.Automaton.Outputs, 0))) + 1 }

// NumExceptions returns how many statements are OnEnd.
func (d *Decoder) NumExceptions() (n int) {
	for _, s := range d.Statements {
		if s.Condition == OnEnd {
			n++
		}
	}
	return n
}

// RepeatsTag reports whether a tag is of a rule that repeats.
func (d *Decoder) RepeatsTag(tag int) bool { return d.Repeats>>(tag/2)&1 != 0 }

// isFree reports whether Places says where a tag lies.
func (d *Decoder) isFree(tag int) bool {
	return !d.RepeatsTag(tag) && !slices.ContainsFunc(d.Fixed, func(f dfa.Fixed) bool { return int(f.Tag) == tag })
}

// usual returns the place of a tag that applies unless the last state says otherwise: the first that
// is a register, if there is one.
func (d *Decoder) usual(tag int) dfa.Place {
	for _, places := range d.Places {
		if places[tag].Register != dfa.None {
			return places[tag]
		}
	}
	if len(d.Places) == 0 { // no string is accepted
		return dfa.Place{Register: dfa.None}
	}
	return d.Places[0][tag]
}

func (d *Decoder) add(s Statement) { d.Statements = append(d.Statements, s) }

// at returns the statement that a tag has a place.
func (d *Decoder) at(tag int, p dfa.Place) Statement {
	if p.Register == dfa.None {
		return Statement{Tag: tag, Source: d.NumTags() + 1, Offset: -int(p.Ago)}
	}
	s := Statement{Tag: tag, Commits: d.Registers[p.Register], Source: dfa.None}
	for _, c := range s.Commits {
		s.Back = max(s.Back, int(c.Ago)-1)
	}
	if slices.ContainsFunc(s.Commits, func(c dfa.Commit) bool { return int(c.Ago)-1 != s.Back }) {
		s.Bits = bits.Len(uint(s.Back))
	}
	return s
}

// addExceptions adds the places that are not the usual ones.
func (d *Decoder) addExceptions() {
	type exception struct {
		tag int
		dfa.Place
	}
	var all []exception
	for _, places := range d.Places {
		var set []int
		for tag, p := range places {
			if !d.isFree(tag) || p == d.usual(tag) {
				continue
			}
			x := exception{tag, p}
			i := slices.Index(all, x)
			if i < 0 {
				i = len(all)
				all = append(all, x)
				s := d.at(tag, p)
				s.Condition, s.Number = OnEnd, i
				d.add(s)
			}
			set = append(set, i)
		}
		d.Ends = append(d.Ends, set)
	}
}

// addFixed adds the rules for a tag that follows from others. The first that applies counts, so it is the last
// statement.
func (d *Decoder) addFixed(list []dfa.Fixed) {
	last := len(list) - 1
	if int(list[last].Guard) == d.NumTags() && !list[last].Not {
		s := d.fixed(list[last])
		s.Condition = Always
		d.add(s)
		list = list[:last]
	} else {
		d.add(Statement{Tag: int(list[0].Tag), Fixed: true, Source: dfa.None})
	}
	for i, f := range slices.Backward(list) {
		s := d.fixed(f)
		s.Number = i + 1
		d.add(s)
	}
}

// fixed returns the statement that a rule stands for.
func (d *Decoder) fixed(f dfa.Fixed) Statement {
	s := Statement{Tag: int(f.Tag), Condition: IfPresent, Guard: int(f.Guard), Fixed: true, Source: int(f.Source), Offset: f.Offset}
	if f.Not {
		s.Condition = IfAbsent
	}
	s.MayBeAbsent = s.Source < d.NumTags() && f.Offset != 0 && (f.Guard != f.Source || f.Not)
	return s
}
