package source

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/iri/internal/testkit"
	"example.org/iri/tools/iri/source/internal/counters"
)

// A hostile is a file whose cost in time or memory may exceed its size.
type hostile struct {
	name    string
	options Options               // including the format
	make    func(size int) []byte // returns a file of about this size, maybe compressed
	refused string                // part of the error that ends the file, or ""
	size    int                   // for counting work; 0 means the default
	full    int                   // for measuring memory; 0 means the default
}

const (
	shortSize = 32 << 10    // the default without -long
	usualSize = 64 << 10    // the default with -long, and for files with a part that is nearly as large
	limitSize = 256 << 10   // of files over a limit
	fullSize  = 4 * MaxText // of formats without a limit
)

func hostiles() []hostile { return slices.Concat(hostileData(), hostileMarkup()) }

// sizes returns the sizes for counting work and for measuring memory.
func (h *hostile) sizes() (usual, full int) {
	full = fullSize
	switch h.options.Format {
	case Markdown:
		full = int(maxFile)
	case YAML:
		full = int(maxFile)
	}
	switch {
	case h.refused != "":
		usual = limitSize
	case *testkit.Long:
		usual = usualSize
	default:
		usual = shortSize
	}
	return cmp.Or(h.size, usual), cmp.Or(h.full, full)
}

// A work is the cost of a run. It varies little between runs.
type work struct {
	steps     int64 // executed basic blocks
	allocated int64 // bytes
}

func (w work) minus(v work) work { return work{w.steps - v.steps, w.allocated - v.allocated} }

// maxGrowth is the maximum growth of work for twice the size: linear growth and, if it happens in between, the doubling
// of a buffer.
const maxGrowth = 2.3

func (w work) compare(twice work) error {
	for _, x := range []struct {
		what              string
		once, twice, free int64
	}{{"steps", w.steps, twice.steps, 1 << 20}, {"allocated bytes", w.allocated, twice.allocated, 4 << 20}} {
		if float64(x.twice) > maxGrowth*float64(max(x.once, x.free)) {
			return fmt.Errorf("%d %s became %d, %.2f times", x.once, x.what, x.twice, float64(x.twice)/float64(x.once))
		}
	}
	return nil
}

