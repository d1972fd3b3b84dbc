package abnf_test

import (
	"errors"
	"fmt"

	"example.org/iri/compile/abnf"
)

func Example() {
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
	// abnf: 4:10: range %x5A-41 is reversed (write %x41-5A)
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

// An editor marks all errors at once.
func ExampleErrorList() {
	_, err := abnf.Parse([]byte("sign = \"+\" | \"-\"\nletter = %x5A-41\n"))
	var list abnf.ErrorList
	if errors.As(err, &list) {
		for _, e := range list {
			fmt.Printf("line %d, column %d: %s; %s\n", e.Line, e.Col, e.Msg, e.Hint)
		}
	}
	// Output:
	// line 1, column 12: found "|"; ABNF separates alternatives with "/"
	// line 2, column 10: range %x5A-41 is reversed; write %x41-5A
}

// A grammar that uses another one, as many RFCs use RFC 3986. In http, name and host have the meaning of http; in uri,
// that of uri. Names are case-insensitive.
const (
	httpText = "Host = name [ \":\" port ]\nname = 1*ALPHA\nlink = authority\n"
	uriText  = "authority = host [ \":\" port ]\nhost = 1*( ALPHA / \".\" )\nport = *DIGIT\n"
)

// parse parses a valid grammar.
func parse(name, text string) *abnf.Grammar {
	g, err := abnf.ParseFile(name, []byte(text))
	if err != nil {
		panic(err)
	}
	return g
}

// place returns the position of the rule that the first reference of a rule resolves to.
func place(g *abnf.Grammar, rule string) string {
	for n := range abnf.All(g.Lookup(rule).Body) {
		if ref, is := n.(*abnf.RuleRef); is {
			return g.Target(ref).Pos.String()
		}
	}
	return "nowhere"
}

func ExampleGrammar_ImportRules() {
	g := parse("http", httpText)
	fmt.Println(g.ImportRules(parse("uri", uriText), "authority", "port"))
	fmt.Println(place(g, "authority"))
	// Output:
	// <nil>
	// uri:2:1
}

// Encoding Octets limits numeric values to 255, as in obs-text = %x80-FF of RFC 9110.
func ExampleEncoding() {
	g, err := abnf.Parse([]byte("text = %x100\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g.Encoding = range []abnf.Encoding{abnf.UTF8, abnf.Octets} {
		fmt.Println(g.Verify("text"))
	}
	// Output:
	// <nil>
	// abnf: 1:8: rule text: %x100 is not an octet
}

// The nodes of a rule's body.
func ExampleNode() {
	g, err := abnf.Parse([]byte("date = 4DIGIT \"-\" ( %x30.31 / <a month> )\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := range abnf.All(g.Lookup("date").Body) {
		switch n := n.(type) {
		case *abnf.Alternation:
			fmt.Println(len(n.Alts), "alternatives:", n)
		case *abnf.Concatenation:
			fmt.Println(len(n.Elems), "elements:", n)
		case *abnf.Repetition:
			fmt.Println(n.Min, "to", n.Max, "times:", n.Elem)
		case *abnf.CharVal:
			fmt.Println("string:", n.Text)
		case *abnf.NumVal:
			fmt.Println("values:", n.Values)
		case *abnf.RuleRef:
			fmt.Println("rule:", n.Name)
		case *abnf.ProseVal:
			fmt.Println("prose:", n.Text)
		}
	}
	// Output:
	// 3 elements: 4DIGIT "-" ( %x30.31 / <a month> )
	// 4 to 4 times: DIGIT
	// rule: DIGIT
	// string: -
	// 2 alternatives: %x30.31 / <a month>
	// values: [48 49]
	// prose: a month
}
