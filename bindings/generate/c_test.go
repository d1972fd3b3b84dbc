package main

import (
	"bytes"
	"compress/gzip"
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

// A driver is a program of C with the library that answers requests, as testdata/driver.c has them.
type driver struct {
	t                     *testing.T
	command               []string
	characters            bool // offsets of errors are those of characters, and all strings are UTF-8
	names, requests, want bytes.Buffer
	ends                  []end
}

// An end is how long the wanted answers are up to that of a request.
type end struct {
	at int
	of string
}

// start compiles a driver.
func start(t *testing.T) *driver {
	t.Helper()
	program := filepath.Join(t.TempDir(), "driver")
	flags := []string{"-O1", "-std=c99", "testdata/driver.c", filepath.Join(source, "iri.c"), filepath.Join(source, "iri_rules.c")}
	if *under == "" {
		flags = append(flags, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	}
	compile(t, *cc, program, flags...)
	return with(&driver{t: t, command: append(strings.Fields(*under), program)})
}

// with names all rules in each run of a driver.
func with(d *driver) *driver {
	for r := range rule.All() {
		d.send('N', 0, 0, r.String(), "", nil)
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
	d.ends = append(d.ends, end{d.want.Len(), s + " " + s2})
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

// run sees to it that the driver answers all requests as wanted.
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
			d.t.Fatalf("%q: got %q, want %q", e.of, got[min(from, len(got)):min(e.at, len(got))], want[from:e.at])
		}
		from = e.at
	}
	d.requests.Reset()
	d.want.Reset()
	d.ends = nil
}

func number(b []byte, x int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(x)) }

