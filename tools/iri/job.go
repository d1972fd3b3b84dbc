package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/spf13/cobra"

	"example.org/iri/tools/cli"
)

// A job is what the commands have in common: files full of records (lines, or what ends in NUL),
// each of which is read and judged.
type job struct {
	cmd    *cobra.Command
	out    *bufio.Writer // standard output
	stderr io.Writer

	unit  string // what a record is called
	end   byte   // what ends one
	limit uint64 // length of the longest record that is read in one piece
	files []string

	records, bad int64
}

func newJob() *job {
	return &job{unit: "line", end: '\n', limit: math.MaxUint32} // that of texts whose components can be told
}

// begin takes over what the command line says.
func (j *job) begin(cmd *cobra.Command, files []string, null bool) {
	j.cmd = cmd
	j.out, j.stderr = bufio.NewWriterSize(cmd.OutOrStdout(), bufferSize), cmd.ErrOrStderr()
	if j.files = files; len(files) == 0 {
		j.files = []string{"-"}
	}
	if null {
		j.unit, j.end = "record", 0
	}
}

// A judge reads and judges the next record, the line'th of a file. It reports
// whether the record was good; the error is [io.EOF] if there was none.
type judge func(l *lines, file string, line int64) (good bool, err error)

// run lets a judge deal with all records of all files. A file that cannot be read
// to its end is reported and does not stop the others.
func (j *job) run(judge judge) error {
	l := newLines(j.end, bufferSize)
	var failed error
	for _, file := range j.files {
		err := j.read(file, l, judge)
		// What went wrong may have been the output: its writer remembers.
		if err := j.out.Flush(); err != nil {
			return err
		}
		if err != nil {
			cli.Complain(j.cmd, err)
			failed = cli.ErrReported
		}
	}
	if failed == nil && j.bad > 0 {
		return cli.ErrInvalid
	}
	return failed
}

// read lets a judge deal with all records of a file.
func (j *job) read(file string, l *lines, judge judge) error {
	f, err := j.open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	l.reset(flusher{f, j.out})
	for line := int64(1); ; line++ {
		good, err := judge(l, file, line)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return readError(file, line, err)
		}
		j.records++
		if !good {
			j.bad++
		}
	}
}

func (j *job) open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(j.cmd.InOrStdin()), nil
	}
	return os.Open(file)
}

// readError tells where a file could not be read, and its name once.
func readError(file string, line int64, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s:%d: cannot be read: %w", file, line, err)
}

// summary prints how many records there were.
func (j *job) summary() {
	unit := j.unit
	if j.records != 1 {
		unit += "s"
	}
	fmt.Fprintf(j.stderr, "%d %s, %d bad\n", j.records, unit, j.bad)
}

// A flusher writes out what is buffered before it reads, which may take long: one
// who types lines, or a pipe that lives on, wants answers now.
type flusher struct {
	r   io.Reader
	out *bufio.Writer
}

func (f flusher) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.r.Read(p)
}
