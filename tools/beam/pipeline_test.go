package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// TestMain runs pipelines on Prism in this process. With asCommand it runs the command.
func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	ptest.Main(m)
}

const asCommand = "TEST_AS_COMMAND"

// results runs a job and returns the sorted lines of its results by name.
func results(t *testing.T, j job) map[string][]string {
	t.Helper()
	j.output, j.valid = t.TempDir(), true
	status, err := run(context.Background(), j, "IRI")
	files, globErr := filepath.Glob(j.output + "/*")
	if globErr != nil {
		t.Fatal(globErr)
	}
	lines := make(map[string][]string)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(filepath.Base(file), "-")
		for line := range bytes.Lines(data) {
			lines[name] = append(lines[name], strings.TrimSuffix(string(line), "\n"))
		}
	}
	want := 0
	switch {
	case lines["failed"] != nil:
		want = 2
	case lines["invalid"] != nil:
		want = 1
	}
	if status != want || (err == nil) != (want == 0) {
		t.Errorf("%s: exit status %d, %v; want %d", j.globs, status, err, want)
	}
	return sorted(lines)
}

func sorted(lines map[string][]string) map[string][]string {
	for _, list := range lines {
		slices.Sort(list)
	}
	return lines
}

func TestResults(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/a.txt", []byte("urn:a\nurn:\xff\n<b>\nurn:c"), 0o666); err != nil {
		t.Fatal(err)
	}
	got := results(t, job{globs: []string{dir + "/*.txt", dir + "/none"}})
	want := map[string][]string{
		"valid": {"urn:a", "urn:c"},
		"invalid": {
			`{"base64":"dXJuOv8=","file":"` + dir + `/a.txt","line":2,"column":5,"rule":"IRI","valid":false,"message":"ill-formed UTF-8 0xFF","reason":"ill-formed UTF-8","component":"path","byte":4,"end":5,"length":5,"section":"RFC 3629, section 4"}`,
			`{"string":"<b>","file":"` + dir + `/a.txt","line":3,"column":1,"rule":"IRI","valid":false,"message":"no scheme: \"<b>\" begins with '<'","reason":"no scheme","component":"scheme","byte":0,"end":1,"length":3,"section":"RFC 3986, section 3.1"}`,
		},
		"failed": {`{"file":"` + dir + `/none","message":"no such file","reason":"cannot be read"}`},
		"counts": {`{"reason":"ill-formed UTF-8","count":1}`, `{"reason":"no scheme","count":1}`, `{"strings":4}`},
	}
	for name := range want {
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got[name], "\n"), strings.Join(want[name], "\n"))
		}
	}
}

