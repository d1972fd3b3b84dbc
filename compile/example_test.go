package compile_test

import (
	"errors"
	"fmt"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

func Example() {
	g, err := abnf.Parse([]byte(`
time   = hour ":" minute
hour   = ( "0" / "1" ) DIGIT / "2" %x30-33
minute = %x30-35 DIGIT
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := compile.Compile(g, "time", &compile.Options{Parts: []string{"minute"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(dfa.Match(a, "24:00"), dfa.Match(a, "23:59"))
	fmt.Print(a)
	// Output:
	// false true
	// time: 8 states, 7 classes
	//     0  dead
	// >   1  ""       '0'-'1' 2, '2' 3
	//     2  "0"      '0'-'9' 4
	//     3  "2"      '0'-'3' 4
	//     4  "00"     ':' 5
	//     5  "00:"    '0'-'5' 6
	//     6  "00:0"   minute  '0'-'9' 7
	//   * 7  "00:00"
}

func ExampleCache() {
	g, _ := abnf.Parse([]byte("list = item *( \",\" item )\nitem = 1*3DIGIT\npair = item \"=\" list\n"))
	opts := &compile.Options{Cache: new(compile.Cache)} // list and item are compiled once
	for rule := range g.Rules() {
		a, err := compile.Compile(g, rule.Name, opts)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(rule.Name, a.NumStates(), dfa.Match(a, "1=2,34"))
	}
	// Output:
	// list 5 false
	// item 5 false
	// pair 9 true
}

func ExampleMustCompile() {
	weekday := compile.MustCompile(`
day = "Mon" / "Tue" / "Wed" / "Thu" / "Fri" / "Sat" / "Sun"
`, "day")
	fmt.Println(dfa.Match(weekday, "tue"), dfa.Match(weekday, "Tues"))
	// Output:
	// true false
}

func ExampleSpans() {
	g, err := abnf.Parse([]byte(`
pair  = key "=" value
key   = 1*ALPHA
value = *( ALPHA / "=" )
list  = *( key [ "," ] )
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := compile.Spans(g, "pair", []string{"key", "value"}, nil)
	spans := make([]dfa.Span, 2)
	_, ok := dfa.Find(a, "ab=cd", spans)
	fmt.Println(err, ok, spans)

	// AA may be one key or two.
	_, err = compile.Spans(g, "list", []string{"key"}, nil)
	var ambiguous *compile.AmbiguousError
	if errors.As(err, &ambiguous) {
		fmt.Printf("%s lies in %q at %v or %v\n", ambiguous.Name, ambiguous.Text, ambiguous.Places[0], ambiguous.Places[1])
	}
	// Output:
	// <nil> true [{0 2} {3 5}]
	// key lies in "AA" at [{0 1} {1 2}] or [{0 2}]
}

func ExampleDifference() {
	word := compile.MustCompile("word = 1*ALPHA\n", "word")
	taken := compile.MustCompile("taken = \"if\" / \"for\"\n", "taken")
	name, err := compile.Difference("name", word, taken)
	fmt.Println(err, dfa.Match(name, "form"), dfa.Match(name, "For"))
	// Output:
	// <nil> true false
}

func ExampleClassifier() {
	digits := compile.MustCompile("digits = 1*DIGIT\n", "digits")
	hex := compile.MustCompile("hex = 1*HEXDIG\n", "hex")
	c, err := compile.Classifier("number", digits, hex)
	fmt.Printf("%v %02b %02b\n", err, dfa.Classify(c, "12"), dfa.Classify(c, "1F"))
	// Output:
	// <nil> 11 10
}

// Two rules that should be equal, and a string that shows that they are not.
func ExampleWitness() {
	g, _ := abnf.Parse([]byte("decimal = 1*DIGIT\noctal = 1*%x30-37\n"))
	decimal, _ := compile.Compile(g, "decimal", nil)
	octal, err := compile.Compile(g, "octal", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, found, err := compile.Witness(decimal, octal)
	fmt.Printf("%s %t %v\n", text, found, err)
	text, found, err = compile.Witness(octal, decimal)
	fmt.Printf("%s %t %v\n", text, found, err)
	// Output:
	// 8 true <nil>
	//  false <nil>
}

// An editor shows where and why a rule must be changed.
func ExampleCompile_errors() {
	g, err := abnf.Parse([]byte(`
nested = "(" [ nested ] ")"
late   = *( "a" / "b" ) "a" 20( "a" / "b" )
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = compile.Compile(g, "nested", nil)
	var recursive *compile.NotRegularError
	if errors.As(err, &recursive) {
		fmt.Println(recursive.Pos, recursive.Cycle)
	}
	_, err = compile.Compile(g, "late", nil)
	var limit *compile.LimitError
	if errors.As(err, &limit) {
		fmt.Println(limit.Pos, limit.Max, limit.What)
	}
	// Output:
	// 2:16 [nested nested]
	// 3:1 65536 states of the DFA
}
