package abnf_test

import (
	"fmt"

	"example.org/iri/compile/abnf"
)

func ExampleParse() {
	g, err := abnf.Parse([]byte(`
date  = year "-" month ["-" day] ; the day may be missing
year  = 4DIGIT
month = 2DIGIT
day   = 2DIGIT
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(g)
	for r := range g.Rules() {
		fmt.Println(r.Pos, r.Name)
	}
	// Output:
	// date  = year "-" month [ "-" day ]
	// year  = 4DIGIT
	// month = 2DIGIT
	// day   = 2DIGIT
	// 2:1 date
	// 3:1 year
	// 4:1 month
	// 5:1 day
}

func ExampleParse_errors() {
	_, err := abnf.Parse([]byte(`
sign   = "+" | "-"
number = [ sign ) 1*DIGIT
letter = %x5A-41
`))
	fmt.Println(err)
	// Output:
	// abnf: 2:14: expected element, "/" or end of rule, found "|" (ABNF separates alternatives with "/")
	// abnf: 3:17: expected element, "/" or "]", found ")" (the option opened at 3:10 ends in "]")
	// abnf: 4:10: range %x5A-41 runs backwards (write %x41-5A)
}

func ExampleGrammar_Verify() {
	g, err := abnf.ParseFile("date.abnf", []byte(`
date  = yaer "-" month
year  = 4DIGIT
month = <a number from 1 to 12>
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Verify("date"))
	// Output:
	// abnf: date.abnf:2:9: rule "yaer" is not defined (did you mean "year"?)
	// abnf: date.abnf:4:9: rule "month" depends on prose: <a number from 1 to 12> (define it in ABNF instead)
}
