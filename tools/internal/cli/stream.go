package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// A stream is standard output or standard error.
type stream struct {
	mu      sync.Mutex
	w       io.Writer
	name    string
	columns int     // of the terminal; 0 if it is not a terminal
	screen  *screen // nil if no bar can be in the way
	err     error   // the first one, which all later calls return
}

// newStreams returns the streams, which know of each other if both go to a terminal.
func newStreams(stdout, stderr io.Writer) (out, diagnostics *stream) {
	out = &stream{w: stdout, name: "standard output", columns: columns(stdout)}
	diagnostics = &stream{w: stderr, name: "standard error", columns: columns(stderr)}
	if diagnostics.columns > 0 {
		diagnostics.screen = &screen{terminal: stderr}
		if out.columns > 0 {
			out.screen = diagnostics.screen
		}
	}
	return out, diagnostics
}

// columns returns the width of the terminal that a file is, 0 if it is not a terminal. One that does not know
// what to do with escape sequences counts as none.
func columns(standard any) int {
	file, is := standard.(*os.File)
	if !is || !term.IsTerminal(int(file.Fd())) || os.Getenv("TERM") == "dumb" {
		return 0
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return 80 // a terminal that does not know its width
}

// Columns returns the width of the terminal that a stream of a command goes to, 0 if it goes to
// none.
func Columns(w io.Writer) int {
	if s, is := w.(*stream); is {
		return s.columns
	}
	return 0
}

// A Color is a flag for when there are colours: auto, always, or never.
type Color string

// Declare declares the flag.
func (c *Color) Declare(flags *pflag.FlagSet) {
	*c = "auto"
	flags.Var(OneOf(c, "auto", "always", "never"), "color", "when to print in colours: `auto|always|never`; auto\nmeans on a terminal, unless NO_COLOR is set")
}

// A Format is the flag for the form of what a command prints.
type Format struct {
	Name string
	Set  bool // by the user

	names []string
}

func (f *Format) String() string { return f.Name }
func (f *Format) Type() string   { return "string" }
func (f *Format) choose(name string) error {
	switch {
	case !slices.Contains(f.names, name):
		return fmt.Errorf("must be one of %s", strings.Join(f.names, ", "))
	case f.Set && name != f.Name:
		return fmt.Errorf("the format is already %s", f.Name)
	}
	f.Name, f.Set = name, true
	return nil
}

// Names returns the values, for completion.
func (f *Format) Names() []string { return f.names }

// A formatValue is the value of flag --format.
type formatValue struct{ *Format }

func (f formatValue) Set(name string) error { return f.choose(name) }

// Declare declares the flags --format and --json. The first name is the default.
func (f *Format) Declare(flags *pflag.FlagSet, names ...string) {
	f.Name, f.names = names[0], names
	flags.Var(formatValue{f}, "format", "print as `FORM`: "+strings.Join(names, ", "))
	flags.BoolFunc("json", "the same as --format jsonl: an object a line", func(value string) error {
		switch value {
		case "true":
			return f.choose("jsonl")
		case "false":
			return nil
		}
		return errors.New("must be true or false")
	})
}

// DeclareOutput declares the flag --output of a command that prints to standard output by default, as it does for the
// name -.
func DeclareOutput(flags *pflag.FlagSet, name *string) {
	flags.VarP((*outputName)(name), "output", "o", "print to `FILE`, not to standard output")
}

// outputName is the value of flag --output.
type outputName string

func (o *outputName) String() string { return string(*o) }
func (o *outputName) Type() string   { return "string" }

func (o *outputName) Set(name string) error {
	if name == "-" {
		return nil
	}
	return NonEmpty((*string)(o)).Set(name)
}

// For reports whether what is written to a stream of a command has colours. With auto, it has on a
// terminal, unless NO_COLOR is set (https://no-color.org).
func (c Color) For(w io.Writer) bool {
	return c == "always" || c == "auto" && Columns(w) > 0 && os.Getenv("NO_COLOR") == ""
}

func (s *stream) Write(p []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	if s.screen != nil {
		n, err = s.screen.writeOver(s.w, p)
	} else {
		n, err = s.w.Write(p)
	}
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err // its path is less clear
		}
		s.err = fmt.Errorf("%s: %w", s.name, err)
	}
	return n, s.err
}
