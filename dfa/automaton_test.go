package dfa_test

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
)

// The hand-made table equals the generated one, including numbers of states.
func TestLayoutOfDecOctet(t *testing.T) {
	if want := decOctet(); !reflect.DeepEqual(want, language.DecOctet.Automaton) {
		t.Errorf("generated table:\n%v\nwant:\n%v", language.DecOctet.Automaton, want)
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		a      *Automaton
		states int
	}{{decOctet(), 7}, {link(), 11}, {star(), 2}, {everything(), 2}, {nothing(), 1}, {wide(), 256}}
	for _, test := range tests {
		a := test.a
		if a.NumStates() != test.states {
			t.Errorf("%s: %d states, want %d", a.Name, a.NumStates(), test.states)
		}
		n := 0
		for s := range a.States() {
			if a.Number(s) != n {
				t.Errorf("%s: state %d has number %d, want %d", a.Name, s, a.Number(s), n)
			}
			n++
		}
		if n != test.states {
			t.Errorf("%s: States yields %d states, want %d", a.Name, n, test.states)
		}
	}
}

func TestIteratorsStop(t *testing.T) {
	a := link()
	for s := range a.States() {
		if s != Dead {
			break
		}
	}
	for range a.Edges(a.Start) {
		break
	}
	for range a.Follow(a.Start).Ranges() {
		break
	}
}

func TestEdges(t *testing.T) {
	tests := []struct {
		a     *Automaton
		state int
		want  string
	}{
		{decOctet(), 0, ""},
		{decOctet(), 1, "'0' 2, '1' 3, '2' 4, '3'-'9' 5"},
		{decOctet(), 2, ""},
		{decOctet(), 4, "'0'-'4' 5, '5' 6, '6'-'9' 2"},
		{everything(), 1, "0x00-0xFF 1"},
		{everything(), 0, ""},
		{link(), 3, "'1' 4, ':' 5, '@' 6"},
		{wide(), 1, ""}, // filled in below
	}
	for b := range 253 {
		tests[len(tests)-1].want += ByteRange{Lo: byte(b), Hi: byte(b)}.String() + " " + strconv.Itoa(b+2) + ", "
	}
	tests[len(tests)-1].want += "0xFD-0xFF 255"
	for _, test := range tests {
		var list []string
		for r, to := range test.a.Edges(numbered(test.a, test.state)) {
			list = append(list, r.String()+" "+strconv.Itoa(test.a.Number(to)))
		}
		if got := strings.Join(list, ", "); got != test.want {
			t.Errorf("%s: edges of %d:\n%s\nwant\n%s", test.a.Name, test.state, got, test.want)
		}
	}
}

func TestPart(t *testing.T) {
	a := link()
	for text, want := range map[string]string{
		"": "", "/": "", "/1": "", "/::": "user", "/@": "", "/@1": "host", "/@:": "", "/@:1": "PORT", "x": "",
	} {
		if got := a.Part(Run(a, a.Start, text)); got != want {
			t.Errorf("part after %q is %q, want %q", text, got, want)
		}
	}
	if got := star().Part(star().Start); got != "" {
		t.Errorf("part %q in an automaton without parts", got)
	}
}

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", uint64(testkit.Seed(3986)))
	return rand.New(rand.NewPCG(uint64(testkit.Seed(3986)), 0))
}

// build makes a table from numbers of states instead of states. Bytes that are not in alphabet have class 0, those of
// alphabet[i] class i+1.
func build(name string, alphabet []string, start, acceptMin int, rows ...[]uint16) *Automaton {
	a := &Automaton{Name: name, Classes: new([256]uint8)}
	for i, bytes := range alphabet {
		for _, b := range []byte(bytes) {
			a.Classes[b] = uint8(i + 1)
		}
	}
	for 1<<a.Shift < len(alphabet)+1 {
		a.Shift++
	}
	a.Start, a.AcceptMin = State(start<<a.Shift), State(acceptMin<<a.Shift)
	a.Trans = make([]uint16, len(rows)<<a.Shift)
	for s, row := range rows {
		for c, t := range row {
			a.Trans[s<<a.Shift+c] = t << a.Shift
		}
	}
	return a
}

// addLow puts outputs into the low bits of states: it adds them to the states, and shifts the entries in their rows.
func addLow(a *Automaton, outputs []uint16) {
	a.Outputs, a.InState = outputs, true
	old := a.Trans
	a.Trans = make([]uint16, len(old))
	for i, t := range old {
		if t != 0 {
			a.Trans[i+int(outputs[i>>a.Shift])] = t + outputs[t>>a.Shift]
		}
	}
}

