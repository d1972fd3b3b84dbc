// Command operations compares what package iri does with valid IRIs and references with what
// net/url and other implementations do: how long it takes, and where the results differ.
//
//	go -C tools/compare run ./operations [flags]
//
// Its exit status is 0 if all is well, 1 if package iri gets a case wrong or disagrees with itself,
// 2 if the command line is wrong or something cannot be read.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitOK    = 0
	exitWrong = 1
	exitUsage = 2 // or I/O error
)

var errWrong = errors.New("package iri is wrong")

const help = `operations compares what package iri does with valid IRIs and references with
what net/url and other implementations do.

usage:
  go -C tools/compare run ./operations [flags]

Without -cases and -whatwg, it measures on generated lists.

  -rounds N          passes over each list; default 15
  -harness COMMAND   a program around other implementations; repeatable; the
                     command is split at spaces
  -cases FOLDER      judge by the cases of resolve.jsonl, normalize.jsonl and
                     convert.jsonl, and by laws over short texts, without a
                     clock
  -whatwg FILE       resolve the cases of urltestdata.json of the web platform
                     tests, and print a table of the differences

columns:
  ns          median of the rounds
  ratio       median of the rounds' ratios to the first contestant
  allocs      allocations a text, where they are known
  none        texts that have a result, but none from this contestant
  other       texts that have another result from this contestant; results are
              compared with those of the first contestant, or with the case;
              those of relativize are other if they do not resolve back
  longer      references that resolve back, but are not the shortest ones
  unstable    texts whose normal form has another normal form
  authority   texts that gain or lose an authority when normalized

A harness reads lines and writes lines. First it writes a line for each
contestant, an operation, a tab and a name, and an empty line. The operations
are resolve, relativize, normalize and to-uri. Contestants have numbers, from 0
on. The harness answers these requests:
  texts N            N lines follow: a text each, for resolve and relativize
                     with the base and a tab in front; no answer
  results K          N lines: the results of contestant K, empty where it has
                     none
  lap K FROM TO      how many ns contestant K takes for these texts, the last
                     one excluded; bases are parsed beforehand

exit status: 0 all is well, 1 package iri is wrong, 2 wrong usage or I/O error
`

// options is what a command line asks for.
type options struct {
	rounds        int
	harnesses     []string
	cases, whatwg string
}

// parseOptions returns [flag.ErrHelp] if the help text was asked for.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	flags := flag.NewFlagSet("operations", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&o.rounds, "rounds", 15, "")
	flags.StringVar(&o.cases, "cases", "", "")
	flags.StringVar(&o.whatwg, "whatwg", "", "")
	flags.Func("harness", "", func(command string) error {
		o.harnesses = append(o.harnesses, command)
		return nil
	})
	if err := flags.Parse(args); err == flag.ErrHelp {
		return nil, err
	} else if err != nil {
		return nil, fmt.Errorf("%w; see -help", err)
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("%q is no flag; see -help", flags.Arg(0))
	}
	if o.rounds < 1 {
		return nil, fmt.Errorf("-rounds %d: at least 1 is needed; see -help", o.rounds)
	}
	return o, nil
}

// run is main without the process: args are those after the program's name.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args)
	switch {
	case err == flag.ErrHelp:
		_, err = io.WriteString(stdout, help)
	case err == nil:
		err = compare(o, stdout)
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "operations:", err)
	if errors.Is(err, errWrong) {
		return exitWrong
	}
	return exitUsage
}

// compare does what the command line asks for.
func compare(o *options, stdout io.Writer) (err error) {
	var all harnesses
	defer func() { err = errors.Join(err, all.stop()) }()
	for _, command := range o.harnesses {
		h, err := start(command)
		if err != nil {
			return err
		}
		all = append(all, h)
	}
	switch {
	case o.whatwg != "":
		return whatwg(o.whatwg, stdout)
	case o.cases != "":
		return judge(o.cases, all, stdout)
	}
	return measure(all, o.rounds, stdout)
}
