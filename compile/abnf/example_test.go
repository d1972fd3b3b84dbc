package abnf_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

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

func ExampleParseWild() {
	const page = `
3.2. Dates

     date = year "-" month ; the day
          / yaer           ; may be missing
     year = 4DIGIT

Nobody                        [Page 7]

     month = 2DIGIT day = 0
`
	g, repairs, err := abnf.ParseWild("page.txt", []byte(page), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range repairs {
		fmt.Println(r)
	}
	fmt.Print(g)
	fmt.Println(g.Verify("date")) // names are never guessed
	// Output:
	// page.txt:2:1: left out: "3.2. Dates"
	// page.txt:8:1: left out: "Nobody [Page 7]"
	// page.txt:10:21: rule "day" begins within a line
	// page.txt:10:27: 0 without an element read as ""
	// date  = year "-" month / yaer
	// year  = 4DIGIT
	// month = 2DIGIT
	// day   = ""
	// abnf: page.txt:5:13: rule "yaer" is not defined (did you mean "year"?)
}

// What cannot be read is left out. Verify says so to those who need it.
func ExampleGrammar_Unread() {
	const page = "The day, such as date = 1-2:\n\ndate = year \"-\" day\nyear = 4DIGIT\nday  = [0-9]+\n"
	g, _, err := abnf.ParseWild("page.txt", []byte(page), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Unread())
	fmt.Println(g.Verify("year"))
	fmt.Println(g.Verify("date"))
	// Output:
	// abnf: page.txt:5:10: expected element right after the repetition, found "-9" (write 1*DIGIT for [0-9]+)
	// <nil>
	// abnf: page.txt:5:10: expected element right after the repetition, found "-9" (write 1*DIGIT for [0-9]+)
}

func ExampleGrammar_Rename() {
	g, err := abnf.Parse([]byte("date = yaer \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	places, err := g.Rename("yaer", "year")
	fmt.Println(places, err)
	fmt.Print(g)
	// Output:
	// [1:8] <nil>
	// date  = year "-" month
	// year  = 4DIGIT
	// month = 2DIGIT
}

func ExampleGrammar_References() {
	g, err := abnf.Parse([]byte("date = year [ sep month ]\nyear = 4DIGIT\nmonth = 2DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for ref, rule := range g.References("date") {
		fmt.Println(ref.Pos, rule)
	}
	// Output:
	// 1:8 year = 4DIGIT
	// 1:15 <nil>
	// 1:19 month = 2DIGIT
	// 2:9 DIGIT = %x30-39
	// 3:10 DIGIT = %x30-39
}

func ExampleAll() {
	g, err := abnf.Parse([]byte("date = year \"-\" ( month / 0<a name> \"?\" )\nyear = 4DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := range abnf.All(g.Lookup("date").Body) {
		fmt.Printf("%v: %v, %d below it\n", n.Position(), n, len(abnf.Children(n)))
	}
	// Output:
	// 1:8: year "-" ( month / 0<a name> "?" ), 3 below it
	// 1:8: year, 0 below it
	// 1:13: "-", 0 below it
	// 1:19: month / 0<a name> "?", 2 below it
	// 1:19: month, 0 below it
	// 1:27: 0<a name> "?", 2 below it
	// 1:27: 0<a name>, 0 below it
	// 1:37: "?", 0 below it
}

// An editor marks all faults at once.
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

// A grammar that leans on another one, as many RFCs do on RFC 3986. Those of the core
// rules that it uses are to be printed with it.
// In http, name and host mean what http says; in uri, what uri says. Names have no case.
const (
	httpText = "Host = name [ \":\" port ]\nname = 1*ALPHA\nlink = authority\n"
	uriText  = "authority = host [ \":\" port ]\nhost = 1*( ALPHA / \".\" )\nport = *DIGIT\n"
)

// parse reads a grammar without faults.
func parse(name, text string) *abnf.Grammar {
	g, err := abnf.ParseFile(name, []byte(text))
	if err != nil {
		panic(err)
	}
	return g
}

// place reports where the rule is that the first reference of a rule stands for.
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

func ExampleGrammar_Override() {
	g := parse("http", httpText)
	g.Override(parse("uri", uriText))
	fmt.Println(place(g, "authority"))
	// Output: http:1:1
}

func ExampleGrammar_Target() {
	g := parse("http", httpText)
	g.Import(parse("uri", uriText))
	for n := range abnf.All(g.Lookup("authority").Body) {
		if ref, is := n.(*abnf.RuleRef); is {
			fmt.Println(ref, "is", g.Target(ref).Pos)
		}
	}
	// Output:
	// host is uri:2:1
	// port is uri:3:1
}

func ExampleGrammar_Twice() {
	g := parse("http", httpText)
	g.Import(parse("uri", uriText))
	for hidden, instead := range g.Twice() {
		fmt.Println(hidden.Name, "of", hidden.Pos, "is hidden by", instead.Name, "of", instead.Pos)
	}
	// Output: host of uri:2:1 is hidden by Host of http:1:1
}

func ExampleGrammar_With() {
	g := parse("uri", uriText)
	both := g.With("both", &abnf.Concatenation{Elems: []abnf.Node{g.Lookup("host").Body, g.Lookup("port").Body}})
	fmt.Println(both.Lookup("both"), both.Verify("both"))
	// Output: both = 1*( ALPHA / "." ) *DIGIT <nil>
}

func ExampleGrammar_Import() {
	g, err := abnf.Parse([]byte("link = \"<\" URI \">\"\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	uri, err := abnf.Parse([]byte("URI = scheme \":\" *VCHAR\nscheme = 1*ALPHA\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Import(uri)
	fmt.Print(g)
	for _, r := range g.References("link") {
		if r != nil && abnf.Core().Lookup(r.Name) == r {
			fmt.Println(r)
		}
	}
	// Output:
	// link = "<" URI ">"
	// VCHAR = %x21-7E
	// ALPHA = %x41-5A / %x61-7A
}

// A grammar as an expression for package regexp, rules put in where they are used.
func ExampleFold() {
	g, err := abnf.Parse([]byte(`
date  = year "-" month [ %x54 1*DIGIT ]
year  = 4DIGIT
month = "0" %x31-39 / "1" %x30-32
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(expression(g, g.Lookup("date").Body))
	// Output:
	// ([\x{30}-\x{39}]){4,4}(?i:-)((?i:0)[\x{31}-\x{39}]|(?i:1)[\x{30}-\x{32}])(\x{54}([\x{30}-\x{39}]){1,}){0,1}
}

// RFC 9110 has obs-text = %x80-FF, and means octets.
func ExampleEncoding() {
	for _, encoding := range []abnf.Encoding{abnf.UTF8, abnf.Octets} {
		text := string(encoding.Append(nil, 0xE4))
		value, size := encoding.Decode(text)
		fmt.Printf("%s is %#x in %d of %d bytes; values end at %#x\n", encoding.Quote(text), value, size, encoding.Len(value), encoding.Max())
	}
	// Output:
	// "\u00e4" is 0xe4 in 2 of 2 bytes; values end at 0x10ffff
	// "\xe4" is 0xe4 in 1 of 1 bytes; values end at 0xff
}

func expression(g *abnf.Grammar, n abnf.Node) string {
	return abnf.Fold(n,
		func(_ *abnf.Alternation, alts []string) string { return "(" + strings.Join(alts, "|") + ")" },
		func(_ *abnf.Concatenation, elems []string) string { return strings.Join(elems, "") },
		func(n *abnf.Repetition, elem func() string) string {
			switch n.Max {
			case 0:
				return ""
			case abnf.Unbounded:
				return fmt.Sprintf("(%s){%d,}", elem(), n.Min)
			}
			return fmt.Sprintf("(%s){%d,%d}", elem(), n.Min, n.Max)
		},
		func(n *abnf.CharVal) string {
			if n.CaseSensitive {
				return regexp.QuoteMeta(n.Text)
			}
			return "(?i:" + regexp.QuoteMeta(n.Text) + ")"
		},
		func(n *abnf.NumVal) string {
			if n.Range {
				return fmt.Sprintf(`[\x{%X}-\x{%X}]`, n.Values[0], n.Values[1])
			}
			var text strings.Builder
			for _, v := range n.Values {
				fmt.Fprintf(&text, `\x{%X}`, v)
			}
			return text.String()
		},
		func(n *abnf.RuleRef) string { return expression(g, g.Target(n).Body) },
		func(n *abnf.ProseVal) string { panic("for people only: " + n.Text) },
	)
}
