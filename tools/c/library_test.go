//go:build nightly

package main_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/foreign"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

// built is the folder with the library that build makes, and that with another for valgrind.
var built, checked string

// TestMain makes the library, and once more for valgrind, with all checks of pointers that Go has.
func TestMain(m *testing.M) {
	status := 1
	dir, err := os.MkdirTemp("", "iri")
	if err == nil {
		built, checked = filepath.Join(dir, "built"), filepath.Join(dir, "checked")
		os.Chmod(dir, 0o755) // PostgreSQL and nginx run as other users
		if err = libraries(); err == nil {
			status = m.Run()
		}
		os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Println(err)
	}
	os.Exit(status)
}

func libraries() error {
	if _, err := exec.LookPath("gcc"); err != nil {
		return err
	}
	if out, err := exec.Command("go", "run", "./build", built).CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	cmd := exec.Command("go", "build", "-tags", "valgrind", "-buildmode=c-shared", "-ldflags=-extldflags=-Wl,-soname,libiri.so.1", "-o", filepath.Join(checked, "libiri.so.1"), ".")
	cmd.Env = append(os.Environ(), "GOEXPERIMENT=cgocheck2")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// compiled makes a program of C or C++ from a file in folder test, and returns its name.
func compiled(t *testing.T, compiler, source string, args ...string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "program")
	args = append([]string{"-g", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-I", built, "-o", program, source}, args...)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", compiler, err, out)
	}
	return program
}

// shared are the arguments that link the shared library.
func shared() []string {
	return []string{"-L", built, "-liri", "-lpthread", "-ldl", "-Wl,-rpath," + built}
}

// output returns what a program prints when it reads texts.
func output(t *testing.T, texts []string, command ...string) string {
	t.Helper()
	var in, stderr bytes.Buffer
	for _, s := range texts {
		in.WriteString(hex.EncodeToString([]byte(s)) + "\n")
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v: %v\n%s", command, err, stderr.Bytes())
	}
	return string(out)
}

// texts returns texts of which some go wrong, everywhere and for all reasons.
func texts() []string {
	list := []string{
		"", "a:", "not a", "http://user@example.org:8080/%C3%A9?q#f", "http://é.example/中文", "urn:isbn:0451450523", "a:%4", "a:\xff",
		"a#b#c", "a:\ue000", "x", "//[::1]:80/x", "http://[::1", "http://h:8x/", "1:", "a:\u202e", "?", "#", "/..//a/../b", "http:",
		"a://@:?#", "a:b/../c/%7e", "HTTP://A:80", "a:" + strings.Repeat("b/", 300), "a:" + strings.Repeat("b/", 300) + " ", "b:c",
	}
	for n := range 70 { // ends everywhere in the blocks of a kernel
		list = append(list, "a:"+strings.Repeat("b", n), "a:/"+strings.Repeat("é", n/2)+"\xc3", strings.Repeat("c", n)+"^")
	}
	for _, l := range corpus.Generated() {
		list = append(list, l.Texts[:40]...)
	}
	return list
}

// said is the line that calls prints of a text.
func said(r rule.Rule, text string) string {
	valid, status, split, reason, component, message := 1, 0, 0, "none", "", ""
	var offset int64
	var span iri.Span
	var e *iri.SyntaxError
	if errors.As(r.CheckString(text), &e) {
		valid, status, split = 0, 1, 1
		offset, span, reason, component, message = e.Offset, e.Span, e.Reason.String(), e.Component().String(), e.Message()
	}
	parts := ""
	switch p, err := r.SplitString(text); err {
	case rule.ErrNoParts:
		split = foreign.ErrNoParts
	case nil:
		for c := iri.ComponentScheme; c <= iri.ComponentFragment; c++ {
			if s, present := p.Get(c); present {
				parts += fmt.Sprintf(" %s %d-%d", c, s.Start, s.End)
			}
		}
	}
	return fmt.Sprintf("%d %d %d %d-%d %s:%s %d%s %s\n", valid, status, offset, span.Start, span.End, reason, component, split, parts, message)
}

