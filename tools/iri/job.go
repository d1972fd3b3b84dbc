package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
)

// A job is what the commands have in common: files full of records (lines, or what ends in NUL),
// each of which is read and judged.
type job struct {
	stdin  io.Reader
	out    *bufio.Writer // standard output
	stderr io.Writer

	unit  string // what a record is called
	end   byte   // what ends one
	limit uint64 // length of the longest record that is read in one piece
	files []string

	records, bad int64
}

func newJob(stdin io.Reader, stdout, stderr io.Writer) *job {
	return &job{
		stdin: stdin, out: bufio.NewWriterSize(stdout, bufferSize), stderr: stderr,
		unit: "line", end: '\n', limit: math.MaxUint32, // that of texts whose components can be told
	}
}

// start reads the command line of a command and runs it. The error is [flag.ErrHelp] if the help
// text was asked for and has been printed.
func (j *job) start(c command, args []string) error {
	flags := flag.NewFlagSet("iri "+c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	null := flags.Bool("0", false, "")
	run := c.declare(j, flags)
	var err error
	if j.files, err = parseFlags(flags, args); err == flag.ErrHelp {
		if err := j.help(c.help); err != nil {
			return err
		}
		return flag.ErrHelp
	} else if err != nil {
		return fmt.Errorf("%w; see iri %s -help", err, c.name)
	}
	if *null {
		j.unit, j.end = "record", 0
	}
	if len(j.files) == 0 {
		j.files = []string{"-"}
	}
	return run()
}

// parseFlags takes flags wherever they stand and returns the other arguments. Those behind -- are
// no flags.
func parseFlags(flags *flag.FlagSet, args []string) (operands []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		flagged := args[:len(args)-len(rest)]
		if len(rest) == 0 || len(flagged) > 0 && flagged[len(flagged)-1] == "--" {
			return append(operands, rest...), nil
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
}

// help prints a text on standard output.
func (j *job) help(text string) error {
	j.out.WriteString(text)
	return j.flush()
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
		if err := j.flush(); err != nil {
			return err
		}
		if err != nil {
			report(err, j.stderr)
			failed = errReported
		}
	}
	if failed == nil && j.bad > 0 {
		return errInvalid
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
		return io.NopCloser(j.stdin), nil
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

func (j *job) flush() error {
	if err := j.out.Flush(); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
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
