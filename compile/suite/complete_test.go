package suite_test

import (
	"iter"
	"math/bits"
	"testing"

	. "example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
)

// The theorem of the package comment, for all automata of three states and some of four, over two classes: of all
// machines with as many states, only those with the same language pass the suite.

// A small is a machine that starts in state 0. The successor of s on class c is next[s][c]; byte 'a' is class 1, all
// others are class 0.
type small struct {
	next    [4][2]uint8
	accepts [4]bool
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

// smalls yields all machines of n states.
func smalls(n int) iter.Seq[small] {
	return func(yield func(small) bool) {
		for code := range power(n, 2*n) << n {
			var m small
			for s := range n {
				m.accepts[s] = code>>s&1 != 0
			}
			digits := code >> n
			for cell := range 2 * n {
				m.next[cell/2][cell%2] = uint8(digits % n)
				digits /= n
			}
			if !yield(m) {
				return
			}
		}
	}
}

func power(n, k int) int {
	product := 1
	for range k {
		product *= n
	}
	return product
}

// smallTables returns all tables of n states, including the dead state, over two classes.
func smallTables(n int) []*dfa.Automaton {
	var list []*dfa.Automaton
	classes := &[256]uint8{'a': 1}
	for code := range power(n, 2*n-2) {
		trans := make([]uint16, 2*n)
		for cell := 2; cell < 2*n; cell++ {
			trans[cell] = uint16(code % n * 2)
			code /= n
		}
		for start := 2; start < 2*n; start += 2 {
			for acceptMin := 2; acceptMin <= 2*n; acceptMin += 2 {
				list = append(list, &dfa.Automaton{Name: "small", Start: dfa.State(start), AcceptMin: dfa.State(acceptMin), Shift: 1, Classes: classes, Trans: trans})
			}
		}
	}
	return list
}

// shortTexts are the strings of ! and a of length 7 at most. Two machines of four states that agree on them are
// equivalent.
var shortTexts = func() [][]byte {
	list := [][]byte{{}}
	for i := 0; len(list) < 1<<8-1; i++ {
		for _, b := range []byte("!a") {
			list = append(list, append(list[i][:len(list[i]):len(list[i])], b))
		}
	}
	return list
}()

// reached returns the number of reachable states.
func reached(a *dfa.Automaton) int {
	var set uint
	for _, text := range shortTexts {
		set |= 1 << a.Number(dfa.Run(a, a.Start, text))
	}
	return bits.OnesCount(set)
}

// different returns the number of reachable states that differ on some string of at most three bytes.
func different(a *dfa.Automaton) int {
	set := make(map[uint]bool)
	for _, text := range shortTexts {
		var language uint
		for i, more := range shortTexts[:15] {
			if a.Accepts(dfa.Run(a, dfa.Run(a, a.Start, text), more)) {
				language |= 1 << i
			}
		}
		set[language] = true
	}
	return len(set)
}

func TestComplete(t *testing.T) {
	tables := smallTables(3)
	if *testkit.Long {
		four := smallTables(4)
		for i := 0; i < len(four); i += 491 { // a sample in which every part of the suite is needed
			tables = append(tables, four[i])
		}
	}
	suites, passed, failed := 0, 0, 0
	for _, a := range tables {
		cases, err := Cases(a)
		n := reached(a)
		if minimal := n == different(a); minimal != (err == nil) {
			t.Fatalf("%vminimal is %v, error %v", a, minimal, err)
		}
		if err != nil {
			continue
		}
		suites++
		for m := range smalls(n) {
			if !passes(&m, cases) {
				failed++
				continue
			}
			passed++
			for _, text := range shortTexts {
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
