package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A command measures something.
type command struct {
	line  string    // as a shell has it, from the root of the module; words in braces are files
	quick [2]string // what to replace in the line for one round, and by what
	needs []string  // programs that have to be installed

	// table makes Markdown of what the command printed, or of the file {markdown}. Without it, the
	// tables stand as they were printed.
	table func(out string) (string, error)

	readme func(all grid) string // makes the table of README.md, for one command
}

// files stand for the words in braces: what a reader sees in place of them.
var files = map[string]string{
	"{folder}":   "FOLDER",
	"{markdown}": "table.md",
	"{chart}":    "../../docs/pictures/compare.svg",
}

// shown returns the command line for readers.
func (c *command) shown() string {
	line := c.line
	for word, name := range files {
		line = strings.ReplaceAll(line, word, name)
	}
	return folded(line)
}

// width is where the lines of a command end, without the sign that it goes on.
const width = 98

// folded breaks a long command line, in front of flags where it can.
func folded(line string) string {
	words := strings.Fields(line)
	var b strings.Builder
	at := 0
	for i := 0; i < len(words); i++ {
		word := words[i]
		if i+1 < len(words) && word[0] == '-' && words[i+1][0] != '-' {
			i++
			word += " " + words[i] // its value
		}
		switch n := len(word); {
		case at == 0:
			at = n
		case at+1+n > width:
			b.WriteString(" \\\n  ")
			at = 2 + n
		default:
			b.WriteByte(' ')
			at += 1 + n
		}
		b.WriteString(word)
	}
	return b.String()
}

// A runner runs commands.
type runner struct {
	*options
	dir    string // for files that live as long as this run
	stderr io.Writer
	failed int
}

// path returns the file that stands for a word in braces.
func (r *runner) path(word string) string {
	switch word {
	case "{folder}":
		return r.folder
	case "{markdown}":
		return filepath.Join(r.dir, "table.md")
	case "{chart}":
		return filepath.Join(r.dir, "compare.svg")
	}
	return word
}

// words returns what a shell makes of a word.
func (r *runner) words(word string) []string {
	if name, ok := strings.CutPrefix(word, "{folder}"); ok && name != "" {
		all, _ := filepath.Glob(r.folder + name) // the pattern is one of ours
		return all
	}
	return []string{r.path(word)}
}

// section runs the commands of a section and returns what to write for each.
func (r *runner) section(s *section) (tables []string) {
	for i := range s.commands {
		c := &s.commands[i]
		begin := time.Now()
		table, err := r.run(c)
		if err != nil {
			r.failed++
			table = "Not measured: this command failed.\n"
			fmt.Fprintf(r.stderr, "FAIL %s: %v\n", c.shown(), err)
		} else {
			fmt.Fprintf(r.stderr, "%4.0f s  %s\n", time.Since(begin).Seconds(), c.shown())
		}
		tables = append(tables, table)
	}
	return tables
}

// longest is what a command may take at most.
const longest = 10 * time.Minute

// run runs a command and returns its tables.
func (r *runner) run(c *command) (string, error) {
	for _, program := range c.needs {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Sprintf("Not measured: there was no `%s`.\n", program), nil
		}
	}
	line := c.line
	if r.quick {
		line = strings.Replace(line, c.quick[0], c.quick[1], 1)
	}
	var words []string
	for word := range strings.FieldsSeq(line) {
		words = append(words, r.words(strings.Trim(word, "'"))...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = r.root
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%w\n%s%s", err, &stdout, &stderr)
	}
	out := stdout.String()
	if strings.Contains(c.line, "{markdown}") {
		text, err := os.ReadFile(r.path("{markdown}"))
		if err != nil {
			return "", err
		}
		out = string(text)
	}
	if c.table == nil {
		return tables(out)
	}
	return c.table(out)
}
