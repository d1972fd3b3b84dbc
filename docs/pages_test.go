// Readers do what pages say once: not again for other processors and tags.
//
//go:build !386 && !purego

// Package docs_test does what the pages for users say.
package docs_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.org/iri/internal/walkthrough"
)

var update = flag.Bool("update", false, "write what commands print into the pages")

// TestTutorial does what the tutorial says, with a server, a proxy and requests.
func TestTutorial(t *testing.T) {
	need(t, "curl")
	setup := newSetup(t)
	for _, port := range []string{"8000", "8001", "8080"} {
		setup.Replace[port] = walkthrough.FreePort(t)
	}
	walkthrough.Run(t, "tutorial.md", setup)
}

// recipes are pages, and what each needs beyond Go: programs, and modules that are no part of this
// one.
var recipes = map[string]struct{ programs, modules, ports string }{
	"config.md":       {},
	"csv.md":          {programs: "awk paste"},
	"fetch.md":        {modules: "golang.org/x/net@v0.47.0 golang.org/x/text@v0.31.0"},
	"json-schema.md":  {modules: "github.com/santhosh-tekuri/jsonschema/v6@v6.0.3"},
	"links.md":        {programs: "git xargs", ports: "8000"},
	"log-file.md":     {programs: "awk"},
	"net-url.md":      {},
	"own-grammar.md":  {},
	"proxy.md":        {programs: "curl awk", ports: "8000 8001 8002 8080"},
	"rdf.md":          {},
	"redirect-uri.md": {},
	"web-address.md":  {},
	"sql.md":          {programs: "sqlite3", modules: "modernc.org/sqlite@v1.34.4"},
}

// TestRecipes does what the pages of docs/recipes say, in a module that has the library.
func TestRecipes(t *testing.T) {
	setup := withCommands(t)
	for name, needs := range recipes {
		t.Run(name, func(t *testing.T) {
			for program := range strings.FieldsSeq(needs.programs) {
				need(t, program)
			}
			for m := range strings.FieldsSeq(needs.modules) {
				if out, err := exec.Command("go", "mod", "download", m).CombinedOutput(); err != nil {
					t.Skipf("no module %s here: %s", m, out)
				}
			}
			setup := setup
			setup.Replace = maps.Clone(setup.Replace)
			for port := range strings.FieldsSeq(needs.ports) {
				setup.Replace[port] = walkthrough.FreePort(t)
			}
			walkthrough.Run(t, filepath.Join("recipes", name), setup)
		})
	}
}

// withCommands is what a reader of recipes has: a module that has the library, and the commands.
func withCommands(t *testing.T) walkthrough.Setup {
	t.Helper()
	if err := install(); err != nil {
		t.Fatal(err)
	}
	setup := newSetup(t)
	setup.Env = environment(commands)
	setup.Before = "go mod init recipe 2>/dev/null && " + require(module, setup.Replace["PATH/OF/THE/CLONE"])
	return setup
}

// commands is a folder for the commands of the clone, which install puts there.
var commands string

func TestMain(m *testing.M) {
	var err error
	if commands, err = os.MkdirTemp("", "commands"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(commands)
	os.Exit(status)
}

var install = sync.OnceValue(func() error {
	for _, command := range []string{"iri", "abnfc"} {
		cmd := exec.Command("go", "-C", "..", "install", "./tools/"+command)
		cmd.Env = append(append(os.Environ(), "GOWORK="), environment(commands)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", cmd, err, out)
		}
	}
	return nil
})

// environment has the folder for commands in front of PATH.
func environment(bin string) []string {
	return []string{"GOBIN=" + bin, "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}
}

// TestFAQ runs the commands behind the answers of docs/faq.md.
func TestFAQ(t *testing.T) { walkthrough.Run(t, "faq.md", withCommands(t)) }

// newSetup is what a reader has: a clone, and a folder for commands in PATH.
func newSetup(t *testing.T) walkthrough.Setup {
	t.Helper()
	clone, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return walkthrough.Setup{
		Replace: map[string]string{
			"PATH/OF/THE/CLONE": clone,
			// What the tutorial has once the module is published is not tried with what is published.
			"go get " + module + "\n":                      require(module, clone) + "\n",
			"go get " + module + "/tools/intl\n":           requireIntl(clone) + "\n",
			"go install " + module + "/tools/iri@latest\n": "go -C '" + clone + "' install ./tools/iri\n",
		},
		Env:    environment(t.TempDir()),
		Update: *update,
	}
}

const module = "example.org/iri"

// require is a command that has a module use another one, from a folder.
func require(module, folder string) string {
	return "go mod edit -require " + module + "@v0.0.0 -replace '" + module + "=" + folder + "'"
}

// requireIntl are commands for a module that has the library, and needs tools/intl of the clone.
func requireIntl(clone string) string {
	return require(module+"/tools/intl", filepath.Join(clone, "tools", "intl")) + " && go mod tidy"
}

// need skips a test where a program is missing.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("no %s here", program)
	}
}
