package pages

import (
	"strings"
	"testing"
)

func page(lines ...string) string { return strings.ReplaceAll(strings.Join(lines, "\n"), "~~~", "```") }

func TestFollow(t *testing.T) {
	NeedShell(t)
	for name, test := range map[string]struct{ page, err string }{
		"a file, commands and their output": {page("This is `a/list.txt`:", "", "~~~", "one", "~~~", "", "~~~sh", "cat a/list.txt", "printf two", "~~~",
			"prints", "~~~text", "one", "two", "~~~"), ""},
		"folder and variables stay": {page("~~~sh", "mkdir d && cd d", "x=1", "~~~", "`f.x`:", "~~~", "a", "~~~", "~~~sh", "cat f.x; echo $x", "~~~", "~~~text", "a", "1", "~~~"), ""},
		"both streams":              {page("~~~sh", "echo a >&2; echo b; false", "~~~", "~~~text", "a", "b", "~~~"), ""},
		"ports are replaced":        {page("~~~sh", "echo PORT PORT2", "~~~", "~~~text", "PORT PORT2", "~~~"), ""},
		"comments are not seen":     {page("<!-- x", "~~~sh", "false", "~~~", "-->", "~~~sh", "true", "~~~"), ""},
		"another output":            {page("~~~sh", "echo PORT", "~~~", "~~~text", "b", "~~~"), "2: the commands print\nPORT\n\nthe page has\nb\n"},
		"more output":               {page("~~~sh", "echo a; echo b", "~~~", "~~~text", "a", "~~~"), "2: the commands print\na\nb\n\nthe page has\na\n"},
		"commands that fail":        {page("a", "", "~~~sh", "echo a; false", "~~~"), "4: status 1\na\n"},
		"a shell that ends":         {page("~~~sh", "echo a; exit 3", "~~~"), "2: the shell has ended\na\n"},
		"code of a file":            {page("<!-- in x.go -->", "~~~go", "x := 1", "~~~"), ""},
		"a block of nothing":        {page("~~~go", "x := 1", "~~~"), "2: the block is neither a file, nor commands, nor what commands print"},
		"an output of a file":       {page("`f.x`:", "~~~", "~~~", "~~~text", "~~~"), "5: the block is neither a file, nor commands, nor what commands print"},
	} {
		w := Walk{Replace: map[string]string{"PORT": "80"}, Before: "true"}
		printed, err := w.follow(t.TempDir(), t.TempDir(), test.page)
		if got := message(err); got != test.err || err == nil && printed != test.page {
			t.Errorf("%s: %q, want %q; page %s", name, got, test.err, printed)
		}
	}
	if _, err := (Walk{Before: "echo a; false"}).follow(t.TempDir(), t.TempDir(), page("~~~sh", "~~~")); message(err) != "1: before the page: status 1\na\n" {
		t.Error(err)
	}
}

func TestUpdate(t *testing.T) {
	NeedShell(t)
	stale := page("a", "~~~sh", "echo a; echo b", "~~~", "~~~text", "c", "c", "c", "~~~", "~~~sh", "printf d", "~~~", "~~~text", "~~~", "b")
	want := page("a", "~~~sh", "echo a; echo b", "~~~", "~~~text", "a", "b", "~~~", "~~~sh", "printf d", "~~~", "~~~text", "d", "~~~", "b")
	got, err := Walk{Update: true}.follow(t.TempDir(), t.TempDir(), stale)
	if got != want || err != nil {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestServers requires a walk to wait for the ports of background commands.
func TestServers(t *testing.T) {
	got, err := servers("a --to :8000\na --listen :8001 \\\n\t--to :8002 &\nb & # at h:8003 and h:8004\nc '&' :8005\n")
	if strings.Join(got, " ") != "8002 8003 8004" || err != nil {
		t.Error(got, err)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
