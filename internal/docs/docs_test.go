package docs

import (
	"strings"
	"testing"
	"testing/fstest"
)

// project is a small one. Its pages are changed by each test.
var project = map[string]string{
	"README.md":               "# Project\n\nIt has [pages](docs/a.md#one), [all](docs/reference/iri.md) of [them](docs/reference/abnfc.md).\n",
	"docs/a.md":               "# A\n\n## One\n",
	"docs/reference/iri.md":   "# iri: works\n\n| flag | |\n|---|---|\n| `-h`, `--help` | |\n\n## check\n\n| `-q`, `--quiet` | |\n| `--rule NAME` | |\n",
	"docs/reference/abnfc.md": "# abnfc\n\n## equal\n",
	"tools/x/main.go":         "package main\n\nvar n = flag.Int(\"n\", 0, \"\")\n",
	"tools/x/x_test.go":       "package main\n\nfunc TestX(t *testing.T) {}\n\nvar u = flag.Bool(\"update\", false, \"docs/a.md\")\n\nfunc BenchmarkY(b *testing.B) {}\n",
	"tools/x/lines.py":        "def f():\n    return 1\n",
	"tables/t.abnf":           "a = %x41\n",
}

// tree returns the project with other pages.
func tree(t *testing.T, changed map[string]string) *Tree {
	t.Helper()
	files := make(fstest.MapFS)
	for _, pages := range []map[string]string{project, changed} {
		for name, text := range pages {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	var names []string
	for name := range files {
		if strings.HasSuffix(name, ".md") {
			names = append(names, name)
		}
	}
	read, err := Read(files, names...)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// TestChecks: each check finds what is wrong in a broken page, at its line, and nothing in a sound
// one.
func TestChecks(t *testing.T) {
	links := func(tr *Tree, p *Page) []Problem { return tr.Links(p) }
	blocks := func(tr *Tree, p *Page) []Problem { return tr.Blocks(p) }
	wrap := func(_ *Tree, p *Page) []Problem { return Wrap("github.com/long/path/iri", p) }
	figures := func(_ *Tree, p *Page) []Problem { return Figures(p) }
	times := func(_ *Tree, p *Page) []Problem { list, _ := Timings(p, []string{"25 s"}); return list }
	reach := func(tr *Tree, _ *Page) []Problem { return tr.Unreachable("README.md") }
	long := strings.Repeat("word ", 20) + "w" // 101 characters
	fenced := func(language, text string) string { return "```" + language + "\n" + text + "\n```\n" }
	for _, x := range []struct {
		name  string
		check func(*Tree, *Page) []Problem
		text  string
		want  string // "LINE: the begin of the problem", nothing if all is well
	}{
		{"link", links, "[a](a.md) [one](a.md#one) [x](../tables/t.abnf) <a id=\"here\"></a> [here](#here) [w](https://example.org/é)\n", ""},
		{"link in code", links, "`[a](b.md)`\n" + fenced("text", "[a](b.md)"), ""},
		{"link in a comment", links, "<!--\n[a](b.md)\n-->\n", ""},
		{"no file", links, "x\n[a](b.md)\n", "2: link to b.md: no such file"},
		{"link over two lines", links, "[a\nb](b.md)\n", "2: link to b.md: no such file"},
		{"picture", links, "![a](b.svg)\n", "1: link to b.svg: no such file"},
		{"picture in HTML", links, "<img src=\"b.svg\">\n", "1: link to b.svg: no such file"},
		{"reference link", links, "[a]\n\n[a]: b.md\n", "3: link to b.md: no such file"},
		{"no heading", links, "[a](a.md#two)\n", "1: link to a.md#two: no such heading"},
		{"no heading here", links, "# H\n[a](#i)\n", "2: link to #i: no such heading"},
		{"second heading of a name", links, "# H\n# H\n[a](#h-1)\n", ""},
		{"heading with marks", links, "# `iri`, [all](a.md): a_b\n[a](#iri-all-a_b)\n", ""},
		{"heading in a file", links, "[a](../tables/t.abnf#x)\n", "1: link to ../tables/t.abnf#x: tables/t.abnf is no page"},
		{"no IRI", links, "[a](http://h/%zz)\n", "1: iri: "},

		{"not reached", reach, "x\n", "1: no link leads here"},

		{"line of 100", wrap, long[1:] + "\n", ""},
		{"line of 101", wrap, "\n" + long + "\n", "2: 101 characters in a line, 100"},
		{"another path of the module", wrap, long[:80] + " github.com/long/path/iri\n", ""},
		{"heading of 103", wrap, "# " + long + "\n", "1: 103 characters"},
		{"item of 103", wrap, "- " + long + "\n", "1: 103 characters"},
		{"row of 105", wrap, "| " + long + " |\n", ""},
		{"one long word", wrap, "- [" + strings.Repeat("x", 200) + "](a.md)\n", ""},
		{"characters, not bytes", wrap, strings.Repeat("é ", 50) + "\n", ""},
		{"code of 101", wrap, fenced("", long), ""},
		{"code of 121", wrap, fenced("", long+strings.Repeat("x", 20)), "2: 121 characters in a line, 120"},
		{"record", wrap, fenced("jsonl", long+long), ""},

		{"times", times, "It takes 25 s, `-benchtime 10s` makes it last. See RFC 3986, and 12 rules.\n", ""},
		{"seconds", times, "It takes 26 s.\n", `1: a time, "26 s"`},
		{"nanoseconds", times, "x\n| 2.5 ns |\n", `2: a time, "2.5 ns"`},
		{"over two lines", times, "It takes 26\nseconds.\n", `1: a time, "26 seconds"`},
		{"throughput", times, "At 1.5 GB/s.\n", `1: a time, "1.5 GB/s"`},
		{"ratio", times, "It is 2.5 times as fast.\n", `1: a time, "2.5 times as fast"`},
		{"many a second", times, "It reads 10,000 URLs a second.\n", `1: a time, "10,000 URLs a second"`},
		{"time in output", times, fenced("", "x\n31 ms"), `3: a time, "31 ms"`},

		{"figures with a command", figures, "# A\n\n## B\n\n`go test .` makes\n\n| a |\n|--:|\n| 1 |\n", ""},
		{"figures, command in the preamble", figures, "# A\n\nby `go test .`\n\n## B\n\n| a |\n|--:|\n| 1 |\n", ""},
		{"figures without", figures, "# A\n\n## B\n\n| a |\n|--:|\n| 1 |\n\n## C\n\n`go test .`\n", "5: a table of numbers"},
		{"figures, a link", figures, "# A\n\n| a |\n|--:|\n| 1 |\n\n[all](reference/figures.md#x)\n", ""},
		{"no figures", figures, "# A\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n", ""},

		{"json", blocks, fenced("json", `{"a":1}`), ""},
		{"no json", blocks, fenced("json", `{"a":1`), "2: json: "},
		{"jsonl", blocks, fenced("jsonl", "{}\n[]"), ""},
		{"no jsonl", blocks, fenced("jsonl", "{}\n{"), "2: jsonl: "},
		{"xml", blocks, fenced("xml", "<a/>"), ""},
		{"no xml", blocks, fenced("xml", "<a>"), "2: xml: "},
		{"abnf", blocks, fenced("abnf", "a = %x41"), ""},
		{"no abnf", blocks, fenced("abnf", "a | b"), "2: abnf: "},
		{"plain", blocks, fenced("", "what ever ("), ""},
		{"other language", blocks, fenced("python", "f()"), "2: no test holds this python"},
		{"Go", blocks, fenced("go", "f()"), "2: no test holds this go"},
		{"in a file", blocks, "<!-- in tools/x/lines.py -->\n" + fenced("python", "  return 1"), ""},
		{"not in the file", blocks, "<!-- in tools/x/lines.py -->\n" + fenced("python", "return 2"), "3: these lines are not in tools/x/lines.py"},
		{"in no file", blocks, "<!-- in x.py -->\n" + fenced("python", "return 2"), "3: x.py: file does not exist"},
		{"held", blocks, "<!-- held by tools/x/x_test.go -->\n\n" + fenced("python", "f()"), ""},
		{"held as a page", blocks, "<!-- held by tools/x/x_test.go -->\n# A\n" + fenced("python", "f()"), ""},
		{"held commands", blocks, "<!-- held by tools/x/x_test.go -->\n" + fenced("sh", "frob"), ""},
		{"not held commands", blocks, "<!-- held by y_test.go -->\n" + fenced("sh", "echo"), "3: y_test.go: file does not exist"},
		{"not held", blocks, "<!-- held by tools/x/main.go -->\n" + fenced("python", "f()"), "3: tools/x/main.go does not name a.md"},
		{"held by nothing", blocks, "<!-- held by y_test.go -->\n" + fenced("python", "f()"), "3: y_test.go: file does not exist"},
		{"indented code", blocks, "x:\n\n    go test\n", "3: code without a fence"},
		{"indented code behind a list", blocks, "- x\n\nx\n\n    go test\n", "5: code without a fence"},
		{"indented item", blocks, "- x\n\n    y\n", ""},
		{"block in a list", blocks, "- x\n\n  ```json\n  {\n  ```\n", "4: json: "},
	} {
		t.Run(x.name, func(t *testing.T) {
			tr := tree(t, map[string]string{"docs/a.md": x.text})
			page := tr.page["docs/a.md"]
			if x.name == "link" || strings.HasPrefix(x.want, "1: link to a.md") { // to another page
				tr = tree(t, map[string]string{"docs/b/a.md": "", "docs/c.md": x.text})
				page = tr.page["docs/c.md"]
			}
			if x.name == "not reached" {
				tr = tree(t, map[string]string{"docs/c.md": x.text})
			}
			expect(t, x.check(tr, page), x.want)
		})
	}
}

// TestAllowedTimes: those that are met are told, so that none is allowed for nothing.
func TestAllowedTimes(t *testing.T) {
	list, met := Timings(Parse("a.md", "It waits 10 s, or 5\nminutes.\n"), []string{"10 s", "5 minutes", "1 s"})
	if len(list) > 0 || !met["10 s"] || !met["5 minutes"] || met["1 s"] {
		t.Errorf("found %v, met %v", list, met)
	}
}

// expect compares problems with the line and the begin of the first, or with none.
func expect(t *testing.T, got []Problem, want string) {
	t.Helper()
	switch {
	case want == "" && len(got) == 0:
	case want == "":
		t.Errorf("found %v", got)
	case len(got) == 0:
		t.Errorf("found nothing, want %s", want)
	case !strings.HasPrefix(strings.SplitN(got[0].String(), ":", 2)[1], want):
		t.Errorf("found %v, want %s", got[0], want)
	}
}

// TestCommands: commands, folders, files, tests and flags that are not there are found.
func TestCommands(t *testing.T) {
	for _, x := range []struct{ script, want string }{
		{"iri check -q --rule=IRI list.txt | sort >out && iri --help", ""},
		{"echo 'a b' | iri check # x | y", ""},
		{"X=$(iri check --quiet x) GOARCH=arm64 go test ./tools/x", ""},
		{"cat <<END\nfrob\nEND\niri check -q x", ""},
		{"iri check \\\n  --quiet x", ""},
		{"go run ./tools/x -n 3", ""},
		{"nice -n 10 go run ./tools/x -n 3", ""},
		{"nice -n 10 go run ./tools/x -m 3", "2: tools/x has no flag -m"},
		{"go test ./tools/x -args -n 3", ""},
		{"go -C tools/x run . -n 3", ""},
		{"go -C tools/x test -run TestX -bench 'Y' -v . -args -update", ""},
		{"cd tools/x && go test -run '^$' -bench .", ""},
		{"go test -run X ./...", ""},
		{"go run example.org/other@v1.0.0 -x", ""},
		{"go build -o bin/x ./tools/x && ./bin/x -n 1", ""},
		{"go run ./tools/iri check -q x", "2: no such package: ./tools/iri"},
		{"frob x", "2: what is frob?"},
		{"named x", ""},
		{"iri frob x", "2: iri has no command frob"},
		{"iri check --frob", "2: iri check has no flag --frob"},
		{"iri check -z", "2: iri check has no flag -z"},
		{"echo\niri check \\\n  --frob x", "3: iri check has no flag --frob"},
		{"echo $(iri check --frob)", "2: iri check has no flag --frob"},
		{"echo \"$(iri frob)\"", "2: iri has no command frob"},
		{"cat <<END\nEND\niri check -z", "4: iri check has no flag -z"},
		{"abnfc equal tables/t.abnf:a b.abnf:a", ""},
		{"abnfc equal tables/u.abnf", "2: no such file: tables/u.abnf"},
		{"./tools/y", "2: no such program: ./tools/y"},
		{"cd tools/y", "2: cd tools/y: no such folder"},
		{"go", "2: go without a command"},
		{"go frob", "2: go has no command frob"},
		{"go -C tools/y test", "2: no such folder: tools/y"},
		{"go run", "2: go run without a package"},
		{"go run ./tools/x -m 3", "2: tools/x has no flag -m"},
		{"go vet ./tools/y/...", "2: no such package: ./tools/y/..."},
		{"go test ./tools/y", "2: no such package: ./tools/y"},
		{"go test -run TestZ ./tools/x", "2: no function matches TestZ"},
		{"go test -run - -bench Z ./...", "2: no function matches Z"},
		{"go test -run '(' ./tools/x", "2: error parsing regexp"},
		{"go test ./tools/x -args -long", "2: no test has the flag -long"},
		{"go test ./tools/x -long", "2: no test has the flag -long"},
		{"$ iri check -z\nfrob is output", "2: iri check has no flag -z"},
		{"$ iri check -q\nfrob is output", ""},
	} {
		text := "```sh\n" + x.script + "\n```\n\nIt calls Named.\n"
		tr := tree(t, map[string]string{"docs/a.md": text})
		t.Run(x.script, func(t *testing.T) { expect(t, tr.Blocks(tr.page["docs/a.md"]), x.want) })
		if strings.HasPrefix(x.want, "2") && !strings.HasPrefix(x.script, "$") && !strings.Contains(x.script, "\n") {
			tr := tree(t, map[string]string{"docs/a.md": "```\n$ " + x.script + "\n```\n"})
			t.Run("in output: "+x.script, func(t *testing.T) { expect(t, tr.Blocks(tr.page["docs/a.md"]), x.want) })
		}
	}
	tr := tree(t, nil)
	tr.page["docs/reference/iri.md"] = nil
	expect(t, tr.Blocks(Parse("docs/a.md", "```sh\niri check x\n```\n")), "2: docs/reference/iri.md is not there")
}

// TestComments: long lines and names that lead nowhere are found, in a package that has them.
func TestComments(t *testing.T) {
	long := strings.Repeat("word ", 20) + "w"
	std := fstest.MapFS{"frob/frob.go": {Data: []byte("package frob\n\n// T is one.\ntype T struct{ F int }\n\nfunc (T) M() {}\n")}}
	for _, x := range []struct{ source, want string }{
		{"// Package p has [F], [T.M], [T.Field], [f], [frob], [frob.T.M], [frob.T.F], [example.org/m/q.G] and [a b].\n", "1: a package comment with a line"},
		{"// Package p has [F], [T.M], [T.Field], [f], [v].\npackage p\n", ""},
		{"// Package p has [frob], [frob.T.M], [frob.T.F], [frob.T].\npackage p\n\nimport \"frob\"\n", ""},
		{"// Package p has [example.org/m/q], [example.org/m/q.G], [github.com/x/y.Z].\npackage p\n", ""},
		{"// Package p has x[i], [a b], and\n//\n//\tcode [G]\npackage p\n", ""},
		{"// Package p is short.\npackage p\n\n// H is " + long + "\nfunc H() {}\n", ""},
		{"// Package p\n// " + long + "\npackage p\n", "2: a package comment with a line"},
		{"// Package p has [G].\npackage p\n", "1: nothing is called [G]"},
		{"// Package p has [T.G].\npackage p\n", "1: nothing is called [T.G]"},
		{"// Package p has [frob.U].\npackage p\n\nimport \"frob\"\n", "1: nothing is called [frob.U]"},
		{"// Package p has [frob.T.G].\npackage p\n\nimport \"frob\"\n", "1: nothing is called [frob.G]"},
		{"// Package p has [example.org/m/q.H].\npackage p\n", "1: nothing is called [example.org/m/q.H]"},
		{"// Package p has [example.org/m/r].\npackage p\n", "1: nothing is called [example.org/m/r.]"},
		{"// Package p is.\n//\n//   - a list with [G]\npackage p\n", "1: nothing is called [G]"},
		{"// Package p is.\npackage p\n\n// H is like [G].\nfunc H() {}\n", "1: nothing is called [G]"},
		{"// Package p is.\npackage p\n\n// K is like [G].\ntype K int\n\n// L is.\nfunc (K) L() {}\n", "1: nothing is called [G]"},
	} {
		source := x.source
		if !strings.Contains(source, "\npackage ") {
			source += "package p\n"
		}
		files := fstest.MapFS{
			"p/a.go": {Data: []byte(source)},
			"p/b.go": {Data: []byte("package p\n\ntype T struct{ Field int }\n\nfunc (T) M() {}\n\nfunc F() {}\n\nfunc f() {}\n\nvar v int\n")},
			"q/q.go": {Data: []byte("package q\n\nfunc G() {}\n")},
		}
		got, err := Comments("example.org/m", files, []string{"p/a.go", "p/b.go"}, std)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(x.source, func(t *testing.T) { expect(t, got, x.want) })
	}
}
