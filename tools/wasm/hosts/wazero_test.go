//go:build nightly

package hosts_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/foreign"
	"example.org/iri/rule"
	"example.org/iri/tools/wasm/hosts"
)

// packageDir has the package for npm, and wasm is the reactor in it. All tests use one.
var packageDir, wasm string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "wasm")
		if err == nil {
			defer os.RemoveAll(dir)
			packageDir = dir
			wasm, err = hosts.Build(dir)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

func open(t *testing.T) *hosts.Reactor {
	t.Helper()
	r, err := hosts.Open(t.Context(), wasm)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// TestWazero: the reactor says what the library says, and what the cases say, of one text at a
// time.
func TestWazero(t *testing.T) {
	r := open(t)
	if abi := r.Call("iri_abi"); abi != foreign.ABI {
		t.Errorf("ABI %d", abi)
	}
	record := r.Alloc(112)
	cases := conformance(t)
	valid := 0
	for _, c := range cases {
		number := ruleNumber(t, r, c.Rule)
		if got := r.Call("iri_valid", number, c.Text) == 1; got != c.Valid {
			t.Errorf("%s %q: %v", c.Rule, c.Text, got)
		}
		if c.Valid {
			valid++
		}
		checkRecords(t, r, number, c, record)
	}
	t.Logf("%d texts, %d valid", len(cases), valid)
	if valid < 4_000 || len(cases)-valid < 5_000 {
		t.Error("too few cases")
	}
}

var numbers = make(map[string]int32)

func ruleNumber(t *testing.T, r *hosts.Reactor, name string) int32 {
	n, known := numbers[name]
	if !known {
		if n = r.Call("iri_rule", name); n < 0 {
			t.Fatalf("no rule %s", name)
		}
		numbers[name] = n
	}
	return n
}

// checkRecords compares an error and Parts with those that native code makes.
func checkRecords(t *testing.T, r *hosts.Reactor, number int32, c conformanceCase, record uint32) {
	t.Helper()
	var p foreign.Parts
	var e foreign.Error
	want := foreign.Split(number, c.Text, &p, &e)
	if got := r.Call("iri_split", number, c.Text, record, record+72); got != want {
		t.Errorf("%s %q: iri_split returns %d, want %d", c.Rule, c.Text, got, want)
	}
	if got := r.Read(record, 104); want != foreign.ErrNoParts && (!slices.Equal(got[:68], memory(p)) || !slices.Equal(got[72:], memory(e))) {
		t.Errorf("%s %q: iri_split sets %x, want %x, %x", c.Rule, c.Text, got, memory(p), memory(e))
	}
	want = foreign.Check(number, c.Text, &e)
	if got := r.Call("iri_check", number, c.Text, record); got != want || !slices.Equal(r.Read(record, 32), memory(e)) {
		t.Errorf("%s %q: iri_check returns %d and sets %x, want %d, %x", c.Rule, c.Text, got, r.Read(record, 32), want, memory(e))
	}
}

// memory returns a record as it lies in memory.
func memory(record any) []byte {
	bytes, err := binary.Append(nil, binary.LittleEndian, record)
	if err != nil {
		panic(err)
	}
	return bytes
}

// TestWazeroColumn: so it does of a column of all texts, by every rule.
func TestWazeroColumn(t *testing.T) {
	r := open(t)
	var data []byte
	offsets := []int32{0}
	for i, c := range conformance(t) {
		if i%4 == 0 { // each of 101 rules takes them all
			data = append(data, c.Text...)
			offsets = append(offsets, int32(len(data)))
		}
	}
	n := uint32(len(offsets) - 1)
	bitmap := r.Alloc(int(n+7) / 8)
	out := r.Alloc(10 * 40)
	for x := range rule.All() {
		var want rule.Batch
		x.Column(&want, data, offsets)
		number := ruleNumber(t, r, x.String())
		got := r.Call("iri_column", number, r.Put(hosts.Offsets(offsets)), n, r.Put(data), bitmap)
		if int(got) != want.Count || !slices.Equal(r.Read(bitmap, len(want.Valid)), want.Valid) {
			t.Errorf("%v: %d match, want %d", x, got, want.Count)
		}
		rows := make([]foreign.RowError, 10)
		rows = rows[:foreign.ColumnErrors(number, offsets, data, want.Valid, int64(n/2), rows)]
		got = r.Call("iri_column_errors", number, r.Put(hosts.Offsets(offsets)), n, r.Put(data), bitmap, n/2, out, uint32(10))
		if int(got) != len(rows) || !slices.Equal(r.Read(out, 40*len(rows)), memory(rows)) {
			t.Errorf("%v: %d errors, want %d, or other ones", x, got, len(rows))
		}
	}
}

// TestWazeroOperations: texts that the reactor makes are those of the library. They get no more room
// than they need, though what they are on the way may be longer.
func TestWazeroOperations(t *testing.T) {
	r := open(t)
	out := r.Alloc(4096)
	base := iri.MustParse("http://example.org/a/b?q")
	text := func(function string, arguments ...any) string {
		n := r.Call(function, append(arguments, out, uint32(0))...)
		if n < 0 {
			return fmt.Sprint(n)
		}
		if again := r.Call(function, append(arguments, out, uint32(n+1))...); again != n {
			return fmt.Sprintf("%d bytes, then %d", n, again)
		}
		if got := r.Read(out, int(n)+1); got[n] == 0 {
			return string(got[:n])
		}
		return "no zero byte behind the text"
	}
	for i, c := range conformance(t) {
		if i%5 != 0 || len(c.Text) > 1000 {
			continue
		}
		x, err := iri.ParseReference(string(c.Text))
		for _, operation := range []struct {
			got  string
			want func() string
		}{
			{text("iri_resolve", base.String(), c.Text), func() string { return base.Resolve(x).String() }},
			{text("iri_normalize", c.Text, uint32(iri.ForComparison)), func() string { return x.Normalize(iri.ForComparison).String() }},
			{text("iri_to_uri", c.Text), func() string { return x.ToURI().String() }},
			{text("iri_to_iri", c.Text), func() string { return x.ToIRI().String() }},
		} {
			want := fmt.Sprint(foreign.ErrReference)
			if err == nil {
				want = operation.want()
			}
			if operation.got != want {
				t.Errorf("%q: %q, want %q", c.Text, operation.got, want)
			}
		}
		var syntax *iri.SyntaxError
		if errors.As(rule.IRI.Check(c.Text), &syntax) {
			if got := text("iri_message", ruleNumber(t, r, "IRI"), c.Text); got != syntax.Message() {
				t.Errorf("%q: %s, want %s", c.Text, got, syntax.Message())
			}
		}
	}
}

// TestMistakesOfHosts: they are told by numbers, as in C.
func TestMistakesOfHosts(t *testing.T) {
	r := open(t)
	none, iriRule := uint32(0), ruleNumber(t, r, "IRI")
	some := func() uint32 { return r.Put(make([]byte, 8)) }
	offsets := func(list ...int32) uint32 { return r.Put(hosts.Offsets(list)) }
	for i, x := range []struct {
		got, want int32
	}{
		{r.Call("iri_rule", "none"), foreign.ErrRule},
		{r.Call("iri_valid", int32(-1), "a:"), 0},
		{r.Call("iri_check", int32(1<<20), "a:", none), foreign.ErrRule},
		{r.Call("iri_check", ruleNumber(t, r, "IRI"), "a b", none), foreign.Invalid},
		{r.Call("iri_resolve", "a", "b", none, none), foreign.ErrBase},
		{r.Call("iri_resolve", "a:", "b c", none, none), foreign.ErrReference},
		{r.Call("iri_resolve", "a:/", "b", none, none), 4}, // the length of a:/b
		{r.Call("iri_normalize", "a", uint32(1<<7), none, none), foreign.ErrLevel},
		{r.Call("iri_column", iriRule, offsets(0, 2, 1), uint32(2), some(), some()), foreign.ErrOffsets},
		{r.Call("iri_column", iriRule, offsets(0, -1), uint32(1), none, some()), foreign.ErrOffsets},
		{r.Call("iri_column", int32(-1), offsets(0), uint32(0), none, none), foreign.ErrRule},
		{r.Call("iri_column", iriRule, none, uint32(0), none, none), 0},
		{r.Call("iri_column", iriRule, none, uint32(1), some(), some()), foreign.ErrNull},
		{r.Call("iri_column", iriRule, offsets(0, 1), uint32(1), none, some()), foreign.ErrNull},
		{r.Call("iri_column", iriRule, offsets(0, 0), uint32(1), none, none), foreign.ErrNull},
		{r.Call("iri_column", iriRule, offsets(0, 0), uint32(1<<32-1), some(), some()), foreign.ErrNull},
		{r.Call("iri_column", iriRule, offsets(0, 0), uint32(1<<32-2), some(), some()), foreign.ErrNull},
		{r.Call("iri_column_errors", iriRule, offsets(0, 1), uint32(1), some(), some(), none, none, uint32(1)), foreign.ErrNull},
		{r.Call("iri_valid", iriRule, none, uint32(3)), 0},
		{r.Call("iri_check", iriRule, none, uint32(3), none), foreign.ErrNull},
		{r.Call("iri_split", iriRule, "a:", none, none), foreign.ErrNull},
		{r.Call("iri_to_iri", "a:", none, uint32(3)), foreign.ErrNull},
		{r.Call("iri_resolve", none, uint32(3), "", none, none), foreign.ErrNull},
		{r.Call("iri_rule_name", int32(-1)), 0},
	} {
		if x.got != x.want {
			t.Errorf("mistake %d: %d, want %d", i, x.got, x.want)
		}
	}
	short := r.Put([]byte("xxxx"))
	if n := r.Call("iri_to_uri", "é", short, uint32(6)); n != 6 || r.Read(short, 1)[0] != 0 {
		t.Errorf("a text that does not fit: %d, %q", n, r.Read(short, 4))
	}
	for i, name := range []string{"", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", ""} {
		if got := nameOf(r, "iri_component_name", uint32(i)); got != name {
			t.Errorf("component %d is %q", i, got)
		}
	}
	if got := nameOf(r, "iri_reason_name", uint32(iri.ReasonPort)); got != iri.ReasonPort.String() {
		t.Error(got)
	}
	if got := nameOf(r, "iri_rule_name", uint32(ruleNumber(t, r, "IRI-reference"))); got != "IRI-reference" {
		t.Error(got)
	}
}

// nameOf returns a name that a function gives a number, such as iri_reason_name.
func nameOf(r *hosts.Reactor, function string, number uint32) string {
	at := uint32(r.Call(function, number))
	var name []byte
	for at != 0 && r.Read(at, 1)[0] != 0 {
		name = append(name, r.Read(at, 1)[0])
		at++
	}
	return string(name)
}
