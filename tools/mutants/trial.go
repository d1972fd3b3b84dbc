package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// verdict is what became of a mutant.
type verdict int

const (
	noMutant    verdict = iota // it does not compile
	killedOwn                  // by the tests of its own package
	killedWhole                // by all tests of the module
	survived
	explained // not run: equivalent.txt says why it survives
)

func (v verdict) String() string {
	return [...]string{"no mutant", "killed", "killed by the whole suite", "survived", "explained"}[v]
}

// result is a mutant and its fate.
type result struct {
	*mutant
	verdict  verdict
	timedOut bool // killed because a test took too long
	took     time.Duration
	why      string // explanation of equivalent.txt
}

const (
	leastTimeout = 30 * time.Second // for the tests of a package
	patience     = 5                // times what they take without a mutant
	wholeTimeout = "-timeout=300s"
)

// lab runs mutants. Its folder holds the mutated files.
type lab struct {
	folder   string
	timeouts map[string]time.Duration // of the tests met first, by folder
	whole    func() error             // once: whether the whole suite passes without a mutant
}

// try runs a mutant against its own package and then against everything.
func (l *lab) try(m *mutant) (result, error) {
	begin := time.Now()
	overlay, err := l.write(m)
	if err != nil {
		return result{}, err
	}
	r := result{mutant: m, verdict: survived}
	out, ok := goTest(fmt.Sprintf("-timeout=%v", l.timeouts[m.tests()]), "-overlay="+overlay, "./"+m.tests())
	switch {
	case ok:
		if err := l.whole(); err != nil {
			return result{}, err
		}
		if out, ok = goTest(everything(wholeTimeout, "-overlay="+overlay)...); !ok {
			r.verdict = killedWhole
		}
	case buildFailed(out):
		r.verdict = noMutant
	default:
		r.verdict = killedOwn
	}
	r.timedOut = strings.Contains(out, "panic: test timed out after")
	r.took = time.Since(begin)
	return r, nil
}

// write puts the mutated file and the overlay that puts it in place of the original
// into a folder of their own, and returns the name of the overlay.
func (l *lab) write(m *mutant) (string, error) {
	dir, err := os.MkdirTemp(l.folder, "")
	if err != nil {
		return "", err
	}
	original, err := filepath.Abs(filepath.FromSlash(m.name))
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(changed, []byte(m.mutated()), 0o666); err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, text, 0o666)
}

// everything adds to arguments of go test the packages whose tests are the last that a mutant meets:
// those of the module and, where it is, those of abnfc, a module of its own that runs the compiler.
func everything(args ...string) []string {
	args = append(args, "./...")
	if _, err := os.Stat("tools/abnfc"); err == nil {
		args = append(args, "./tools/abnfc/...")
	}
	return args
}

// goTest runs tests and reports whether they passed. Vet is not a test.
func goTest(args ...string) (output string, passed bool) {
	cmd := exec.Command("go", append([]string{"test", "-failfast", "-vet=off"}, args...)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err == nil
}

// buildFailed reports whether go test of one package came to no test.
func buildFailed(output string) bool {
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "FAIL\t") && strings.HasSuffix(line, "[build failed]") {
			return true
		}
	}
	return false
}
