package main

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/clitest"
)

// TestTexts: help, manual page and completion have all commands and flags.
func TestTexts(t *testing.T) { clitest.Texts(t, newRoot) }

// TestReadingFlagsOfAll: every command that reads grammars has the flags for that.
func TestReadingFlagsOfAll(t *testing.T) {
	for _, cmd := range newRoot().Commands() {
		for _, flag := range []string{"wild", "octets", "rename", "import", "override"} {
			if has := cmd.Flags().Lookup(flag) != nil; has != (cmd.Name() != "derive") {
				t.Errorf("%s: has --%s: %v", cmd.Name(), flag, has)
			}
		}
	}
}

// Mistakes in the command line, and files that are not there: status 2, the reason on
// stderr, nothing written.
func TestUsageErrors(t *testing.T) {
	dir := folder(t, "a.abnf", oldDates, "l.eq", "A = a.abnf:date\n", "m.eq", "A = missing.abnf:word\n")
	t.Chdir(dir)
	type test struct{ args, want string }
	tests := []test{
		{"", "usage:"},
		{"frobnicate", `abnfc: unknown command "frobnicate"; see abnfc --help`},
		{"compile a.abnf", "abnfc: compile needs --output; see abnfc compile --help"},
		{"compile -o x a.abnf", "abnfc: --output x: the file must be called *.go"},
		{"compile -o x_test.go a.abnf", "abnfc: --output x_test.go: the file must be called *.go"},
		{"compile -o", "abnfc: flag needs an argument: 'o' in -o; see abnfc compile --help"},
		{"compile -o x.go --rule a,,b a.abnf", `abnfc: invalid argument "a,,b" for "--rule" flag: empty name`},
		{"compile -o x.go --part= a.abnf", `abnfc: invalid argument "" for "--part" flag: empty name`},
		{"compile -o x.go missing.abnf", "abnfc: open missing.abnf: "},
		{"compile -o x.go .", "abnfc: read .: "},
		{"derive l.eq", "abnfc: derive needs --output; see abnfc derive --help"},
		{"derive -o x.go --pkg no-name l.eq", `abnfc: "no-name" is no name for a Go package`},
		{"derive -o x.go missing.abnf", "abnfc: open missing.abnf: "},
		{"derive -o x.go m.eq", "abnfc: m.eq:1:5: open missing.abnf: "},
		{"derive -o l.eq/x.go --pkg x l.eq", "abnfc: write l.eq/x.go: "},
		{"suite a.abnf", "abnfc: required flag(s) \"rule\" not set; see abnfc suite --help"},
		{"suite --rule date missing.abnf", "abnfc: open missing.abnf: "},
		{"suite --rule year -o a.abnf/x.gz a.abnf", "abnfc: write a.abnf/x.gz: "},
		{"prove missing.abnf", "abnfc: open missing.abnf: "},
		{"prove .", "abnfc: read .: "},
		{"prove --span date a.abnf", "abnfc: rule date of --span: no rule that is proved refers to it"},
		{"prove --rule month --span year a.abnf", "abnfc: rule year of --span: no rule that is proved refers to it"},
		{"prove --rule , a.abnf", `abnfc: invalid argument "," for "--rule" flag: empty name`},
		{"equal a.abnf:date a.abnf", "abnfc: \"a.abnf\" is not FILE:RULE; see abnfc equal --help\n"},
		{"equal a.abnf: a.abnf:date", "abnfc: \"a.abnf:\" is not FILE:RULE"},
		{"equal :date a.abnf:date", "abnfc: \":date\" is not FILE:RULE"},
		{"equal a.abnf:x missing.abnf:x", "abnfc: open missing.abnf: "},
		{"equal none.abnf:x nil.abnf:x", "abnfc: open none.abnf: no such file or directory\nabnfc: open nil.abnf: "},
		{"equal --import none.abnf a.abnf:date a.abnf:year", "abnfc: open none.abnf: "},
		{"lint --rule a,,b a.abnf", `abnfc: invalid argument "a,,b" for "--rule" flag: empty name`},
		{"lint missing.abnf", "abnfc: open missing.abnf: "},
		{"sample a.abnf", "abnfc: required flag(s) \"rule\" not set; see abnfc sample --help"},
		{"sample --rule s -0 --quote a.abnf", "abnfc: --null and --quote are two ways to print texts"},
		{"sample --rule s -n -1 a.abnf", `abnfc: invalid argument "-1" for "-n, --number" flag: want a number, 0 or more`},
		{"sample --rule s -n many a.abnf", `abnfc: invalid argument "many" for "-n, --number" flag: want a number, 0 or more`},
		{"sample --rule s --seed -1 a.abnf", `abnfc: invalid argument "-1" for "--seed" flag`},
		{"sample --rule s missing.abnf", "abnfc: open missing.abnf: "},
		{"explain missing.abnf date 2026", "abnfc: open missing.abnf: "},
		{"railroad missing.abnf", "abnfc: open missing.abnf: "},
		{"railroad -o a.abnf/x a.abnf", "abnfc: write a.abnf/x: "},
	}
	for _, draw := range []string{"svg ", "dot "} {
		tests = append(tests,
			test{draw + "a.abnf", "abnfc: required flag(s) \"rule\" not set; see abnfc " + draw + "--help"},
			test{draw + "--rule date --part year,,month a.abnf", `abnfc: invalid argument "year,,month" for "--part" flag: empty name`},
			test{draw + "--rule date --full=maybe a.abnf", `abnfc: invalid argument "maybe" for "--full" flag`},
			test{draw + "--rule date missing.abnf", "abnfc: open missing.abnf: "})
	}
	for _, cmd := range newRoot().Commands() {
		name := cmd.Name()
		takes := "abnfc: " + name + " takes "
		tests = append(tests, test{name, takes}, test{name + " a b c d", takes}, test{name + " --frob a.abnf", "abnfc: unknown flag: --frob; see"})
	}
	for _, x := range tests {
		r := abnfc(strings.Fields(x.args)...)
		if r.code != 2 || r.stdout != "" || !strings.Contains("\n"+r.stderr, "\n"+x.want) {
			t.Errorf("%s: status %d, on stdout %q, on stderr\n%s\nwant %s", x.args, r.code, r.stdout, r.stderr, x.want)
		}
	}
	holds(t, dir, "a.abnf", "l.eq", "m.eq")
}

