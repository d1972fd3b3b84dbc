// Package abnftest is for tests only. Its matchers read texts by the tree of a grammar, slowly and
// plainly. Its checks of automata share nothing with the compiler.
//
// Matches decides whether a rule reads a text, and Reader lists all ways to read texts.
// Minimal, Equivalent and Common judge tables.
package abnftest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/naming"
)

// Parse reads a grammar that has no faults.
func Parse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
}

// ParseFile reads a file with a grammar that has no faults.
func ParseFile(t testing.TB, file string) *abnf.Grammar {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := abnf.ParseFile(filepath.Base(file), text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Texts lists all texts over an alphabet of at most length bytes, shorter ones first,
// equally long ones in the order of the alphabet, by bytes.
func Texts(alphabet string, length int) []string {
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

// Reads reports whether character i of a string or value can be c, and how many
// characters it has.
func Reads(n abnf.Node, i int, c rune) (fits bool, length int) {
	switch n := n.(type) {
	case *abnf.CharVal:
		if i < len(n.Text) {
			want := rune(n.Text[i])
			other := want ^ 0x20
			fits = c == want || !n.CaseSensitive && c == other && 'a' <= c|0x20 && c|0x20 <= 'z'
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

// Matches reports whether a rule reads all of a text of less than 64 bytes. Rules may refer
// to themselves in any way.
func Matches(g *abnf.Grammar, rule, text string) bool {
	return MatchesNode(g, &abnf.RuleRef{Name: rule}, text)
}

// MatchesNode is Matches for a node; without references it needs no grammar.
func MatchesNode(g *abnf.Grammar, n abnf.Node, text string) bool {
	m := &matcher{grammar: g, text: text}
	for {
		m.changed = false
		ends := m.ends(n, 1)
		for key, before := range m.known {
			if after := m.ends(key.rule.Body, 1<<key.at); after != before {
				m.known[key], m.changed = after, true
			}
		}
		if !m.changed {
			return ends>>len(text)&1 != 0
		}
	}
}

// matcher knows where rules can end in a text, by where they begin: sets of offsets. It
// learns them over and over until nothing is added.
type matcher struct {
	grammar *abnf.Grammar
	text    string
	known   map[ruleAt]uint64
	changed bool
}

type ruleAt struct {
	rule *abnf.Rule
	at   int
}

// ends returns the places where n can end if it begins in one of from.
func (m *matcher) ends(n abnf.Node, from uint64) uint64 {
	switch n := n.(type) {
	case *abnf.Alternation:
		set := uint64(0)
		for _, alt := range n.Alts {
			set |= m.ends(alt, from)
		}
		return set
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = m.ends(elem, from)
		}
		return from
	case *abnf.Repetition:
		return m.repetition(n, from)
	case *abnf.RuleRef:
		return m.rule(m.grammar.Target(n), from)
	}
	return m.terminal(n, from)
}

func (m *matcher) repetition(n *abnf.Repetition, from uint64) uint64 {
	for range n.Min {
		from = m.ends(n.Elem, from)
	}
	all := from
	for i := n.Min; i != n.Max; i++ {
		before := all
		from = m.ends(n.Elem, from)
		if all |= from; all == before {
			break // what all of them lead to is known
		}
	}
	return all
}

func (m *matcher) rule(r *abnf.Rule, from uint64) uint64 {
	set := uint64(0)
	for at := range len(m.text) + 1 {
		if from>>at&1 == 0 {
			continue
		}
		key := ruleAt{r, at}
		if _, met := m.known[key]; !met {
			if m.known == nil {
				m.known = make(map[ruleAt]uint64)
			}
			m.known[key], m.changed = 0, true
		}
		set |= m.known[key]
	}
	return set
}

func (m *matcher) terminal(n abnf.Node, from uint64) uint64 {
	for i := 0; ; i++ {
		if _, length := Reads(n, i, 0); i == length || from == 0 {
			return from
		}
		set := uint64(0)
		for at := range len(m.text) {
			if from>>at&1 == 0 {
				continue
			}
			c, size := utf8.DecodeRuneInString(m.text[at:])
			if c == utf8.RuneError && size == 1 {
				continue
			}
			if fits, _ := Reads(n, i, c); fits {
				set |= 1 << (at + size)
			}
		}
		from = set
	}
}

// index returns the number of a rule in a list of RULE or NAME=RULE, and its name there;
// -1 if it is not there.
func index(list []string, rule string) (int, string) {
	for i, spec := range list {
		name, of, err := naming.Cut(spec)
		if err == nil && strings.EqualFold(of, rule) {
			return i, name
		}
	}
	return -1, ""
}
