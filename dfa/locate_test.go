package dfa_test

import (
	"slices"
	"strings"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// offsets returns the marks that the automaton has.
func offsets(a *Automaton, m *Marks) []uint32 { return m[:len(a.MarkNames)] }

func TestLocate(t *testing.T) {
	tests := []struct {
		text       string
		host, port uint32
	}{
		{"/", 1, 0},
		{"/1", 1, 0},
		{"/:", 1, 2},
		{"/:1", 1, 2},
		{"/11:11", 1, 4},
		{"/@", 2, 0},    // an empty user
		{"/:@", 3, 0},   // the colon was not that of a port
		{"/1:1@", 5, 0}, // nor here
		{"/:@:", 3, 4},
		{"/::::1@1:1", 7, 9},
	}
	a := link()
	for _, test := range tests {
		var m, n Marks
		if !Locate(a, test.text, &m) || !Locate(a, []byte(test.text), &n) {
			t.Errorf("%q is rejected", test.text)
		}
		if want := (Marks{test.host, test.port}); m != want || n != want {
			t.Errorf("%q: host, port = %d, as bytes %d, want %d", test.text, offsets(a, &m), offsets(a, &n), want[:2])
		}
	}
}

// split is the slow twin of Locate for link: it cuts at the delimiters.
func split(text string) (m Marks, ok bool) {
	rest, ok := strings.CutPrefix(text, "/")
	if !ok {
		return m, false
	}
	user, hostport, found := strings.Cut(rest, "@")
	if !found {
		user, hostport = "", rest
	}
	m[0] = uint32(len(text) - len(hostport))
	host, port, found := strings.Cut(hostport, ":")
	if found {
		m[1] = m[0] + uint32(len(host)) + 1
	}
	only := func(s, set string) bool { return strings.Trim(s, set) == "" }
	return m, only(user, "1:") && only(host, "1") && only(port, "1")
}

// All short texts against the slow twin; what is rejected leaves m alone.
func TestLocateAgreesWithSplitting(t *testing.T) {
	a := link()
	accepted := 0
	for _, text := range texts("/1:@x", 7) {
		before := Marks{1, 2, 3, 15: 16}
		want, ok := split(text)
		if !ok {
			want = before
		} else {
			accepted++
		}
		got := before
		if Locate(a, text, &got) != ok || got != want || Match(a, text) != ok {
			t.Fatalf("Locate(%q) = %t, %v, want %t, %v", text, !ok, got, ok, want)
		}
		got = before
		if Locate(a, []byte(text), &got) != ok || got != want {
			t.Fatalf("Locate([]byte(%q)) = %t, %v, want %t, %v", text, !ok, got, ok, want)
		}
	}
	if accepted < 200 {
		t.Errorf("only %d texts were accepted", accepted)
	}
}

// A mark is stale beside any mark before it, also one that is not its neighbour;
// and a slot of 0 in the list of a mark means nothing.
func TestLocateDecodes(t *testing.T) {
	a := link()
	a.MarkSlots = []uint64{0x10, 0x200, 2, 0, 0x21}
	a.MarkNames = []string{"host", "port", "port again", "never", "both"}
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]uint32{
		"/11":    {1, 0, 0, 0, 1},
		"/1:1":   {1, 3, 3, 0, 3},
		"/:1@11": {4, 0, 0, 0, 4},
		"/:@1:1": {3, 5, 5, 0, 5},
	} {
		m := Marks{15: 1}
		if !Locate(a, text, &m) || !slices.Equal(m[:5], want) || m[15] != 0 {
			t.Errorf("%q: %d, want %d", text, m, want)
		}
	}
}

// An automaton without marks says of every mark that it is absent.
func TestLocatePlain(t *testing.T) {
	for _, a := range []*Automaton{star(), everything()} {
		m := Marks{1, 2, 3, 15: 16}
		if !Locate(a, "aaa", &m) || m != (Marks{}) {
			t.Errorf("%s: m = %v", a.Name, m)
		}
	}
	m := Marks{1, 2, 3, 15: 16}
	if before := m; Locate(star(), "aab", &m) || Locate(nothing(), "", &m) || m != before {
		t.Errorf("m = %v after two texts that are rejected", m)
	}
}

// Nothing is left over from the text before.
func TestLocateOverwrites(t *testing.T) {
	a := link()
	m := Marks{15: 16}
	for _, text := range []string{"/1:1@1:1", "/", "/:", "/"} {
		want, _ := split(text)
		if !Locate(a, text, &m) || m != want {
			t.Errorf("%q: %v, want %v", text, m, want)
		}
	}
}

// TestWalk: one pass says what Locate and Last say, wherever a text goes wrong.
func TestWalk(t *testing.T) {
	good := "http://user@example.org:8080/a/b?q#f"
	for _, a := range []*Automaton{language.IRI.Automaton, language.IRIReference.Automaton, language.IQuery.Automaton} {
		for n := range len(good) + 1 {
			for _, text := range []string{good[:n], good[:n] + " ", good[:n] + " and on for a while"} {
				var m, want Marks
				s, i := Walk(a, a.Start, text, &m)
				last, k := Last(a, a.Start, text)
				if s != last || i != k {
					t.Errorf("%s, %q: state %d at %d, want %d at %d", a.Name, text, s, i, last, k)
				}
				if ok := Locate(a, text, &want); ok != (i == len(text) && a.Accepts(s)) || m != want {
					t.Errorf("%s, %q: marks %v, want %v", a.Name, text, m, want)
				}
			}
		}
	}
}
