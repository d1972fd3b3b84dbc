package rule_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/dfa"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/walk"
	"example.org/iri/rule"
)

// accessTexts returns a string for each reachable state. Two orders of the bytes find two strings for most states.
func accessTexts(a *dfa.Automaton, backward bool) map[dfa.State]string {
	texts := map[dfa.State]string{a.Start: ""}
	for queue := []dfa.State{a.Start}; len(queue) > 0; queue = queue[1:] {
		for b := range 256 {
			if backward {
				b = 255 - b
			}
			next := a.Next(queue[0], byte(b))
			if _, known := texts[next]; !known && next != dfa.Dead {
				texts[next] = texts[queue[0]] + string([]byte{byte(b)})
				queue = append(queue, next)
			}
		}
	}
	return texts
}

// byteClasses numbers the bytes, equal for bytes that no automaton distinguishes in any state, except in ASCII.
func byteClasses() (class [256]int) {
	known := make(map[string]int)
	var columns [256]strings.Builder
	for r := range rule.All() {
		a := r.Automaton()
		for s := range accessTexts(a, false) {
			for b := utf8.RuneSelf; b < 256; b++ {
				fmt.Fprintf(&columns[b], "%d,", a.Next(s, byte(b)))
			}
		}
	}
	for b := range 256 {
		key := columns[b].String()
		if b < utf8.RuneSelf {
			key = string(rune(b))
		}
		if _, ok := known[key]; !ok {
			known[key] = len(known)
		}
		class[b] = known[key]
	}
	return class
}

// characters returns characters of all kinds: those with bytes in the same classes are equivalent in all automata.
// Without -long, these are ASCII, and the ends of each range of characters of equal kind and length.
func characters(class [256]int) (list []string) {
	seen := make(map[[utf8.UTFMax]int]bool)
	last := ""
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		text := string(r)
		if *testkit.Long {
			var key [utf8.UTFMax]int
			for i := range len(text) {
				key[i] = 1 + class[text[i]]
			}
			if !seen[key] {
				seen[key] = true
				list = append(list, text)
			}
		} else if last == "" || len(last) != len(text) || r < utf8.RuneSelf || newKind(last) != newKind(text) {
			if r > utf8.RuneSelf {
				list = append(list, last)
			}
			list = append(list, text)
		}
		last = text
	}
	return append(list, last)
}

// illFormed returns ill-formed sequences of each kind: bytes that begin no character, and beginnings of characters with
// a wrong or missing continuation.
func illFormed() (list []string) {
	bytes := []string{"A", "\x80", "\x90", "\xA0", "\xC0", "\xC3", "\xE0", "\xE2", "\xED", "\xEE", "\xEF", "\xF0", "\xF1", "\xF4", "\xF5", "\xFF"}
	beginnings := []string{""}
	for range utf8.UTFMax {
		var longer []string
		for _, begin := range beginnings {
			for _, b := range bytes {
				switch text := begin + b; {
				case !utf8.FullRuneInString(text):
					longer = append(longer, text)
					list = append(list, text)
				case !utf8.ValidString(text):
					list = append(list, text)
				}
			}
		}
		beginnings = longer
	}
	return list
}

var kindOf = make(map[string]string)

// kind names the kind of a wrong character.
func kind(text string) string {
	if _, known := kindOf[text]; !known {
		kindOf[text] = newKind(text)
	}
	return kindOf[text]
}

func newKind(text string) string {
	switch {
	case text == "":
		return "end"
	case !utf8.ValidString(text):
		return "ill-formed"
	case rule.UCSChar.ValidString(text) && !rule.IRIStrict.ValidString("a:"+text):
		return "formatting"
	case rule.UCSChar.ValidString(text):
		return "ucschar"
	case rule.IPrivate.ValidString(text):
		return "iprivate"
	case len(text) > 1:
		return "others"
	}
	return text
}

type kinds map[string]bool

