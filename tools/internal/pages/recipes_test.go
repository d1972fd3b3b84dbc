// Walks start servers, install commands and need other programs. They take minutes.
//
//go:build nightly

package pages

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/loopback"
)

// walks are the pages whose blocks are all run, and what each needs besides Go: programs, other modules, and ports.
var walks = map[string]struct{ programs, modules, ports string }{
	"docs/tutorial.md": {},

	"docs/guide/json-sql-config.md":      {modules: "gorm.io/gorm@v1.31.1 github.com/glebarez/sqlite@v1.11.0"},
	"docs/recipes/csv-and-logs.md":       {programs: "awk paste"},
	"docs/recipes/parquet.md":            {programs: "duckdb"},
	"docs/security/ssrf.md":              {modules: "golang.org/x/net@v0.50.0 golang.org/x/text@v0.34.0"},
	"docs/recipes/json-schema.md":        {modules: "github.com/santhosh-tekuri/jsonschema/v6@v6.0.3"},
	"docs/recipes/links-in-ci.md":        {},
	"docs/grammars/own-grammar.md":       {programs: "cc node"},
	"docs/security/request-filter.md":    {programs: "curl", ports: "8000 8080"},
	"docs/recipes/rdf.md":                {},
	"docs/recipes/oauth-redirect-uri.md": {},
	"docs/grammars/standards.md":         {},
	"docs/recipes/http-urls.md":          {},
	"docs/recipes/untrusted-paths.md":    {},
	"docs/recipes/uri-templates.md":      {},

	"docs/grammars/abnf.md":               {},
	"docs/grammars/regular-expression.md": {programs: "grep"},

	"docs/explanation/captures.md":     {},
	"docs/explanation/how-it-works.md": {},
}

// TestWalks runs the commands of pages in a module that requires the library, next to the grammars of a clone.
func TestWalks(t *testing.T) {
	NeedShell(t)
	clone, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	commands := install(t)
	for page, needs := range walks {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			for program := range strings.FieldsSeq(needs.programs) {
				need(t, program)
			}
			for m := range strings.FieldsSeq(needs.modules) {
				if out, err := exec.Command("go", "mod", "download", m).CombinedOutput(); err != nil {
					t.Skipf("no module %s here: %s", m, out)
				}
			}
			own := t.TempDir() // the page installs here
			require := "go mod edit -require " + module + "@v0.0.0 -replace '" + module + "=" + clone + "'"
			requireIntl := strings.ReplaceAll(require, module, module+"/intl")
			requireIntl = strings.Replace(requireIntl, clone, filepath.Join(clone, "intl"), 1)
			w := Walk{
				Replace: map[string]string{
					"PATH/OF/THE/CLONE": clone,
					// Commands that fetch the published module use the clone instead.
					"go get " + module + "\n":                      require + "\n",
					"go get " + module + "/intl\n":                 requireIntl + " && go mod tidy\n",
					"go install " + module + "/tools/iri@latest\n": "go -C '" + clone + "' install ./tools/iri\n",
				},
				Env:    []string{"GOBIN=" + own, "PATH=" + own + ":" + commands + ":" + os.Getenv("PATH")},
				Before: "go mod init recipe 2>/dev/null && " + require + " && ln -s '" + clone + "'/tables '" + clone + "'/grammars .",
				Update: *testkit.Update,
			}
			names := strings.Fields(needs.ports)
			for i, port := range loopback.FreePorts(len(names)) {
				w.Replace[names[i]] = port
			}
			w.Run(t, filepath.Join(root, page))
		})
	}
}

// install installs the commands of the clone and returns the folder.
func install(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	cmd := exec.Command("go", "install", "./tools/iri", "./tools/abnfc")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=", "GOBIN="+folder)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return folder
}

func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("no %s here", program)
	}
}

// TestWalked requires that walks has each page that names this file.
func TestWalked(t *testing.T) {
	tree, err := Read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range tree.Pages {
		_, walked := walks[p.Name]
		if slices.Contains(p.tests, "tools/internal/pages/recipes_test.go") != walked {
			t.Errorf("%s is run: %v, and its comment claims otherwise", p.Name, walked)
		}
	}
}

// TestSuiteInPython runs the loop of testdata/suites/README.md with a correct validator, and with one that accepts
// everything.
func TestSuiteInPython(t *testing.T) {
	need(t, "python3")
	const page = "testdata/suites/README.md"
	blocks := read(t, page).Blocks
	i := slices.IndexFunc(blocks, func(b Block) bool { return b.Language == "python" })
	if i < 0 {
		t.Fatal("the page has no Python")
	}
	const right = `
import base64, gzip, json
valid = {c["base64"] for c in map(json.loads, gzip.open("IRI-reference.jsonl.gz")) if c["valid"]}
is_iri_reference = lambda s: base64.b64encode(s).decode() in valid
`
	for validator, passes := range map[string]bool{right: true, "is_iri_reference = lambda s: True\n": false} {
		cmd := exec.Command("python3", "-c", validator+blocks[i].Text)
		cmd.Dir = filepath.Join(root, path.Dir(page))
		if out, err := cmd.CombinedOutput(); (err == nil) != passes || !passes && !strings.Contains(string(out), "AssertionError") {
			t.Errorf("%s: %v\n%s", validator, err, out)
		}
	}
}
