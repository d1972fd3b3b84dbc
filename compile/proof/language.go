package proof

import (
	"unicode/utf8"

	"example.org/iri/dfa"
)

// Language proves that a accepts exactly the texts of the rule: at every pair of
// a state and a term that a text leads to, the state accepts if and only if the
// term has the empty text, and every byte string that no UTF-8 text begins with
// leads to the dead state. The error is a [*Counterexample], or that of a.Check.
func (p *Prover) Language(a *dfa.Automaton, walk Walk) (Claim, error) {
	if err := a.Check(); err != nil {
		return Claim{}, err
	}
	w := &languageWalk{space: p.language, a: a, walk: walk, seen: make(map[pair]bool), shaped: make(map[shaped]bool)}
	w.push(nil, pair{a.Start, w.start})
	w.run()
	if w.found != nil {
		return Claim{}, w.found
	}
	return Claim{Text: w.name + " accepts the language of its rule", Pairs: len(w.seen)}, nil
}

// languageWalk visits pairs in the order of the length of their texts in bytes,
// so that the first mistake it finds has a shortest text.
type languageWalk struct {
	*space
	a      *dfa.Automaton
	walk   Walk
	seen   map[pair]bool
	queue  [][]visit // by length
	shaped map[shaped]bool
	found  *Counterexample
}

type visit struct {
	pair
	text []byte
}

// shaped is a state that the beginning of a character leads to, and its shape.
type shaped struct {
	state dfa.State
	shape uint8
}

func (w *languageWalk) push(text []byte, x pair) {
	for len(w.queue) <= len(text) {
		w.queue = append(w.queue, nil)
	}
	w.queue[len(text)] = append(w.queue[len(text)], visit{x, text})
}

func (w *languageWalk) run() {
	for n := 0; n < len(w.queue); n++ {
		if w.found != nil && len(w.found.Text) <= n {
			return
		}
		for _, v := range w.queue[n] {
			if !w.seen[v.pair] {
				w.seen[v.pair] = true
				w.visit(v)
			}
		}
		w.queue[n] = nil
	}
}

// fail notes a mistake unless one with a text as short is known.
func (w *languageWalk) fail(text []byte, why string) {
	if w.found == nil || len(text) < len(w.found.Text) {
		w.found = &Counterexample{Rule: w.name, Text: text, Why: why}
	}
}

func (w *languageWalk) visit(v visit) {
	if accepts := w.a.Accepts(v.state); accepts != w.terms.nullable(v.term) {
		if accepts {
			w.fail(v.text, "the automaton accepts what the grammar does not")
		} else {
			w.fail(v.text, "the automaton does not accept what the grammar does")
		}
		return
	}
	w.illFormed(v)
	row := w.derivatives(v.term)
	if w.walk == Scalars {
		w.scalars(v, row)
		return
	}
	list := encodings()
	last := pair{term: -1} // most characters lead where the one before does
	for _, i := range w.characters(w.a.Classes) {
		if x := (pair{w.step(v.state, &list[i]), row[w.class[i]]}); x != last {
			last = x
			w.follow(v, i, x)
		}
	}
}

// step walks one character.
func (w *languageWalk) step(s dfa.State, e *encoding) dfa.State {
	for _, b := range e.text() {
		s = w.a.Next(s, b)
	}
	return s
}

// scalars walks every scalar value; bytes that it shares with the one before are
// not walked again.
func (w *languageWalk) scalars(v visit, row []term) {
	var at [utf8.UTFMax + 1]dfa.State
	at[0] = v.state
	last := pair{term: -1}
	for i, list := 0, encodings(); i < len(list); i++ {
		e := &list[i]
		for k := e.same; k < e.n; k++ {
			at[k+1] = w.a.Next(at[k], e.bytes[k])
		}
		if x := (pair{at[e.n], row[w.class[i]]}); x != last {
			last = x
			w.follow(v, int32(i), x)
		}
	}
}

// follow visits x, which the character with index i leads to.
func (w *languageWalk) follow(v visit, i int32, x pair) {
	if !w.seen[x] {
		w.push(append(v.text[:len(v.text):len(v.text)], encodings()[i].text()...), x)
	}
}

// illFormed checks that from a state between characters no byte string that is
// no beginning of a character leads anywhere but to the dead state, and that
// beginnings of characters are not accepted.
func (w *languageWalk) illFormed(v visit) {
	type beginning struct {
		shaped
		text []byte
	}
	all := shapes()
	queue := []beginning{{shaped{v.state, uint8(len(all) - 1)}, v.text}}
	for ; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		if w.shaped[x.shaped] {
			continue
		}
		w.shaped[x.shaped] = true
		for b, next := range all[x.shape] {
			s := w.a.Next(x.state, byte(b))
			text := func() []byte { return append(x.text[:len(x.text):len(x.text)], byte(b)) }
			switch {
			case next == illFormed && s != dfa.Dead:
				w.fail(text(), "a byte string that is no beginning of UTF-8 text is not dead")
			case next > complete && w.a.Accepts(s):
				w.fail(text(), "the automaton accepts an unfinished character")
			case next > complete && !w.shaped[shaped{s, next}]:
				queue = append(queue, beginning{shaped{s, next}, text()})
			}
		}
	}
}
