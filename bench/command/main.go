// Command command measures how much time of processors the command iri takes for large files,
// beside programs that do less with them, or the same.
//
//	go -C tools/compare run ./command [-size BYTES] [-rounds N] [-folder FOLDER]
//
// It builds the command. Files of the given size are made in a temporary folder and read once, so
// that they are in the cache: the addresses that package corpus makes, or the files *.txt of a
// folder, over and over; and triples of these. Each program has its turn in each round. A figure is
// the least of the rounds, of user and system time together. It prints a table of each file, in
// Markdown. Programs that are not installed are left out.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"example.org/iri/bench/internal/race"
	"example.org/iri/internal/testkit/corpus"
)

func main() {
	size := flag.Int64("size", 2<<30, "`bytes` of a file")
	rounds := flag.Int("rounds", 5, "turns of each program")
	folder := flag.String("folder", "", "`folder` of files *.txt, a text a line")
	flag.Parse()
	if err := run(*size, *rounds, *folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(size int64, rounds int, folder string) error {
	lists, err := corpus.Folder(folder)
	if err != nil {
		return err
	}
	if folder == "" {
		lists = corpus.Generated()
	}
	dir, err := os.MkdirTemp("", "iri")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	iri := filepath.Join(dir, "iri")
	build := exec.Command("go", "build", "-C", filepath.Join("..", "iri"), "-o", iri, ".")
	build.Env = append(os.Environ(), "GOWORK=") // not that of this module
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	list, triples := filepath.Join(dir, "list.txt"), filepath.Join(dir, "triples.nt")
	if err := write(list, lists, size, "%s\n"); err != nil {
		return err
	}
	if err := write(triples, lists, size/4, "<%s> <http://www.w3.org/2000/01/rdf-schema#seeAlso> \"a text\" .\n"); err != nil {
		return err
	}
	fmt.Printf("%s, %s, %d rounds\n", race.Machine(), race.Golang(), rounds)
	measure(list, rounds, [][]string{
		{"wc", "-l"}, {"grep", "-c", ""}, {"rg", "-c", ""},
		{iri, "check", "-q"}, {iri, "split", "--get", "{host}"}, {iri, "split"},
	})
	measure(triples, rounds, [][]string{
		{"wc", "-l"}, {"rapper", "-q", "-c", "-i", "ntriples"}, {"riot", "--validate"}, {iri, "check", "-q"},
	})
	return nil
}

// write makes a file of about a size, of texts in a frame, over and over.
func write(name string, lists []corpus.List, size int64, frame string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for written := int64(0); written < size; {
		for _, l := range lists {
			for _, text := range l.Texts {
				n, _ := fmt.Fprintf(w, frame, text)
				written += int64(n)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// measure prints what programs take for a file.
func measure(file string, rounds int, programs [][]string) {
	info, err := os.Stat(file)
	if err != nil {
		return
	}
	gigabytes := float64(info.Size()) / 1e9
	fmt.Printf("\n| %s, %.2f GB | CPU s | relative to wc | GB a CPU second | wall s |\n|---|--:|--:|--:|--:|\n", filepath.Base(file), gigabytes)
	least := make([]cost, len(programs))
	for range rounds {
		for i, p := range programs {
			if c, ok := turn(p, file); ok && (least[i].cpu == 0 || c.cpu < least[i].cpu) {
				least[i] = c
			}
		}
	}
	for i, p := range programs {
		if least[i].cpu > 0 {
			name := append([]string{filepath.Base(p[0])}, p[1:]...)
			if name[len(name)-1] == "" {
				name[len(name)-1] = "''"
			}
			cpu := least[i].cpu.Seconds()
			fmt.Printf("| `%s` | %.2f | %.1f | %.2f | %.2f |\n", strings.Join(name, " "), cpu, cpu/least[0].cpu.Seconds(), gigabytes/cpu, least[i].wall.Seconds())
		}
	}
}

// cost is the time that a program takes.
type cost struct{ cpu, wall time.Duration }

// turn runs a program on a file. What it prints is read and thrown away, since some do less if nobody
// reads it.
func turn(program []string, file string) (c cost, ok bool) {
	cmd := exec.Command(program[0], append(program[1:len(program):len(program)], file)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return c, false
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return c, false
	}
	io.Copy(io.Discard, out)
	cmd.Wait() // a status of 1 says that some texts are wrong
	c.wall = time.Since(begin)
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), c.wall}, true
}
