// Command measure reads a file and prints its counts and allocations, for the test of hostile files. It is small, so
// that building it with coverage counters takes only a few seconds.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/metrics"

	"example.org/iri/tools/iri/source"
)

// A Measure is the result of reading a file.
type Measure struct {
	Strings, Bytes int64
	Errors         int64
	Line, Column   int64  // of the last error
	Error          string // message of the last error; may be empty
	Ended          bool   // the last error ended the file
	Allocated      int64  // bytes
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// run measures one file. With a number and a seed, it measures that many mutations of files.
func run(args []string) error {
	var n int
	var seed uint64
	if len(args) > 3 {
		if _, err := fmt.Sscan(args[0]+" "+args[1], &n, &seed); err != nil {
			return err
		}
		args = args[2:]
	}
	if len(args) < 2 {
		return errors.New("usage: measure [NUMBER SEED] OPTIONS FILE")
	}
	var o source.Options
	if err := json.Unmarshal([]byte(args[0]), &o); err != nil {
		return err
	}
	if n > 0 {
		return mutate(n, seed, o, args[1:])
	}
	m, err := measure(args[1], o)
	if err != nil {
		return err
	}
	m.Allocated = allocated()
	return json.NewEncoder(os.Stdout).Encode(m)
}

// quadratic is a pseudo-format that takes quadratic time in an assembly function without coverage counters. The test
// has to detect it.
const quadratic = "quadratic"

func measure(name string, o source.Options) (m Measure, err error) {
	if o.Format == quadratic {
		text, err := os.ReadFile(name)
		for i := 0; i < len(text); i += 64 {
			m.Strings += int64(bytes.IndexByte(text[i:], 1))
		}
		return m, err
	}
	f, err := source.Open(name, o)
	if err != nil {
		return m, m.note(err)
	}
	defer f.Close()
	return m, m.drain(f)
}

func (m *Measure) drain(f *source.File) error {
	for b := new(source.Block); ; {
		err := f.Texts.Read(b)
		m.Strings += int64(b.Len())
		m.Bytes += int64(len(b.Data))
		if err == io.EOF {
			return nil
		}
		if err := m.note(err); err != nil || m.Ended {
			return err
		}
	}
}

func (m *Measure) note(err error) error {
	wrong := new(source.Error)
	if err == nil || !errors.As(err, &wrong) {
		return err
	}
	m.Errors++
	m.Line, m.Column, m.Error, m.Ended = wrong.Line, wrong.Column, wrong.Error(), !wrong.GoesOn
	return nil
}

func allocated() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
