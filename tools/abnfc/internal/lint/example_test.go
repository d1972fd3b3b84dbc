package lint_test

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/abnfc/internal/lint"
)

func ExampleGrammar() {
	g, err := abnf.ParseFile("date.abnf", []byte(`date  = year "-" ( month / short )
year  = 4DIGIT
month = 2DIGIT / "0" %x31-39
short = %x61-7A 2( %x61-7A / "." ) / "May"
week  = "W" 2DIGIT
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var own []string
	for r := range g.Rules() {
		own = append(own, r.Name)
	}
	findings, err := lint.Grammar(g, own, []string{"date"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range findings {
		fmt.Println(f)
	}
	// Output:
	// date.abnf:3:18: rule month: alternative "0" %x31-39 adds nothing: 2DIGIT before it matches all its texts
	// date.abnf:5:1: rule week: not needed by the start rules
}
