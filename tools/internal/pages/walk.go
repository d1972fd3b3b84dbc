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

// A Walk follows a page like a reader with one terminal: it creates the files, runs the commands and compares their
// output. Each block of the page is one of these:
//
//   - A file, if the line before the block ends in its name, with an extension, and a colon: "This is `main.go`:".
//   - Commands, if the language is sh. All commands of a page run in one bash, in a new folder.
//   - The complete output of the commands before it, if the language is text. Commands without such a block may print
//     anything, but must succeed.
//   - Code that is part of a file of the project, by a comment. It is skipped.
//
// After a line that starts a command in the background, the walk waits until all ports on that line accept
// connections.
type Walk struct {
	// Replace maps strings of the page to those used in the test, such as free ports. Output is compared after the
	// reverse replacement.
	Replace map[string]string

	Env    []string // additional environment variables, NAME=VALUE
	Before string   // commands to run first
	Update bool     // write the actual output into the page
}

// patience is the time limit for a page; some pages build programs.
const patience = 8 * time.Minute

// Run follows the page in a file.
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

// NeedShell skips a test if there is no bash, or on Windows.
func NeedShell(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash here, or not that of a Unix")
	}
}

// follow runs the page in dir and returns it with the actual output if w.Update is set. Errors begin with the line.
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
	done := 0 // source[:done] is in page
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

func (b Block) isOutput() bool { return b.File == "" && b.Language == "text" }

func (b Block) isCommands() bool { return b.File == "" && b.Language == "sh" }

// next returns the output block after block i, or nil.
func next(blocks []Block, i int) *Block {
	if i+1 < len(blocks) && blocks[i+1].isOutput() {
		return &blocks[i+1]
	}
	return nil
}

// endMark separates the outcomes of blocks in the output and reports the exit status.
const endMark = "printf '\\001%d\\001' $?\n"

// script returns a shell script for the blocks, whose texts it writes to files in a folder.
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
		case block.isOutput() && i > 0 && blocks[i-1].isCommands(), len(block.sources)+len(block.tests) > 0: // output, or tested elsewhere
			b.WriteString("true\n" + endMark)
		default:
			return "", fmt.Errorf("%d: the block is neither a file, nor commands, nor what commands print", block.Line)
		}
	}
	return b.String(), nil
}

var port = regexp.MustCompile(`:(\d{4,5})\b`)

// servers returns the ports on lines that start commands in the background.
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

type outcome struct{ printed, status string }

// run runs a script in a folder. Both streams go to a file, not to a pipe: background programs may outlive the shell
// and
// would keep a pipe open.
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
	cmd.Env = append(append(os.Environ(), "GOWORK="), env...) // GOWORK of the tests would also apply to the page
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // lets the trap stop the servers
	cmd.WaitDelay = 10 * time.Second
	cmd.Run() // a failed block has no end mark
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
