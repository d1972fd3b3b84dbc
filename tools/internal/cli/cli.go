// Package cli implements the common parts of the commands of this project: parsing of the command line, output streams,
// and exit status.
//
// Commands, help and completion are those of [github.com/spf13/cobra], with GNU flags. The progress bar is that of
// go-pretty, which works with the Go version of this project and adds the fewest bytes (progressbar links net/http, and
// pb a template package).
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/cli/show"
)

// Exit statuses.
const (
	exitOK      = 0
	exitInvalid = 1   // some input is invalid, or the result is negative
	exitUsage   = 2   // wrong usage, or something could not be read or written
	exitSignal  = 128 // plus the number of the signal, as in shells
	exitPipe    = 141 // 128 plus SIGPIPE
)

// Errors of commands that have printed a message.
var (
	ErrInvalid  = errors.New("some of the input is not valid, as reported")
	ErrReported = errors.New("something went wrong, as reported")
)

// A UsageError is an error in the command line. [Run] adds a hint at --help.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Run runs the command given by args, without the program name, and returns the exit status.
//
// Commands read cmd.InOrStdin(), and write to cmd.OutOrStdout() and cmd.ErrOrStderr(). The status is 1 for
// [ErrInvalid], 128 plus the number of the signal for an error that wraps [context.Canceled], and 2 for other errors,
// which Run prints, except for [ErrReported].
//
// If standard output fails, because the disk is full or the pipe is closed, the command fails, even if it ignores the
// error.
func Run(root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe then returns an error
	complete(root)
	out, diagnostics := newStreams(stdout, stderr)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(diagnostics)
	root.SetArgs(append([]string{}, args...))                                     // never nil, for which cobra uses the arguments of the process
	if len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // completion parses the flags twice
		for _, cmd := range root.Commands() {
			noteFlags(cmd)
		}
	}
	started := watchStart(root)
	cmd, err := root.ExecuteC()
	switch {
	case ClosedPipe(out.err) && runtime.GOOS == "windows":
		return exitOK
	case ClosedPipe(out.err):
		return exitPipe
	case out.err != nil:
		err = out.err
	case err != nil && !*started:
		err = UsageError{flagError(cmd, err)}
	}
	return report(cmd, err)
}

// ClosedPipe reports whether standard output is a closed pipe, which is not a failure.
func ClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// Suggest returns names similar to name, as cobra suggests for commands.
func Suggest(name string, names []string) []string {
	if name == "" { // cobra treats it as a prefix of all
		return nil
	}
	c := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, known := range names {
		c.AddCommand(&cobra.Command{Use: known, Run: func(*cobra.Command, []string) {}})
	}
	return c.SuggestionsFor(name)
}

func complete(root *cobra.Command) {
	root.Version = fmt.Sprintf("%s, %s %s/%s", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	cobra.EnableCommandSorting = false // in the order of AddCommand
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.SetHelpFunc(ofCommand(root.HelpFunc()))
	root.AddCommand(manual(root)...)
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil && help != root {
		help.Run, help.RunE = nil, helpOn
	}
	root.Args = cobra.ArbitraryArgs
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(cmd, args[0])
		}
		cmd.SetOut(cmd.ErrOrStderr())
		cmd.Help()
		return ErrReported
	}
}

func helpOn(cmd *cobra.Command, args []string) error {
	of, rest, err := cmd.Root().Find(args)
	switch {
	case err != nil:
		return Usagef("%w", err)
	case len(rest) > 0 && of == cmd.Root():
		return unknownCommand(of, rest[0])
	}
	of.InitDefaultHelpFlag()
	of.InitDefaultVersionFlag()
	return of.Help()
}

// watchStart returns a variable that is set when a command starts. Errors before are usage errors.
func watchStart(root *cobra.Command) *bool {
	started := new(bool)
	for _, cmd := range append(root.Commands(), root) {
		run := cmd.RunE
		if run == nil {
			continue
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			*started = true
			return run(cmd, args)
		}
	}
	return started
}

var errUnknownCommand = errors.New("unknown command")

func unknownCommand(root *cobra.Command, name string) error {
	if known := root.Annotations[name]; known != "" {
		return Usagef("%w %q; did you mean %s?", errUnknownCommand, name, known)
	}
	if strings.Contains(name, "://") {
		return Usagef("%q must follow a command: %s %s %s", name, root.Name(), root.Commands()[0].Name(), name)
	}
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return Usagef("%w %q; did you mean %s?", errUnknownCommand, name, strings.Join(near, " or "))
	}
	return Usagef("%w %q", errUnknownCommand, name)
}

// report prints an error, unless the command has printed it, and returns the exit status.
func report(cmd *cobra.Command, err error) (status int) {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		return exitSignal + signalOf(err)
	case errors.Is(err, ErrInvalid):
		return exitInvalid
	case errors.Is(err, ErrReported):
		return exitUsage
	}
	if errors.Is(err, errUnknownCommand) {
		cmd = cmd.Root() // lists the commands
	}
	if errors.As(err, new(UsageError)) {
		err = fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	}
	Complain(cmd, err)
	return exitUsage
}

// Complain prints an error on standard error, like [Run].
func Complain(cmd *cobra.Command, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.Root().Name(), show.Safe(line))
	}
}

// An interrupted is the cause of a context done by a signal.
type interrupted struct{ syscall.Signal }

func (i interrupted) Error() string { return "interrupted: " + i.String() }
func (i interrupted) Unwrap() error { return context.Canceled }

// signalOf returns the number of the signal of an error, or that of SIGINT.
func signalOf(err error) int {
	i := interrupted{syscall.SIGINT}
	errors.As(err, &i)
	return int(i.Signal)
}

// Interruptible returns a context that a signal cancels, with [context.Cause] as the error to return. The command can
// then report results and remove temporary files. A second signal ends the process.
func Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as by nohup
		signals = append(signals, syscall.SIGHUP)
	}
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, signals...)
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case s := <-caught:
			signal.Stop(caught)
			number, _ := s.(syscall.Signal)
			cancel(interrupted{number})
		case <-ctx.Done():
			signal.Stop(caught)
		}
	}()
	return ctx, func() {
		signal.Stop(caught)
		cancel(nil)
	}
}
