package abnf

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"example.org/iri/internal/testkit"
)

// TestRandomTrees tests that printed trees parse to the same tree.
func TestRandomTrees(t *testing.T) {
	params := gopter.DefaultTestParametersWithSeed(testkit.Seed(1))
	params.MinSuccessfulTests = 3000
	if !*testkit.Long {
		params.MinSuccessfulTests = 300
	}
	properties := gopter.NewProperties(params)
	properties.Property("Parse(g.String()) equals g", prop.ForAll(readsBack, genGrammar))
	properties.Property("so it does with CRLF", prop.ForAll(func(g *Grammar) bool {
		again, err := Parse([]byte(crlf(g.String())))
		return err == nil && sameGrammar(g, again)
	}, genGrammar))
	t.Logf("-seed=%d", testkit.Seed(1))
	properties.TestingRun(t)
}

func readsBack(g *Grammar) (string, error) {
	again, err := Parse([]byte(g.String()))
	if err != nil {
		return "", fmt.Errorf("%v\nin\n%v", err, g)
	}
	if !sameGrammar(g, again) {
		return "", fmt.Errorf("got\n%vwant\n%v", again, g)
	}
	return "", nil
}

// genGrammar generates a grammar of a few rules. The first ones are small, so that failures need no shrinking.
func genGrammar(params *gopter.GenParameters) *gopter.GenResult {
	g := new(Grammar)
	for i := range 1 + params.Rng.Intn(3) {
		name := fmt.Sprintf("%s%d", randomName(params.Rng), i)
		g.add(&Rule{Name: name, Body: randomNode(params.Rng, 1+params.MaxSize/20)})
	}
	return gopter.NewGenResult(g, gopter.NoShrinker)
}

// randomNode makes a tree of at most the given height.
func randomNode(rng *rand.Rand, height int) Node {
	if height == 0 || rng.Intn(4) == 0 {
		return randomTerminal(rng)
	}
	switch rng.Intn(3) {
	case 0:
		return alt(randomNodes(rng, height)...)
	case 1:
		return cat(randomNodes(rng, height)...)
	}
	lo, hi := rng.Intn(4), Unbounded
	if rng.Intn(2) == 0 {
		hi = lo + rng.Intn(3)
	}
	return rep(lo, hi, randomNode(rng, height-1))
}

func randomNodes(rng *rand.Rand, height int) []Node {
	list := make([]Node, 2+rng.Intn(4))
	for i := range list {
		list[i] = randomNode(rng, height-1)
	}
	return list
}

func randomTerminal(rng *rand.Rand) Node {
	switch rng.Intn(5) {
	case 0:
		return &CharVal{Text: randomText(rng, '"'), CaseSensitive: rng.Intn(2) == 0}
	case 1:
		return prose(randomText(rng, '>'))
	case 2:
		lo := uint32(rng.Intn(0x110000))
		return span("xdb"[rng.Intn(3)], lo, lo+uint32(rng.Intn(0x110000-int(lo))))
	case 3:
		values := make([]uint32, 1+rng.Intn(3))
		for i := range values {
			values[i] = uint32(rng.Intn(1 << (1 + rng.Intn(20))))
		}
		return seq("xdb"[rng.Intn(3)], values...)
	}
	return ref(randomName(rng))
}

func randomName(rng *rand.Rand) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	name := []byte{letters[rng.Intn(52)]}
	for range rng.Intn(8) {
		name = append(name, letters[rng.Intn(len(letters))])
	}
	return string(name)
}

// randomText makes printable ASCII that does not contain the closing character.
func randomText(rng *rand.Rand, closing byte) string {
	var text []byte
	for range rng.Intn(6) {
		if c := byte(' ' + rng.Intn('~'-' '+1)); c != closing {
			text = append(text, c)
		}
	}
	return string(text)
}