// compile compiles C files with all warnings as errors.
func compile(t *testing.T, compiler, out string, args ...string) {
	t.Helper()
	for _, file := range append(args, filepath.Join(source, "iri.h")) {
		os.Stat(file) // so that go test knows what a cached result depends on
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
func (d *driver) answer(b []byte, m *machine, s string) []byte {
	state, i := m.a.Start, 0
	for ; i < len(s); i++ {
		next := m.a.Next(state, s[i])
		if next == dfa.Dead {
			break
		}
		state = next
	}
	if d.characters && i < len(s) {
		for i > 0 && !utf8.RuneStart(s[i]) {
			i--
		}
		state = dfa.Run(m.a, m.a.Start, []byte(s[:i]))
	}
	end := m.a.Accepts(state)
	if i < len(s) || !end {
		flags := byte(m.rule.CheckString(s).(*rule.SyntaxError).Reason) << 3
		if end {
			flags |= 4
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
func TestOne(t *testing.T) { compareOne(t, start(t)) }

func compareOne(t *testing.T, d *driver) {
	all := machines()
	try := func(from, to int, s string) {
		var want []byte
		for _, m := range all[from:to] {
			want = d.answer(want, m, s)
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
		for i, m := range all {
			if slices.Contains([]string{"IRI", "IRI-reference", "URI", "URI-reference"}, m.rule.String()) {
				try(i, i+1, s)
			}
		}
		n = (n + few) % (len(all) - few)
		try(n, n+few, s)
	}
	for _, name := range []string{"URI-reference", "IRI-reference"} {
		file, err := os.Open("../../testdata/suites/" + name + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		lines, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		for c, err := range suites.Read(lines) {
			if err != nil {
				t.Fatal(err)
			}
			some(string(c.Input))
		}
		file.Close()
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

// TestResolve: C resolves as package iri does.
func TestResolve(t *testing.T) { compareResolve(t, start(t)) }

func compareResolve(t *testing.T, d *driver) {
	try := func(base, ref string) {
		b, err := iri.Parse(base)
		r, err2 := iri.ParseReference(ref)
		d.send('R', 0, 0, base, ref, written(b.Resolve(r), err == nil && err2 == nil))
	}
	for ref := range strings.FieldsSeq(`g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g ../../../g ../../../../g
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
	d.run()
}

// TestNormalize: C normalizes as package iri does, by any steps.
func TestNormalize(t *testing.T) { compareNormalize(t, start(t)) }

func compareNormalize(t *testing.T, d *driver) {
	try := func(s string, steps int) {
		x, err := iri.ParseReference(s)
		d.send('S', steps, 0, s, "", written(x.Normalize(iri.Normalization(steps)), err == nil))
	}
	for _, s := range append(strs(ports, ports.Start, ""), strs(hosts, hosts.Start, "")...) {
		scheme, value, _ := strings.Cut(s, ":")
		for _, scheme := range []string{scheme, strings.ToUpper(scheme), scheme + "x", scheme[1:], scheme[:len(scheme)-1]} {
			for _, value := range []string{value, strings.ToUpper(value), value + "0", "0" + value, value[1:]} {
				try(scheme+"://h:"+value, int(iri.SchemeRules))
				try(scheme+"://"+value+"/", int(iri.SchemeRules))
			}
		}
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
	for r := rune(0); r <= 0x10FFFF; r++ { // all characters, percent-encoded
		if !*testkit.Long && r > 0x3000 && r%0x100 > 2 && r%0x100 < 0xFD {
			continue
		}
		var encoded []byte
		for _, b := range []byte(string(r)) {
			encoded = append(encoded, '%', "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
		}
		try("a:"+string(encoded)+"?"+string(encoded), 16+n%16)
	}
	d.run()
}

// TestConvert: C makes URIs, IRIs and values of queries as package iri does.
func TestConvert(t *testing.T) { compareConvert(t, start(t)) }

func compareConvert(t *testing.T, d *driver) {
	try := func(s string) {
		x, err := iri.ParseReference(s)
		d.send('U', 0, 0, s, "", written(x.ToURI(), err == nil))
		d.send('I', 0, 0, s, "", written(x.ToIRI(), err == nil))
		value := iri.EncodeQueryValue(s)
		d.send('Q', 0, 0, s, "", append(number(nil, len(value)), value...))
	}
	for _, s := range append(odd, "") {
		try(s)
	}
	strange(50_000, try)
	d.run()
}

// TestRelativize: C makes the references that package iri makes.
func TestRelativize(t *testing.T) { compareRelativize(t, start(t)) }

func compareRelativize(t *testing.T, d *driver) {
	try := func(base, target string) {
		b, err := iri.Parse(base)
		x, err2 := iri.Parse(target)
		r, ok := b.Relativize(x)
		d.send('L', 0, 0, base, target, written(r, err == nil && err2 == nil && ok))
	}
	var absolute []string
	for _, s := range append(odd, strings.Fields(`a://h/a/b/c a://h/a/b/ a://h/a/b a://h/a a://h/x/y?q#f a://h/a/b:c a:/b:c a:b/c:d a:b/c/d a:/b/../c/d
		a:/.//x a:/.//x/y a:b//c a://h//a//b a://h/a/../b/c a://h/./a/b/. a:b/../c a:../b/c a:./b:c/d a:/../b a:///x a://h?q a://h#f a://h a:b?q a:b#f a:b? a:b#`)...) {
		if iri.ValidString(s) {
			absolute = append(absolute, s)
		}
	}
	for _, base := range append(absolute, "", "b") {
		for _, target := range append(absolute, "", "b") {
			try(base, target)
		}
	}
	last := "a:"
	strange(50_000, func(s string) {
		try(last, s)
		try("a://h/b/c?d", "a://h/"+s)
		try("a:b/"+last, "a:b/"+s)
		last = s
	})
	d.run()
}

// TestEqual: C finds equal what package iri gives the same normal form.
func TestEqual(t *testing.T) { compareEqual(t, start(t)) }

func compareEqual(t *testing.T, d *driver) {
	try := func(s, s2 string, steps int) {
		x, err := iri.ParseReference(s)
		y, err2 := iri.ParseReference(s2)
		want := byte(0)
		if err == nil && err2 == nil && x.Normalize(iri.Normalization(steps)) == y.Normalize(iri.Normalization(steps)) {
			want = 1
		}
		d.send('E', steps, 0, s, s2, []byte{want})
	}
	n := 0
	for _, s := range append(odd, "") {
		x, _ := iri.ParseReference(s)
		for steps := range 64 {
			try(s, x.Normalize(iri.Normalization(steps)).String(), 63)
			try(x.Normalize(iri.Normalization(n%64)).String(), s, steps)
			n++
		}
		for _, s2 := range odd {
			try(s, s2, n%64)
			n += 5
		}
	}
	last := ""
	strange(50_000, func(s string) {
		x, _ := iri.ParseReference(s)
		try(s, x.Normalize(iri.Normalization(n%64)).String(), 63)
		try(strings.ToUpper(s), strings.ToLower(s), n%64)
		try(s, last, n%64)
		last = s
		n++
	})
	d.run()
}

// TestCompose: C composes what a Builder does, of the components of one string and of several.
func TestCompose(t *testing.T) { compareCompose(t, start(t)) }

func compareCompose(t *testing.T, d *driver) {
	set := [...]func(iri.Builder, string) iri.Builder{iri.Builder.Scheme, iri.Builder.Userinfo, iri.Builder.Host, iri.Builder.Port, iri.Builder.Path,
		iri.Builder.Query, iri.Builder.Fragment}
	try := func(components [len(set)]string, present int) {
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
	components := func(s string) (list [len(set)]string) {
		x, _ := iri.ParseReference(s)
		host, _ := x.Host()
		port, _ := x.Port()
		userinfo, _ := x.Userinfo()
		query, _ := x.Query()
		fragment, _ := x.Fragment()
		return [...]string{x.Scheme(), userinfo, host, port, x.Path(), query, fragment}
	}
	for _, s := range odd {
		for present := range 1 << len(set) {
			try(components(s), present)
		}
	}
	r := rand.New(rand.NewPCG(uint64(testkit.Seed(51)), 0))
	var last [len(set)]string
	strange(50_000, func(s string) {
		mixed := components(s)
		for i := range mixed {
			if r.IntN(3) == 0 {
				mixed[i] = last[i]
			}
		}
		last = mixed
		try(mixed, r.IntN(1<<len(set)))
		mixed[r.IntN(len(set))] = s
		try(mixed, 1<<len(set)-1)
		mixed[r.IntN(len(set))] = corpus.Pick(r, []string{"", "/", "//", ":", "a:b", "[::1]", "[::1]:80", "[v1.a]", "a@b", "@", "?", "#", "]", "[", "1", "a/b:c", "/a", "./a:b", "%41", "%", "é"})
		try(mixed, r.IntN(1<<len(set)))
	})
	d.run()
}

// TestColumn: a column has the results of its values; offsets that are negative, decrease, or lie
// behind the data are refused.
func TestColumn(t *testing.T) {
	d := start(t)
	rules := slices.Collect(rule.All())
	var values []string
	strange(3_000, func(s string) { values = append(values, s) })
	for n := range 70 {
		for r := range rules {
			offsets, data, count := number(nil, n), strings.Repeat("x", n), 0
			bitmap := make([]byte, (n+7)/8)
			for i, s := range values[(n*31+r*7)%2_000:][:n] {
				data += s
				offsets = number(offsets, len(data))
				if rules[r].ValidString(s) {
					bitmap[i>>3] |= 1 << (i & 7)
					count++
				}
			}
			d.send('C', r, 0, string(offsets), data, append(number(nil, count), bitmap...))
		}
	}
	for _, x := range [][]int{{-1, 0}, {0, 2, 1}, {0, 1, -1}, {0, 4}, {0, 3, 1 << 20}, {4, 4}, {1 << 30, 1 << 30}} {
		var offsets []byte
		for _, n := range x {
			offsets = number(offsets, n)
		}
		d.send('C', 0, 0, string(offsets), "a:b", number(nil, -1))
	}
	d.run()
}
