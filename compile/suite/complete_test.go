package suite_test

import (
	"math/bits"
	"testing"

	. "example.org/iri/compile/suite"
	"example.org/iri/dfa"
)

// The theorem of the package text, for all automata of three states over two
// classes: of all machines with as many states, only those that accept the same
// texts pass the suite.

// small is a machine that starts in state 0. next[s][c] is the state after s on
// class c; byte 'a' is class 1, all others class 0.
type small struct {
	next    [3][2]uint8
	accepts [3]bool
}

func (m *small) accept(text []byte) bool {
	s := uint8(0)
	for _, b := range text {
		c := 0
		if b == 'a' {
			c = 1
		}
		s = m.next[s][c]
	}
	return m.accepts[s]
}

// smalls returns all machines of n states.
func smalls(n int) []small {
	var list []small
	count := 1
	for range 2 * n {
		count *= n
	}
	for code := range count << n {
		var m small
		for s := range n {
			m.accepts[s] = code>>s&1 != 0
		}
		digits := code >> n
		for cell := range 2 * n {
			m.next[cell/2][cell%2] = uint8(digits % n)
			digits /= n
		}
		list = append(list, m)
	}
	return list
}

// tablesOfThree returns all tables of three states, the dead one among them, over two classes.
func tablesOfThree() []*dfa.Automaton {
	var list []*dfa.Automaton
	classes := &[256]uint8{'a': 1}
	for code := range 81 {
		trans := make([]uint16, 6)
		for cell := range 4 {
			trans[2+cell] = uint16(code % 3 * 2)
			code /= 3
		}
		for _, start := range []dfa.State{2, 4} {
			for _, acceptMin := range []dfa.State{2, 4, 6} {
				list = append(list, &dfa.Automaton{Name: "three", Start: start, AcceptMin: acceptMin, Shift: 1, Classes: classes, Trans: trans})
			}
		}
	}
	return list
}

// shortTexts are all of at most five bytes. Machines of three states each that
// agree on them are equal.
func shortTexts() [][]byte {
	list := [][]byte{{}}
	for i := 0; len(list) < 63; i++ {
		for _, b := range []byte("!a") {
			list = append(list, append(list[i][:len(list[i]):len(list[i])], b))
		}
	}
	return list
}

// reached counts the states that texts lead to.
func reached(a *dfa.Automaton) int {
	var set uint
	for _, text := range shortTexts() {
		set |= 1 << a.Number(dfa.Run(a, a.Start, text))
	}
	return bits.OnesCount(set)
}

// languages returns a set of short texts for each state reached: those accepted from it on.
func languages(a *dfa.Automaton) map[uint64]bool {
	set := make(map[uint64]bool)
	for _, text := range shortTexts()[:7] {
		var language uint64
		for i, more := range shortTexts() {
			if a.Accepts(dfa.Run(a, dfa.Run(a, a.Start, text), more)) {
				language |= 1 << i
			}
		}
		set[language] = true
	}
	return set
}

func TestComplete(t *testing.T) {
	machines := [4][]small{1: smalls(1), 2: smalls(2), 3: smalls(3)}
	suites, passed, failed := 0, 0, 0
	for _, a := range tablesOfThree() {
		cases, err := Cases(a)
		minimal := reached(a) == len(languages(a))
		if minimal != (err == nil) {
			t.Fatalf("%vminimal is %v, error %v", a, minimal, err)
		}
		if !minimal {
			continue
		}
		suites++
		for _, m := range machines[reached(a)] {
			if !passes(&m, cases) {
				failed++
				continue
			}
			passed++
			for _, text := range shortTexts() {
				if m.accept(text) != dfa.Match(a, text) {
					t.Fatalf("%v%v passes the suite %s but errs on %q", a, m, print(cases), text)
				}
			}
		}
	}
	t.Logf("%d suites; passed %d times, failed %d times", suites, passed, failed)
	if suites == 0 || passed < suites || failed == 0 {
		t.Error("some of these counts cannot be")
	}
}

func passes(m *small, cases []Case) bool {
	for _, c := range cases {
		if m.accept(c.Input) != c.Valid {
			return false
		}
	}
	return true
}
