// Command figures measures everything that the documentation quotes, one thing after the other, and
// writes it down: docs/reference/figures.md, the chart docs/pictures/compare.svg, and a table in
// README.md between the markers for it.
//
//	go -C tools/compare run ./figures [flags]
//
// It runs other commands, each of which interleaves what it compares; the page names them. Let
// nothing else run meanwhile: it takes a quarter of an hour. Programs that are not installed are
// left out, and the page says so; CONTRIBUTING.md lists them.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// Exit statuses.
const (
	exitOK    = 0
	exitWrong = 1 // a command failed; its section is left out
	exitUsage = 2 // or I/O error
)

// options is what a command line asks for.
type options struct {
	root   string // of module example.org/iri
	folder string // of more lists, "" for none
	out    string // instead of the documentation, "" for that
	quick  bool

	omit func(title string) bool // sections that a test leaves out, or nil
}

// run is main without the process: args are those after the program's name.
func run(args []string, stderr io.Writer) int {
	o, err := parseOptions(args, stderr)
	if err == flag.ErrHelp {
		return exitOK
	}
	var failed int
	if err == nil {
		failed, err = figures(o, stderr)
	}
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "figures:", err)
		return exitUsage
	case failed > 0:
		return exitWrong
	}
	return exitOK
}

func parseOptions(args []string, stderr io.Writer) (*options, error) {
	o := &options{root: filepath.Join("..", "..")}
	flags := flag.NewFlagSet("figures", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.folder, "folder", "", "also measure the lists *.txt of `FOLDER`, a text a line")
	flags.StringVar(&o.out, "o", "", "write figures.md, compare.svg and readme.md to `FOLDER`, not to the documentation")
	flags.BoolVar(&o.quick, "quick", false, "one round of everything: to try whether it works, with -o")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if o.quick && o.out == "" {
		return nil, fmt.Errorf("-quick makes figures that are good for nothing: give a folder for them by -o")
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("%q is no flag; see -help", flags.Arg(0))
	}
	for _, folder := range []*string{&o.root, &o.folder, &o.out} {
		if *folder == "" {
			continue
		}
		var err error
		if *folder, err = filepath.Abs(*folder); err != nil {
			return nil, err
		}
	}
	if lists, _ := filepath.Glob(filepath.Join(o.folder, "*.txt")); o.folder != "" && len(lists) == 0 {
		return nil, fmt.Errorf("-folder: %s has no lists *.txt", o.folder)
	}
	if o.out != "" { // rather than after all the measuring
		return o, os.MkdirAll(o.out, 0o777)
	}
	return o, nil
}

// figures measures and writes, and returns how many commands have failed.
func figures(o *options, stderr io.Writer) (failed int, err error) {
	dir, err := os.MkdirTemp("", "figures")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	r := &runner{options: o, dir: dir, stderr: stderr}
	p := newPage(o)
	for _, s := range sections(o) {
		if o.omit == nil || !o.omit(s.title) {
			p.add(s, r.section(s))
		}
	}
	return r.failed, p.write(o, r)
}
