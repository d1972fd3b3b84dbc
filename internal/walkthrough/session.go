package walkthrough

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// patience is how long commands may take. Some build programs.
const patience = 3 * time.Minute

// endMark begins the line that the shell prints when the commands of a block have ended.
const endMark = "\x01end "

// A session is a shell that runs in a folder.
type session struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	out    *os.File
	reader *bufio.Reader
}

// open starts a shell.
func open(dir string, env []string) (*session, error) {
	cmd := exec.Command("bash")
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK="), env...) // whoever runs the tests may have set it
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		r.Close()
		return nil, err
	}
	return &session{cmd, stdin, r, bufio.NewReader(r)}, nil
}

// close ends the shell, and what it has left in the background.
func (s *session) close() {
	fmt.Fprintln(s.stdin, "kill $(jobs -p) 2>/dev/null")
	s.stdin.Close()
	hung := time.AfterFunc(patience, func() { s.cmd.Process.Kill() })
	s.cmd.Wait()
	hung.Stop()
	s.out.Close()
}

// write makes a file in the folder that the shell is in.
func (s *session) write(name, text string) error {
	dir, _, err := s.do("pwd")
	if err != nil {
		return err
	}
	name = filepath.Join(strings.TrimSuffix(dir, "\n"), name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// do runs commands in the shell. It returns what they print, and the status of the last one.
func (s *session) do(commands string) (out string, status int, err error) {
	script, err := os.CreateTemp("", "")
	if err != nil {
		return "", 0, err
	}
	defer os.Remove(script.Name())
	_, err = script.WriteString(commands + "\n")
	if err := errorOf(err, script.Close()); err != nil {
		return "", 0, err
	}
	if err := s.out.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return "", 0, err
	}
	fmt.Fprintf(s.stdin, ". '%s' </dev/null\nprintf '\\001end %%d\\n' $?\n", script.Name())
	var text strings.Builder
	for {
		line, err := s.reader.ReadString('\n')
		before, number, found := strings.Cut(line, endMark) // what commands print need not end in a line feed
		text.WriteString(before)
		if err != nil {
			return text.String(), 0, fmt.Errorf("the shell gives no answer: %v", err)
		}
		if found {
			_, err = fmt.Sscan(number, &status)
			return text.String(), status, errorOf(err, await(commands))
		}
	}
}

// errorOf returns the first error that is one.
func errorOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