// TestCommand requires the same findings from the pipeline and iri check in files of all kinds.
func TestCommand(t *testing.T) {
	iri := filepath.Join(t.TempDir(), "iri")
	build := exec.Command("go", "build", "-o", iri, ".")
	build.Dir = "../iri"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	truncated := filepath.Join(t.TempDir(), "list.txt.gz")
	list, err := os.ReadFile("../iri/testdata/formats/list.txt.gz")
	if err == nil {
		err = os.WriteFile(truncated, list[:len(list)-9], 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	mixed := filepath.Join(t.TempDir(), "mixed.md")
	if err := os.WriteFile(mixed, []byte(markdownWithHTML), 0o666); err != nil {
		t.Fatal(err)
	}
	formats := "../iri/testdata/formats/"
	for file, column := range map[string]string{
		"../../testdata/iris.txt":  "",
		formats + "list.txt.bz2":   "",
		formats + "list.txt.zst":   "",
		truncated:                  "",
		formats + "statements.nt":  "",
		formats + "statements.nq":  "",
		formats + "statements.ttl": "",
		formats + "table.csv":      "3",
		formats + "prose.md":       "",
		formats + "page.html":      "",
		mixed:                      "",
	} {
		got := results(t, job{globs: []string{file}, source: source.Options{Column: column}})
		got["invalid"] = each(got["invalid"], func(line string) string { return normal(t, line) })
		got["failed"] = each(got["failed"], func(line string) string { return normal(t, line) })
		sorted(got) // normal objects are in another order
		want := check(t, iri, file, column)
		for _, name := range []string{"invalid", "failed", "counts"} {
			if !slices.Equal(got[name], want[name]) {
				t.Errorf("%s, %s:\n%s\niri check has\n%s", file, name, strings.Join(got[name], "\n"), strings.Join(want[name], "\n"))
			}
		}
	}
}

const markdownWithHTML = "# [A link](http://a b/)\n\nText <a href=\"http://c d/\" title='x'>and</a> <img src=http://e/%zz>.\n\n" +
	"<p>\n<a name=\"x\" href='http://f|g/'>in a block</a>\n<a href=\"&#104;ttp://h\\i/\">decoded</a>\n</p>\n"

// TestExitStatus requires the exit status of iri check, and the reason.
func TestExitStatus(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"good.txt": "urn:a\n", "bad.txt": "a b\n", "broken.json": "{"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		globs  []string
		status int
		why    string // in the last line of the output
	}{
		{[]string{"good.txt"}, 0, ""},
		{[]string{"good.txt", "bad.txt"}, 1, "out/invalid-*.jsonl: invalid strings"},
		{[]string{"good.txt", "bad.txt", "broken.json"}, 2, "out/failed-*.jsonl: what cannot be read"},
		{[]string{"good.txt", "none"}, 2, "out/failed-*.jsonl: what cannot be read"},
		{[]string{"none", "*.csv"}, 2, "out/failed-*.jsonl: what cannot be read"},
		{nil, 2, "no files to read"},
	} {
		cmd := exec.Command(program, append([]string{"-output", "out", "-valid"}, x.globs...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), asCommand+"=yes")
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != x.status || x.why != "" && !strings.HasSuffix(string(out), "beam: "+x.why+"\n") {
			t.Errorf("%s: exit status %d, want %d and %q:\n%s", x.globs, got, x.status, x.why, out)
		}
		if err := os.RemoveAll(filepath.Join(dir, "out")); err != nil {
			t.Fatal(err)
		}
	}
}

// check returns the results of iri check.
func check(t *testing.T, iri, file, column string) map[string][]string {
	t.Helper()
	args := []string{"check", "--json", file}
	if column != "" {
		args = append(args, "--column", column)
	}
	cmd := exec.Command(iri, args...)
	var printed strings.Builder
	cmd.Stdout = &printed
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() > 2 {
		t.Fatal(err)
	}
	var last struct {
		Summary struct{ Strings, Invalid int }
	}
	lines := make(map[string][]string)
	reasons := make(map[string]int)
	for line := range strings.Lines(printed.String()) {
		switch {
		case strings.HasPrefix(line, `{"summary":`):
			if err := json.Unmarshal([]byte(line), &last); err != nil {
				t.Fatal(err)
			}
		case member(t, line, "reason") == record.Unreadable:
			lines["failed"] = append(lines["failed"], normal(t, line))
		default:
			lines["invalid"] = append(lines["invalid"], normal(t, line))
			reasons[member(t, line, "reason")]++
		}
	}
	if len(lines["invalid"]) != last.Summary.Invalid {
		t.Errorf("%d findings of %d", len(lines["invalid"]), last.Summary.Invalid)
	}
	lines["counts"] = []string{string(stringsLine(last.Summary.Strings))}
	for reason, count := range reasons {
		lines["counts"] = append(lines["counts"], string(reasonLine(reason, count)))
	}
	return sorted(lines)
}

func each(lines []string, change func(string) string) (changed []string) {
	for _, line := range lines {
		changed = append(changed, change(line))
	}
	return changed
}

// normal returns a JSON object with sorted members and uniform escapes.
func normal(t *testing.T, line string) string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(line), &object); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// member returns a string member of a JSON object.
func member(t *testing.T, line, name string) string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(line), &object); err != nil {
		t.Fatal(err)
	}
	text, _ := object[name].(string)
	return text
}

// TestUsage requires errors in a job to be reported before it is submitted.
func TestUsage(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(full+"/.invalid-A.jsonl", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	good := job{globs: []string{"a"}, output: t.TempDir()}
	for _, x := range []struct {
		change func(*job)
		want   string
	}{
		{func(j *job) { j.globs = nil }, "no files to read"},
		{func(j *job) { j.output = "" }, "no folder for the results: set -output"},
		{func(j *job) { j.output = full }, full + " is not empty: it has .invalid-A.jsonl"},
	} {
		j := good
		x.change(&j)
		if err := j.check(context.Background()); err == nil || err.Error() != x.want {
			t.Errorf("got %v, want %s", err, x.want)
		}
	}
	if err := good.check(context.Background()); err != nil {
		t.Error(err)
	}
	if status, err := run(context.Background(), good, "IRIS"); status != 2 || err == nil || !strings.HasPrefix(err.Error(), `unknown rule "IRIS"`) {
		t.Error(status, err)
	}
}
