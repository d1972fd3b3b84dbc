package dfa_test

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/tables"
)

var (
	_ encoding.BinaryAppender    = (*Automaton)(nil)
	_ encoding.BinaryMarshaler   = (*Automaton)(nil)
	_ encoding.BinaryUnmarshaler = (*Automaton)(nil)
)

// preamble is the magic and the version.
const preamble = "\x7fDFA\x01"

func marshal(t testing.TB, a *Automaton) []byte {
	t.Helper()
	data, err := a.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// unmarshal expects an error, and the target as it was.
func unmarshal(t testing.TB, data []byte) (string, bool) {
	t.Helper()
	before := star()
	a := *before
	err := a.UnmarshalBinary(data)
	if err == nil {
		return "", false
	}
	if !reflect.DeepEqual(&a, before) {
		t.Errorf("after error %q the automaton is\n%v", err, &a)
	}
	return err.Error(), true
}

func TestBinaryRoundTrip(t *testing.T) {
	for _, a := range automata() {
		data := marshal(t, a)
		if !strings.HasPrefix(string(data), preamble) {
			t.Errorf("%s begins with %q", a.Name, data[:5])
		}
		b := star() // to be overwritten
		if err := b.UnmarshalBinary(data); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%v comes back as\n%v", a, b)
		}
		if more, err := a.AppendBinary([]byte("before")); err != nil || string(more) != "before"+string(data) {
			t.Errorf("%s: AppendBinary differs from MarshalBinary", a.Name)
		}
	}
}

// The whole form of a small automaton, as a document.
func TestBinaryForm(t *testing.T) {
	a := star()
	a.Name = "*a"
	classes := make([]byte, 256)
	classes['a'] = 1
	want := slices.Concat([]byte(preamble),
		[]byte("\x02\x00\x00\x00*a"),
		[]byte{2, 0, 0, 0}, // start
		[]byte{2, 0, 0, 0}, // first accepting state
		[]byte{1},          // log2 of the length of a row
		classes,
		[]byte{4, 0, 0, 0 /**/, 0, 0, 0, 0, 0, 0, 2, 0}, // transitions
		make([]byte, 5*4),                               // slots, marks of slots, names of marks, parts, names of parts
	)
	if got := marshal(t, a); !bytes.Equal(got, want) {
		t.Errorf("binary form\n%q\nwant\n%q", got, want)
	}
}

// Nothing is shared with the bytes read.
func TestUnmarshalCopies(t *testing.T) {
	data := marshal(t, link())
	var a Automaton
	if err := a.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	clear(data)
	if !reflect.DeepEqual(&a, link()) {
		t.Errorf("clearing the data changes the automaton to\n%v", &a)
	}
}

func TestTruncated(t *testing.T) {
	for _, a := range []*Automaton{link(), decOctet(), nothing(), &tables.PctEncoded} {
		data := marshal(t, a)
		for n := range data {
			text, failed := unmarshal(t, data[:n])
			want := "dfa: automaton cut off after " + strconv.Itoa(n) + " bytes"
			if n < 4 {
				want = "dfa: not an automaton: the first bytes are not its magic"
			}
			if !failed || text != want {
				t.Errorf("%s: %d of %d bytes: error %q, want %q", a.Name, n, len(data), text, want)
			}
		}
	}
}

func TestTrailingBytes(t *testing.T) {
	data := marshal(t, link())
	for n := 1; n < 10; n++ {
		text, _ := unmarshal(t, append(data[:len(data):len(data)], make([]byte, n)...))
		if want := "dfa: " + strconv.Itoa(n) + " bytes behind the automaton"; text != want {
			t.Errorf("error %q, want %q", text, want)
		}
	}
}

func TestMagicAndVersion(t *testing.T) {
	data := marshal(t, star())
	for i := range 4 {
		bad := bytes.Clone(data)
		bad[i] ^= 0x20
		if text, _ := unmarshal(t, bad); text != "dfa: not an automaton: the first bytes are not its magic" {
			t.Errorf("magic %q: error %q", bad[:4], text)
		}
	}
	for _, version := range []byte{0, 2, 255} {
		bad := bytes.Clone(data)
		bad[4] = version
		want := "dfa: automaton of version " + strconv.Itoa(int(version)) + ", this package reads version 1"
		if text, _ := unmarshal(t, bad); text != want {
			t.Errorf("error %q, want %q", text, want)
		}
	}
}

// Every byte set to every value: an error, or an automaton that passes Check
// and has the changed bytes as its form.
func TestChangedByte(t *testing.T) {
	rnd := random(t)
	list, step := []*Automaton{star(), link()}, 1
	if testing.Short() {
		list, step = list[:1], 5
	}
	for _, a := range list {
		data := marshal(t, a)
		good := 0
		for i, old := range data {
			for value := 0; value < 256; value += step {
				data[i] = byte(value)
				var b Automaton
				if b.UnmarshalBinary(data) != nil {
					unmarshal(t, data)
					continue
				}
				good++
				if err := b.Check(); err != nil {
					t.Fatalf("byte %d = %#x: %v", i, value, err)
				}
				if again := marshal(t, &b); !bytes.Equal(again, data) {
					t.Fatalf("byte %d = %#x: the form is not unique", i, value)
				}
				if value%64 == 0 {
					exercise(t, &b, rnd)
				}
			}
			data[i] = old
		}
		if good < 1000/step {
			t.Errorf("%s: only %d changes were let in", a.Name, good)
		}
	}
}

// Counts of up to 4 GB must not make anyone allocate for them.
func TestHugeCounts(t *testing.T) {
	data := marshal(t, link())
	for i := 5; i+4 <= len(data); i++ {
		for _, count := range []uint32{1<<32 - 1, 1 << 31, 1<<31 - 1, 1 << 24, 1 << 17} {
			bad := bytes.Clone(data)
			binary.LittleEndian.PutUint32(bad[i:], count)
			var a Automaton
			if n := allocated(func() { _ = a.UnmarshalBinary(bad) }); n > 64<<10 {
				t.Fatalf("count %d at %d: %d bytes allocated for a text of %d", count, i, n, len(bad))
			}
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A count that the bytes left cannot hold is refused before anything is made.
func TestManyNames(t *testing.T) {
	data := marshal(t, nothing())
	names := len(data) - 4 // the count of the names of parts, the last list
	data = append(data, make([]byte, 4<<16)...)
	for count, want := range map[uint32]string{
		1 << 16:   "dfa: nothing: names of parts without parts",
		1<<16 + 1: "dfa: automaton cut off after " + strconv.Itoa(len(data)) + " bytes",
	} {
		binary.LittleEndian.PutUint32(data[names:], count)
		if text, _ := unmarshal(t, data); text != want {
			t.Errorf("%d names: error %q, want %q", count, text, want)
		}
	}
	var a Automaton
	binary.LittleEndian.PutUint32(data[names:], 4<<16)
	if n := allocated(func() { _ = a.UnmarshalBinary(data) }); n > 64<<10 {
		t.Errorf("%d bytes allocated", n)
	}
}
