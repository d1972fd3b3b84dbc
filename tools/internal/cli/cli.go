// Package cli has what the commands of this project have in common: how a command line is read, what is printed in
// which stream, and the exit status.
//
// Commands, help and completion are those of [github.com/spf13/cobra], flags are GNU's. The bar is that of go-pretty,
// which needs no newer Go than this project, and adds the fewest bytes of those compared (progressbar links net/http,
// pb a package of templates).
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
	exitInvalid = 1   // some of the input is not valid, or the result is negative
	exitUsage   = 2   // wrong usage, or something could not be read or written
	exitSignal  = 128 // plus the number of the signal, as shells have it
	exitPipe    = 141 // the same of SIGPIPE
)

// What commands return when they have printed their errors.
var (
	ErrInvalid  = errors.New("some of the input is not valid, as reported")
	ErrReported = errors.New("something went wrong, as reported")
)

// A UsageError is an error in the command line. [Run] adds the command that prints help.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

// Usagef returns a [UsageError] with a formatted message.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Run runs the command that args ask for, and returns the exit status. Args are those after the
// name of the program.
//
// A command reads cmd.InOrStdin(), and writes to cmd.OutOrStdout() and cmd.ErrOrStderr(). If it
// returns [ErrInvalid], the status is 1; if it returns what wraps [context.Canceled], 128 plus the number of the
// signal; if any other error, 2. Run prints the error unless it is one of these or [ErrReported].
//
// If standard output cannot be written, since the disk is full or the pipe is closed, the command fails, even if it
// ignores the error.
func Run(root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	signal.Ignore(syscall.SIGPIPE) // so that writing to a closed pipe returns an error
	complete(root)
	out, diagnostics := newStreams(stdout, stderr)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(diagnostics)
	root.SetArgs(append([]string{}, args...))                                     // never nil, which cobra takes for those of the process
	if len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // that parses the flags twice
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

// ClosedPipe reports whether standard output is closed, which is not a failure.
func ClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// Suggest returns the names that a name may have been meant to be: those that cobra suggests for commands.
func Suggest(name string, names []string) []string {
	if name == "" { // cobra takes it for the beginning of all
		return nil
	}
	c := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, known := range names {
		c.AddCommand(&cobra.Command{Use: known, Run: func(*cobra.Command, []string) {}})
	}
	return c.SuggestionsFor(name)
}

// complete gives a root command what all have.
func complete(root *cobra.Command) {
	root.Version = fmt.Sprintf("%s, %s %s/%s", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	cobra.EnableCommandSorting = false // in the order of AddCommand, what is used most first
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

// helpOn prints the help of the command that args name.
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

// watchStart returns a variable that becomes true when a command begins. Errors before that are usage errors.
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

// unknownCommand is the error for a name that no command has.
func unknownCommand(root *cobra.Command, name string) error {
	if known := root.Annotations[name]; known != "" {
		return Usagef("%w %q; did you mean %s?", errUnknownCommand, name, known)
	}
	if strings.Contains(name, "://") {
		return Usagef("%q comes after a command: %s %s %s", name, root.Name(), root.Commands()[0].Name(), name)
	}
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return Usagef("%w %q; did you mean %s?", errUnknownCommand, name, strings.Join(near, " or "))
	}
	return Usagef("%w %q", errUnknownCommand, name)
}

// report prints an error, unless the command has, and returns the exit status for it.
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
		cmd = cmd.Root() // its help lists the commands
	}
	if errors.As(err, new(UsageError)) {
		err = fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	}
	Complain(cmd, err)
	return exitUsage
}

// Complain prints an error on standard error, as [Run] does with the last one.
func Complain(cmd *cobra.Command, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.Root().Name(), show.Safe(line))
	}
}

// An interrupted is why a context is done: a signal.
type interrupted struct{ syscall.Signal }

func (i interrupted) Error() string { return "interrupted: " + i.String() }
func (i interrupted) Unwrap() error { return context.Canceled }

// signalOf returns the number of the signal that an error is about, by default that of SIGINT.
func signalOf(err error) int {
	i := interrupted{syscall.SIGINT}
	errors.As(err, &i)
	return int(i.Signal)
}

// Interruptible returns the context of a command that reports what it has found so far when it
// is interrupted, removes its temporary files, and then returns [context.Cause] of the context. A second signal
// ends the process at once.
func Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
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
