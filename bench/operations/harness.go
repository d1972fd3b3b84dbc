package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// A harness is a program around other implementations. The help text has its protocol.
type harness struct {
	cmd   *exec.Cmd
	in    *bufio.Writer
	close io.Closer // of in
	out   *bufio.Reader
	field []offer
	err   error // the first; a lap cannot return it
}

// An offer is one of the contestants that a harness has.
type offer struct{ operation, name string }

// start runs a command, which is split at spaces, and reads what it offers.
func start(command string) (*harness, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, errors.New("-harness: no command")
	}
	h := &harness{cmd: exec.Command(words[0], words[1:]...)}
	h.cmd.Stderr = os.Stderr
	in, err := h.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	h.in, h.close, h.out = bufio.NewWriter(in), in, bufio.NewReader(out)
	if err := h.cmd.Start(); err != nil {
		return nil, err
	}
	for {
		operation, name, ok := strings.Cut(h.line(), "\t")
		if !ok {
			return h, h.err
		}
		h.field = append(h.field, offer{operation, name})
	}
}

// load gives the harness the list that results and laps are about.
func (h *harness) load(inputs []input) {
	h.printf("texts %d\n", len(inputs))
	for _, x := range inputs {
		if x.base != "" {
			h.printf("%s\t", x.base)
		}
		h.printf("%s\n", x.text)
	}
}

// contestants returns those that do an operation on the list that was loaded.
func (h *harness) contestants(operation string, n int) (field []*contestant) {
	for k, offer := range h.field {
		if offer.operation == operation {
			field = append(field, &contestant{
				name:    offer.name,
				results: func() ([]string, error) { return h.results(k, n) },
				lap:     func(from, to int) float64 { return h.lap(k, from, to) },
				allocs:  -1,
			})
		}
	}
	return field
}

func (h *harness) results(k, n int) ([]string, error) {
	h.printf("results %d\n", k)
	all := make([]string, n)
	for i := range all {
		all[i] = h.line()
	}
	return all, h.err
}

func (h *harness) lap(k, from, to int) float64 {
	h.printf("lap %d %d %d\n", k, from, to)
	ns, err := strconv.ParseFloat(h.line(), 64)
	h.fail(err)
	return ns
}

// stop ends the program and returns the first error that there was.
func (h *harness) stop() error {
	h.fail(h.close.Close())
	h.fail(h.cmd.Wait())
	return h.err
}

func (h *harness) printf(format string, args ...any) {
	_, err := fmt.Fprintf(h.in, format, args...)
	h.fail(err)
}

// line returns the next line that the harness writes, "" after an error.
func (h *harness) line() string {
	h.fail(h.in.Flush())
	if h.err != nil {
		return ""
	}
	line, err := h.out.ReadString('\n')
	h.fail(err)
	return strings.TrimRight(line, "\r\n")
}

func (h *harness) fail(err error) {
	if h.err == nil && err != nil {
		h.err = fmt.Errorf("%s: %w", h.cmd.Path, err)
	}
}

// harnesses are those of a command line.
type harnesses []*harness

// contestants loads the inputs and returns who does the operation on them, at whatever level.
func (all harnesses) contestants(operation string, inputs []input) (field []*contestant) {
	name, _, _ := strings.Cut(operation, " ")
	for _, h := range all {
		h.load(inputs)
		field = append(field, h.contestants(name, len(inputs))...)
	}
	return field
}

// err returns the first error.
func (all harnesses) err() error {
	for _, h := range all {
		if h.err != nil {
			return h.err
		}
	}
	return nil
}

// stop ends all.
func (all harnesses) stop() error {
	var errs []error
	for _, h := range all {
		errs = append(errs, h.stop())
	}
	return errors.Join(errs...)
}
