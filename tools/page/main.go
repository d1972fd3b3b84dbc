// Page builds a web page to try the library: one HTML file that opens from disk and needs no network. It contains the
// library as WebAssembly, built by the go command in PATH.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const help = `Build a page on which to try IRIs and grammars: one file that opens from disk.

Usage:
  page -o DIR

The page is DIR/index.html. The folder is created if it is missing. The library is in the page as
WebAssembly, so that it needs no network and no server. The command runs inside a clone of iri.

Examples:
  go run ./tools/page -o /tmp/iri      build it; then open /tmp/iri/index.html
  go -C tools/page run . -o ~/public   the same from its folder

Flags:
  -o DIR   the folder for the page

Exit status: 0 if the page was built, 2 if not.
`

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("page", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	dir := flags.String("o", "", "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help)
		return 0
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
		fallthrough
	case err != nil:
		fmt.Fprintf(stderr, "page: %v\nSee page -help.\n", err)
		return 2
	case *dir == "":
		fmt.Fprint(stderr, "page: -o is missing\nSee page -help.\n")
		return 2
	}
	if err := build(*dir, stdout); err != nil {
		fmt.Fprintf(stderr, "page: %v\n", err)
		return 2
	}
	return 0
}

func build(dir string, stdout io.Writer) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	library, err := compileLibrary()
	if err != nil {
		return err
	}
	p, err := assemble(library)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "index.html")
	if err := os.WriteFile(file, p, 0o666); err != nil {
		return err
	}
	zipped, err := compress(p)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s: %d bytes, %d with gzip\n", file, len(p), len(zipped))
	return err
}