// numbered returns the state with number n.
func numbered(a *Automaton, n int) State {
	for s := range a.States() {
		if a.Number(s) == n {
			return s
		}
	}
	panic("no such state")
}

// decOctet accepts 0 to 255 without leading zeros.
func decOctet() *Automaton {
	return build("dec-octet", []string{"0", "1", "2", "34", "5", "6789"}, 1, 2,
		[]uint16{},                    // 0 dead
		[]uint16{0, 2, 3, 4, 5, 5, 5}, // 1 ""
		[]uint16{},                    // 2 "0"
		[]uint16{0, 5, 5, 5, 5, 5, 5}, // 3 "1"
		[]uint16{0, 5, 5, 5, 5, 6, 2}, // 4 "2"
		[]uint16{0, 2, 2, 2, 2, 2, 2}, // 5 "3"
		[]uint16{0, 2, 2, 2, 2, 2, 0}, // 6 "25"
	)
}

// link has parts. It is the automaton of
//
//	link = "/" [ user "@" ] host [ ":" port ]
//	user = *( "1" / ":" )
//	host = *"1"
//	port = *"1"
//
// The colon in /:1@ looks like that of a port at first.
func link() *Automaton {
	a := build("link", []string{"/", "1", ":", "@"}, 1, 3,
		[]uint16{},               // 0 dead
		[]uint16{0, 3},           // 1 ""
		[]uint16{0, 0, 2, 2, 6},  // 2 "/::"
		[]uint16{0, 0, 4, 5, 6},  // 3 "/"
		[]uint16{0, 0, 4, 5, 6},  // 4 "/1"
		[]uint16{0, 0, 7, 2, 6},  // 5 "/:"
		[]uint16{0, 0, 8, 9, 0},  // 6 "/@"
		[]uint16{0, 0, 7, 2, 6},  // 7 "/:1"
		[]uint16{0, 0, 8, 9, 0},  // 8 "/@1"
		[]uint16{0, 0, 10, 0, 0}, // 9 "/@:"
		[]uint16{0, 0, 10, 0, 0}, // 10 "/@:1"
	)
	a.Outputs = []uint16{0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 3}
	a.PartNames = []string{"", "user", "host", "PORT"}
	return a
}

// linkEvents is link with events where a host or a port may begin, instead of parts.
func linkEvents() *Automaton {
	a := link()
	a.PartNames = nil
	addLow(a, []uint16{0, 0, 0, 1, 0, 2, 1, 0, 0, 2, 0})
	return a
}

// star accepts any number of a. Its start accepts, and its rows have no spare entry.
func star() *Automaton {
	return build("star", []string{"a"}, 1, 1, []uint16{0, 0}, []uint16{0, 1})
}

// everything accepts all strings. No string leads to its dead state.
func everything() *Automaton {
	return build("everything", nil, 1, 1, []uint16{0}, []uint16{1})
}

// nothing accepts no string. It has only the dead state.
func nothing() *Automaton {
	return build("nothing", nil, 0, 1, []uint16{0})
}

// wide has a class for each byte, each leading to a different state.
func wide() *Automaton {
	a := &Automaton{Name: "wide", Start: 256, AcceptMin: 512, Shift: 8, Classes: new([256]uint8), Trans: make([]uint16, 256*256)}
	for b := range 256 {
		a.Classes[b] = uint8(b)
		a.Trans[256+b] = uint16(min(b, 253)+2) << 8
	}
	return a
}

// handMade returns all of the above.
func handMade() []*Automaton {
	return []*Automaton{decOctet(), link(), linkEvents(), star(), everything(), nothing(), wide()}
}

// real returns tables of every kind: tiny, with UTF-8, deep, large.
func real() []*Automaton {
	return []*Automaton{
		language.Port.Automaton, language.DecOctet.Automaton, language.IPathEmpty.Automaton, language.SubDelims.Automaton, language.UCSChar.Automaton,
		language.IPv6Address.Automaton, language.IRI.Automaton, language.URIReference.Automaton,
	}
}

func automata() []*Automaton { return append(handMade(), real()...) }

// strings is all strings over alphabet up to a length, the shortest first.
func texts(alphabet string, length int) []string {
	list := []string{""}
	for begin := 0; length > 0; length-- {
		end := len(list)
		for _, text := range list[begin:end] {
			for _, c := range []byte(alphabet) {
				list = append(list, text+string([]byte{c}))
			}
		}
		begin = end
	}
	return list
}

func TestHandMadeTablesPassCheck(t *testing.T) {
	for _, a := range automata() {
		if err := a.Check(); err != nil {
			t.Error(err)
		}
	}
}