// TestTexts: the functions for one text say what package rule says, in programs linked in all ways.
func TestTexts(t *testing.T) {
	list := texts()
	programs := []string{
		compiled(t, "gcc", "test/calls.c", append(shared(), "-std=c99", "-Wpedantic")...),
		compiled(t, "gcc", "test/calls.c", filepath.Join(built, "libiri.a"), "-lpthread"),
	}
	if _, err := exec.LookPath("g++"); err == nil {
		programs = append(programs, compiled(t, "g++", "test/calls.c", shared()...))
	} else {
		t.Log("no g++ here: the header is not tried from C++")
	}
	for i, program := range programs {
		for _, r := range []rule.Rule{rule.IRI, rule.URIReference, rule.IHost, rule.Port} {
			var want strings.Builder
			for _, text := range list {
				want.WriteString(said(r, text))
			}
			if got := output(t, list, program, "texts", r.String()); got != want.String() {
				t.Errorf("program %d, %v: %s", i, r, difference(got, want.String()))
			}
			output(t, list, program, "columns", r.String())
		}
	}
}

func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is\n%s, want\n%s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// operationsSaid is what calls prints of all texts.
func operationsSaid(list []string, base string, level iri.Normalization) string {
	var b strings.Builder
	for _, text := range list {
		x, err := iri.ParseReference(text)
		if err != nil {
			fmt.Fprintf(&b, "%[1]d %[1]d %[1]d %[1]d\n", foreign.ErrReference)
			continue
		}
		fmt.Fprintln(&b, iri.MustParse(base).Resolve(x), x.Normalize(level), x.ToURI(), x.ToIRI())
	}
	return b.String()
}

func TestOperations(t *testing.T) {
	const base = "http://example.org/a/b?c"
	program, list := compiled(t, "gcc", "test/calls.c", shared()...), texts()
	got := output(t, list, program, "operations", base, strconv.Itoa(int(iri.ForComparison)))
	if want := operationsSaid(list, base, iri.ForComparison); got != want {
		t.Error(difference(got, want))
	}
}

const mistakesSaid = `rules 1
abi 1
version 1
names -11
reason none
rule 0 -1 -1
parts -2
null 0 -4 -4 -4
none 1 1
long 0 -4
longer -3 -3 -3 -3 -3
column 0 -4 -5 -5 -4 -4 -5 -1 -4
errors -4 -5 0
base -7 -4
level -8
`

func TestMistakes(t *testing.T) {
	for _, sanitizer := range []string{"-fno-sanitize=all", "-fsanitize=address,undefined"} { // the latter looks for leaks, too
		program := compiled(t, "gcc", "test/calls.c", append(shared(), sanitizer)...)
		if got := output(t, nil, program, "mistakes"); got != mistakesSaid {
			t.Errorf("%s: %s", sanitizer, difference(got, mistakesSaid))
		}
		output(t, texts(), program, "columns", "IRI")
	}
}

func TestThreads(t *testing.T) {
	output(t, texts(), compiled(t, "gcc", "test/calls.c", shared()...), "threads", "IRI", "8")
}

