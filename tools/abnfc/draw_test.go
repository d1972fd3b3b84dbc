package main

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const clock = "time = hour \":\" minute\nhour = \"0\" DIGIT / \"1\" DIGIT / \"2\" %x30-33\nminute = %x30-35 DIGIT\n"

func TestDotCommand(t *testing.T) {
	t.Chdir(folder(t, "t.abnf", clock))
	const head = `digraph "time" {
	rankdir=LR
	node [fontname="sans-serif", shape=circle, style=filled, fillcolor=white]
	edge [fontname="sans-serif", fontsize=12]
	graph [fontname="sans-serif", label="time: 7 states over characters`
	for _, x := range []struct{ args, want string }{
		{"-rule TIME t.abnf", head + `"]
	n1 [label="1", tooltip="state 1, as after \"\""]
	n2 [label="2", tooltip="state 2, as after \"0\", in hour", fillcolor="#cfe2f3"]
	n3 [label="3", tooltip="state 3, as after \"2\", in hour", fillcolor="#cfe2f3"]
	n4 [label="4", tooltip="state 4, as after \"00\", in hour", fillcolor="#cfe2f3"]
	n5 [label="5", tooltip="state 5, as after \"00:\""]
	n6 [label="6", tooltip="state 6, as after \"00:0\", in minute", fillcolor="#d9ead3"]
	n7 [label="7", tooltip="state 7, as after \"00:00\", in minute", peripheries=2, fillcolor="#d9ead3"]
	start [shape=none, label="", width=0, height=0]
	start -> n1
	n1 -> n2 [label="'0' '1'"]
	n1 -> n3 [label="'2'"]
	n2 -> n4 [label="DIGIT"]
	n3 -> n4 [label="'0'-'3'"]
	n4 -> n5 [label="':'"]
	n5 -> n6 [label="'0'-'5'"]
	n6 -> n7 [label="DIGIT"]
	legend0 [shape=box, fillcolor="#cfe2f3", label="in hour"]
	legend1 [shape=box, fillcolor="#d9ead3", label="in minute"]
}
`},
		{"-rule time -part HH=hour,minute -mark minute t.abnf", head + `; boxes are folded states"]
	n1 [label="1", tooltip="state 1, as after \"\""]
	n2 [label="HH\n3 states", tooltip="states such as 2, as after \"0\", in HH", shape=box, style="filled,rounded", fillcolor="#cfe2f3"]
	n5 [label="5", tooltip="state 5, as after \"00:\"", xlabel="minute"]
	n6 [label="minute\n2 states", tooltip="states such as 6, as after \"00:0\", in minute", shape=box, style="filled,rounded", peripheries=2, fillcolor="#d9ead3"]
	start [shape=none, label="", width=0, height=0]
	start -> n1
	n1 -> n2 [label="'0'-'2'"]
	n2 -> n5 [label="':'"]
	n5 -> n6 [label="'0'-'5'"]
}
`},
	} {
		if r := abnfc(append([]string{"dot"}, strings.Fields(x.args)...)...); r != (result{0, x.want, ""}) {
			t.Errorf("%s: %+v\nwant %s", x.args, r, x.want)
		}
	}
	folded := abnfc("dot", "-rule", "time", "-part", "hour", "t.abnf")
	full := abnfc("dot", "-rule", "time", "-part", "hour", "-full", "t.abnf")
	if strings.Count(folded.stdout, "tooltip") != 5 || strings.Count(full.stdout, "tooltip") != 7 {
		t.Errorf("folded\n%s\nnot folded\n%s", folded.stdout, full.stdout)
	}
}

