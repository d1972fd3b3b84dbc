package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// newFlags returns an empty set of flags; asked for help, it prints the usage, a
// list of the flags and the examples.
func newFlags(command, usage, examples string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.Usage = func() {
		io.WriteString(flags.Output(), usage)
		flags.PrintDefaults()
		io.WriteString(flags.Output(), examples)
	}
	return flags
}

// parseFlags reads a command line. Help goes to stdout if it was asked for.
func parseFlags(flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error {
	flags.SetOutput(stderr)
	if slices.Contains(args, "-help") || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		flags.SetOutput(stdout)
	}
	err := flags.Parse(args)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return err
	}
	return usageError("") // flag has said it
}

// argumentError is the error for a wrong number of arguments, which may come of a
// flag behind one.
func argumentError(flags *flag.FlagSet, text string) error {
	for _, arg := range flags.Args() {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && flags.Lookup(name) != nil {
			return usageError(fmt.Sprintf("%s stands behind %s: flags come first", arg, flags.Arg(0)))
		}
	}
	return usageError(text)
}
