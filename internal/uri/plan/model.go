package plan

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
)

// A batchModel is package batch as an automaton over codes. Its states are the values that a batch.Lines takes on when
// it reads byte by byte.
type batchModel struct {
	steps  [][uri.NumCodes]step
	begins []int // the states at the start of a line
}

// A step is the effect of a code in a state.
type step struct {
	to        int
	good      bool // the code ends a line of the language
	undecided bool // the line is left to single calls
}

func newBatchModel(p *uri.Plan) *batchModel {
	j, states := &batchModel{begins: []int{0}}, []batch.Lines{batch.NewSingle(p)}
	number := map[batch.Lines]int{states[0]: 0}
	t := new(bitmap.Bitmaps)
	for from := 0; from < len(states); from++ {
		var row [uri.NumCodes]step
		for code := range row {
			state := states[from]
			row[code] = read(&state, code, t)
			to, known := number[state]
			if !known {
				to = len(states)
				number[state] = to
				states = append(states, state)
			}
			row[code].to = to
			if code == uri.CodeEnd && !slices.Contains(j.begins, to) {
				j.begins = append(j.begins, to)
			}
		}
		j.steps = append(j.steps, row)
	}
	return j
}

// read passes a code to package batch; t is scratch memory.
func read(state *batch.Lines, code int, t *bitmap.Bitmaps) (x step) {
	var p [1]batch.Planes
	for k := range p[0] {
		p[0][k] = uint64(code >> k & 1)
	}
	t.Undecided[0] = 0
	state.Validate(t, p[:])
	x.good, x.undecided = t.Ends[0]&^t.Wrong[0]&1 != 0, t.Undecided[0]&1 != 0
	return x
}

// A machine is an automaton to be compared with the template.
type machine struct{ *dfa.Automaton }

func newMachine(a *dfa.Automaton) (*machine, error) {
	m := &machine{a}
	if err := a.Check(); err != nil {
		return nil, m.refuse("automaton", nil, "%v", err)
	}
	return m, nil
}

func (m *machine) neverOccurs(b byte) bool {
	for s := range m.States() {
		if m.Next(s, b) != dfa.Dead {
			return false
		}
	}
	return true
}

// text returns a shortest string that leads to s, followed by more; nil for the dead state.
func (m *machine) text(s dfa.State, more ...byte) []byte {
	if s == dfa.Dead {
		return nil
	}
	return slices.Concat(m.AccessTexts()[m.Number(s)], more)
}

func (m *machine) refuse(claim string, text []byte, format string, args ...any) error {
	return &Error{Rule: m.Name, Claim: claim, Why: fmt.Sprintf(format, args...), Text: text}
}
