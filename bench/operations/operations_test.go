package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
)

// TestMain is a harness in place of the tests where a test asks for one.
func TestMain(m *testing.M) {
	if os.Getenv("OPERATIONS_HARNESS") != "" {
		echo()
		return
	}
	os.Exit(m.Run())
}

// echo is a harness with two contestants. Their result is the text that they are given; the second
// one ends the program instead.
func echo() {
	fmt.Print("resolve\techo\nresolve-not\tdeath\n\n")
	var texts []string
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var k, n, to int
		switch line := in.Text(); {
		case strings.HasPrefix(line, "texts"):
			fmt.Sscanf(line, "texts %d", &n)
			texts = texts[:0]
			for range n {
				in.Scan()
				_, text, _ := strings.Cut(in.Text(), "\t")
				texts = append(texts, text)
			}
		case line == "results 0":
			fmt.Println(strings.Join(texts, "\n"))
		case line == "results 1":
			return
		default:
			fmt.Sscanf(line, "lap %d %d %d", &k, &n, &to)
			fmt.Println(7 * (to - n))
		}
	}
}

func invoke(args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = run(args, &out, &errs)
	return status, out.String(), errs.String()
}

func TestRun(t *testing.T) {
	t.Setenv("OPERATIONS_HARNESS", "1")
	status, stdout, stderr := invoke("-rounds", "1", "-harness", os.Args[0])
	if status != exitOK || stderr != "" {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	for _, part := range []string{
		"resolve, RFC 3986, 5.4: 42 texts\n\n", "  iri.Resolver.AppendResolve\n",
		"?     1     39  echo\n", "medians of 1 rounds\n",
	} {
		if !strings.Contains(stdout, part) {
			t.Errorf("no %q in\n%s", part, stdout)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"-help", "-h", "--help"} {
		if status, stdout, stderr := invoke(arg); status != exitOK || stdout != help || stderr != "" {
			t.Errorf("%s: status %d, stdout %q, stderr %q", arg, status, stdout, stderr)
		}
	}
	for line := range strings.Lines(help) {
		if len(line) > 81 {
			t.Errorf("long line in the help text: %s", line)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		part string
	}{
		{[]string{"-x"}, "flag provided but not defined: -x; see -help"},
		{[]string{"x"}, `"x" is no flag`},
		{[]string{"-rounds", "0"}, "at least 1 is needed"},
		{[]string{"-harness", " "}, "no command"},
		{[]string{"-harness", "/no/such/program"}, "/no/such/program"},
	} {
		status, stdout, stderr := invoke(test.args...)
		if status != exitUsage || stdout != "" || !strings.Contains(stderr, test.part) || !strings.HasPrefix(stderr, "operations: ") {
			t.Errorf("%q: status %d, stdout %q, stderr %q", test.args, status, stdout, stderr)
		}
	}
}

// TestHarness: what a harness offers, answers, and that its death is an error.
func TestHarness(t *testing.T) {
	t.Setenv("OPERATIONS_HARNESS", "1")
	h, err := start(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	inputs := []input{{"a:", "b"}, {"c:", ""}, {"d:", "é"}}
	field := harnesses{h}.contestants("resolve", inputs)
	if len(field) != 1 || field[0].name != "echo" {
		t.Fatalf("%+v", field)
	}
	if got, err := field[0].results(); !slices.Equal(got, []string{"b", "", "é"}) || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if ns := field[0].lap(1, 3); ns != 14 {
		t.Errorf("%v ns", ns)
	}
	if _, err := h.contestants("resolve-not", 3)[0].results(); err == nil {
		t.Error("the death of a harness is no error")
	}
	if h.stop() == nil {
		t.Error("nor is it afterwards")
	}
}

func TestDeviations(t *testing.T) {
	says := func(texts ...string) *contestant {
		return &contestant{results: func() ([]string, error) { return texts, nil }}
	}
	inputs := make([]input, 3)
	got, err := deviations(inputs, []*contestant{{}, says("a", "", "c"), says("", "", "d"), says("x", "y", "z")}, nil)
	if want := []deviation{{}, {}, {1, 1}, {0, 3}}; !slices.Equal(got, want) || err != nil {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	wrong := says("a", "b", "")
	wrong.ours = true
	if _, err := deviations(inputs, []*contestant{says("a", "b", "c"), wrong}, nil); err == nil {
		t.Error("two contestants of package iri may disagree")
	}
}

// TestLinks: lists are varied, and of valid references against valid bases.
func TestLinks(t *testing.T) {
	for _, l := range links() {
		forms := make(map[string]bool)
		for _, x := range l.inputs {
			_, err := iri.ParseReference(x.text)
			if err != nil || !iri.ValidString(x.base) {
				t.Errorf("%s: %+v: %v", l.name, x, err)
			}
			forms[x.text] = true
		}
		if len(forms) < 42 || len(forms) < len(l.inputs)/2 {
			t.Errorf("%s: %d different references of %d", l.name, len(forms), len(l.inputs))
		}
	}
	if n := len(examples().inputs); n != 42 {
		t.Errorf("%d examples", n)
	}
}
