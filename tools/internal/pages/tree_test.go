package pages

import (
	"strings"
	"testing"
	"testing/fstest"
)

// project is a small project, whose pages the tests change.
var project = map[string]string{
	"README.md":              "# Project\n\nIt has [pages](docs/a.md#one).\n",
	"docs/a.md":              "# A\n\n## One\n",
	"docs/lists/testdata.md": "[not](read.md)",
	"tools/x/x_test.go":      "package main // docs/a.md\n",
	"tools/x/lines.py":       "def f():\n    return 1\n",
	"tables/t.abnf":          "a = %x41\n",
}

func fenced(language, code string) string { return "```" + language + "\n" + code + "\n```\n" }

// TestProblems requires each check to find a mistake at its line, and nothing in a correct page.
func TestProblems(t *testing.T) {
	for name, x := range map[string]struct{ page, want string }{
		"links":                                  {"[a](a.md) [one](a.md#one) [x](../tables/t.abnf) <a id=\"here\"></a> [here](#here) [w](https://example.org/é)\n", ""},
		"link in code":                           {"`[a](b.md)`\n" + fenced("text", "[a](b.md)"), ""},
		"link in a comment":                      {"<!--\n[a](b.md)\n-->\n", ""},
		"no file":                                {"x\n[a](b.md)\n", "2: link to b.md: no such file"},
		"link over two lines":                    {"[a\nb](b.md)\n", "1: link to b.md: no such file"},
		"picture":                                {"![a](b.svg)\n", "1: link to b.svg: no such file"},
		"picture in HTML":                        {"x\n<img src=\"b.svg\">\n", "2: link to b.svg: no such file"},
		"reference link":                         {"[a]\n\n[a]: b.md\n", "1: link to b.md: no such file"},
		"no heading":                             {"[a](a.md#two)\n", "1: link to a.md#two: no such heading"},
		"no heading here":                        {"# H\n[a](#i)\n", "2: link to #i: no such heading"},
		"second heading of a name":               {"# H\n# H\n[a](#h-1)\n", ""},
		"heading with marks":                     {"# `iri`, [all](a.md): a_b\n[a](#iri-all-a_b)\n", ""},
		"heading of a file":                      {"[a](../tables/t.abnf#x)\n", "1: link to ../tables/t.abnf#x: no such heading"},
		"not an IRI":                             {"[a](http://h/%zz)\n", "1: iri: "},
		"json":                                   {fenced("json", `{"a":1}`), ""},
		"not json":                               {fenced("json", `{"a":1`), "2: json: "},
		"jsonl":                                  {fenced("jsonl", "{}\n[]"), ""},
		"not jsonl":                              {fenced("jsonl", "{}\n{"), "2: jsonl: "},
		"abnf":                                   {fenced("abnf", "a = %x41"), ""},
		"not abnf":                               {fenced("abnf", "a | b"), "2: abnf: "},
		"not a command":                          {fenced("sh", "echo 'a"), "2: sh: "},
		"no language":                            {fenced("", "whatever ("), ""},
		"other language":                         {fenced("python", "f()"), "2: no test for this python"},
		"no fence":                               {"x\n\n    f()\n", "3: code without a fence"},
		"no fence, tested as a page":             {"<!-- tested by tools/x/x_test.go -->\n# A\n\n    f()\n", ""},
		"in a file":                              {"<!-- in tools/x/lines.py -->\n" + fenced("python", "  return 1"), ""},
		"not in the file":                        {"<!-- in tools/x/lines.py -->\n" + fenced("python", "return 2"), "3: these lines are not in tools/x/lines.py"},
		"in no file":                             {"<!-- in x.py -->\n" + fenced("python", "return 2"), "3: these lines are not in x.py"},
		"tested":                                 {"<!-- tested by tools/x/x_test.go -->\n\n" + fenced("python", "f()"), ""},
		"tested as a page":                       {"<!-- tested by tools/x/x_test.go -->\n# A\n\n## B\n" + fenced("python", "f()"), ""},
		"tested by a file that does not name it": {"<!-- tested by tools/x/lines.py -->\n" + fenced("python", "f()"), "3: tools/x/lines.py does not name a.md"},
		"tested by no file":                      {"<!-- tested by x_test.go -->\n" + fenced("python", "f()"), "3: x_test.go does not name a.md"},
		"paths":                                  {"`tools/x`, `./tools/...`, `text/html`, `tools/x/lines.py`, `tools/vX.Y.Z`\n" + fenced("sh", "cat tables/t.abnf"), ""},
		"no such path":                           {"x\n`tools/y`\n", "2: no such file: tools/y"},
		"no such operand":                        {fenced("sh", "true\nif go -C tools/y run .; then :; fi"), "3: no such file: tools/y"},
	} {
		files := fstest.MapFS{"docs/a.md": nil}
		for file, text := range project {
			files[file] = &fstest.MapFile{Data: []byte(text)}
		}
		page := x.page
		if !strings.HasPrefix(page, "<!-- tested by") {
			page += "\n## One\n"
		}
		files["docs/a.md"] = &fstest.MapFile{Data: []byte(page + "\n# One\n")}
		tree, err := Read(files)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, name, tree.Problems(tree.byName["docs/a.md"]), x.want)
	}
}

// expect requires one problem, given as "LINE: beginning of the message", or none.
func expect(t *testing.T, name string, problems []Problem, want string) {
	t.Helper()
	switch {
	case want == "" && len(problems) == 0:
	case want == "" || len(problems) != 1 || !strings.HasPrefix(strings.TrimPrefix(problems[0].String(), "docs/a.md:"), want):
		t.Errorf("%s: %v, want %s", name, problems, want)
	}
}

func TestUnreachable(t *testing.T) {
	for page, want := range map[string]string{
		"[a](docs/a.md)":       "",
		"[a](<docs/a%2Emd#b>)": "",
		"[b](docs/b.md)":       "1: no links lead here from README.md",
	} {
		tree, err := Read(fstest.MapFS{"README.md": {Data: []byte(page)}, "docs/a.md": {}, ".git/b.md": {}, "x/testdata/c.md": {}})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, page, tree.Unreachable("README.md"), want)
	}
}