// Mistakes in a grammar: status 1, file:line:column on stderr, by all commands that compile.
func TestFaultyGrammars(t *testing.T) {
	for _, x := range []struct{ grammar, want string }{
		{"a = \"x\" | \"y\"\n", "g.abnf:1:9: "},
		{"a = b\n", "g.abnf:1:5: rule \"b\" is not defined"},
		{"a = <x>\n", "g.abnf:1:5: rule \"a\" depends on prose"},
		{"b = \"x\"\n", "abnfc: rule \"a\" is not defined"},
	} {
		t.Chdir(folder(t, "g.abnf", x.grammar))
		for _, args := range []string{
			"suite --rule a g.abnf", "prove --rule a g.abnf", "equal g.abnf:a g.abnf:a",
			"sample --rule a g.abnf", "explain g.abnf a x", "svg --rule a g.abnf", "dot --rule a g.abnf",
		} {
			r := abnfc(strings.Fields(args)...)
			message := strings.Replace(r.stderr, "abnfc: g.abnf: ", "abnfc: ", 1) // equal names the file
			if r.code != 1 || r.stdout != "" || !strings.HasPrefix(message, x.want) {
				t.Errorf("%s of %q: status %d, on stdout %q, on stderr\n%s", args, x.grammar, r.code, r.stdout, r.stderr)
			}
		}
	}
}

// What a command cannot do with a grammar, and others can: status 1, the reason on stderr,
// and the old file as it was.
func TestRefused(t *testing.T) {
	years := "date = year\nyear = 4DIGIT\n"
	loop := "a = \"x\" [ a ] \"y\"\n"
	large := "a = b" + strings.Repeat(" b", 100000) + "\n"
	for _, x := range []struct{ commands, flags, grammar, want string }{
		{"svg dot", "--rule a -o out", loop, `^g\.abnf:1:11: rule a refers to itself in the middle of a rule`},
		{"svg dot", "--rule year --part b -o out", years, `^abnfc: part b is not a rule of the grammar`},
		{"svg dot", "--rule year --mark b -o out", years, `^abnfc: mark b is not a rule of the grammar`},
		{"svg dot", "--rule a --part a", "a = a \"x\" / \"y\"\n", `^g\.abnf:1:1: rule a: a rule that refers to itself at its beginning has no parts\n$`},
		{"svg dot", "--rule a", "a = 500\"x\"\n", `^g\.abnf:1:1: rule a: more than 300 states in a drawing\n$`},
		{"suite", "--rule a -o out", loop, `^g\.abnf:1:11: rule a refers to itself`},
		{"suite", "--rule a -o out", "a = 1000000000\"x\"\n", `^g\.abnf:1:5: rule a: more than `},
		{"sample", "--rule a", "a = %xD800\n", `^g\.abnf:1:5: rule "a" cannot be sampled: no text matches it\n$`},
		{"sample", "--rule a", "a = 999999999*ALPHA\n", `^g\.abnf:1:5: rule "a" cannot be sampled: a text with 999999999\*ALPHA takes more than 65536 bytes`},
		{"prove", "", "a = \"x\" *( \"y\" a )\n", `^g\.abnf:1:1: rule a refers to itself in a way that proofs are not for`},
		{"prove", "--span nil", years, `^abnfc: rule "nil" is not defined`},
		{"lint railroad", "--rule yaer", years, `^abnfc: rule "yaer" is not defined \(did you mean "year"\?\)\n$`},
		{"railroad", "-o out", "a = \"x\" | \"y\"\n", `^g\.abnf:1:9: `},
		{"railroad", "-o out", large, `^g\.abnf:1:1: rule a: there are more than 50000 nodes to draw\n$`},
		{"railroad", "-o out --rule a", large, `^g\.abnf:1:1: rule a: there are more than 50000 nodes to draw\n$`},
	} {
		t.Chdir(folder(t, "g.abnf", x.grammar, "out", "old"))
		for command := range strings.FieldsSeq(x.commands) {
			r := diagnosed(strings.Fields(command + " " + x.flags + " g.abnf")...)
			if r.code != 1 || r.stdout != "" || !regexp.MustCompile(x.want).MatchString(r.stderr) {
				t.Errorf("%s %s of %.40q: status %d, on stdout %q, on stderr\n%s\nwant %s", command, x.flags, x.grammar, r.code, r.stdout, r.stderr, x.want)
			}
			if read(t, "out") != "old" {
				t.Errorf("%s of %.40q: the old file was changed", command, x.grammar)
			}
			holds(t, ".", "g.abnf", "out")
		}
	}
}