func (k kinds) String() string {
	var ascii dfa.ByteSet
	var words []string
	for name := range k {
		if len(name) == 1 {
			walk.Add(&ascii, name[0])
		} else {
			words = append(words, name)
		}
	}
	slices.Sort(words)
	if ascii != (dfa.ByteSet{}) {
		words = append([]string{ascii.String()}, words...)
	}
	return strings.Join(words, " ")
}

// mistakes maps a reason and component to kinds of characters.
type mistakes map[string]kinds

type mistake struct {
	component rule.Component
	reason    rule.Reason
}

func (t mistakes) String() string {
	var lines []string
	for key, k := range t {
		lines = append(lines, key+k.String()+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// TestReasons visits all states of all automata before a character, followed by each character, each kind of ill-formed
// bytes, and the end. If that is not in the language, the error must have a reason, which is independent of the string
// that led to the state. The golden file lists all.
func TestReasons(t *testing.T) {
	class := byteClasses()
	follows := append(append(characters(class), illFormed()...), "")
	t.Log(len(follows), "characters and others")
	tables := make(map[string][]string) // rules by table
	for r := range rule.All() {
		got := reasonsOf(t, r, follows)
		tables[got] = append(tables[got], r.String())
	}
	var b strings.Builder
	b.WriteString("# what is wrong, by the component in which it is, and with which characters\n")
	var sections []string
	for got := range tables {
		sections = append(sections, got)
	}
	slices.SortFunc(sections, func(s, t string) int { return cmp.Or(cmp.Compare(len(t), len(s)), cmp.Compare(s, t)) })
	for _, got := range sections {
		b.WriteString("\n" + strings.Join(tables[got], ", ") + "\n" + got)
	}
	testkit.Golden(t, "testdata/reasons.txt", b.String())
}

func reasonsOf(t *testing.T, r rule.Rule, follows []string) string {
	wrong := make(mistakes)
	seen := make(map[mistake]kinds)
	others := accessTexts(r.Automaton(), true)
	for s, text := range accessTexts(r.Automaton(), false) {
		if !utf8.ValidString(text) {
			continue
		}
		for _, follow := range follows {
			e := mistakeAfter(r, s, text, follow)
			if e == nil {
				continue
			}
			if e.Reason == 0 || e.Reason > rule.ReasonNotInRule || (e.Reason == rule.ReasonIllFormed) != (kind(follow) == "ill-formed") {
				t.Fatalf("%v: %q: %q: %v", r, text, follow, e.Reason)
			}
			m := mistake{e.Component(), e.Reason}
			if seen[m] == nil {
				seen[m] = make(kinds)
				wrong[fmt.Sprintf("  %-10s%-24s", m.component, m.reason)] = seen[m]
			}
			seen[m][kind(follow)] = true
		}
		for _, follow := range []string{"", " ", ":", "/", "\uFFFD", "\xff"} {
			if mistakeAfter(r, s, text, follow) == nil {
				continue
			}
			x, y := mistakeIn(t, r, text+follow), mistakeIn(t, r, others[s]+follow)
			if x.Reason != y.Reason || x.Rune != y.Rune || x.Component() != y.Component() || x.Offset-int64(len(text)) != y.Offset-int64(len(others[s])) {
				t.Fatalf("%v: %q after %q: %v, after %q: %v", r, follow, text, x.Reason, others[s], y.Reason)
			}
		}
	}
	return wrong.String()
}

// mistakeAfter returns the error of a Matcher for follow, which is a character, ill-formed bytes, or the end, after a
// string that leads to state s, or nil if the mistake is not in follow.
func mistakeAfter(r rule.Rule, s dfa.State, text, follow string) *rule.SyntaxError {
	a := r.Automaton()
	at, n := dfa.Last(a, s, follow)
	if n == len(follow) && (a.Accepts(at) || n > 0 && utf8.ValidString(follow)) || n < len(follow) && !utf8.FullRuneInString(follow) {
		return nil
	}
	m := r.Matcher()
	m.WriteString(text)
	m.WriteString(follow)
	return m.Err().(*rule.SyntaxError)
}
