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

type stream struct {
	mu      sync.Mutex
	w       io.Writer
	name    string
	columns int     // of the terminal; 0 without one
	screen  *screen // nil without a bar
	err     error   // first error, which all later calls return
}

// newStreams returns the streams, with a common screen if both are terminals.
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

// columns returns the width of a terminal, or 0 for other files and for terminals without escape sequences.
func columns(standard any) int {
	file, is := standard.(*os.File)
	if !is || !term.IsTerminal(int(file.Fd())) || os.Getenv("TERM") == "dumb" {
		return 0
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return 80 // unknown width
}

// Columns returns the width of the terminal of a stream, or 0.
func Columns(w io.Writer) int {
	if s, is := w.(*stream); is {
		return s.columns
	}
	return 0
}

// A Color is the value of --color: auto, always or never.
type Color string

// Declare declares --color.
func (c *Color) Declare(flags *pflag.FlagSet) {
	*c = "auto"
	flags.Var(OneOf(c, "auto", "always", "never"), "color", "when to print in colours: `auto|always|never`; auto\nmeans on a terminal, unless NO_COLOR is set")
}

// A Format is the value of --format and --json.
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

func (f *Format) Names() []string { return f.names }

type formatValue struct{ *Format }

func (f formatValue) Set(name string) error { return f.choose(name) }

// Declare declares --format and --json. The first name is the default.
func (f *Format) Declare(flags *pflag.FlagSet, names ...string) {
	f.Name, f.names = names[0], names
	flags.Var(formatValue{f}, "format", "print as `FORM`: "+strings.Join(names, ", "))
	flags.BoolFunc("json", "the same as --format jsonl: one object per line", func(value string) error {
		switch value {
		case "true":
			return f.choose("jsonl")
		case "false":
			return nil
		}
		return errors.New("must be true or false")
	})
}

// DeclareOutput declares --output for a command that prints to standard output by default, or for the name "-".
func DeclareOutput(flags *pflag.FlagSet, name *string) {
	flags.VarP((*outputName)(name), "output", "o", "print to `FILE`, not to standard output")
}

type outputName string

func (o *outputName) String() string { return string(*o) }
func (o *outputName) Type() string   { return "string" }

func (o *outputName) Set(name string) error {
	if name == "-" {
		return nil
	}
	return NonEmpty((*string)(o)).Set(name)
}

// For reports whether to use colors on a stream. With auto, terminals have colors unless NO_COLOR is set
// (https://no-color.org).
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
			err = path.Err // its path is not the file name of the user
		}
		s.err = fmt.Errorf("%s: %w", s.name, err)
	}
	return n, s.err
}
