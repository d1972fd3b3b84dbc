// Command generators races the code that abnfc writes with the code that re2c and Ragel write for
// the same rules, in one process, and prints a table.
//
//	go -C tools/compare run ./generators [-rounds N] [-root FOLDER] [-keep FOLDER]
//
// The sources for re2c and Ragel are made from the grammars. All code is written to a module in a
// temporary folder, or to the folder of -keep, and run there. The programs re2c and ragel must be
// installed (on Debian, apt-get install re2c ragel). The exit status is 0 if all is well, 1 if two
// contestants disagree on a text, 2 for everything else that goes wrong.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	rounds := flag.Int("rounds", 301, "passes over each list of texts")
	root := flag.String("root", "../..", "`FOLDER` of module example.org/iri")
	keep := flag.String("keep", "", "write the module to `FOLDER`, and leave it there")
	flag.Parse()
	err := run(*root, *keep, *rounds)
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "generators:", err)
	if errors.Is(err, errDisagree) {
		os.Exit(1)
	}
	os.Exit(2)
}

// run makes the module and runs it.
func run(root, folder string, rounds int) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	if folder == "" {
		if folder, err = os.MkdirTemp("", "generators"); err != nil {
			return err
		}
		defer os.RemoveAll(folder)
	}
	m := &module{root: root, folder: folder}
	for i := range contests {
		if err := m.add(&contests[i]); err != nil {
			return fmt.Errorf("%s: %w", contests[i].name, err)
		}
	}
	return m.run(rounds)
}