// TestValgrind: no function reads or writes a byte that it was not given. The library is one that
// also checks with each write that no pointer of Go gets into memory of C.
func TestValgrind(t *testing.T) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("no valgrind here")
	}
	program := compiled(t, "gcc", "test/calls.c", "-L", checked, "-l:libiri.so.1", "-lpthread", "-Wl,-rpath,"+checked)
	list := texts()
	for _, args := range [][]string{{"mistakes"}, {"texts", "IRI"}, {"texts", "port"}, {"operations", "a:", "31"}, {"columns", "IRI"}, {"threads", "IRI", "3"}} {
		if args[0] == "threads" {
			list = list[:20]
		}
		log := filepath.Join(t.TempDir(), "log")
		command := append([]string{"valgrind", "-q", "--log-file=" + log, "--error-exitcode=9", "--leak-check=full", "--suppressions=test/valgrind.supp", program}, args...)
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Env = append(os.Environ(), "GODEBUG=cgocheck=1,asyncpreemptoff=1") // valgrind knows the stack of a goroutine that is stopped as a whole only
		var in bytes.Buffer
		for _, s := range list {
			in.WriteString(hex.EncodeToString([]byte(s)) + "\n")
		}
		cmd.Stdin = &in
		if out, err := cmd.Output(); err != nil {
			said, _ := os.ReadFile(log)
			t.Errorf("%v: %v\n%.3000s", args, err, said)
		} else if args[0] == "mistakes" && string(out) != mistakesSaid {
			t.Errorf("%v: %s", args, out)
		}
	}
}

// TestFork: the library says so in a child that was forked with it. It works if it is loaded behind
// the fork, also in several processes, and in programs that a child runs.
func TestFork(t *testing.T) {
	program := compiled(t, "gcc", "test/fork.c", "-ldl")
	const works = `: 1 0 1 2 "bad port"` + "\n"
	parent, child := "parent"+works, "child"+works
	for mode, want := range map[string]string{
		"before": parent + `child: 0 -9 -9 -9 ""` + "\n" + parent,
		"after":  strings.Repeat(child, 4) + parent,
		"exec":   parent + strings.Repeat(child, 4) + parent + parent,
	} {
		if got := output(t, nil, program, mode, filepath.Join(built, "libiri.so.1")); got != want {
			t.Errorf("%s: the processes print\n%s, want\n%s", mode, got, want)
		}
	}
}

// TestSignals: the threads of Go take no signals of the program, however the library gets into it.
func TestSignals(t *testing.T) {
	for _, args := range [][]string{shared(), {filepath.Join(built, "libiri.a"), "-lpthread"}} {
		blocked := masks(output(t, nil, compiled(t, "gcc", "test/signals.c", args...)))
		if len(blocked) < 3 || blocked[0] != 1<<(syscall.SIGUSR2-1) {
			t.Fatalf("%v: threads block %x", args, blocked)
		}
		checkMasks(t, blocked[1:])
	}
}

// TestHandlers: handlers that a program has when it loads the library run on a stack of their own.
func TestHandlers(t *testing.T) {
	program := compiled(t, "gcc", "test/handlers.c", "-ldl")
	if got := output(t, nil, program, filepath.Join(built, "libiri.so.1")); got != "on a stack of its own: 1\nhandled\n" {
		t.Error(got)
	}
}

// masks returns the signals that threads block, as Linux lists them.
func masks(listing string) (all []uint64) {
	for line := range strings.Lines(listing) {
		var mask uint64
		if n, _ := fmt.Sscanf(line, "SigBlk: %x", &mask); n == 1 {
			all = append(all, mask)
		}
	}
	return all
}

// checkMasks looks at what threads of Go block: all that a host may have handlers for, save for
// faults, SIGPROF and SIGCHLD.
func checkMasks(t *testing.T, blocked []uint64) {
	t.Helper()
	for _, s := range []syscall.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM, syscall.SIGTERM,
		syscall.SIGURG, syscall.SIGWINCH, syscall.SIGPIPE,
	} {
		for i, mask := range blocked {
			if mask>>(s-1)&1 == 0 {
				t.Errorf("thread %d of Go, of %d, takes signal %d, %v", i, len(blocked), s, s)
			}
		}
	}
}

// TestNames: the libraries give away the names of the header, and no others.
func TestNames(t *testing.T) {
	var want []string
	header, err := os.ReadFile("iri.h")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(`(?m)^[a-z].*?\b(iri_\w+)\(`).FindAllStringSubmatch(string(header), -1) {
		want = append(want, match[1])
	}
	for _, args := range [][]string{{"-D", "libiri.so.1"}, {"-g", "libiri.a"}} {
		out, err := exec.Command("nm", "-P", "--defined-only", args[0], filepath.Join(built, args[1])).Output()
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]bool)
		for line := range strings.Lines(string(out)) {
			if f := strings.Fields(line); len(f) > 1 {
				got[f[0]] = true
			}
		}
		for _, name := range want {
			if !got[name] {
				t.Errorf("%s has no %s", args[1], name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has the names %v", args[1], got)
		}
	}
}

