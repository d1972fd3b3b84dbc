package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"example.org/iri/tools/iri/source"
)

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// page writes a page into a new folder and makes it the working directory.
func page(t *testing.T, text string) {
	t.Helper()
	t.Chdir(filepath.Dir(write(t, "page.md", text)))
}

// TestHook checks that the command of the pre-commit hook finds a bad link.
func TestHook(t *testing.T) {
	var hooks []struct {
		Entry, Files string
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 {
		t.Fatalf("%+v", hooks)
	}
	script, err := os.ReadFile(filepath.Join("../..", hooks[0].Entry))
	if err != nil {
		t.Fatal(err)
	}
	run := regexp.MustCompile(`(?m)^exec "\$bin/iri" (.*) "\$@"`).FindSubmatch(script)
	if run == nil {
		t.Fatal("the hook does not run the command")
	}
	files := regexp.MustCompile(hooks[0].Files)
	for name := range strings.FieldsSeq("a.md a.markdown a.html a.htm a.xhtml a.xml a.rss a.atom a.opml a.rdf a.owl a.svg a.xsd a.csproj a.md.x amd") {
		if got, want := files.MatchString(name), source.FormatOf(name) != "" && name != "amd"; got != want {
			t.Errorf("%s: the hook gets it: %v", name, got)
		}
	}
	args := string(run[1])
	for text, want := range map[string]int{"[a](http://example.org/b^c)": 1, "[a](b.md)": 0} {
		page(t, text)
		if got := invoke(nil, append(strings.Fields(args), "page.md")...); got.status != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
	page(t, "[a](http://example.org/b^c)")
	ignoring := func(text string) outcome {
		if err := os.WriteFile(ignoreFile, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return invoke(nil, append(strings.Fields(args), "page.md")...)
	}
	if left, broken := ignoring("b\\^c\n"), ignoring("(\n"); left.status != 0 || broken.status != 2 {
		t.Errorf("%+v, %+v", left, broken)
	}
}

// TestAction checks that the command of the action finds a bad link, and fails without any links.
func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []struct{ Run string } }
	}
	readYAML(t, "action.yml", &action)
	steps := action.Runs.Steps
	if len(steps) != 2 || !strings.Contains(steps[0].Run, `.ci/fetch" "$RUNNER_TEMP/iri"`) {
		t.Fatalf("%+v", steps)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	self, err := os.Executable() // this program runs the command if its name is iri
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "iri")); err != nil {
		t.Skip(err)
	}
	usual := action.Inputs["args"].Default
	for _, test := range []struct {
		text, args string
		want       int
	}{
		{"[a](http://example.org/b^c)", usual, 1},
		{"[a](b.md)", usual, 0},
		{"no link", usual, 1},
		{"[a](<b c>)", "-r --skip 'b c' .", 0},
		{"[a](http://example.org/b^c)", "-r --include '*.html' .", 0},
		{"[a](<b c>)", "-r --include *.md .", 1},
		{"[a](b.md)", `-r --skip "$(touch gone)" .`, 0},
		{"[a](b.md)", "-r --wrong .", 2},
		{"[a](b.md)", "-r --skip 'b .", 2},
		{"[a](b.md)", "", 2},
	} {
		page(t, test.text)
		run := exec.Command(bash, "-eo", "pipefail", "-c", steps[1].Run)
		run.Env = append(os.Environ(), "args="+test.args, "PATH="+bin+":"+os.Getenv("PATH"))
		out, _ := run.CombinedOutput()
		if got := run.ProcessState.ExitCode(); got != test.want {
			t.Errorf("%+v: status %d, %s", test, got, out)
		}
		if _, err := os.Stat("gone"); err == nil {
			t.Error("the shell runs what arguments have")
		}
	}
}
