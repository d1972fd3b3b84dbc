package pages

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

// A Walk follows a page, as a reader with one terminal: it writes the files, runs the commands
// and compares what they print. Every block of the page is one of these:
//
//   - A file, if the line before the block ends in its name, with a dot in it, and a colon: "This is
//     `main.go`:".
//   - Commands, if its language is sh. All of a page go to one shell (bash), in a new folder.
//   - What the commands before it print, if its language is text: all of it. Commands without such a
//     block may print anything, and have to succeed.
//   - Code that a comment says to be in a file of the project. Nothing is done with it.
//
// After a command that ends in &, the next block waits until there is a server at each port that
// stands on that line.
type Walk struct {
	// Replace has strings of the page that are others here, such as ports that must be free. In what is
	// compared they are those of the page again.
	Replace map[string]string

	Env    []string // further variables of the environment, NAME=VALUE
	Before string   // commands before those of the page
	Update bool     // write what is printed into the page
}

// patience is how long a page may take. Some build programs.
const patience = 8 * time.Minute

// Run follows a page; file is where it is.
func (w Walk) Run(t *testing.T, file string) {
	t.Helper()
	NeedShell(t)
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := w.follow(t.TempDir(), t.TempDir(), string(source))
	if err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	if w.Update && printed != string(source) {
		if err := os.WriteFile(file, []byte(printed), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// NeedShell skips a test where there is no shell of Unix.
func NeedShell(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash here, or not that of a Unix")
	}
}

// follow runs a page in a folder. It returns the page as it should be, which is another one
// only with Update. An error begins with the line.
func (w Walk) follow(dir, scripts, source string) (string, error) {
	var here, there []string
	for of, by := range w.Replace {
		here, there = append(here, of, by), append(there, by, of)
	}
	toHere, toPage := strings.NewReplacer(here...), strings.NewReplacer(there...)
	blocks := Parse("", source).Blocks
	shell, err := w.script(scripts, blocks, toHere)
	if err != nil {
		return "", err
	}
	outcomes, err := run(dir, shell, w.Env)
	if err != nil {
		return "", fmt.Errorf("1: %v", err)
	}
	if before := outcomes[0]; before.status != "0" {
		return "", fmt.Errorf("1: before the page: status %s\n%s", before.status, before.printed)
	}
	var page strings.Builder
	done := 0 // up to where source is in page
	for i, b := range blocks {
		got := outcomes[i+1]
		got.printed = toPage.Replace(got.printed)
		switch output := next(blocks, i); {
		case got.status == "":
			return "", fmt.Errorf("%d: the shell has ended\n%s", b.Line, got.printed)
		case !b.isCommands() || output == nil:
			if got.status != "0" {
				return "", fmt.Errorf("%d: status %s\n%s", b.Line, got.status, got.printed)
			}
		case w.Update:
			page.WriteString(source[done:output.Start] + strings.TrimSuffix(got.printed, "\n") + "\n")
			done = output.End
		case strings.TrimSuffix(got.printed, "\n") != strings.TrimSuffix(output.Text, "\n"):
			return "", fmt.Errorf("%d: the commands print\n%s\nthe page has\n%s", b.Line, got.printed, output.Text)
		}
	}
	return page.String() + source[done:], nil
}

// isOutput reports whether the block is what commands print.
func (b Block) isOutput() bool { return b.File == "" && b.Language == "text" }

// isCommands reports whether the block is for the shell.
func (b Block) isCommands() bool { return b.File == "" && b.Language == "sh" }

// next returns the block of what the commands of a block print, or nil.
func next(blocks []Block, i int) *Block {
	if i+1 < len(blocks) && blocks[i+1].isOutput() {
		return &blocks[i+1]
	}
	return nil
}

// endMark is what the shell prints after each block, with the status.
const endMark = "printf '\\001%d\\001' $?\n"

// script returns commands that do what blocks say. The files of the blocks lie in a folder.
func (w Walk) script(folder string, blocks []Block, toHere *strings.Replacer) (string, error) {
	var b bytes.Buffer
	b.WriteString("trap 'kill $(jobs -p) 2>/dev/null' EXIT\n" + w.Before + "\n" + endMark)
	for i, block := range blocks {
		file := filepath.Join(folder, strconv.Itoa(i))
		if err := os.WriteFile(file, []byte(toHere.Replace(block.Text)), 0o666); err != nil {
			return "", err
		}
		switch {
		case block.File != "":
			fmt.Fprintf(&b, "mkdir -p \"$(dirname '%[2]s')\" && cp '%[1]s' '%[2]s'\n%[3]s", file, block.File, endMark)
		case block.isCommands():
			b.WriteString(". '" + file + "' </dev/null\n" + endMark)
			ports, err := servers(toHere.Replace(block.Text))
			if err != nil {
				return "", fmt.Errorf("%d: %v", block.Line, err)
			}
			for _, port := range ports {
				fmt.Fprintf(&b, "until (exec 3<>/dev/tcp/127.0.0.1/%s) 2>/dev/null; do sleep 0.02; done\n", port)
			}
		case block.isOutput() && i > 0 && blocks[i-1].isCommands(), len(block.sources)+len(block.tests) > 0: // printed, or of another test
			b.WriteString("true\n" + endMark)
		default:
			return "", fmt.Errorf("%d: the block is neither a file, nor commands, nor what commands print", block.Line)
		}
	}
	return b.String(), nil
}

var port = regexp.MustCompile(`:(\d{4,5})\b`)

// servers returns the ports that stand on lines with commands in the background.
func servers(code string) (ports []string, err error) {
	file, err := script(code)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(code, "\n")
	syntax.Walk(file, func(n syntax.Node) bool {
		if s, is := n.(*syntax.Stmt); is && s.Background {
			for _, m := range port.FindAllStringSubmatch(lines[s.End().Line()-1], -1) {
				ports = append(ports, m[1])
			}
		}
		return true
	})
	return ports, nil
}

// An outcome is what the commands of a block have printed, and their status.
type outcome struct{ printed, status string }

// run runs a script in a folder, with both streams in one file: programs in the background may
// outlive the shell.
func run(dir, code string, env []string) (list []outcome, err error) {
	out, err := os.CreateTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", code)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK="), env...) // whoever runs the tests may have set it
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // so that its trap ends the servers
	cmd.WaitDelay = 10 * time.Second
	cmd.Run() // what fails lacks its end
	text, err := os.ReadFile(out.Name())
	parts := strings.Split(string(text), "\x01")
	for i := 0; i < len(parts); i += 2 {
		o := outcome{printed: parts[i]}
		if i+1 < len(parts) {
			o.status = parts[i+1]
		}
		list = append(list, o)
	}
	return list, err
}
