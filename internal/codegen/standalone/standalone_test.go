package standalone

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// standAlone returns an automaton in the form of this package.
func standAlone(a *dfa.Automaton) *dfaAutomaton {
	h := dfaHead{Bytes: a.Head.Bytes, End: dfaState(a.Head.End)}
	for _, w := range a.Head.Words {
		h.Words = append(h.Words, dfaHeadWord(w))
	}
	return &dfaAutomaton{
		Name: a.Name, Start: dfaState(a.Start), AcceptMin: dfaState(a.AcceptMin), Shift: a.Shift, Classes: a.Classes, Trans: a.Trans,
		Outputs: a.Outputs, InState: a.InState, PartNames: a.PartNames, Loops: a.Loops, LoopSets: a.LoopSets, Head: h,
	}
}

// strings of a grammar, and the same with a few bytes changed, left out or repeated.
func samples(t *testing.T, a *dfa.Automaton) (list []string) {
	seed := uint64(testkit.Seed(20))
	t.Logf("-seed=%d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	for _, text := range a.AccessTexts() {
		s := string(text)
		list = append(list, s)
		for _, more := range []string{"x", "\x00", "é", "\u200e", "\ufffd", "😀", "\xe2\x82", "\xff"} {
			k := rnd.IntN(len(s) + 1)
			list = append(list, s+more, s[:k]+more+s[k:], s[:k]+strings.Repeat(s[k:], 2), s[:k]+strings.Repeat(more, 70))
		}
	}
	return list
}

// TestSameAsDFA compares all functions with those of package dfa: on tables with fixed prefixes,
// self-loops, parts, few events and many.
func TestSameAsDFA(t *testing.T) {
	met := make(map[string]bool)
	for _, x := range []struct{ grammar, spans, parts string }{
		{"date = year \"-\" month \"-\" day [ zone ]\nyear = 4DIGIT\nmonth = 2DIGIT\nday = 2DIGIT\nzone = \"T\" *%xE0-FFFF\n", "year,zone", "month,zone"},
		{"r = key *( \";\" key ) [ \":\" value ]\nkey = 1*%x61-78\nvalue = *( DIGIT / \"=\" / %xE9 )\n", "value", "key,value"},
		{"none = %xD800\n", "", ""},
		{"list = *( key \"=\" value \";\" ) \"!\" / *( key \",\" )\nkey = 1*%x61-78\nvalue = *DIGIT\n", "key,value", "key"},
		{"many = [ ia ] [ ib ] [ ic ] [ id ] [ ie ] [ if ] [ ig ] [ ih ] [ ii ] [ ij ] [ ik ] [ il ] [ im ] [ in ] [ io ] [ ip ] [ iq ] [ ir ] [ is ] [ it ]\nia = 1*%x61\nib = 1*%x62\nic = 1*%x63\nid = 1*%x64\nie = 1*%x65\nif = 1*%x66\nig = 1*%x67\nih = 1*%x68\nii = 1*%x69\nij = 1*%x6a\nik = 1*%x6b\nil = 1*%x6c\nim = 1*%x6d\nin = 1*%x6e\nio = 1*%x6f\nip = 1*%x70\niq = 1*%x71\nir = 1*%x72\nis = 1*%x73\nit = 1*%x74\n", "ia,ib,ic,id,ie,if,ig,ih,ii,ij,ik,il,im,in,io,ip,iq,ir,is,it", "ia,ib"},
	} {
		g := matcher.Parse(t, x.grammar)
		name := firstRule(g)
		t.Run(name, func(t *testing.T) {
			a, err := compile.Compile(g, name, &compile.Options{Parts: words(x.parts)})
			if err != nil {
				t.Fatal(err)
			}
			met["head"] = met["head"] || a.Head.Bytes > 0
			met["loops"] = met["loops"] || len(a.Loops) > 0
			texts := samples(t, a)
			compareErrors(t, a, texts)
			if x.spans != "" {
				tagged, err := compile.Spans(g, name, words(x.spans), nil)
				if err != nil {
					t.Fatal(err)
				}
				met["events in states"] = met["events in states"] || tagged.Automaton.InState
				met["events"] = met["events"] || !tagged.Automaton.InState
				if tagged.Repeats != 0 {
					met["lists"] = true
					compareLists(t, tagged, texts)
					return
				}
				compareEvents(t, tagged, texts)
			}
		})
	}
	for _, kind := range []string{"head", "loops", "events in states", "events", "lists"} {
		if !met[kind] {
			t.Errorf("no table with %s", kind)
		}
	}
}

// Entries of large tables are numbers.
func TestLarge(t *testing.T) {
	var rules strings.Builder
	for i := range 150 {
		fmt.Fprintf(&rules, "/ %%x%X \"x\" %%x%X ", 0x100+i, 0x200+i)
	}
	a := compile.MustCompile("r = *( %x61 "+rules.String()+") 600%x62\n", "r")
	if len(a.Trans) <= 1<<16 {
		t.Fatalf("%d entries", len(a.Trans))
	}
	texts := samples(t, a)
	compareErrors(t, a, texts[len(texts)/2:len(texts)/2+400])
}

