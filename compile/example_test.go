package compile_test

import (
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
	a, err := compile.Compile(g, "time", &compile.Options{Marks: []string{"minute"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var m dfa.Marks
	text := "23:59"
	fmt.Println(dfa.Match(a, "24:00"), dfa.Locate(a, text, &m), text[m[0]:])
	fmt.Print(a)
	// Output:
	// false true 59
	// time: 8 states, 7 classes
	//     0  dead
	// >   1  ""       '0'-'1' 2, '2' 3
	//     2  "0"      '0'-'9' 4
	//     3  "2"      '0'-'3' 4
	//     4  "00"     ':' 5
	//     5  "00:"    {minute}  '0'-'5' 6
	//     6  "00:0"   '0'-'9' 7
	//   * 7  "00:00"
}

func ExampleCompile_marks() {
	g, _ := abnf.Parse([]byte("pair = \"<\" *key *\",\" value \">\"\nkey = \"k\"\nvalue = *\"v\"\n"))
	_, err := compile.Compile(g, "pair", &compile.Options{Marks: []string{"key"}})
	fmt.Println(err)
	// Output:
	// abnf: 2:1: rule pair: mark key would not be exact: a register stays set though the rule is not there, as in "<>"
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

	// Is AA one key, or two? The grammar does not say.
	_, err = compile.Spans(g, "list", []string{"key"}, nil)
	fmt.Println(err)
	// Output:
	// <nil> true [{0 2} {3 5}]
	// abnf: 3:1: rule list: where key lies is ambiguous: in "AA" it is at 0 to 2 or at 1 to 2
}

func ExampleDifference() {
	word := compile.MustCompile("word = 1*ALPHA\n", "word")
	taken := compile.MustCompile("taken = \"if\" / \"for\"\n", "taken")
	name, err := compile.Difference("name", word, taken)
	fmt.Println(err, dfa.Match(name, "form"), dfa.Match(name, "For"))
	// Output:
	// <nil> true false
}

func ExampleUnion() {
	yes := compile.MustCompile("yes = \"yes\" / \"y\"\n", "yes")
	no := compile.MustCompile("no = \"no\" / \"n\"\n", "no")
	answer, err := compile.Union("answer", yes, no)
	fmt.Println(err, dfa.Match(answer, "N"), dfa.Match(answer, "maybe"))
	// Output:
	// <nil> true false
}

func ExampleIntersection() {
	even := compile.MustCompile("even = *( 2ALPHA )\n", "even")
	third := compile.MustCompile("third = *( 3ALPHA )\n", "third")
	sixth, err := compile.Intersection("sixth", even, third)
	fmt.Println(err, dfa.Match(sixth, "abcdef"), dfa.Match(sixth, "abcd"))
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

func ExampleConcatenation() {
	word := compile.MustCompile("word = 1*ALPHA\n", "word")
	mark := compile.MustCompile("mark = \"!\" / \"?\"\n", "mark")
	cry, err := compile.Concatenation("cry", word, mark)
	fmt.Println(err, dfa.Match(cry, "Ho!"), dfa.Match(cry, "Ho"))
	// Output:
	// <nil> true false
}
