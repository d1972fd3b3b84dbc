package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/testkit/suites"
	"example.org/iri/rule"
)

const source = "../c"

var (
	cc    = flag.String("cc", "cc", "the `compiler` of C, with flags")
	under = flag.String("under", "", "the `program` that runs what the compiler makes, such as qemu-aarch64")
)

// TestLibrary: the functions of bindings/c have the results of Go.
func TestLibrary(t *testing.T) {
	program := filepath.Join(t.TempDir(), "driver")
	flags := []string{"-O1", "-std=c99", "testdata/driver.c", filepath.Join(source, "iri.c"), filepath.Join(source, "iri_rules.c")}
	if *under == "" {
		flags = append(flags, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	}
	compile(t, *cc, program, flags...)
	command := append(strings.Fields(*under), program)
	for name, compare := range map[string]func(*testing.T, *driver){
		"one": compareOne, "functions": compareFunctions, "compose": compareCompose, "names": compareNames, "column": compareColumns,
	} {
		t.Run(name, func(t *testing.T) { compare(t, with(&driver{t: t, command: command}, unknown...)) })
	}
}

// compile compiles C files with all warnings as errors.
func compile(t *testing.T, compiler, out string, args ...string) {
	t.Helper()
	for _, file := range append(args, filepath.Join(source, "iri.h")) {
		os.Stat(file) // go test caches results by the files that a test has opened or examined
	}
	words := strings.Fields(compiler)
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(err)
	}
	args = slices.Concat(words[1:], []string{"-Wall", "-Wextra", "-Werror", "-pedantic", "-I", source, "-o", out}, args)
	if out, err := exec.Command(words[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", compiler, args, err, out)
	}
}

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

func TestFresh(t *testing.T) {
	files, err := cFiles()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile("../c/" + name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale; go generate ./tables makes it anew: %v", name, err)
		}
	}
}

// A driver is a program that answers requests with the functions of a library, as testdata/driver.c has them.
type driver struct {
	t                     *testing.T
	command               []string
	characters            bool // offsets of errors are those of characters, and all strings are UTF-8
	names, requests, want bytes.Buffer
	ends                  []end
}

// An end is the length of the wanted answers up to that of a request.
type end struct {
	at    int
	op    byte
	x     int
	s, s2 string
}

// with names all rules, and other names, in each run of a driver.
func with(d *driver, others ...string) *driver {
	for r := range rule.All() {
		d.send('N', 0, 0, r.String(), "", nil)
	}
	for _, name := range others {
		d.send('N', 0, 0, name, "", nil)
	}
	d.names, d.requests = d.requests, d.names
	return d
}

// send sends a request whose answer has to be want.
func (d *driver) send(op byte, x, y int, s, s2 string, want []byte) {
	if d.characters && !(characterString(op, s) && characterString(op, s2)) {
		return
	}
	b := number(number(append(d.requests.AvailableBuffer(), op), x), y)
	b = append(number(b, len(s)), s...)
	d.requests.Write(append(number(b, len(s2)), s2...))
	d.want.Write(want)
	d.ends = append(d.ends, end{d.want.Len(), op, x, s, s2})
	if d.requests.Len() > 1<<24 || d.want.Len() > 1<<24 {
		d.run()
	}
}

// characterString reports whether a driver with characters takes a string: UTF-8, in which lone surrogates may have three
// bytes each. Op B has its components behind their lengths. Op Q encodes a surrogate as U+FFFD, Go its bytes.
func characterString(op byte, s string) bool {
	for high := false; op != 'B' && len(s) > 0; {
		r, n := utf8.DecodeRuneInString(s)
		isSurrogate := r == utf8.RuneError && len(s) >= 3 && s[0] == 0xED && s[1]>>5 == 5 && s[2]>>6 == 2
		if isSurrogate {
			n = 3
		}
		low := isSurrogate && s[1] >= 0xB0
		if r == utf8.RuneError && n == 1 || isSurrogate && op == 'Q' || low && high {
			return false
		}
		high = isSurrogate && !low
		s = s[n:]
	}
	return true
}

