package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

const source = "../c"

var (
	cc    = flag.String("cc", "cc", "the `compiler` of C, with flags")
	under = flag.String("under", "", "the `program` that runs what the compiler makes, such as qemu-aarch64")
)

// A driver is a program of C with the library that answers requests, as testdata/driver.c has them. What
// it writes has to be what was wanted.
type driver struct {
	t        *testing.T
	requests *bufio.Writer
	in       io.WriteCloser
	wanted   chan answer
	done     chan error
}

// An answer is what the driver has to write, and what it is of.
type answer struct {
	want []byte
	of   string
}

// start compiles and starts a driver.
func start(t *testing.T, flags ...string) *driver {
	t.Helper()
	program := filepath.Join(t.TempDir(), "driver")
	if *under != "" {
		flags = nil
	}
	compile(t, *cc, program, append(flags, "-O1", "-std=c99", "testdata/driver.c", filepath.Join(source, "iri.c"), filepath.Join(source, "iri_rules.c"))...)
	cmd := exec.Command(program)
	if *under != "" {
		cmd = exec.Command(*under, program)
	}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	d := &driver{t, bufio.NewWriterSize(in, 1<<16), in, make(chan answer, 1000), make(chan error, 1)}
	go func() {
		err := d.compare(bufio.NewReaderSize(out, 1<<16))
		go io.Copy(io.Discard, out) // so that nobody waits
		for range d.wanted {
		}
		d.done <- errors.Join(err, cmd.Wait())
	}()
	for r := range rule.All() {
		d.send('N', nil, "", r.String())
	}
	return d
}

// compare reads what the driver writes, and returns an error for the first that was not wanted.
func (d *driver) compare(out io.Reader) error {
	for a := range d.wanted {
		got := make([]byte, len(a.want))
		n, err := io.ReadFull(out, got)
		if err != nil || !bytes.Equal(got, a.want) {
			d.t.Errorf("%s: got %q, want %q", a.of, got[:n], a.want)
			return err
		}
	}
	return nil
}

// send sends a request: an operation, with numbers and strings.
func (d *driver) send(op byte, want []byte, of string, args ...any) {
	d.requests.WriteByte(op)
	for _, x := range args {
		switch x := x.(type) {
		case int:
			d.requests.Write(number(nil, x))
		case string:
			d.requests.Write(number(nil, len(x)))
			d.requests.WriteString(x)
		}
	}
	if len(want) == 0 {
		return
	}
	if len(d.wanted) == cap(d.wanted) { // the driver has to write before there is room
		d.requests.WriteByte('F')
		d.requests.Flush()
	}
	d.wanted <- answer{want, of}
}

// end waits for the last answer.
func (d *driver) end() {
	d.requests.Flush()
	d.in.Close()
	close(d.wanted)
	if err := <-d.done; err != nil {
		d.t.Error(err)
	}
}

func number(b []byte, x int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(x)) }

// compile compiles C files with all warnings as errors.
func compile(t *testing.T, compiler, out string, args ...string) {
	t.Helper()
	words := strings.Fields(compiler)
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(err)
	}
	args = slices.Concat(words[1:], []string{"-Wall", "-Wextra", "-Werror", "-pedantic", "-I", source, "-o", out}, args)
	if out, err := exec.Command(words[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", compiler, args, err, out)
	}
}

var sanitized = []string{"-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"}

// TestCompilers: the files are clean as C and as C++.
func TestCompilers(t *testing.T) {
	for _, x := range []struct{ compiler, flag string }{{"cc", "-std=c99"}, {"c++", "-xc++"}, {"clang", "-std=c99"}, {"clang++", "-xc++"}} {
		t.Run(x.compiler+x.flag, func(t *testing.T) {
			for _, file := range []string{"iri.c", "iri_rules.c"} {
				for _, level := range []string{"-O0", "-O3"} {
					compile(t, x.compiler, os.DevNull, x.flag, level, "-Wconversion", "-c", filepath.Join(source, file))
				}
			}
		})
	}
}

