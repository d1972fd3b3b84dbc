package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// outcomes tells of each test whether it passes. Tests that are skipped are not in it, nor those
// that consist of others.
type outcomes map[string]bool

// passed returns how many tests pass.
func (o outcomes) passed() (n int) {
	for _, ok := range o {
		if ok {
			n++
		}
	}
	return n
}

// test runs the tests of a copy. They may fail, but not fail to be built.
func (p *project) test(folder, suite string) (outcomes, error) {
	cmd := exec.Command("go", "test", "-json", "-count=1", "-vet=off", p.packages)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "JSON_SCHEMA_TEST_SUITE="+suite, p.env)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	o, err := readEvents(out)
	if err == nil && p.earl != "" {
		err = o.addEARL(filepath.Join(folder, p.earl))
	}
	if err == nil && len(o) == 0 {
		err = fmt.Errorf("%s: no tests:\n%s", p.name, out)
	}
	return o, err
}

// readEvents reads what go test -json prints.
func readEvents(out []byte) (outcomes, error) {
	o, parents := make(outcomes), make(map[string]bool)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var e struct{ Action, Test string }
		if err := d.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		for i := range e.Test {
			if e.Test[i] == '/' {
				parents[e.Test[:i]] = true
			}
		}
		if e.Test != "" && (e.Action == "pass" || e.Action == "fail") {
			o[e.Test] = e.Action == "pass"
		}
	}
	for name := range parents {
		delete(o, name)
	}
	return o, nil
}

// addEARL adds what a report in the W3C's Evaluation and Report Language asserts. Tests of one name
// are numbered.
func (o outcomes) addEARL(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var report struct {
		SubjectOf []struct {
			Test   string `json:"earl:test"`
			Result struct {
				Outcome string `json:"earl:outcome"`
			} `json:"earl:result"`
		} `json:"subjectOf"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return err
	}
	times := make(map[string]int)
	for _, a := range report.SubjectOf {
		name := a.Test
		if times[name]++; times[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, times[name])
		}
		if a.Result.Outcome != "earl:untested" {
			o[name] = a.Result.Outcome == "earl:passed"
		}
	}
	return nil
}
