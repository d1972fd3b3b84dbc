package walkthrough

import (
	"strings"
	"testing"
)

func page(lines ...string) string { return strings.ReplaceAll(strings.Join(lines, "\n"), "~~~", "```") }

func TestFollow(t *testing.T) {
	needShell(t)
	for name, test := range map[string]struct{ page, err string }{
		"a file, commands and their output": {page("This is `a/list.txt`:", "", "~~~", "one", "~~~", "", "~~~sh", "cat a/list.txt", "printf two", "~~~",
			"prints", "~~~text", "one", "two", "~~~"), ""},
		"folder and variables stay": {page("~~~sh", "mkdir d && cd d", "x=1", "~~~", "`f.x`:", "~~~", "a", "~~~", "~~~sh", "cat f.x; echo $x", "~~~", "~~~text", "a", "1", "~~~"), ""},
		"both streams":              {page("~~~sh", "echo a >&2; echo b; false", "~~~", "~~~text", "a", "b", "~~~"), ""},
		"ports are replaced":        {page("~~~sh", "echo PORT PORT2", "~~~", "~~~text", "PORT PORT2", "~~~"), ""},
		"comments are not seen":     {page("<!-- x", "~~~sh", "false", "~~~", "-->", "~~~sh", "true", "~~~"), ""},
		"another output":            {page("~~~sh", "echo PORT", "~~~", "~~~text", "b", "~~~"), "1: the commands print\nPORT\n\nthe page has\nb\n"},
		"more output":               {page("~~~sh", "echo a; echo b", "~~~", "~~~text", "a", "~~~"), "1: the commands print\na\nb\n\nthe page has\na\n"},
		"commands that fail":        {page("a", "", "~~~sh", "echo a; false", "~~~"), "3: status 1\na\n"},
		"a shell that ends":         {page("~~~sh", "exit 3", "~~~"), "1: the shell gives no answer: EOF\n"},
		"a block of nothing":        {page("~~~go", "x := 1", "~~~"), "1: the block is no file, no commands, and not what commands print"},
		"an output of a file":       {page("`f.x`:", "~~~", "~~~", "~~~text", "~~~"), "4: the block is no file, no commands, and not what commands print"},
		"no block":                  {"text", "1: no blocks"},
	} {
		setup := Setup{Replace: map[string]string{"PORT": "80"}, Before: "true"}
		printed, err := follow(t.TempDir(), test.page, setup)
		if got := text(err); got != test.err || err == nil && printed != test.page {
			t.Errorf("%s: %q, want %q; page %s", name, got, test.err, printed)
		}
	}
}

func TestUpdate(t *testing.T) {
	needShell(t)
	stale := page("a", "~~~sh", "echo a; echo b", "~~~", "~~~text", "c", "c", "c", "~~~", "~~~sh", "printf d", "~~~", "~~~text", "~~~", "b")
	want := page("a", "~~~sh", "echo a; echo b", "~~~", "~~~text", "a", "b", "~~~", "~~~sh", "printf d", "~~~", "~~~text", "d", "~~~", "b")
	got, err := follow(t.TempDir(), stale, Setup{Update: true})
	if got != want || err != nil {
		t.Errorf("%v\n%s", err, got)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