// All commands read grammars as the flags say.
func TestReadingFlags(t *testing.T) {
	t.Chdir(folder(t, "s.abnf", "s = dgit \":\"\n", "t.abnf", "t = DIGIT\n"))
	const repaired = "s.abnf:1:5: repaired: dgit renamed to t\n"
	for _, x := range []struct{ args, operands, stdout string }{
		{"svg --rule s", "", "s: 3 states over characters"},
		{"dot --rule s", "", "s: 3 states over characters"},
		{"suite --rule s", "", `{"input_b64":"MDo=","valid":true}`},
		{"prove --rule s", "", "s accepts the language of its rule"},
		{"lint", "", ""},
		{"sample --rule s", "", "0:\n"},
		{"explain", "s 1:", "s 0-2 \"1:\"\n  t 0-1 \"1\"\n    DIGIT 0-1 \"1\"\n"},
		{"railroad", "", "<h2>Imported rules</h2>"},
		{"compile -o out/out.go", "", ""},
	} {
		for flags, want := range map[string]string{
			"--rename dgit=t --import t.abnf":        repaired,
			"--wild --rename dgit=t --import t.abnf": repaired + "s.abnf:1:5: repaired: rule t comes from t.abnf:1:1\n",
		} {
			r := abnfc(strings.Fields(x.args + " " + flags + " s.abnf " + x.operands)...)
			if r.code != 0 || r.stderr != want || !strings.Contains(r.stdout, x.stdout) {
				t.Errorf("%s %s: status %d, on stdout\n%son stderr\n%s", x.args, flags, r.code, r.stdout, r.stderr)
			}
		}
	}
}

// A pipe that nobody reads is an I/O error.
func TestClosedOutput(t *testing.T) {
	t.Chdir(folder(t, "s.abnf", switches+"other = %s\"on\" / \"on\"\n"))
	for _, args := range []string{
		"sample --rule state s.abnf", "lint s.abnf", "equal s.abnf:state s.abnf:state", "equal s.abnf:state s.abnf:other",
		"suite --rule state s.abnf", "explain s.abnf state on", "dot --rule state s.abnf", "railroad s.abnf",
	} {
		var stderr bytes.Buffer
		if code := cli.Run(newRoot(), strings.Fields(args), nil, closed{}, &stderr); code != 2 || stderr.String() != "abnfc: standard output: closed pipe\n" {
			t.Errorf("%s: status %d, on stderr %q", args, code, stderr.String())
		}
	}
	if code := cli.Run(newRoot(), strings.Fields("lint s.abnf"), nil, io.Discard, failing{t}); code != 1 {
		t.Errorf("status %d", code)
	}
}

// No standard stream is written to if all is well.
func TestQuiet(t *testing.T) {
	t.Chdir(folder(t, "g.abnf", links))
	for _, args := range []string{"compile -o out.go g.abnf", "suite --rule host -o out g.abnf", "railroad -o out g.abnf"} {
		if code := cli.Run(newRoot(), strings.Fields(args), nil, failing{t}, failing{t}); code != 0 {
			t.Errorf("%s: status %d", args, code)
		}
	}
}

// closed is a pipe that nobody reads.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("closed pipe") }

type failing struct{ t *testing.T }

func (f failing) Write(p []byte) (int, error) {
	f.t.Errorf("output %q", p)
	return 0, io.ErrClosedPipe
}