func firstRule(g *abnf.Grammar) string {
	for r := range g.Rules() {
		return r.Name
	}
	return ""
}

func words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// compareLists compares all occurrences of rules that repeat.
func compareLists(t *testing.T, tagged *dfa.Tagged, texts []string) {
	t.Helper()
	b := &dfaTagged{
		Automaton: *standAlone(&tagged.Automaton), Names: tagged.Names, Final: tagged.Final, Repeats: tagged.Repeats, FirstList: tagged.FirstList, Ends: tagged.Ends,
	}
	for _, commits := range tagged.Registers {
		var list []dfaCommit
		for _, c := range commits {
			list = append(list, dfaCommit(c))
		}
		b.Registers = append(b.Registers, list)
	}
	for _, places := range tagged.Places {
		var list []dfaPlace
		for _, p := range places {
			list = append(list, dfaPlace(p))
		}
		b.Places = append(b.Places, list)
	}
	texts = append(texts, strings.Repeat("ab=12;", 99)+"!", strings.Repeat("xy,", 99), "")
	for _, text := range texts {
		log := make([]dfaNote, b.events()+4)
		s, n, more := dfaRecordLists(b, []byte(text), log)
		if more != nil {
			log = more
		}
		for k := range tagged.Names {
			var got []dfa.Span
			b.Each(k, s, len(text), log[b.events():max(n, b.events())], func(x Span) bool {
				got = append(got, dfa.Span(x))
				return true
			})
			if want := slices.Collect(dfa.FindAll(tagged, text, k)); !slices.Equal(got, want) {
				t.Fatalf("%q: %s at %v, want %v", text, tagged.Names[k], got, want)
			}
		}
	}
}

func compareErrors(t *testing.T, a *dfa.Automaton, texts []string) {
	t.Helper()
	b := standAlone(a)
	for _, text := range texts {
		if got, want := dfaRun(b, b.Start, []byte(text)) >= b.AcceptMin, dfa.Match(a, text); got != want {
			t.Fatalf("%q: %t, want %t", text, got, want)
		}
		if got, want := dfaPrefix(b, []byte(text)), dfa.Prefix(a, text); got != want {
			t.Fatalf("%q: a prefix of %d bytes, want %d", text, got, want)
		}
		got, _ := dfaDiagnose(b, text).(*SyntaxError)
		want, _ := dfa.Diagnose(a, text).(*dfa.SyntaxError)
		if (got == nil) != (want == nil) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		if got != nil {
			compareError(t, text, got, want)
		}
	}
}

// Errors are the same, save for names of characters other than those of ASCII that can be seen.
func compareError(t *testing.T, text string, got *SyntaxError, want *dfa.SyntaxError) {
	t.Helper()
	fields := dfa.SyntaxError{Rule: got.Rule, Offset: got.Offset, Byte: got.Byte, Rune: got.Rune, Expected: dfa.ByteSet(got.Expected), End: got.End, Part: got.Part}
	if w := (dfa.SyntaxError{Rule: want.Rule, Offset: want.Offset, Byte: want.Byte, Rune: want.Rune, Expected: want.Expected, End: want.End, Part: want.Part}); !reflect.DeepEqual(fields, w) {
		t.Fatalf("%q: %+v, want %+v", text, fields, w)
	}
	if got.Expected.String() != want.Expected.String() {
		t.Errorf("%q: expected %v, want %v", text, got.Expected, want.Expected)
	}
	if want.Rune < 0 || ' ' < want.Rune && want.Rune <= '~' {
		if got.Error() != want.Error() {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Names of characters.
func TestCharacters(t *testing.T) {
	a := standAlone(compile.MustCompile("a = *\"a\"\n", "a"))
	for text, want := range map[string]string{
		"aé": "U+00E9", "a😀": "U+1F600", "\ufffd": "U+FFFD", "a\xe2\x82": "0xE2", "\xff": "0xFF", "\n": "U+000A", "aa~": "'~'", " ": "' '", "a\xed\xa0\x80": "0xED",
	} {
		want = "a: " + want + " is not allowed "
		if got := dfaDiagnose(a, text).Error(); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func compareEvents(t *testing.T, tagged *dfa.Tagged, texts []string) {
	t.Helper()
	a, b := &tagged.Automaton, standAlone(&tagged.Automaton)
	for _, text := range texts {
		var got, want [256]uint32
		s, r := dfa.Record(a, text, want[:]), dfaRecord(b, text, got[:])
		got[0], want[0] = 0, 0
		if s != dfa.State(r) || a.Accepts(s) && got != want {
			t.Fatalf("%q: state %d, events at %v, want %d, %v", text, r, got, s, want)
		}
	}
}
