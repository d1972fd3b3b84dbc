package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// readYAML reads a file in the folder of the repository.
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

// page writes pages into a folder of their own, and changes to it.
func page(t *testing.T, text string) {
	t.Helper()
	t.Chdir(filepath.Dir(write(t, "page.md", text)))
}

// TestHook: what the hook of pre-commit runs finds a wrong link in a file that it gets.
func TestHook(t *testing.T) {
	var hooks []struct {
		Entry        string
		TypesOr      []string `yaml:"types_or"`
		Dependencies []string `yaml:"additional_dependencies"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || !slices.Contains(hooks[0].TypesOr, "markdown") || !slices.Equal(hooks[0].Dependencies, []string{"./tools/iri"}) {
		t.Fatalf("%+v", hooks)
	}
	args, is := strings.CutPrefix(hooks[0].Entry, "iri ")
	for text, want := range map[string]int{"[a](http://example.org/b^c)": 1, "[a](b.md)": 0} {
		page(t, text)
		if got := invoke(nil, append(strings.Fields(args), "page.md")...); !is || got.status != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// TestAction: what the action runs finds a wrong link in a folder, and refuses one without links.
func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []struct{ Run string } }
	}
	readYAML(t, "action.yml", &action)
	steps := action.Runs.Steps
	if len(steps) != 3 || steps[1].Run != `go -C "$GITHUB_ACTION_PATH" install ./tools/iri` {
		t.Fatalf("%+v", steps)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	self, err := os.Executable() // which is the command where it is called iri
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "iri")); err != nil {
		t.Skip(err)
	}
	for text, want := range map[string]int{"[a](http://example.org/b^c)": 1, "[a](b.md)": 0, "no link": 1} {
		page(t, text)
		run := exec.Command(bash, "-eo", "pipefail", "-c", steps[2].Run)
		run.Env = append(os.Environ(), "args="+action.Inputs["args"].Default, "PATH="+bin+":"+os.Getenv("PATH"))
		out, _ := run.CombinedOutput()
		if got := run.ProcessState.ExitCode(); got != want {
			t.Errorf("%s: status %d, %s", text, got, out)
		}
	}
}
