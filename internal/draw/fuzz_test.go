package draw

import (
	"math/rand/v2"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// FuzzNew draws whatever compiles: the text is exact, the picture shows the same.
func FuzzNew(f *testing.F) {
	for _, text := range []string{
		links,
		"r = *( \"a\" / \"b\" ) \"a\" 2( \"a\" / \"b\" )\n",
		"r = %xD7FE-E001 / %x10FFFF b\nb = 0<prose>\n",
		"r = \"x\" r / b \"/\"\nb = b \"y\" / \"\"\n",
		"r = a / b\na = \"(\" b\nb = \")\" a / SP\n",
		"r = 3*5( b / DQUOTE )\nb = %d65.66 %s\"x\"\n",
		"r = %xD800 b\nb = \"x\"\n",
		"r = 50\"x\" b\nb = *%s\"x\" \"\\\"\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := abnf.Parse([]byte(text))
		if err != nil || len(text) > 300 {
			return
		}
		var rules []string
		for r := range g.Rules() {
			rules = append(rules, r.Name)
		}
		if len(rules) == 0 {
			return
		}
		a, err := compile.Compile(g, rules[0], &compile.Options{MaxStates: 1000})
		if err != nil {
			return
		}
		for _, opts := range []*Options{nil, {Full: true}, {Parts: rules}} {
			d, err := New(g, rules[0], opts)
			if err != nil || len(d.nodes) > 50 {
				continue
			}
			checkExact(t, g, a, d, rand.New(rand.NewPCG(1, 1)))
			readPicture(t, d)
		}
	})
}
