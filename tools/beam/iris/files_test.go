package iris

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/iri/tools/iri/source"
)

// folder makes a folder with files of some contents.
func folder(t *testing.T, contents map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range contents {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRead: what can be read is, in spite of what cannot.
func TestRead(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": "urn:a\r\n\nurn:b", "b.txt": "urn:c\n", "c.txt": "\xff\xfeu\x00", "d.log": "urn:e\n"})
	ptest.BuildAndRun(t, func(s beam.Scope) {
		texts, counts, failures := Read(s, source.Options{}, dir+"/*.txt", dir+"/none", dir+"/*.zip")
		place := func(line int64) source.Place { return source.Place{Line: line, Column: 1, Verbatim: true} }
		passert.Equals(s, texts,
			Text{dir + "/a.txt", place(1), []byte("urn:a")}, Text{dir + "/a.txt", place(2), []byte{}},
			Text{dir + "/a.txt", place(3), []byte("urn:b")}, Text{dir + "/b.txt", place(1), []byte("urn:c")})
		passert.Equals(s, counts, 3, 1)
		passert.Equals(s, failures,
			Failure{dir + "/c.txt", 1, 1, "the file is in UTF-16, not UTF-8"},
			Failure{dir + "/none", 0, 0, "no such file"}, Failure{dir + "/*.zip", 0, 0, "no such file"})
	})
}

func TestBase(t *testing.T) {
	for _, x := range []struct{ base, name, want string }{
		{"", "/a b/c.ttl", "file:///a%20b/c.ttl"},
		{"", "/a:b", "file:///a:b"},
		{"", "gs://a/b.ttl", "gs://a/b.ttl"},
		{"urn:x", "gs://a/b.ttl", "urn:x"},
	} {
		fn := readFn{source.Options{Base: x.base}}
		if got := fn.options(x.name).Base; got != x.want {
			t.Errorf("%s: base %s, want %s", x.name, got, x.want)
		}
	}
}

// TestWrite: each line is in one file, and a second run writes the same files.
func TestWrite(t *testing.T) {
	var list []string
	var lines [][]byte
	for i := range 1000 {
		list = append(list, fmt.Sprintf("line %04d", i))
		lines = append(lines, []byte(list[i]))
	}
	var runs [2]map[string]string
	for i := range runs {
		dir := t.TempDir()
		ptest.BuildAndRun(t, func(s beam.Scope) { Write(s, dir+"/x", ".txt", 4, beam.CreateList(s, lines)) })
		runs[i] = contents(t, dir)
	}
	var got []string
	for name, content := range runs[0] {
		if content != runs[1][name] {
			t.Errorf("%s: the second run wrote other lines", name)
		}
		got = append(got, strings.Fields(strings.ReplaceAll(content, "line ", "line_"))...)
	}
	slices.Sort(got)
	if want := strings.Fields(strings.ReplaceAll(strings.Join(list, "\n"), "line ", "line_")); !slices.Equal(got, want) || len(runs[0]) != 4 {
		t.Errorf("%d lines in %d files, want %d in 4", len(got), len(runs[0]), len(want))
	}
}

// contents returns the files of a folder, the lines of each sorted.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		slices.Sort(lines)
		all[file.Name()] = strings.Join(lines, "\n")
	}
	return all
}
