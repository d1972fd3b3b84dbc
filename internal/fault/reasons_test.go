package fault

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
)

// accessTexts returns a string for each state that strings lead to, by two orders of the
// bytes: most states get two.
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

// byteClasses tells bytes apart that some automaton tells apart in some state, and all
// of ASCII.
func byteClasses() (class [256]int) {
	known := make(map[string]int)
	var columns [256]strings.Builder
	for _, l := range language.All() {
		a := l.Automaton
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

// characters returns characters of all ways to behave: those whose bytes are in the same
// classes behave alike in all automata. Without -long, it is all of ASCII, and the ends
// of each row of characters that kind calls alike and that are equally long.
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

// illFormed returns ill-formed sequences of each kind: bytes that begin nothing, and
// beginnings of characters that go on with something else or not at all.
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

// kind names what a string goes wrong with.
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
	case matches(&language.UCSChar, text) && !matches(&language.IRIStrict, "a:"+text):
		return "formatting"
	case matches(&language.UCSChar, text):
		return "ucschar"
	case matches(&language.IPrivate, text):
		return "iprivate"
	case len(text) > 1:
		return "others"
	}
	return text
}

// kinds is a set of what strings go wrong with.
type kinds map[string]bool

func (k kinds) String() string {
	var ascii dfa.ByteSet
	var words []string
	for name := range k {
		if len(name) == 1 {
			ascii.Add(name[0])
		} else {
			words = append(words, name)
		}
	}
	slices.Sort(words)
	if ascii.Len() > 0 {
		words = append([]string{ascii.String()}, words...)
	}
	return strings.Join(words, " ")
}

// mistakes tells what is wrong with what in which component.
type mistakes map[string]kinds

func (t mistakes) String() string {
	var lines []string
	for key, k := range t {
		lines = append(lines, key+k.String()+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// TestReasons walks through all automata: from each state before a character, by
// each character, each kind of ill-formed bytes, and to the end. Where that is not in
// the language, the error has a reason, and the same one by whatever text the state was
// reached. The golden file has them all.
func TestReasons(t *testing.T) {
	class := byteClasses()
	follows := append(append(characters(class), illFormed()...), "")
	t.Log(len(follows), "characters and others")
	tables := make(map[string][]string) // rules by table
	for _, l := range language.All() {
		got := reasons(t, l, follows)
		tables[got] = append(tables[got], l.Name)
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

func reasons(t *testing.T, l *uri.Language, follows []string) string {
	wrong := make(mistakes)
	others := accessTexts(l.Automaton, true)
	for s, text := range accessTexts(l.Automaton, false) {
		if !utf8.ValidString(text) {
			continue
		}
		for _, follow := range follows {
			f, _, dies := faultAt(l, s, follow)
			if !dies {
				continue
			}
			if f.Reason == 0 || f.Reason >= NumReasons || (f.Reason == IllFormed) != (kind(follow) == "ill-formed") {
				t.Fatalf("%s: %q: %q: %v", l.Name, text, follow, f.Reason)
			}
			key := fmt.Sprintf("  %-10s%-24s", f.component(), f.Reason)
			if wrong[key] == nil {
				wrong[key] = make(kinds)
			}
			wrong[key][kind(follow)] = true
		}
		for _, follow := range []string{"", " ", ":", "/", "\uFFFD", "\xff"} {
			checkFault(t, l, s, text, follow)
			checkFault(t, l, s, others[s], follow)
		}
	}
	return wrong.String()
}

// faultAt returns what is wrong with a character, with bytes that are none, or with the
// end, in a state, and where it is; false if it is not there that a string goes wrong.
func faultAt(l *uri.Language, s dfa.State, follow string) (f *found, n int, dies bool) {
	at, n := table.Last(l.Automaton, s, follow)
	illFormed := !utf8.ValidString(follow)
	if n == len(follow) && (l.Accepts(at) || n > 0 && !illFormed) || n < len(follow) && !utf8.FullRuneInString(follow) {
		return f, n, false
	}
	return inPieces(l, s, at, int64(n), []byte(follow), n), n, true
}

// checkFault compares the fault of a string that leads to a state, and goes wrong there,
// with what faultAt says of the state.
func checkFault(t *testing.T, l *uri.Language, s dfa.State, text, follow string) {
	t.Helper()
	want, n, dies := faultAt(l, s, follow)
	if !dies {
		return
	}
	f := faultOf(t, l, text+follow)
	if f.Reason != want.Reason || f.Rune != want.Rune || f.component() != want.component() || f.Offset != int64(len(text)+n) {
		t.Fatalf("%s: %q after %q: %v, want %v", l.Name, follow, text, f.Reason, want.Reason)
	}
}

func matches(l *uri.Language, text string) bool { return dfa.Match(l.Automaton, text) }
