package dfa_test

import (
	"math/rand/v2"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
)

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", uint64(testkit.Seed(3986)))
	return rand.New(rand.NewPCG(uint64(testkit.Seed(3986)), 0))
}

// build makes a table from numbers of states instead of states. Bytes that are not in alphabet have class 0, those of
// alphabet[i] class i+1.
func build(name string, alphabet []string, start, acceptMin int, rows ...[]uint16) *Automaton {
	a := &Automaton{Name: name, Classes: new([256]uint8)}
	for i, bytes := range alphabet {
		for _, b := range []byte(bytes) {
			a.Classes[b] = uint8(i + 1)
		}
	}
	for 1<<a.Shift < len(alphabet)+1 {
		a.Shift++
	}
	a.Start, a.AcceptMin = State(start<<a.Shift), State(acceptMin<<a.Shift)
	a.Trans = make([]uint16, len(rows)<<a.Shift)
	for s, row := range rows {
		for c, t := range row {
			a.Trans[s<<a.Shift+c] = t << a.Shift
		}
	}
	return a
}

// addLow puts outputs into the low bits of states: it adds them to the states, and shifts the entries in their rows.
func addLow(a *Automaton, outputs []uint16) {
	a.Outputs, a.InState = outputs, true
	old := a.Trans
	a.Trans = make([]uint16, len(old))
	for i, t := range old {
		if t != 0 {
			a.Trans[i+int(outputs[i>>a.Shift])] = t + outputs[t>>a.Shift]
		}
	}
}

// numbered returns the state with number n.
func numbered(a *Automaton, n int) State {
	for s := range a.States() {
		if a.Number(s) == n {
			return s
		}
	}
	panic("no such state")
}

// decOctet accepts 0 to 255 without leading zeros.
func decOctet() *Automaton {
	return build("dec-octet", []string{"0", "1", "2", "34", "5", "6789"}, 1, 2,
		[]uint16{},                    // 0 dead
		[]uint16{0, 2, 3, 4, 5, 5, 5}, // 1 ""
		[]uint16{},                    // 2 "0"
		[]uint16{0, 5, 5, 5, 5, 5, 5}, // 3 "1"
		[]uint16{0, 5, 5, 5, 5, 6, 2}, // 4 "2"
		[]uint16{0, 2, 2, 2, 2, 2, 2}, // 5 "3"
		[]uint16{0, 2, 2, 2, 2, 2, 0}, // 6 "25"
	)
}

// link has parts. It is the automaton of
//
//	link = "/" [ user "@" ] host [ ":" port ]
//	user = *( "1" / ":" )
//	host = *"1"
//	port = *"1"
//
// The colon in /:1@ looks like that of a port at first.
func link() *Automaton {
	a := build("link", []string{"/", "1", ":", "@"}, 1, 3,
		[]uint16{},               // 0 dead
		[]uint16{0, 3},           // 1 ""
		[]uint16{0, 0, 2, 2, 6},  // 2 "/::"
		[]uint16{0, 0, 4, 5, 6},  // 3 "/"
		[]uint16{0, 0, 4, 5, 6},  // 4 "/1"
		[]uint16{0, 0, 7, 2, 6},  // 5 "/:"
		[]uint16{0, 0, 8, 9, 0},  // 6 "/@"
		[]uint16{0, 0, 7, 2, 6},  // 7 "/:1"
		[]uint16{0, 0, 8, 9, 0},  // 8 "/@1"
		[]uint16{0, 0, 10, 0, 0}, // 9 "/@:"
		[]uint16{0, 0, 10, 0, 0}, // 10 "/@:1"
	)
	a.Outputs = []uint16{0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 3}
	a.PartNames = []string{"", "user", "host", "PORT"}
	return a
}

// linkEvents is link with events where a host or a port may begin, instead of parts.
func linkEvents() *Automaton {
	a := link()
	a.PartNames = nil
	addLow(a, []uint16{0, 0, 0, 1, 0, 2, 1, 0, 0, 2, 0})
	return a
}

// star accepts any number of a. Its start accepts, and its rows have no spare entry.
func star() *Automaton {
	return build("star", []string{"a"}, 1, 1, []uint16{0, 0}, []uint16{0, 1})
}

// everything accepts all strings. No string leads to its dead state.
func everything() *Automaton {
	return build("everything", nil, 1, 1, []uint16{0}, []uint16{1})
}

// nothing accepts no string. It has only the dead state.
func nothing() *Automaton {
	return build("nothing", nil, 0, 1, []uint16{0})
}

// wide has a class for each byte, each leading to a different state.
func wide() *Automaton {
	a := &Automaton{Name: "wide", Start: 256, AcceptMin: 512, Shift: 8, Classes: new([256]uint8), Trans: make([]uint16, 256*256)}
	for b := range 256 {
		a.Classes[b] = uint8(b)
		a.Trans[256+b] = uint16(min(b, 253)+2) << 8
	}
	return a
}

// handMade returns all of the above.
func handMade() []*Automaton {
	return []*Automaton{decOctet(), link(), linkEvents(), star(), everything(), nothing(), wide()}
}

// real returns tables of every kind: tiny, with UTF-8, deep, large.
func real() []*Automaton {
	return []*Automaton{
		language.Port.Automaton, language.DecOctet.Automaton, language.IPathEmpty.Automaton, language.SubDelims.Automaton, language.UCSChar.Automaton,
		language.IPv6Address.Automaton, language.IRI.Automaton, language.URIReference.Automaton,
	}
}

func automata() []*Automaton { return append(handMade(), real()...) }

// strings is all strings over alphabet up to a length, the shortest first.
func texts(alphabet string, length int) []string {
	list := []string{""}
	for begin := 0; length > 0; length-- {
		end := len(list)
		for _, text := range list[begin:end] {
			for _, c := range []byte(alphabet) {
				list = append(list, text+string([]byte{c}))
			}
		}
		begin = end
	}
	return list
}

func TestHandMadeTablesPassCheck(t *testing.T) {
	for _, a := range automata() {
		if err := a.Check(); err != nil {
			t.Error(err)
		}
	}
}
