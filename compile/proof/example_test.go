package proof_test

import (
	"errors"
	"fmt"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
)

// prices is a grammar of strings such as 12 and 12.50.
const prices = `
price = euros [ "." cents ]
euros = 1*DIGIT
cents = 2DIGIT
`

// priceTable returns the grammar and an automaton of a rule.
func priceTable(rule string) (*abnf.Grammar, *dfa.Automaton) {
	g, err := abnf.Parse([]byte(prices))
	if err != nil {
		panic(err)
	}
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		panic(err)
	}
	return g, a
}

func ExampleNew() {
	g, _ := priceTable("price")
	_, err := proof.New(g, "prize")
	fmt.Println(err)
	_, err = proof.New(g, "price")
	fmt.Println(err)
	// Output:
	// abnf: rule "prize" is not defined (did you mean "price"?)
	// <nil>
}

func Example() {
	g, price := priceTable("price")
	p, err := proof.New(g, "price")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Language(price))

	_, euros := priceTable("euros") // another language
	_, err = p.Language(euros)
	var found *proof.Counterexample
	if errors.As(err, &found) {
		fmt.Printf("%s: %q\n", found.Why, found.Text)
	}
	// Output:
	// price accepts the language of its rule: 6 pairs <nil>
	// the automaton does not accept what the grammar does: "0.00"
}

func ExampleProver_Spans() {
	g, _ := priceTable("price")
	t, err := compile.Spans(g, "price", []string{"euros", "cents"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := proof.New(g, "price")
	if err != nil {
		fmt.Println(err)
		return
	}
	claims, err := p.Spans(t)
	for _, claim := range claims {
		fmt.Println(claim)
	}
	fmt.Println(err)
	t.Names[0], t.Names[1] = "cents", "euros"
	_, err = p.Spans(t)
	fmt.Println(err)
	// Output:
	// price reports where euros lies: 29 pairs
	// price reports where cents lies: 24 pairs
	// <nil>
	// proof: price: the end of euros is -1 and should be 1: "0"
}