// TestHostile compares the work for hostile files and for files of twice the size, measured by coverage counters in the
// program and its libraries. It has to be linear. With -long, files are twice as large.
func TestHostile(t *testing.T) {
	c := newCounting(t, "count")
	t.Run("quadratic", func(t *testing.T) { // detects quadratic work in assembly functions, too
		o := Options{Format: "quadratic"}
		once, _ := c.run(t, o, make([]byte, 16<<10))
		twice, _ := c.run(t, o, make([]byte, 32<<10))
		if once.compare(twice) == nil {
			t.Errorf("%+v and %+v pass for linear", once, twice)
		}
	})
	empty := make(map[Format]work)
	for _, f := range Formats() {
		empty[f], _ = c.run(t, Options{Format: f, Column: "1"}, nil)
	}
	for _, h := range hostiles() {
		t.Run(string(h.options.Format)+"/"+h.name, func(t *testing.T) {
			t.Parallel()
			size, _ := h.sizes()
			once, result := c.run(t, h.options, h.make(size))
			h.check(t, result)
			twice, result := c.run(t, h.options, h.make(2*size))
			h.check(t, result)
			once, twice = once.minus(empty[h.options.Format]), twice.minus(empty[h.options.Format])
			t.Logf("%d: %d steps, %d bytes; %d: %d steps, %d bytes", size, once.steps, once.allocated, 2*size, twice.steps, twice.allocated)
			if err := once.compare(twice); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		once, twice work
		ok          bool
	}{
		{work{1 << 30, 1 << 30}, work{1 << 31, 1 << 31}, true},
		{work{1 << 30, 1 << 30}, work{1 << 32, 1 << 31}, false},
		{work{1 << 30, 1 << 30}, work{1 << 31, 1 << 32}, false},
		{work{0, 0}, work{1 << 20, 1 << 22}, true},
		{work{0, 0}, work{1 << 22, 0}, false},
	} {
		if err := test.once.compare(test.twice); (err == nil) != test.ok {
			t.Errorf("%+v, %+v: %v", test.once, test.twice, err)
		}
	}
}

type result struct {
	Strings, Bytes int64
	Errors         int64
	Line, Column   int64
	Error          string
	Ended          bool
	Allocated      int64
}

// check compares the error with the expected one, and checks its place.
func (h *hostile) check(t *testing.T, r result) {
	t.Helper()
	switch {
	case h.refused == "" && r.Ended:
		t.Errorf("%d:%d: %s", r.Line, r.Column, r.Error)
	case h.refused != "" && (!r.Ended || !strings.Contains(r.Error, h.refused)):
		t.Errorf("error %q, want %q", r.Error, h.refused)
	case h.refused != "" && r.Line == 0:
		t.Errorf("error %q has no place", r.Error)
	}
}

// A counting is the program of package measure, built with coverage counters, and the folder to which it writes them.
type counting struct{ program, folder string }

// counted are the packages with counters. The other packages are called a bounded number of times for each part of a
// file.
var counted = strings.Fields(`example.org/iri/... github.com/yuin/goldmark/... go.yaml.in/yaml/v3
	github.com/go-json-experiment/json/... golang.org/x/net/html/... bufio bytes encoding/csv encoding/xml html internal/bytealg
	regexp regexp/syntax slices sort strconv strings unicode unicode/utf8`)

func newCounting(t *testing.T, mode string) *counting {
	t.Helper()
	dir := t.TempDir()
	c := &counting{program: filepath.Join(dir, "measure"), folder: t.TempDir()}
	command(t, "go", "build", "-cover", "-covermode="+mode, "-coverpkg="+strings.Join(counted, ","), "-overlay="+overlay(t, dir),
		"-o", c.program, "./internal/measure")
	return c
}

// overlay replaces assembly functions of package bytealg by the portable ones, which contain loops and so are counted.
func overlay(t *testing.T, dir string) string {
	t.Helper()
	replace := make(map[string]string)
	root, modules, _ := strings.Cut(strings.TrimSpace(command(t, "go", "env", "GOROOT", "GOMODCACHE")), "\n")
	if strings.HasPrefix(root, modules) {
		t.Skip("go build replaces no files of a Go that GOTOOLCHAIN has fetched")
	}
	folder := filepath.Join(root, "src", "internal", "bytealg")
	for _, name := range []string{"count", "index", "indexbyte"} {
		for _, fast := range []string{"_native.go", "_" + runtime.GOARCH + ".go", "_" + runtime.GOARCH + ".s"} {
			if _, err := os.Stat(filepath.Join(folder, name+fast)); err == nil {
				replace[filepath.Join(folder, name+fast)] = ""
			}
		}
		portable := filepath.Join(folder, name+"_generic.go")
		text, err := os.ReadFile(portable)
		if err != nil {
			t.Fatal(err)
		}
		replace[portable] = filepath.Join(dir, name+".go")
		write(t, replace[portable], []byte(strings.Replace(string(text), "//go:build", "// not", 1)))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	write(t, name, text)
	return name
}

func (c *counting) run(t *testing.T, o Options, file []byte) (w work, r result) {
	t.Helper()
	input := filepath.Join(t.TempDir(), "input")
	write(t, input, file)
	options, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	out, process := execute(t, []string{"GOCOVERDIR=" + c.folder}, c.program, string(options), input)
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(c.folder, fmt.Sprintf("covcounters.*.%d.*", process.Pid())))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	defer os.Remove(files[0]) // another process may have the same number
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if w.steps, err = counters.Sum(text); err != nil {
		t.Fatal(err)
	}
	w.allocated = r.Allocated
	return w, r
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// command runs a program with a time limit and returns its output.
func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, _ := execute(t, nil, name, args...)
	return out
}

// execute is command with more environment variables.
func execute(t *testing.T, env []string, name string, args ...string) (string, *os.ProcessState) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), env...)
	var errors strings.Builder
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, errors.String())
	}
	return string(out), c.ProcessState
}