// TestHeader: the numbers of the header are those of the packages.
func TestHeader(t *testing.T) {
	header, err := os.ReadFile("iri.h")
	if err != nil {
		t.Fatal(err)
	}
	numbers := make(map[string]int)
	for _, match := range regexp.MustCompile(`(?m)^#define IRI_(\w+) \(?(-?\d+)u?\)?`).FindAllStringSubmatch(string(header), -1) {
		numbers[match[1]], _ = strconv.Atoi(match[2])
	}
	want := map[string]int{
		"ABI": foreign.ABI, "OK": foreign.OK, "INVALID": foreign.Invalid, "ERULE": foreign.ErrRule, "ENOPARTS": foreign.ErrNoParts,
		"ETOOLONG": foreign.ErrTooLong, "ENULL": foreign.ErrNull, "EOFFSETS": foreign.ErrOffsets, "EREFERENCE": foreign.ErrReference,
		"EBASE": foreign.ErrBase, "ELEVEL": foreign.ErrLevel, "EFORK": foreign.ErrFork,
		"LEVEL_CASE": int(iri.CaseNormalization), "LEVEL_PERCENT": int(iri.PercentNormalization), "LEVEL_DOTS": int(iri.DotSegments),
		"LEVEL_SCHEME": int(iri.SchemeRules), "LEVEL_UTF8": int(iri.DecodeUTF8), "LEVEL_IPV6": int(iri.IPv6Text), "LEVEL_URI_SYNTAX": int(iri.SyntaxBased),
		"LEVEL_IRI_SYNTAX": int(iri.SyntaxBased | iri.DecodeUTF8), "LEVEL_URI_SCHEME": int(iri.SchemeBased), "LEVEL_IRI_SCHEME": int(iri.SchemeBased | iri.DecodeUTF8),
		"REASON_NO_SCHEME": int(iri.ReasonNoScheme), "REASON_SCHEME": int(iri.ReasonScheme), "REASON_AUTHORITY": int(iri.ReasonAuthority),
		"REASON_PORT": int(iri.ReasonPort), "REASON_PATH": int(iri.ReasonPath), "REASON_QUERY": int(iri.ReasonQuery),
		"REASON_FRAGMENT": int(iri.ReasonFragment), "REASON_FIRST_SEGMENT": int(iri.ReasonFirstSegment), "REASON_BRACKET": int(iri.ReasonBracket),
		"REASON_UNCLOSED": int(iri.ReasonUnclosed), "REASON_ADDRESS": int(iri.ReasonAddress), "REASON_ZONE": int(iri.ReasonZone),
		"REASON_PERCENT": int(iri.ReasonPercent), "REASON_ILL_FORMED": int(iri.ReasonIllFormed), "REASON_NON_ASCII": int(iri.ReasonNonASCII),
		"REASON_PRIVATE_USE": int(iri.ReasonPrivateUse), "REASON_FORMATTING": int(iri.ReasonFormatting), "REASON_TOO_SHORT": int(iri.ReasonTooShort),
		"REASON_NOT_IN_RULE": int(iri.ReasonNotInRule),
	}
	for c := uint32(1); foreign.ComponentName(c) != ""; c++ {
		want[strings.ToUpper(foreign.ComponentName(c))] = int(c)
	}
	for name, n := range want {
		if got, ok := numbers[name]; !ok || got != n {
			t.Errorf("IRI_%s is %d, want %d", name, got, n)
		}
	}
	if len(numbers) != len(want) {
		t.Errorf("the header has %d numbers, this test knows %d", len(numbers), len(want))
	}
}