// A machine finds out by the automaton of a rule what C has to find.
type machine struct {
	rule   rule.Rule
	a      *dfa.Automaton
	hashes map[dfa.State]int // of what is expected in a state, as testdata/driver.c has it
}

func machines() (list []*machine) {
	for r := range rule.All() {
		list = append(list, &machine{r, r.Automaton(), make(map[dfa.State]int)})
	}
	return list
}

func (m *machine) hash(s dfa.State) int {
	hash, known := m.hashes[s]
	if !known {
		var expected [32]byte
		for b := range 256 {
			if m.a.Next(s, byte(b)) != dfa.Dead {
				expected[b>>3] |= 1 << (b & 7)
			}
		}
		for _, x := range expected {
			hash = (hash*31 + int(x)) & 0xFFFFFF
		}
		m.hashes[s] = hash
	}
	return hash
}

// answer appends what the driver writes of a string.
func (m *machine) answer(b []byte, s string) []byte {
	state, i := m.a.Start, 0
	for ; i < len(s); i++ {
		next := m.a.Next(state, s[i])
		if next == dfa.Dead {
			break
		}
		state = next
	}
	end := m.a.Accepts(state)
	if i < len(s) || !end {
		flags := byte(0)
		if end {
			flags = 4
		}
		return number(number(append(b, flags), i), m.hash(state))
	}
	parts, err := m.rule.SplitString(s)
	if err != nil {
		return append(b, 1) // without components
	}
	b = append(b, 3)
	for c := iri.ComponentScheme; c <= iri.ComponentFragment; c++ {
		span, ok := parts.Get(c)
		if !ok {
			span = iri.Span{Start: -1, End: -1}
		}
		b = number(number(b, span.Start), span.End)
	}
	return b
}

