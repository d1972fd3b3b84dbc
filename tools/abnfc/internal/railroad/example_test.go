package railroad_test

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/abnfc/internal/railroad"
)

// The boxes of a picture.
func ExampleSVG() {
	g, err := abnf.Parse([]byte("scheme = ALPHA *( ALPHA / DIGIT / \"+\" / \"-\" / \".\" )\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	svg, err := railroad.SVG(g.Lookup("scheme"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(string(svg)) {
		if strings.HasPrefix(line, "<g") {
			fmt.Print(line)
		}
	}
	// Output:
	// <g class="rule"><rect x="30" y="42" width="62" height="24"/><text x="61" y="58">ALPHA</text></g>
	// <g class="rule"><rect x="154" y="42" width="62" height="24"/><text x="185" y="58">ALPHA</text></g>
	// <g class="rule"><rect x="154" y="75" width="54" height="24"/><text x="181" y="91">DIGIT</text></g>
	// <g class="terminal list"><rect x="154" y="108" width="171" height="24" rx="12"/><text class="caption" x="165" y="124">one of</text>
}

// A page with a rule and those that it needs.
func ExamplePage() {
	g, err := abnf.Parse([]byte("port = *DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	page, err := railroad.Page("Ports", g, []string{"port"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "<section") || strings.HasPrefix(line, "<pre>") || strings.HasPrefix(line, "<a") {
			fmt.Print(line)
		}
	}
	// Output:
	// <section id="rule-port">
	// <a class="rule" href="#rule-digit"><rect x="60" y="18" width="54" height="24"/><text x="87" y="34">DIGIT</text></a>
	// <pre>port = *DIGIT</pre>
	// <section id="rule-digit">
	// <pre>DIGIT = %x30-39</pre>
}
