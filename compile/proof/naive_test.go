package proof_test

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
)

var seed = flag.Uint64("seed", 5234, "seed of the random tests")

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", *seed)
	return rand.New(rand.NewPCG(*seed, 0))
}

func parse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
}

// compiled compiles rule r of a grammar.
func compiled(t testing.TB, text string, opts *compile.Options) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(parse(t, text), "r", opts)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return a
}

// prover returns a prover for rule r of a grammar.
func prover(t testing.TB, text string, opts *compile.Options) *proof.Prover {
	t.Helper()
	if opts == nil {
		opts = new(compile.Options)
	}
	p, err := proof.New(parse(t, text), "r", opts.Marks, opts.Parts)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// strs is all texts over an alphabet of at most length bytes, the shortest first.
func strs(alphabet string, length int) []string {
	list := []string{""}
	for begin := 0; length > 0; length-- {
		end := len(list)
		for _, text := range list[begin:end] {
			for i := range len(alphabet) {
				list = append(list, text+alphabet[i:i+1])
			}
		}
		begin = end
	}
	return list
}

// beginning reports whether UTF-8 text begins with text.
func beginning(text string) bool {
	for text != "" {
		c, n := utf8.DecodeRuneInString(text)
		if c == utf8.RuneError && n == 1 {
			return !utf8.FullRuneInString(text)
		}
		text = text[n:]
	}
	return true
}

// reads reports whether a terminal's character number i can be c, and how many it has.
func reads(n abnf.Node, i int, c rune) (fits bool, length int) {
	switch n := n.(type) {
	case *abnf.CharVal:
		if i < len(n.Text) {
			want := string(n.Text[i])
			fits = string(c) == want || !n.CaseSensitive && c < utf8.RuneSelf && strings.EqualFold(string(c), want)
		}
		return fits, len(n.Text)
	case *abnf.NumVal:
		if n.Range {
			return n.Values[0] <= uint32(c) && uint32(c) <= n.Values[1], 1
		}
		return i < len(n.Values) && n.Values[i] == uint32(c), len(n.Values)
	}
	panic(n)
}

// ends returns the places where n can end in text if it begins in one of from.
func ends(g *abnf.Grammar, n abnf.Node, text string, from uint64) uint64 {
	switch n := n.(type) {
	case *abnf.Alternation:
		set := uint64(0)
		for _, alt := range n.Alts {
			set |= ends(g, alt, text, from)
		}
		return set
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = ends(g, elem, text, from)
		}
		return from
	case *abnf.Repetition:
		for range n.Min {
			from = ends(g, n.Elem, text, from)
		}
		all := from
		for i := n.Min; i != n.Max; i++ {
			from = ends(g, n.Elem, text, all)
			if all|from == all {
				break
			}
			all |= from
		}
		return all
	case *abnf.RuleRef:
		return ends(g, g.Lookup(n.Name).Body, text, from)
	}
	for i := 0; ; i++ {
		if _, length := reads(n, i, 0); i == length {
			return from
		}
		set := uint64(0)
		for at := range len(text) {
			c, size := utf8.DecodeRuneInString(text[at:])
			if c == utf8.RuneError && size == 1 {
				continue
			}
			if fits, _ := reads(n, i, c); fits && from>>at&1 != 0 {
				set |= 1 << (at + size)
			}
		}
		from = set
	}
}

// matches is the judge of languages: whether rule r reads all of text.
func matches(g *abnf.Grammar, text string) bool {
	return ends(g, g.Lookup("r").Body, text, 1)>>len(text)&1 != 0
}

// derivation is a text and how it was derived.
type derivation struct {
	text  string
	spans [3]dfa.Span // where each marked rule lies last
	stack string      // the listed productions being derived, as /name@offset
	held  string      // the stack of each byte, each behind a space
}

// nowhere is where a rule lies that a derivation does not use.
var nowhere = dfa.Span{Start: -1, End: -1}

// deriver enumerates derivations, all of them: the judge of marks, parts and spans.
type deriver struct {
	grammar      *abnf.Grammar
	marks, parts []string
	alphabet     string // characters that are used
	longest      int    // text, in bytes
	only         string // if not empty, no other text is wanted
}

type derivations map[derivation]bool

// all returns all derivations of rule r.
func (d *deriver) all() derivations {
	return d.derive(&abnf.RuleRef{Name: "r"}, derivations{{spans: [3]dfa.Span{nowhere, nowhere, nowhere}}: true})
}

func (d *deriver) derive(n abnf.Node, from derivations) derivations {
	switch n := n.(type) {
	case *abnf.Alternation:
		all := make(derivations)
		for _, alt := range n.Alts {
			maps.Copy(all, d.derive(alt, from))
		}
		return all
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = d.derive(elem, from)
		}
		return from
	case *abnf.Repetition:
		for range n.Min {
			from = d.derive(n.Elem, from)
		}
		all := maps.Clone(from)
		for i := n.Min; i != n.Max; i++ {
			size := len(all)
			from = d.derive(n.Elem, from)
			if maps.Copy(all, from); len(all) == size {
				break
			}
		}
		return all
	case *abnf.RuleRef:
		return d.rule(d.grammar.Lookup(n.Name), from)
	}
	for i := 0; ; i++ {
		if _, length := reads(n, i, 0); i == length {
			return from
		}
		from = d.terminal(n, i, from)
	}
}

func (d *deriver) terminal(n abnf.Node, i int, from derivations) derivations {
	to := make(derivations)
	for _, c := range d.alphabet {
		if fits, _ := reads(n, i, c); !fits {
			continue
		}
		for x := range from {
			x.text += string(c)
			x.held += strings.Repeat(" "+x.stack, utf8.RuneLen(c))
			if len(x.text) <= d.longest && (d.only == "" || strings.HasPrefix(d.only, x.text)) {
				to[x] = true
			}
		}
	}
	return to
}

func (d *deriver) rule(r *abnf.Rule, from derivations) derivations {
	mark := slices.IndexFunc(d.marks, func(name string) bool { return strings.EqualFold(name, r.Name) })
	part := slices.IndexFunc(d.parts, func(spec string) bool { return strings.EqualFold(spec[strings.Index(spec, "=")+1:], r.Name) })
	in, out := make(derivations), make(derivations)
	for x := range from {
		if mark >= 0 {
			x.spans[mark].Start = len(x.text)
		}
		if part >= 0 {
			name, _, _ := strings.Cut(d.parts[part], "=")
			x.stack += "/" + name + "@" + string(rune('0'+len(x.text)))
		}
		in[x] = true
	}
	for x := range d.derive(r.Body, in) {
		if mark >= 0 {
			x.spans[mark].End = len(x.text)
		}
		if part >= 0 {
			x.stack = x.stack[:strings.LastIndexByte(x.stack, '/')]
		}
		out[x] = true
	}
	return out
}
