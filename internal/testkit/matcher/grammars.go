package matcher

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
)

// Parse parses a grammar. An error fails the test.
func Parse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
}

// ParseFile parses the file of a grammar. An error fails the test.
func ParseFile(t testing.TB, file string) *abnf.Grammar {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := abnf.ParseFile(filepath.Base(file), text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Texts lists all strings over an alphabet of bytes up to a length, by length, then in the order of the alphabet.
func Texts(alphabet string, length int) []string {
	list := []string{""}
	for begin := 0; length > 0; length-- {
		end := len(list)
		for _, text := range list[begin:end] {
			for i := range len(alphabet) {
				list = append(list, text+alphabet[i:i+1])
			}
		}
		begin = end
	}
	return list
}

// Forest enumerates trees of alternations, concatenations, and the given leaves and repetitions.
type Forest struct {
	Leaves []abnf.Node
	Times  [][2]int
	known  [][]abnf.Node // trees of 2, 3, ... nodes
}

// Trees returns all trees of n nodes.
func (f *Forest) Trees(n int) (list []abnf.Node) {
	if n == 1 {
		return f.Leaves
	}
	if n-2 < len(f.known) {
		return f.known[n-2]
	}
	for _, x := range f.Trees(n - 1) {
		for _, times := range f.Times {
			list = append(list, &abnf.Repetition{Min: times[0], Max: times[1], Elem: x})
		}
	}
	for left := 1; left < n-1; left++ {
		for _, x := range f.Trees(left) {
			for _, y := range f.Trees(n - 1 - left) {
				list = append(list,
					&abnf.Alternation{Alts: []abnf.Node{x, y}},
					&abnf.Concatenation{Elems: []abnf.Node{x, y}})
			}
		}
	}
	f.known = append(f.known, list)
	return list
}

// RandomTree returns a random tree of about n nodes over the letters a, b and c.
func RandomTree(pick func(n int) int, n int) abnf.Node {
	if n <= 1 {
		switch pick(5) {
		case 0:
			return &abnf.CharVal{Text: "ab"[:pick(3)]}
		case 1:
			lo := uint32('a' + pick(3))
			return &abnf.NumVal{Base: 'x', Range: true, Values: []uint32{lo, lo + uint32(pick(3))}}
		default:
			return &abnf.NumVal{Base: 'd', Values: []uint32{uint32('a' + pick(3))}}
		}
	}
	switch pick(5) {
	case 0:
		low := pick(3)
		high := low + pick(3)
		if pick(2) == 0 {
			high = abnf.Unbounded
		}
		return &abnf.Repetition{Min: low, Max: high, Elem: RandomTree(pick, n-1)}
	case 1, 2:
		left := 1 + pick(n-1)
		return &abnf.Alternation{Alts: []abnf.Node{RandomTree(pick, left), RandomTree(pick, n-left)}}
	default:
		left := 1 + pick(n-1)
		return &abnf.Concatenation{Elems: []abnf.Node{RandomTree(pick, left), RandomTree(pick, n-left)}}
	}
}

// RandomRecursive returns a random grammar of three rules that may refer to each other: all at their ends, all at their
// beginnings, or at both.
func RandomRecursive(rnd *rand.Rand) string {
	where := rnd.IntN(3)
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "r%d = ", i)
		for alt := range 1 + rnd.IntN(3) {
			if alt > 0 {
				b.WriteString(" / ")
			}
			ref := fmt.Sprintf("r%d", rnd.IntN(3))
			own := fmt.Sprintf("( %v )", RandomTree(rnd.IntN, 1+rnd.IntN(4)))
			switch {
			case rnd.IntN(3) == 0:
				b.WriteString(own)
			case where == 0, where == 2 && rnd.IntN(2) == 0:
				b.WriteString(own + " " + ref)
			default:
				b.WriteString(ref + " " + own)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