// The picture is XML, and shows what the graph has.
func TestSVGCommand(t *testing.T) {
	const grammar = "../../tables/rfc3987.abnf"
	for _, args := range [][]string{
		{"-rule", "dec-octet"},
		{"-rule", "IRI-reference"},
		{"-rule", "IRI", "-mark", "ihier-part,iauthority", "-part", "scheme,iauthority", "-part", "ipath=ipath-abempty"},
	} {
		args = append(args, grammar)
		svg := abnfc(append([]string{"svg"}, args...)...)
		dot := abnfc(append([]string{"dot"}, args...)...)
		if svg.code != 0 || svg.stderr != "" || dot.code != 0 || dot.stderr != "" {
			t.Fatalf("%v: status %d and %d\n%s%s", args, svg.code, dot.code, svg.stderr, dot.stderr)
		}
		var picture struct {
			XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
			Title   string   `xml:"title"`
			Groups  []struct {
				Titles []string `xml:"g>title"`
			} `xml:"g"`
		}
		if err := xml.Unmarshal([]byte(svg.stdout), &picture); err != nil {
			t.Fatal(err)
		}
		var titles []string
		for _, g := range picture.Groups {
			titles = append(titles, g.Titles...)
		}
		var want []string
		for _, m := range regexp.MustCompile(`tooltip=("(?:[^"\\]|\\.)*")`).FindAllStringSubmatch(dot.stdout, -1) {
			want = append(want, strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(m[1][1:len(m[1])-1]))
		}
		if len(want) == 0 || !slices.Equal(titles, want) || !strings.Contains(dot.stdout, `label="`+picture.Title+`"]`) {
			t.Errorf("%v: %q with nodes\n%q, want\n%q", args, picture.Title, titles, want)
		}
	}
}

// Grammars are read as the flags say.
func TestDrawFlags(t *testing.T) {
	t.Chdir(folder(t, "s.abnf", "s = dgit \":\"\n", "t.abnf", "t = DIGIT\n"))
	for _, command := range []string{"dot", "svg"} {
		r := abnfc(command, "-wild", "-rule", "s", "-rename", "dgit=t", "-import", "t.abnf", "s.abnf")
		if want := "s.abnf:1:5: repaired: dgit renamed to t\ns.abnf:1:5: repaired: rule t comes from t.abnf:1:1\n"; r.code != 0 || r.stderr != want || !strings.Contains(r.stdout, "s: 3 states over characters") {
			t.Errorf("%s: status %d, on stdout %s, on stderr %s, want %s", command, r.code, r.stdout, r.stderr, want)
		}
		r = abnfc(command, "-rule", "t", "-import", "t.abnf", "s.abnf")
		if r.code != 0 || !strings.Contains(r.stdout, "t: 2 states over characters") {
			t.Errorf("%s: %+v", command, r)
		}
	}
}

func TestDrawGrammarErrors(t *testing.T) {
	for _, x := range []struct{ grammar, flags, want string }{
		{"a = \"(\" [ a ] \")\"\n", "", `^g\.abnf:1:11: rule a refers to itself in the middle of a rule`},
		{"a = \"x\"\n", "-part b", `^abnfc: part b is not a rule of the grammar`},
		{"a = \"x\"\n", "-mark b", `^abnfc: mark b is not a rule of the grammar`},
		{"a = a \"x\" / \"y\"\n", "-part a", `^g\.abnf:1:1: rule a: a rule that refers to itself at its beginning has no parts\n$`},
		{"a = 500\"x\"\n", "", `^g\.abnf:1:1: rule a: more than 300 states in a drawing\n$`},
	} {
		t.Chdir(folder(t, "g.abnf", x.grammar))
		for _, command := range []string{"dot", "svg"} {
			r := abnfc(append(append([]string{command, "-rule", "a"}, strings.Fields(x.flags)...), "g.abnf")...)
			if r.code != 1 || r.stdout != "" || !regexp.MustCompile(x.want).MatchString(r.stderr) {
				t.Errorf("%s %q %s: status %d, on stdout %q, on stderr\n%s\nwant %s", command, x.grammar, x.flags, r.code, r.stdout, r.stderr, x.want)
			}
		}
	}
}
