package iri_test

import (
	"math/big"
	"slices"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// A cell is a transition: what the bytes of a class do in a state.
type cell struct {
	state dfa.State
	class uint8
}

// TestTransitionCover takes every transition of every table: a shortest way in, a
// byte of the class, a shortest way out. Then tails that tell the state after the
// byte from all others: so it is noticed, too, if a transition leads to a wrong
// state that has the same way out. Transitions to the dead state have no
// way out; there the byte is where the error has to be. With -short, the latter
// two are left out.
func TestTransitionCover(t *testing.T) {
	cells, texts := 0, 0
	for r := range rule.All() {
		c := cover{rule: r, a: automaton(r), taken: make(map[cell]bool)}
		c.run(t)
		if want := liveCells(c.a); len(c.taken) != want {
			t.Errorf("%v: took %d transitions of %d", r, len(c.taken), want)
		}
		cells += len(c.taken)
		texts += c.texts
	}
	t.Logf("transition cover: %d transitions, %d texts", cells, texts)
}

type cover struct {
	rule  rule.Rule
	a     *dfa.Automaton
	taken map[cell]bool
	texts int
}

func (c *cover) run(t *testing.T) {
	in, out := waysIn(c.a), waysOut(c.a)
	tails := make(map[dfa.State][]string)
	if *testkit.Long {
		tails = tellingTails(c.a)
	}
	for s := range c.a.States() {
		if s == dfa.Dead {
			continue
		}
		for class, bytes := range classBytes(c.a) {
			text := in[s] + string(bytes[:1])
			next := dfa.Run(c.a, c.a.Start, text)
			switch {
			case next != dfa.Dead:
				c.taken[cell{dfa.Run(c.a, c.a.Start, in[s]), uint8(class)}] = true
				c.judge(t, text+out[next], true)
				for _, tail := range tails[next] {
					c.judge(t, text+tail, c.a.Accepts(dfa.Run(c.a, next, tail)))
				}
				if *testkit.Long {
					c.judge(t, in[s]+string(bytes[len(bytes)-1:])+out[next], true)
				}
			case *testkit.Long:
				c.judge(t, text, false)
			}
		}
	}
}

func (c *cover) judge(t *testing.T, text string, valid bool) {
	c.texts++
	if c.rule.ValidString(text) != valid {
		t.Errorf("%v: %q: no way in, no way out, or no way to die", c.rule, text)
	}
	if err := judge(c.rule, text); err != nil {
		t.Error(err)
	}
}

// tellingTails returns for each state a few texts which together tell it from all
// other states: after one of them, it accepts and the other does not, or the other
// way round. States that only differ in their marks or parts are not told.
func tellingTails(a *dfa.Automaton) map[dfa.State][]string {
	tell := tellingTexts(a)
	tails := make(map[dfa.State][]string)
	for s := range a.States() {
		left := slices.Collect(a.States())
		for len(left) > 0 {
			tail := tell[a.Number(s)][a.Number(left[0])]
			if tail == nil {
				left = left[1:]
				continue
			}
			tails[s] = append(tails[s], string(tail))
			accepts := a.Accepts(dfa.Run(a, s, tail))
			left = slices.DeleteFunc(left, func(other dfa.State) bool { return a.Accepts(dfa.Run(a, other, tail)) != accepts })
		}
	}
	return tails
}

// tellingTexts returns a text that tells each pair of states, by their numbers;
// nil if none does. The first to be told are those of which one accepts, then
// those that a byte leads to a pair that is told.
func tellingTexts(a *dfa.Automaton) [][][]byte {
	tell := make([][][]byte, a.NumStates())
	for s := range a.States() {
		tell[a.Number(s)] = make([][]byte, a.NumStates())
		for t := range a.States() {
			if a.Accepts(s) != a.Accepts(t) {
				tell[a.Number(s)][a.Number(t)] = []byte{}
			}
		}
	}
	classes := classBytes(a)
	for grown := true; grown; {
		grown = false
		for s := range a.States() {
			for t := range a.States() {
				for i := 0; i < len(classes) && tell[a.Number(s)][a.Number(t)] == nil; i++ {
					b := classes[i][0]
					if tail := tell[a.Number(a.Next(s, b))][a.Number(a.Next(t, b))]; tail != nil {
						tell[a.Number(s)][a.Number(t)] = append([]byte{b}, tail...)
						grown = true
					}
				}
			}
		}
	}
	return tell
}

// liveCells counts the transitions that do not lead to the dead state.
func liveCells(a *dfa.Automaton) int {
	live := make(map[cell]bool)
	for s := range a.States() {
		for r := range a.Edges(s) {
			for b := int(r.Lo); b <= int(r.Hi); b++ {
				live[cell{s, a.Classes[b]}] = true
			}
		}
	}
	return len(live)
}

// classBytes lists the bytes of each class in increasing order.
func classBytes(a *dfa.Automaton) [][]byte {
	lists := make([][]byte, a.NumClasses())
	for b, class := range a.Classes {
		lists[class] = append(lists[class], byte(b))
	}
	return lists
}

// waysIn returns a shortest text that leads from the start to each state.
func waysIn(a *dfa.Automaton) map[dfa.State]string {
	in := map[dfa.State]string{a.Start: ""}
	for queue := []dfa.State{a.Start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for r, t := range a.Edges(s) {
			if _, met := in[t]; !met {
				in[t] = in[s] + string([]byte{r.Lo})
				queue = append(queue, t)
			}
		}
	}
	return in
}

// waysOut returns a shortest text that leads from each state to acceptance: all
// those of length 0, then of length 1, and so on.
func waysOut(a *dfa.Automaton) map[dfa.State]string {
	out := make(map[dfa.State]string)
	for s := range a.States() {
		if a.Accepts(s) {
			out[s] = ""
		}
	}
	for grown := true; grown; {
		grown = false
		longer := make(map[dfa.State]string)
		for s := range a.States() {
			for r, t := range a.Edges(s) {
				if text, met := out[t]; met {
					longer[s] = string([]byte{r.Lo}) + text
					break
				}
			}
		}
		for s, text := range longer {
			if _, met := out[s]; !met {
				out[s], grown = text, true
			}
		}
	}
	return out
}

// TestFinite counts the texts that tables of finite languages accept. They are those that the
// grammar means, since the languages are proved; and so many that the RFC means.
func TestFinite(t *testing.T) {
	for _, c := range []struct {
		rule  rule.Rule
		count int64
	}{
		{rule.UCSChar, 970_260},
		{rule.IPrivate, 137_468},
		{rule.IUnreserved, 970_326},
		{rule.Unreserved, 66},
		{rule.Reserved, 18},
		{rule.GenDelims, 7},
		{rule.SubDelims, 11},
		{rule.PctEncoded, 22 * 22},
		{rule.DecOctet, 256},
		{rule.H16, 22 + 22*22 + 22*22*22 + 22*22*22*22},
		{rule.IPathEmpty, 1},
		{rule.PathEmpty, 1},
	} {
		if got := countTexts(automaton(c.rule)); got.Cmp(big.NewInt(c.count)) != 0 {
			t.Errorf("%v: the table accepts %v texts, want %d", c.rule, got, c.count)
		}
	}
}

// countTexts counts the texts that a table without circles accepts: one for each
// way from the start to an accepting state.
func countTexts(a *dfa.Automaton) *big.Int {
	ways := map[dfa.State]*big.Int{a.Start: big.NewInt(1)}
	total := new(big.Int)
	for range a.NumStates() + 1 {
		next := make(map[dfa.State]*big.Int)
		for s, n := range ways {
			if a.Accepts(s) {
				total.Add(total, n)
			}
			for r, t := range a.Edges(s) {
				if next[t] == nil {
					next[t] = new(big.Int)
				}
				width := big.NewInt(int64(r.Hi) - int64(r.Lo) + 1)
				next[t].Add(next[t], width.Mul(width, n))
			}
		}
		ways = next
	}
	return total
}
