// Package walkthrough does what a page says, as a reader would who has one terminal: it writes the
// files, runs the commands and compares what they print. Only tests import it.
//
// A page is Markdown, and every fenced block in it is one of these:
//
//   - A file, if the line above the block ends in its name, with a dot in it, and a colon: "This is
//     `main.go`:".
//   - Commands, if its language is sh. All of a page go to one shell (bash), in a new folder.
//   - What the commands in front of it print, if its language is text: all of it. Commands without
//     such a block may print anything, and have to succeed.
//
// Behind a command that ends in &, the next block waits until there is a server at each port that
// stands on that line.
package walkthrough

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/iri/internal/docs"
)

// A block is a fenced block of a page.
type block struct {
	line     int    // of the fence
	language string // behind the fence
	file     string // its name, if it is a file
	text     string
}

var (
	fileName = regexp.MustCompile("`([\\w/-]*\\.[\\w./-]+)`:$")
	server   = regexp.MustCompile(`:(\d{4,5})\b`)
)

// blocks returns the blocks of a page.
func blocks(page string) (list []block) {
	p := docs.Parse("", page)
	for _, b := range p.Blocks {
		fence := b.Line - 1
		above := strings.TrimRight(strings.Join(p.Lines[:fence-1], "\n"), "\n")
		x := block{line: fence, language: b.Language, text: b.Text}
		if name := fileName.FindStringSubmatch(above); name != nil {
			x.file = name[1]
		}
		list = append(list, x)
	}
	return list
}

// A Setup is what a reader has in front of a page, and what is another here than on the page.
type Setup struct {
	// Replace has texts of the page that are others here, such as ports that must be free. In what is
	// compared they are those of the page again.
	Replace map[string]string

	Env    []string // further variables of the environment, NAME=VALUE
	Before string   // commands in front of those of the page
	Update bool     // write what is printed into the page
}

// Run does what a page says, in a new folder.
func Run(t *testing.T, page string, setup Setup) {
	t.Helper()
	needShell(t)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := follow(t.TempDir(), string(text), setup)
	if err != nil {
		t.Fatalf("%s:%v", page, err)
	}
	if setup.Update && printed != string(text) {
		if err := os.WriteFile(page, []byte(printed), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// needShell skips a test where there is no shell of Unix.
func needShell(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash here, or not that of a Unix")
	}
}

// follow does what the text of a page says, in a folder. It returns the page as it should be. That is
// another one only with Update. An error begins with the line.
func follow(dir, text string, setup Setup) (string, error) {
	var here, there []string
	for of, by := range setup.Replace {
		here, there = append(here, of, by), append(there, by, of)
	}
	toHere, toPage := strings.NewReplacer(here...), strings.NewReplacer(there...)
	list := blocks(text)
	if len(list) == 0 {
		return "", errors.New("1: no blocks")
	}
	s, err := open(dir, setup.Env)
	if err != nil {
		return "", err
	}
	defer s.close()
	if out, status, err := s.do(setup.Before); err != nil || status != 0 {
		return "", fmt.Errorf("1: before the page: status %d, %v\n%s", status, err, out)
	}
	lines := strings.SplitAfter(text, "\n")
	for i, b := range list {
		switch {
		case b.file != "":
			if err := s.write(b.file, toHere.Replace(b.text)); err != nil {
				return "", fmt.Errorf("%d: %v", b.line, err)
			}
		case b.isCommands():
			out, status, err := s.do(toHere.Replace(b.text))
			out = toPage.Replace(out)
			printed := i+1 < len(list) && list[i+1].isOutput()
			switch {
			case err != nil:
				return "", fmt.Errorf("%d: %v\n%s", b.line, err, out)
			case !printed && status != 0:
				return "", fmt.Errorf("%d: status %d\n%s", b.line, status, out)
			case printed && setup.Update:
				list[i+1].become(lines, out)
			case printed && strings.TrimSuffix(out, "\n") != strings.TrimSuffix(list[i+1].text, "\n"):
				return "", fmt.Errorf("%d: the commands print\n%s\nthe page has\n%s", b.line, out, list[i+1].text)
			}
		case !b.isOutput() || i == 0 || !list[i-1].isCommands():
			return "", fmt.Errorf("%d: the block is no file, no commands, and not what commands print", b.line)
		}
	}
	return strings.Join(lines, ""), nil
}

// become puts another text into the block, in the lines of the page.
func (b block) become(lines []string, text string) {
	clear(lines[b.line : b.line+strings.Count(b.text, "\n")])
	lines[b.line-1] += strings.TrimSuffix(text, "\n") + "\n"
}

// isOutput reports whether the block is what commands print.
func (b block) isOutput() bool { return b.file == "" && b.language == "text" }

// isCommands reports whether the block is for the shell.
func (b block) isCommands() bool { return b.file == "" && b.language == "sh" }

// await waits until there are servers at the ports that commands in the background name.
func await(commands string) error {
	for line := range strings.Lines(commands) {
		command, _, _ := strings.Cut(line, " # ")
		if !strings.HasSuffix(strings.TrimSpace(command), " &") {
			continue
		}
		for _, port := range server.FindAllStringSubmatch(line, -1) {
			for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
				c, err := net.Dial("tcp", "127.0.0.1:"+port[1])
				if err == nil {
					c.Close()
					break
				}
				if time.Now().After(end) {
					return fmt.Errorf("%s: nobody serves port %s: %v", strings.TrimSpace(line), port[1], err)
				}
			}
		}
	}
	return nil
}
