package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
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

// TestCommand: the pipeline and iri check agree on files of all kinds.
func TestCommand(t *testing.T) {
	iri := filepath.Join(t.TempDir(), "iri")
	build := exec.Command("go", "build", "-o", iri, ".")
	build.Dir = "../iri"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	for _, file := range []string{"../../testdata/iris.txt"} {
		got := results(t, job{globs: []string{file}})
		cmd := exec.Command(iri, "check", file)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
			t.Fatal(err)
		}
		var texts, bad int
		if _, err := fmt.Sscanf(stderr.String(), "%d lines, %d bad", &texts, &bad); err != nil {
			t.Fatal(err)
		}
		if len(got["good"])+len(got["bad"]) != texts || len(got["bad"]) != bad {
			t.Errorf("%s: %d good, %d bad; want %d texts, %d bad", file, len(got["good"]), len(got["bad"]), texts, bad)
		}
	}
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
		{func(j *job) { j.output = full }, full + " has files: they would mix with the results"},
		{func(j *job) { j.shards = 0 }, "results need a shard"},
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