// suite yields the strings of a complete suite.
func suite(t *testing.T, name string, do func(s string)) {
	file, err := os.Open(filepath.Join("../../testdata/suites", name+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for lines := json.NewDecoder(text); ; {
		var x struct {
			Input []byte `json:"input_b64"`
		}
		if err := lines.Decode(&x); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		do(string(x.Input))
	}
}

// odd are references with what goes wrong easily.
var odd = strings.Fields(`a: a:b a:/ a:// a:/// a://h a://h/ a://h: a://h:80 a://u@h a://@ a://@: a://u:p@h:1/ // //h //h/p //@:? ? # ?# ?q #f a#b a?b
	. .. ./ ../ ../.. ./. /. /.. /./ /../ /../.. /a/. /a/.. /a/./ /a/../ a/. a/.. a/./b a/../b a/../../b ../a ./a ./a:b ./../a .//a ..//a ../..//a /.//a /..//a
	/a/..//b a:.//b a:/.//b a:/..//b a:/a/..//b a:..//b a:b/..//c a:a/.. a:a/../b a:.. a:. a:../../b a:b/./../c a://h/./../b a://h/a/.. a://h/a//../b a://h//..//a
	/%2e%2E/a a:/%2e/b a://h/a/%2E%2e a:%2e%2e/b a:.%2e/ a:%2e. /a/%2e%2e%2e /... /a/... a/... /.a /..a a:.a/.. ;x=1/../y /;x=1/./y g;x=1/../y
	HTTP://H HTTP://[::A] a://[v1.A:B]/ a://[1:0:0:2::]/ a://[0:0:0:0:0:0:0:0] a://[::ffff:1.2.3.4] a://[::FFFF:6464:6464]:80/ a://[1::2:0:0:3] a://[::1.2.3.4]/
	a://[0:1:0:1:0:1:0:1] a://[1:2:3:4:5:6:7::] a://[::2:3:4:5:6:7:8] a://[1:2:3:4:5:6:1.2.3.4] a://[2001:0db8:0:0:1:0:0:1] a://[fe80::] a://[::00ab]
	file://localhost file://LOCALHOST/a file://loc%61lhost/ file://u@localhost/ file://localhost:/ file://localhost:1/ file://localhos file://localhostt/ file:/// ftp://localhost:21 FTP://h:21? http://h:80 http://h:080 http://h:443
	https://h:443#f https://h:80 ws://h:80/ wss://h:443 coap+tcp://h:5683 coaps+tcp://h:5684/ http:80 //h:80 a://h? a://h# http://?q http://:80/
	a://%41.b/%41 a://%C3%A9/%C3%89 a://É.%41 a://É%c3%a9 a://h/%C3%a9 a:%c3 a:%C3%28 a:%e4%b8%ad a:%E4%B8 a:%F0%9F%98%80 a:%F4%90%80%80 a:%ED%A0%80 a:%C0%AF a:%E0%80%AF a:%E0%80%AD
	a:%F8%90%80%80%80 a:%EE%80%80?%EE%80%80#%EE%80%80 a?%F3%B0%80%80 a:%E2%80%8E a:%E2%80%8F?%E2%80%AA a:%EF%BF%BE a:%EF%B7%90 a:%7e%7E%2d%2D%2f%2F%00%5f a:%F1%9F%BF%BE a:%c2%a0 a:%c2%80 a:é%CC%81
	%41:b %41/b:c a%3ab /%3A urn:A:B?+c?=d#e mailto:A@B.c tel:+1 data:, a:@ a:b@c:d a:b:c @ @: /@:/? a/b?c/d?e#f/g?h ///a ////a //h//a h/:80 1:b +:b a+.-:b é:b é/ü?ö#ß a://ü@é:1/`)

// mutated returns a string with a change in it, or a part of it.
func mutated(r *rand.Rand, s string) string {
	const bytes = "%%::///..??##[]@@a1Fv \x00\x7f\x80\xc3\xa9\xff+-~"
	i, k := r.IntN(len(s)+1), r.IntN(len(s)+1)
	i, k = min(i, k), max(i, k)
	other := corpus.Pick(r, odd)
	switch r.IntN(5) {
	case 0:
		return s[:i] + s[k:]
	case 1:
		return s[:i] + string(bytes[r.IntN(len(bytes))]) + s[i:]
	case 2:
		return s[:i] + bytes[r.IntN(len(bytes)):][:1] + s[min(i+1, len(s)):]
	case 3:
		return s[:i] + other + s[k:]
	}
	return other + s[i:]
}

// strange calls a function with random strings, most of them mutated.
func strange(n int, do func(s string)) {
	r := rand.New(rand.NewPCG(uint64(testkit.Seed(27)), 0))
	var all []string
	for _, l := range corpus.Generated() {
		all = append(all, l.Texts...)
	}
	all = append(all, slices.Repeat(odd, 10)...)
	for range n {
		s := corpus.Pick(r, all)
		for range r.IntN(4) {
			s = mutated(r, s)
		}
		do(s)
	}
}

// TestOne: for one string, C finds what the automata of Go do, and components as package rule. Without
// -long, a string is for the rules of whole references and for a few of the others, in turn.
func TestOne(t *testing.T) {
	d := start(t, sanitized...)
	all := machines()
	try := func(from, to int, s string) {
		var want []byte
		for _, m := range all[from:to] {
			want = m.answer(want, s)
		}
		d.send('O', want, s, from, to, s)
	}
	n := 0
	some := func(s string) {
		const few = 3
		if *testkit.Long {
			try(0, len(all), s)
			return
		}
		for i, m := range all {
			if _, whole := slices.BinarySearch(references, m.rule.String()); whole {
				try(i, i+1, s)
			}
		}
		n = (n + few) % (len(all) - few)
		try(n, n+few, s)
	}
	suite(t, "URI-reference", some)
	suite(t, "IRI-reference", some)
	strange(100_000, some)
	for _, before := range []string{"a:", "a://", "a:/?", "#"} { // each byte at each place of a long run
		for b := range 256 {
			for i := range 50 {
				run := strings.Repeat("b", 80)
				try(0, 3, before+run[:i]+string([]byte{byte(b)})+run[i+1:])
			}
		}
	}
	d.end()
}

var references = []string{"IRI", "IRI-reference", "URI", "URI-reference"}

// TestResolve: C resolves as package iri does.
func TestResolve(t *testing.T) {
	d := start(t, sanitized...)
	try := func(base, ref string) {
		want := number(nil, -1)
		b, err := iri.Parse(base)
		r, err2 := iri.ParseReference(ref)
		if err == nil && err2 == nil {
			s := b.Resolve(r).String()
			want = append(number(nil, len(s)), s...)
		}
		d.send('R', want, base+" and "+ref, base, ref)
	}
	for _, ref := range strings.Fields(`g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g ../../../g ../../../../g
		/./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y g?y/./x g?y/../x g#s/./x g#s/../x http:g`) { // RFC 3986, 5.4
		try("http://a/b/c/d;p?q", ref)
	}
	for _, base := range append(odd, "") {
		for _, ref := range append(odd, "") {
			try(base, ref)
		}
	}
	var last string
	strange(25_000, func(s string) {
		try(last, s)
		try("a://h/b/c?d", s)
		last = s
	})
	d.end()
}

// TestNormalize: C normalizes as package iri does, by any steps.
func TestNormalize(t *testing.T) {
	d := start(t, sanitized...)
	try := func(s string, steps int) {
		want := number(nil, -1)
		if x, err := iri.ParseReference(s); err == nil {
			s := x.Normalize(iri.Normalization(steps)).String()
			want = append(number(nil, len(s)), s...)
		}
		d.send('S', want, s, steps, s)
	}
	for _, s := range append(odd, "") {
		for steps := range 64 {
			try(s, steps)
		}
	}
	n := 0
	strange(100_000, func(s string) {
		try(s, n%64)
		try(s, 63)
		n++
	})
	for r := rune(0); r <= 0x10FFFF; r++ { // all characters, in triples
		if !*testkit.Long && r > 0x3000 && r%0x100 > 2 && r%0x100 < 0xFD {
			continue
		}
		var encoded []byte
		for _, b := range []byte(string(r)) {
			encoded = append(encoded, '%', "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
		}
		try("a:"+string(encoded)+"?"+string(encoded), 16+n%16)
	}
	d.end()
}

// TestDefaults: the lists of ports and hosts are those of the automata, whatever the case.
func TestDefaults(t *testing.T) {
	d := start(t)
	for _, list := range [][]string{strs(ports, ports.Start, ""), strs(hosts, hosts.Start, "")} {
		for _, s := range list {
			scheme, value, _ := strings.Cut(s, ":")
			for _, scheme := range []string{scheme, strings.ToUpper(scheme), scheme + "x", scheme[1:], scheme[:len(scheme)-1]} {
				for _, value := range []string{value, strings.ToUpper(value), value + "0", "0" + value, value[1:]} {
					for _, rest := range []string{scheme + "://h:" + value, scheme + "://" + value + "/"} {
						if x, err := iri.ParseReference(rest); err == nil {
							s := x.Normalize(iri.SchemeRules).String()
							d.send('S', append(number(nil, len(s)), s...), rest, int(iri.SchemeRules), rest)
						}
					}
				}
			}
		}
	}
	d.end()
}

// TestColumn: a column has the results of its values; offsets that are negative or decrease are refused.
func TestColumn(t *testing.T) {
	d := start(t, sanitized...)
	rules := slices.Collect(rule.All())
	send := func(want []byte, rule int, offsets []int, data string) {
		args := []any{rule, len(offsets) - 1}
		for _, x := range offsets {
			args = append(args, x)
		}
		d.send('C', want, "column", append(args, data)...)
	}
	var values []string
	strange(3_000, func(s string) { values = append(values, s) })
	for n := range 70 {
		for r := range rules {
			offsets, data, count := []int{n}, strings.Repeat("x", n), 0
			bitmap := make([]byte, (n+7)/8)
			for i, s := range values[(n*31+r*7)%2_000:][:n] {
				data += s
				offsets = append(offsets, len(data))
				if rules[r].ValidString(s) {
					bitmap[i>>3] |= 1 << (i & 7)
					count++
				}
			}
			send(append(number(nil, count), bitmap...), r, offsets, data)
		}
	}
	for _, offsets := range [][]int{{-1, 0}, {0, 2, 1}, {0, 1, -1}} {
		send(number(nil, -1), 0, offsets, "a:b")
	}
	d.end()
}
