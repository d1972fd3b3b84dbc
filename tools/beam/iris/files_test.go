package iris

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/iri/tools/iri/source"
)

// folder writes files to a new folder.
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

// TestRead requires files to be read in spite of failures in others.
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

// TestWrite requires each line in exactly one file, and the names to match.
func TestWrite(t *testing.T) {
	var want []string
	var lines [][]byte
	for i := range 1000 {
		want = append(want, fmt.Sprintf("line %04d", i))
		lines = append(lines, []byte(want[i]))
	}
	dir := t.TempDir()
	ptest.BuildAndRun(t, func(s beam.Scope) {
		Write(s, dir+"/x", ".txt", beam.CreateList(s, lines))
		Write(s, dir+"/y", ".txt", beam.CreateList(s, [][]byte{}))
	})
	checkFiles(t, dir, "x-*.txt", want)
	if files := contents(t, dir); len(files) == 0 || !strings.HasPrefix(slices.Sorted(maps.Keys(files))[0], "x-") {
		t.Errorf("files %q", slices.Sorted(maps.Keys(files)))
	}
}

// checkFiles compares the lines of the files that match a pattern.
func checkFiles(t *testing.T, dir, pattern string, want []string) {
	t.Helper()
	var got []string
	for name, content := range contents(t, dir) {
		if match, err := filepath.Match(pattern, name); err != nil {
			t.Fatal(err)
		} else if match {
			got = append(got, strings.Split(content, "\n")...)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

// TestWriteAgain requires each line once if a bundle is retried, or a file published twice. Prism does not retry.
func TestWriteAgain(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	var published []string
	emit := func(name string, lines int) {
		published = append(published, name)
		if lines != 2 {
			t.Errorf("%s: %d lines", name, lines)
		}
	}
	write := func(f *writeFn, lines ...string) {
		t.Helper()
		for _, line := range lines {
			if err := f.ProcessElement(ctx, []byte(line), emit); err != nil {
				t.Fatal(err)
			}
		}
	}
	newFn := func() *writeFn { return &writeFn{Prefix: dir + "/x", Suffix: ".txt"} }

	failed := newFn()
	write(failed, "a")
	if err := failed.lines.Flush(); err != nil { // what a runner that dies leaves
		t.Fatal(err)
	}
	again := newFn()
	for _, bundle := range [][]string{{"a", "b"}, {"c", "d"}, nil} {
		write(again, bundle...)
		if err := again.FinishBundle(emit); err != nil {
			t.Fatal(err)
		}
	}
	checkFiles(t, dir, "x-*", nil)
	for _, name := range append(published, published...) {
		if err := new(publishFn).ProcessElement(ctx, name, nil); err != nil {
			t.Fatal(err)
		}
	}
	checkFiles(t, dir, "x-*.txt", []string{"a", "b", "c", "d"})
	checkFiles(t, dir, ".x-*.txt", []string{"a"})
	if err := new(publishFn).ProcessElement(ctx, dir+"/x-none.txt", nil); err == nil {
		t.Error("a file that nobody has written is published")
	}
}

// A panics is a file system whose readers panic after some lines.
type panics struct{ filesystem.Interface }

func init() {
	filesystem.Register("panics", func(context.Context) filesystem.Interface { return panics{} })
}

func (panics) Close() error { return nil }

func (panics) List(_ context.Context, glob string) ([]string, error) {
	if strings.HasSuffix(glob, "*") {
		panic("list")
	}
	return []string{glob}, nil
}

func (panics) OpenRead(_ context.Context, name string) (io.ReadCloser, error) {
	if strings.HasSuffix(name, "open.txt") {
		panic("open")
	}
	return io.NopCloser(io.MultiReader(strings.NewReader("urn:a\n"), panics{})), nil
}

func (panics) Read([]byte) (int, error) {
	var none []byte
	return int(none[len(none)]), nil
}

// TestPanics requires a panic to be a failure of its file, with a place, and other files to be read.
func TestPanics(t *testing.T) {
	dir := folder(t, map[string]string{"b.txt": "urn:b\n"})
	ptest.BuildAndRun(t, func(s beam.Scope) {
		texts, _, failures := Read(s, source.Options{}, "panics://*", "panics://open.txt", "panics://read.txt", dir+"/*")
		place := source.Place{Line: 1, Column: 1, Verbatim: true}
		passert.Equals(s, texts, Text{"panics://read.txt", place, []byte("urn:a")}, Text{dir + "/b.txt", place, []byte("urn:b")})
		passert.Equals(s, beam.ParDo(s, withoutLine, failures),
			"panics://*: the reader failed: list (iris/files_test.go)",
			"panics://open.txt: the reader failed: open (iris/files_test.go)",
			"panics://read.txt: the reader failed: runtime error: index out of range [0] with length 0 (iris/files_test.go)")
	})
}

// withoutLine removes the line of code from the message of a failure.
func withoutLine(f Failure) string {
	return regexp.MustCompile(`\.go:[0-9]+\)$`).ReplaceAllString(f.File+": "+f.Message, ".go)")
}

// TestWriteFails requires an error in a later function not to be a failure of the file that is read.
func TestWriteFails(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": "urn:a\n", "file": ""})
	p, s := beam.NewPipelineWithRoot()
	texts, _, failures := Read(s, source.Options{}, dir+"/a.txt")
	Write(s, dir+"/file/x", ".txt", beam.ParDo(s, textOf, texts)) // file is not a folder
	Write(s, dir+"/failed", ".txt", beam.ParDo(s, messageOf, failures))
	if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("error %v", err)
	}
	checkFiles(t, dir, "failed*", nil)
}

func init() {
	register.Function1x1(textOf)
	register.Function1x1(messageOf)
	register.Function1x1(withoutLine)
}

func textOf(t Text) []byte       { return t.Text }
func messageOf(f Failure) []byte { return []byte(f.Message) }

// contents returns the sorted lines of the files in a folder.
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
