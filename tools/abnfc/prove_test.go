package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// linkTable returns the binary form of the automaton of link, changed.
func linkTable(t *testing.T, marks string, change func(a *dfa.Automaton)) string {
	t.Helper()
	g, err := abnf.Parse([]byte(links))
	if err != nil {
		t.Fatal(err)
	}
	opts := new(compile.Options)
	if marks != "" {
		opts.Marks = strings.Split(marks, ",")
	}
	a, err := compile.Compile(g, "link", opts)
	if err != nil {
		t.Fatal(err)
	}
	change(a)
	data, err := a.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func unchanged(*dfa.Automaton) {}

// numbers replaces the counts of pairs, which may change.
func numbers(text string) string {
	return regexp.MustCompile(`: \d+ pairs`).ReplaceAllString(text, ": N pairs")
}

const (
	linkProved = "link accepts the language of its rule: N pairs\n"
	userProved = "user accepts the language of its rule: N pairs\n"
	hostProved = "host accepts the language of its rule: N pairs\n"
	portProved = "port accepts the language of its rule: N pairs\n"
)

func TestProve(t *testing.T) {
	t.Chdir(folder(t, "links.abnf", links,
		"plain.bin", linkTable(t, "", unchanged),
		"marked.bin", linkTable(t, "host,port", unchanged),
		"other.bin", linkTable(t, "", func(a *dfa.Automaton) { a.Name = "other" })))
	for _, test := range []struct {
		args, want string
	}{
		{"links.abnf", linkProved + userProved + hostProved + portProved},
		{"-rule user links.abnf", userProved},
		{"-rule port,user -rule HOST links.abnf", portProved + userProved + hostProved},
		{"-scalars -rule port links.abnf", portProved},
		{"links.abnf plain.bin", linkProved},
		{"links.abnf marked.bin", linkProved + "link reports where host begins: N pairs\nlink reports where port begins: N pairs\nlink fires marks where their rules may begin: N pairs\n"},
		{"-rule link links.abnf other.bin", linkProved},
		{"-span HOST,port links.abnf", linkProved + "with spans, " + linkProved + "link reports where host lies: N pairs\nlink reports where port lies: N pairs\n" +
			userProved + hostProved + portProved},
		{"-rule link -span port -scalars links.abnf", linkProved + "with spans, " + linkProved + "link reports where port lies: N pairs\n"},
	} {
		r := abnfc(append([]string{"prove"}, strings.Fields(test.args)...)...)
		if r.code != 0 || r.stderr != "" || numbers(r.stdout) != test.want {
			t.Errorf("%s: status %d, on stderr %q, on stdout\n%s\nwant\n%s", test.args, r.code, r.stderr, r.stdout, test.want)
		}
	}
}

// A claim that does not hold: status 1, a text that shows it on stderr; what was
// shown before stays on stdout, where claims about marks come all or not at all.
func TestProveRefutes(t *testing.T) {
	t.Chdir(folder(t, "links.abnf", links, "loose.abnf", "a = b *\"1\"\nb = *\"1\"\n",
		"none.bin", linkTable(t, "", func(a *dfa.Automaton) { a.AcceptMin = dfa.State(len(a.Trans)) }),
		"start.bin", linkTable(t, "", func(a *dfa.Automaton) { a.AcceptMin = a.Start }),
		"loop.bin", linkTable(t, "", func(a *dfa.Automaton) { a.Trans[int(a.Start)+int(a.Classes['@'])] = uint16(a.Start) }),
		"utf8.bin", linkTable(t, "", func(a *dfa.Automaton) { a.Classes[0xC3] = a.Classes['1'] }),
		"marks.bin", linkTable(t, "host,port", func(a *dfa.Automaton) { a.MarkSlots[1] = 0 }),
		"order.bin", linkTable(t, "host,port", func(a *dfa.Automaton) { a.MarkNames[0], a.MarkNames[1] = "port", "host" }),
		"strange.bin", linkTable(t, "host,port", func(a *dfa.Automaton) { a.MarkNames[0] = "hose" }),
		"other.bin", linkTable(t, "", func(a *dfa.Automaton) { a.Name = "linc" })))
	for _, test := range []struct {
		args, stdout, stderr string
	}{
		{"links.abnf none.bin", "", "abnfc: proof: link: the automaton does not accept what the grammar does: \"/\"\n"},
		{"links.abnf start.bin", "", "abnfc: proof: link: the automaton accepts what the grammar does not: \"\"\n"},
		{"links.abnf loop.bin", "", "abnfc: proof: link: the automaton accepts what the grammar does not: \"@/\"\n"},
		{"links.abnf utf8.bin", "", "abnfc: proof: link: the automaton accepts an unfinished character: \"/\\xc3\"\n"},
		{"-scalars links.abnf none.bin", "", "abnfc: proof: link: the automaton does not accept what the grammar does: \"/\"\n"},
		{"-rule host links.abnf none.bin", "", "abnfc: proof: host: the automaton does not accept what the grammar does: \"\"\n"},
		{"links.abnf marks.bin", linkProved, "abnfc: proof: link: port is there but not reported: \"/:\"\n"},
		{"links.abnf order.bin", linkProved, "abnfc: proof: link: port is reported but not there: \"/\"\n"},
		{"links.abnf strange.bin", "", "abnfc: proof: mark hose is not a rule of the grammar\n"},
		{"-span b loose.abnf", "a accepts the language of its rule: N pairs\n", "loose.abnf:2:1: rule a: where b lies is ambiguous: in \"1\" it is at 0 to 0 or at 0 to 1\n"},
		{"links.abnf other.bin", "", "abnfc: rule \"linc\" is not defined (did you mean \"link\"?)\n"},
	} {
		r := abnfc(append([]string{"prove"}, strings.Fields(test.args)...)...)
		if r.code != 1 || r.stderr != test.stderr || numbers(r.stdout) != test.stdout {
			t.Errorf("%s: status %d, on stdout\n%son stderr\n%swant\n%s", test.args, r.code, r.stdout, r.stderr, test.stderr)
		}
	}
}

// Grammars and tables that cannot be read as such: status 1.
func TestProveHostile(t *testing.T) {
	data := linkTable(t, "host,port", unchanged)
	dir := folder(t, "links.abnf", links, "bad.abnf", "a = (\n", "loop.abnf", "a = [ b ]\nb = \"x\" a\n",
		"empty.bin", "", "text.bin", links, "long.bin", data+"\x00", "version.bin", data[:4]+"\x02"+data[5:],
		"start.bin", linkTable(t, "", unchanged)[:13]+"\xff\xff\xff\xff"+linkTable(t, "", unchanged)[17:])
	t.Chdir(dir)
	for _, test := range []struct {
		args, want string
	}{
		{"bad.abnf", "bad.abnf:1:"},
		{"bad.abnf start.bin", "bad.abnf:1:"},
		{"loop.abnf", "loop.abnf:1:1: rule a refers to itself; proofs are for rules that do not"},
		{"-rule a loop.abnf start.bin", "start.bin: dfa: "},
		{"-rule nil links.abnf", `abnfc: rule "nil" is not defined`},
		{"-span nil links.abnf", `abnfc: rule "nil" is not defined`},
		{"links.abnf empty.bin", "empty.bin: dfa: not an automaton"},
		{"links.abnf text.bin", "text.bin: dfa: not an automaton"},
		{"links.abnf long.bin", "long.bin: dfa: 1 bytes behind the automaton"},
		{"links.abnf version.bin", "version.bin: dfa: automaton of version 2"},
		{"links.abnf start.bin", "start.bin: dfa: link: the start is no state"},
	} {
		r := abnfc(append([]string{"prove"}, strings.Fields(test.args)...)...)
		if r.code != 1 || r.stdout != "" || !strings.Contains(r.stderr, test.want) {
			t.Errorf("%s: status %d, on stdout %q, on stderr\n%s\nwant %s", test.args, r.code, r.stdout, r.stderr, test.want)
		}
	}
	if err := os.WriteFile("loop.bin", []byte(strings.ReplaceAll(linkTable(t, "", unchanged), "link", "a   ")), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := abnfc("prove", "-rule", "a", "loop.abnf", "loop.bin"); r.code != 1 || r.stderr != "loop.abnf:1:1: rule a refers to itself; proofs are for rules that do not\n" {
		t.Errorf("status %d, on stderr %s", r.code, r.stderr)
	}
	step := 3
	if testing.Short() {
		step = 23
	}
	for n := 0; n < len(data); n += step {
		if err := os.WriteFile("cut.bin", []byte(data[:n]), 0o644); err != nil {
			t.Fatal(err)
		}
		if r := abnfc("prove", "links.abnf", "cut.bin"); r.code != 1 || r.stdout != "" || !strings.HasPrefix(r.stderr, "abnfc: cut.bin: dfa: ") {
			t.Fatalf("cut off after %d bytes: status %d, on stdout %q, on stderr %s", n, r.code, r.stdout, r.stderr)
		}
	}
}

// Whatever byte of a table is changed, what is then claimed is what a proof of the
// right table says, or there is a reason why not.
func TestProveChangedTable(t *testing.T) {
	data := []byte(linkTable(t, "host,port", unchanged))
	t.Chdir(folder(t, "links.abnf", links))
	step := 17
	if testing.Short() {
		step = 97
	}
	for i := 0; i < len(data); i += step {
		for _, x := range []byte{1, 0x80} {
			data[i] ^= x
			if err := os.WriteFile("changed.bin", data, 0o644); err != nil {
				t.Fatal(err)
			}
			data[i] ^= x
			r := abnfc("prove", "-rule", "link", "links.abnf", "changed.bin")
			holds := strings.HasPrefix(numbers(r.stdout), linkProved)
			if r.code > 1 || (r.code == 0) != (r.stderr == "") || r.code == 0 && !holds {
				t.Errorf("byte %d: status %d, on stdout %q, on stderr %s", i, r.code, r.stdout, r.stderr)
			}
		}
	}
}

// Mistakes in the command line, and files that are not there: status 2.
func TestProveUsageErrors(t *testing.T) {
	t.Chdir(folder(t, "links.abnf", links, "plain.bin", linkTable(t, "", unchanged)))
	for _, test := range []struct {
		args, want string
	}{
		{"", "abnfc: prove takes a grammar and at most one table; see abnfc prove -help\n"},
		{"links.abnf plain.bin plain.bin", "abnfc: prove takes a grammar and at most one table; see abnfc prove -help\n"},
		{"-rule link,host links.abnf plain.bin", "abnfc: prove takes one rule for a table\n"},
		{"missing.abnf", "abnfc: open missing.abnf: "},
		{"links.abnf missing.bin", "abnfc: open missing.bin: "},
		{".", "abnfc: read .: "},
		{"links.abnf .", "abnfc: read .: "},
		{"-frob links.abnf", "flag provided but not defined: -frob\n"},
		{"-span host links.abnf plain.bin", "abnfc: -span is for what is compiled, not for a table\n"},
		{"-span link links.abnf", "abnfc: rule link of -span: no rule that is proved refers to it\n"},
		{"-rule port -span host links.abnf", "abnfc: rule host of -span: no rule that is proved refers to it\n"},
		{"-rule , links.abnf", "invalid value \",\" for flag -rule: empty name\n"},
	} {
		r := abnfc(append([]string{"prove"}, strings.Fields(test.args)...)...)
		if r.code != 2 || r.stdout != "" || !strings.HasPrefix(r.stderr, test.want) {
			t.Errorf("%s: status %d, on stdout %q, on stderr\n%s\nwant %s", test.args, r.code, r.stdout, r.stderr, test.want)
		}
	}
}

func TestProveHelp(t *testing.T) {
	for _, flag := range []string{"-h", "-help", "--help"} {
		r := abnfc("prove", flag)
		if r.code != 0 || r.stderr != "" {
			t.Errorf("%s: status %d, on stderr %q", flag, r.code, r.stderr)
		}
		for _, words := range []string{"usage: abnfc prove [flags] GRAMMAR [TABLE.bin]", "-rule RULES", "-span RULES", "-scalars", "examples:", "abnfc prove uri.abnf uri.bin"} {
			if !strings.Contains(r.stdout, words) {
				t.Errorf("%s: no %q in\n%s", flag, words, r.stdout)
			}
		}
	}
}