// run compares the answers of the driver to all requests.
func (d *driver) run() {
	d.t.Helper()
	cmd := exec.Command(d.command[0], d.command[1:]...)
	cmd.Stdin, cmd.Stderr = io.MultiReader(bytes.NewReader(d.names.Bytes()), &d.requests), os.Stderr
	got, err := cmd.Output()
	if err != nil {
		d.t.Error(err)
	}
	want, from := d.want.Bytes(), 0
	for _, e := range d.ends {
		if e.at > len(got) || !bytes.Equal(got[from:e.at], want[from:e.at]) {
			d.t.Fatalf("%c %d %q %q: got %q, want %q", e.op, e.x, e.s, e.s2, got[min(from, len(got)):min(e.at, len(got))], want[from:e.at])
		}
		from = e.at
	}
	d.requests.Reset()
	d.want.Reset()
	d.ends = nil
}

func number(b []byte, x int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(x)) }

// answer appends the wanted answer for a string and a rule, which the automaton of the rule has.
func (d *driver) answer(b []byte, r rule.Rule, s string) []byte {
	a := r.Automaton()
	state, i := a.Start, 0
	for ; i < len(s) && a.Next(state, s[i]) != dfa.Dead; i++ {
		state = a.Next(state, s[i])
	}
	if d.characters && i < len(s) {
		for i > 0 && !utf8.RuneStart(s[i]) {
			i--
		}
		state = dfa.Run(a, a.Start, []byte(s[:i]))
	}
	end := a.Accepts(state)
	if i < len(s) || !end {
		flags := byte(r.CheckString(s).(*rule.SyntaxError).Reason) << 3
		if end {
			flags |= 4
		}
		return number(number(append(b, flags), i), hash(a, state))
	}
	parts, err := r.SplitString(s)
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

// hash returns a hash of the bytes that are expected in a state.
func hash(a *dfa.Automaton, s dfa.State) (hash int) {
	var expected [32]byte
	for b := range 256 {
		if a.Next(s, byte(b)) != dfa.Dead {
			expected[b>>3] |= 1 << (b & 7)
		}
	}
	for _, x := range expected {
		hash = (hash*31 + int(x)) & 0xFFFFFF
	}
	return hash
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
	%41:b %41/b:c a%3ab /%3A urn:A:B?+c?=d#e mailto:A@B.c tel:+1 data:, a:@ a:b@c:d a:b:c @ @: /@:/? a/b?c/d?e#f/g?h ///a ////a //h//a h/:80 1:b +:b a+.-:b é:b é/ü?ö#ß a://ü@é:1/
	http://a/b/c/d;p?q ../g ../../../g g;x=1/../y ?y#s a://h/a/b/c a://h/a/b/ a://h/a/b a://h/a a://h/x/y?q#f a://h/a/b:c a:/b:c a:b/c:d a:b/c/d a:/b/../c/d
	a:/.//x a:/.//x/y a:b//c a://h//a//b a://h/a/../b/c a://h/./a/b/. a:b/../c a:../b/c a:./b:c/d a:/../b a:///x a://h?q a://h#f a:b?q a:b#f a:b? a:b# a:/é/b/c/ a:/é/`)

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

// compareOne: for one string, the library finds what the automata of Go do, and components as package rule. Without
// -long, a string is for the rules of whole references and for a few of the others, in turn.
func compareOne(t *testing.T, d *driver) {
	all := slices.Collect(rule.All())
	try := func(from, to int, s string) {
		var want []byte
		for _, r := range all[from:to] {
			want = d.answer(want, r, s)
		}
		d.send('O', from, to, s, "", want)
	}
	n := 0
	some := func(s string) {
		const few = 3
		if *testkit.Long {
			try(0, len(all), s)
			return
		}
		for i, r := range all {
			if slices.Contains([]rule.Rule{rule.IRI, rule.IRIReference, rule.URI, rule.URIReference}, r) {
				try(i, i+1, s)
			}
		}
		n = (n + few) % (len(all) - few)
		try(n, n+few, s)
	}
	for _, name := range []string{"URI-reference", "IRI-reference"} {
		for c, err := range suites.File("../../testdata/suites/" + name + ".jsonl.gz") {
			if err != nil {
				t.Fatal(err)
			}
			some(string(c.Input))
		}
	}
	strange(100_000, some)
	for _, before := range []string{"a:", "a://", "a:/?", "#"} { // each byte at each place of a long run
		for b := range 256 {
			for i := range 50 {
				run := strings.Repeat("b", 80)
				try(0, 3, before+run[:i]+string([]byte{byte(b)})+run[i+1:])
			}
		}
	}
	d.run()
}

// written is the answer of a function that writes.
func written(x fmt.Stringer, ok bool) []byte {
	if !ok {
		return number(nil, -1)
	}
	return append(number(nil, len(x.String())), x.String()...)
}

// functions has the wanted answers to requests with steps and one string or two.
var functions = map[byte]func(steps int, s, s2 string) []byte{
	'R': func(_ int, s, s2 string) []byte {
		base, err := iri.Parse(s)
		x, err2 := iri.ParseReference(s2)
		return written(base.Resolve(x), err == nil && err2 == nil)
	},
	'L': func(_ int, s, s2 string) []byte {
		base, err := iri.Parse(s)
		target, err2 := iri.Parse(s2)
		x, ok := base.Relativize(target)
		return written(x, err == nil && err2 == nil && ok)
	},
	'S': func(steps int, s, _ string) []byte { return written(normal(s, steps)) },
	'U': func(_ int, s, _ string) []byte {
		x, err := iri.ParseReference(s)
		return written(x.ToURI(), err == nil)
	},
	'I': func(_ int, s, _ string) []byte {
		x, err := iri.ParseReference(s)
		return written(x.ToIRI(), err == nil)
	},
	'Q': func(_ int, s, _ string) []byte { return written(bytes.NewBufferString(iri.EncodeQueryValue(s)), true) },
	'E': func(steps int, s, s2 string) []byte {
		x, ok := normal(s, steps)
		if y, ok2 := normal(s2, steps); x == y && ok && ok2 {
			return []byte{1}
		}
		return []byte{0}
	},
}

// normal returns the normal form of a reference, and whether s is one.
func normal(s string, steps int) (iri.Reference, bool) {
	x, err := iri.ParseReference(s)
	return x.Normalize(iri.Normalization(steps)), err == nil
}

// compareFunctions: the functions of one string and of two have the results of package iri.
func compareFunctions(t *testing.T, d *driver) {
	try := func(ops string, steps int, s, s2 string) {
		for _, op := range []byte(ops) {
			d.send(op, steps, 0, s, s2, functions[op](steps, s, s2))
		}
	}
	n := 0
	one := func(s string, steps int) {
		x, _ := normal(s, steps)
		try("S", steps, s, "")
		try("E", 63, s, x.String())
		try("E", n%64, x.String(), s)
		n++
	}
	list := append(odd, "")
	for _, s := range list {
		try("UIQ", 0, s, "")
		for steps := range 64 {
			one(s, steps)
		}
		for _, s2 := range list {
			try("RLE", n%64, s, s2)
			n += 5
		}
	}
	last := "a:"
	strange(50_000, func(s string) {
		try("SUIQ", 63, s, "")
		one(s, n%64)
		try("E", n%64, strings.ToUpper(s), strings.ToLower(s))
		try("RLE", n%64, last, s)
		try("R", 0, "a://h/b/c?d", s)
		try("L", 0, "a://h/b/c?d", "a://h/"+s)
		try("L", 0, "a:b/"+last, "a:b/"+s)
		last = s
	})
	for _, s := range append(strs(ports, ports.Start, ""), strs(hosts, hosts.Start, "")...) {
		scheme, value, _ := strings.Cut(s, ":")
		for _, scheme := range []string{scheme, strings.ToUpper(scheme), scheme + "x", scheme[1:], scheme[:len(scheme)-1]} {
			for _, value := range []string{value, strings.ToUpper(value), value + "0", "0" + value, value[1:]} {
				one(scheme+"://h:"+value, int(iri.SchemeRules))
				one(scheme+"://"+value+"/", int(iri.SchemeRules))
			}
		}
	}
	for r := rune(0); r <= utf8.MaxRune; r++ { // all characters, percent-encoded
		if *testkit.Long || r <= 0x3000 || r%0x100 <= 2 || r%0x100 >= 0xFD {
			encoded := strings.ReplaceAll(fmt.Sprintf("% x", []byte(string(r))), " ", "%")
			try("S", 16+n%16, "a:%"+encoded+"?%"+encoded, "")
			n++
		}
	}
	d.run()
}

// compareCompose: the library composes what a Builder does, of the components of one string and of several.
func compareCompose(t *testing.T, d *driver) {
	list := [...]iri.Component{iri.ComponentScheme, iri.ComponentUserinfo, iri.ComponentHost, iri.ComponentPort, iri.ComponentPath, iri.ComponentQuery, iri.ComponentFragment}
	set := [len(list)]func(iri.Builder, string) iri.Builder{iri.Builder.Scheme, iri.Builder.Userinfo, iri.Builder.Host, iri.Builder.Port, iri.Builder.Path,
		iri.Builder.Query, iri.Builder.Fragment}
	try := func(components [len(list)]string, present int) {
		var b iri.Builder
		var packed []byte
		for i, s := range components {
			if present>>i&1 == 0 {
				packed = number(packed, -1)
				continue
			}
			packed = append(number(packed, len(s)), s...)
			b = set[i](b, s)
		}
		if d.characters && !utf8.ValidString(strings.Join(components[:], "")) {
			return
		}
		x, err := b.Reference()
		d.send('B', 0, 0, string(packed), "", written(x, err == nil))
	}
	components := func(s string) (texts [len(list)]string) {
		parts, _ := iri.SplitReferenceString(s)
		for i, c := range list {
			span, _ := parts.Get(c)
			texts[i] = s[span.Start:span.End]
		}
		return texts
	}
	for _, s := range odd {
		for present := range 1 << len(list) {
			try(components(s), present)
		}
	}
	r := rand.New(rand.NewPCG(uint64(testkit.Seed(51)), 0))
	var last [len(list)]string
	strange(50_000, func(s string) {
		mixed := components(s)
		for i := range mixed {
			if r.IntN(3) == 0 {
				mixed[i] = last[i]
			}
		}
		last = mixed
		try(mixed, r.IntN(1<<len(list)))
		mixed[r.IntN(len(list))] = s
		try(mixed, 1<<len(list)-1)
		mixed[r.IntN(len(list))] = corpus.Pick(r, []string{"", "/", "//", ":", "a:b", "[::1]", "[::1]:80", "[v1.a]", "a@b", "@", "?", "#", "]", "[", ":1]", "1", "a/b:c", "/a", "./a:b", "%41", "%", "é"})
		try(mixed, r.IntN(1<<len(list)))
	})
	d.run()
}

// unknown has names of no rule.
var unknown = []string{"", "IR", "IRIx", "iri", "IRI\x00", "zzz"}

// compareNames: no string matches a rule that has an unknown name, and reasons have the names that they have in Go.
func compareNames(t *testing.T, d *driver) {
	known := len(slices.Collect(rule.All()))
	for _, s := range []string{"", "a:"} {
		d.send('O', known, known+len(unknown), s, "", make([]byte, 9*len(unknown))) // offset 0, no reason, and nothing expected
	}
	for i := range int(fault.NotInRule) + 1 {
		d.send('T', i, 0, "", "", written(fault.Reason(i), true))
	}
	d.send('T', -1, 0, "", "", written(fault.Reason(0), true))
	d.run()
}

// compareColumns: a column has the results of its values, which the driver compares, and wrong offsets are refused.
func compareColumns(t *testing.T, d *driver) {
	n, offsets, data := 0, []int{3}, "xxx"
	try := func(rule int, offsets []int, data string, want byte) {
		var packed []byte
		for _, x := range offsets {
			packed = number(packed, x)
		}
		d.send('C', rule, 0, string(packed), data, []byte{want})
	}
	strange(20_000, func(s string) {
		data += s
		offsets = append(offsets, len(data))
		try(n%80, offsets, data, 1)
		if n++; len(offsets) > 70 {
			offsets, data = []int{n % 3}, "xxx"
		}
	})
	for _, offsets := range [][]int{{-1, 0}, {0, 2, 1}, {0, 1, -1}, {0, 4}, {0, 3, 1 << 20}, {4, 4}, {1 << 30, 1 << 30}} {
		try(0, offsets, "a:b", 0)
	}
	try(0, []int{0, 0, 0}, "", 1)
	d.run()
}
