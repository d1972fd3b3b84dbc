package bench

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/iri/internal/testkit/corpus"
)

// A file has many strings in a frame, for programs to read.
type file struct {
	name     string
	size     int
	frame    string // with % for a string
	programs []string
}

// files are read by command iri, and by other programs that do the same or less.
var files = []file{
	{"list.txt", 256 << 20, "%\n", []string{"wc -l", "grep -c ^", "iri check -q", "iri split --get {host}"}},
	{"triples.nt", 64 << 20, "<%> <http://www.w3.org/2000/01/rdf-schema#seeAlso> \"a string\" .\n", []string{
		"wc -l", "iri check -q", "rapper -q -c -i ntriples",
	}},
}

// BenchmarkCommand/file=FILE/program=NAME measures programs that read a cached file. Metric cpu-ns/GB is user and
// system time. Programs that are not installed are skipped.
func BenchmarkCommand(b *testing.B) {
	dir := b.TempDir()
	iri := filepath.Join(dir, "iri")
	build := exec.Command("go", "build", "-C", "..", "-o", iri, "./tools/iri")
	build.Env = append(os.Environ(), "GOWORK=")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		f.write(b, path)
		for _, program := range f.programs {
			b.Run("file="+f.name+"/program="+program, func(b *testing.B) {
				words := strings.Fields(program + " " + path)
				if words[0] == "iri" {
					words[0] = iri
				}
				measure(b, words, f.size)
			})
		}
	}
}

// write writes a file of about its size.
func (f *file) write(tb testing.TB, path string) {
	var once []byte
	for _, l := range corpus.Generated() {
		for _, s := range l.Texts {
			once = append(once, strings.ReplaceAll(f.frame, "%", s)...)
		}
	}
	out, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	for written := 0; written < f.size && err == nil; written += len(once) {
		_, err = out.Write(once)
	}
	if err != nil || out.Close() != nil {
		tb.Fatal(err)
	}
}

// measure runs a program and reads its output, because some programs do less if nobody reads it.
func measure(b *testing.B, words []string, size int) {
	if _, err := exec.LookPath(words[0]); err != nil {
		b.Skip(err)
	}
	var cpu time.Duration
	for b.Loop() {
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Stdout = io.Discard
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 { // rapper refuses rdf:_a
			b.Fatal(cmd, err)
		}
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	bytes := float64(size) * float64(b.N)
	b.ReportMetric(float64(cpu.Nanoseconds())/bytes*1e9, "cpu-ns/GB")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/bytes*1e9, "wall-ns/GB")
}
