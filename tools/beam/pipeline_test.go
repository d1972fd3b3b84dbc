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

	"example.org/iri/tools/iri/source"
)

// TestMain runs pipelines on Prism, in this process.
func TestMain(m *testing.M) { ptest.Main(m) }

// results runs a job and returns the lines of its results by name, sorted.
func results(t *testing.T, j job) map[string][]string {
	t.Helper()
	j.output, j.shards, j.good = t.TempDir(), 3, true
	if err := run(context.Background(), j, "IRI"); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(j.output + "/*")
	if err != nil {
		t.Fatal(err)
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
		"good": {"urn:a", "urn:c"},
		"bad": {
			`{"file":"` + dir + `/a.txt","line":2,"column":5,"rule":"IRI","reason":"ill-formed UTF-8","component":"path","byte":4,"end":5,"length":5,"message":"ill-formed UTF-8 0xFF","base64":"dXJuOv8="}`,
			`{"file":"` + dir + `/a.txt","line":3,"column":1,"rule":"IRI","reason":"no scheme","component":"scheme","byte":0,"end":1,"length":3,"message":"no scheme: \"\u003cb\u003e\" begins with '\u003c'","text":"\u003cb\u003e"}`,
		},
		"failed": {`{"file":"` + dir + `/none","message":"no such file"}`},
		"counts": {`{"reason":"ill-formed UTF-8","count":1}`, `{"reason":"no scheme","count":1}`, `{"texts":4}`},
	}
	for name := range want {
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got[name], "\n"), strings.Join(want[name], "\n"))
		}
	}
}

// TestCommand: the pipeline and iri check find the same in files of all kinds, and as often.
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
	} {
		got := results(t, job{globs: []string{file}, source: source.Options{Column: column}})
		got["bad"] = each(got["bad"], func(line string) string { return normal(t, line) })
		got["failed"] = each(got["failed"], func(line string) string { return member(t, line, "message") })
		sorted(got) // normal objects are in another order
		want := check(t, iri, file, column)
		for _, name := range []string{"bad", "failed", "counts"} {
			if !slices.Equal(got[name], want[name]) {
				t.Errorf("%s, %s:\n%s\niri check has\n%s", file, name, strings.Join(got[name], "\n"), strings.Join(want[name], "\n"))
			}
		}
	}
}

// check is results of the command.
func check(t *testing.T, iri, file, column string) map[string][]string {
	t.Helper()
	args := []string{"check", "--output", "jsonl", file}
	if column != "" {
		args = append(args, "--column", column)
	}
	cmd := exec.Command(iri, args...)
	var findings, rest strings.Builder
	cmd.Stdout, cmd.Stderr = &findings, &rest
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() > 2 {
		t.Fatal(err)
	}
	failures := strings.Split(strings.TrimSuffix(rest.String(), "\n"), "\n")
	summary := struct{ Records, Bad int }{}
	if err := json.Unmarshal([]byte(failures[len(failures)-1]), &summary); err != nil {
		t.Fatal(err)
	}
	lines := make(map[string][]string)
	for _, failure := range failures[:len(failures)-1] {
		lines["failed"] = append(lines["failed"], strings.SplitN(failure, ": ", 2)[1])
	}
	reasons := make(map[string]int)
	for line := range strings.Lines(findings.String()) {
		lines["bad"] = append(lines["bad"], normal(t, line))
		reasons[member(t, line, "reason")]++
	}
	if len(lines["bad"]) != summary.Bad {
		t.Errorf("%d findings of %d", len(lines["bad"]), summary.Bad)
	}
	lines["counts"] = []string{string(textsLine(summary.Records))}
	for reason, count := range reasons {
		lines["counts"] = append(lines["counts"], string(reasonLine(reason, count)))
	}
	return sorted(lines)
}

// each changes all lines.
func each(lines []string, change func(string) string) (changed []string) {
	for _, line := range lines {
		changed = append(changed, change(line))
	}
	return changed
}

// normal returns an object of JSON with sorted members and one way to escape.
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

// member returns a string in an object of JSON.
func member(t *testing.T, line, name string) string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(line), &object); err != nil {
		t.Fatal(err)
	}
	text, _ := object[name].(string)
	return text
}

// TestUsage: what is wrong with a job is told before it goes to a cluster.
func TestUsage(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(full+"/bad-00000-of-00001.jsonl", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	good := job{globs: []string{"a"}, output: t.TempDir(), shards: 1}
	for _, x := range []struct {
		change func(*job)
		want   string
	}{
		{func(j *job) { j.globs = nil }, "no files to read"},
		{func(j *job) { j.output = "" }, "no folder for the results: set -output"},
		{func(j *job) { j.output = full }, full + " is not empty"},
		{func(j *job) { j.shards = 0 }, "-shards must be at least 1"},
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
	if err := run(context.Background(), good, "IRIS"); err == nil || !strings.HasPrefix(err.Error(), `unknown rule "IRIS"`) {
		t.Error(err)
	}
}
