package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
)

const help = `compare runs Go modules that judge IRIs and URIs on the same lists, in turn and
in one process, and prints how long each takes and what it gets wrong.

usage:
  go -C tools/compare run . [flags] [FILE...]

Each line of a FILE is a text. Without a FILE or -list, four are generated,
url, rdf, intl and pct. Names of files are relative to tools/compare. Each
contestant also judges the conformance suite of its rule, without a clock.

  -list NAME=FILE    measure with the lines of FILE, called NAME; repeatable
  -generated         measure with the generated lists also if there are others
  -rounds N          passes over each list; default 15
  -only REGEXP       only contestants with such a name, and utf8.Valid
  -svg FILE          draw a chart
  -markdown FILE     write a table of all contestants
  -tiers FILE        write a table of package iri alone, by processor, over the
                     lists that a function is for
  -root FOLDER       where module example.org/iri is; default ../..

columns:
  judged as    the rule that the contestant claims to decide, and with whose
               automaton it is compared; in parentheses, no validator of it
  ns/text      median of the rounds
  MB/s         10^6 bytes a second
  /utf8        median of the rounds' ratios to utf8.Valid: the figure to quote
  allocs       allocations a text
  accepted     number of texts accepted
  too many     texts accepted that are not in the rule
  too few      texts rejected that are

examples:
  go -C tools/compare run .
  go -C tools/compare run . -only 'iri|net/url' "$PWD/links.txt"
  go -C tools/compare run . -list web=/data/links.txt -generated -rounds 5
  go -C tools/compare run . -svg chart.svg -markdown table.md

With taskset -c 1 in front, everything stays on one core. The default run takes
about half a minute, and with the first build a minute more.

exit status: 0 all is well, 1 a contestant that should be exact (ours, and the
grammar as a regular expression) misjudged a text, 2 wrong usage or I/O error
`

// options is what a command line asks for.
type options struct {
	files                []namedFile
	generated            bool
	rounds               int
	only                 *regexp.Regexp
	svg, markdown, tiers string
	root                 string
}

// A namedFile is a list that is yet to be read.
type namedFile struct{ name, path string }

// parseOptions returns [flag.ErrHelp] if the help text was asked for.
func parseOptions(args []string) (*options, error) {
	o := &options{only: regexp.MustCompile("")}
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("list", "", o.addNamed)
	flags.BoolVar(&o.generated, "generated", false, "")
	flags.IntVar(&o.rounds, "rounds", 15, "")
	flags.Func("only", "", o.setOnly)
	flags.StringVar(&o.svg, "svg", "", "")
	flags.StringVar(&o.markdown, "markdown", "", "")
	flags.StringVar(&o.tiers, "tiers", "", "")
	flags.StringVar(&o.root, "root", filepath.Join("..", ".."), "")
	if err := flags.Parse(args); err == flag.ErrHelp {
		return nil, err
	} else if err != nil {
		return nil, fmt.Errorf("%w; see -help", err)
	}
	for _, path := range flags.Args() {
		name := filepath.Base(path)
		o.files = append(o.files, namedFile{strings.TrimSuffix(name, filepath.Ext(name)), path})
	}
	if o.rounds < 1 {
		return nil, fmt.Errorf("-rounds %d: at least 1 is needed; see -help", o.rounds)
	}
	return o, nil
}

func (o *options) addNamed(value string) error {
	name, path, ok := strings.Cut(value, "=")
	if !ok || name == "" || path == "" {
		return fmt.Errorf("want NAME=FILE")
	}
	o.files = append(o.files, namedFile{name, path})
	return nil
}

func (o *options) setOnly(value string) (err error) {
	o.only, err = regexp.Compile(value)
	return err
}

// load makes or reads the lists to measure with.
func (o *options) load() ([]*list, error) {
	var lists []*list
	if o.generated || len(o.files) == 0 {
		lists = generated()
	}
	for _, f := range o.files {
		l, err := readList(f.name, f.path)
		if err != nil {
			return nil, err
		}
		lists = append(lists, l)
	}
	return lists, nil
}
