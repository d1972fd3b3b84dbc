//go:build unix

package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/spf13/cobra"
)

// told records the output to a terminal.
type told struct {
	mu  sync.Mutex
	all strings.Builder
}

func (t *told) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.Write(p)
}

func (t *told) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ReplaceAll(t.all.String(), "\r\n", "\n")
}

// wait waits for text after the first n bytes, and returns the number of bytes.
func (t *told) wait(n int, text string) int {
	for range 12_000 { // two minutes
		if all := t.String(); strings.Contains(all[min(n, len(all)):], text) {
			return len(all)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n
}

// onTerminal runs a command with a terminal of 64 columns as standard error and, if both is set, as standard input and
// output. It returns the output.
func onTerminal(t *testing.T, both bool, does func(cmd *cobra.Command, screen *told) error) (shown string, status int) {
	t.Helper()
	t.Setenv("TERM", "xterm")
	master, terminal, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo-terminal here:", err)
	}
	defer master.Close()
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 64}); err != nil {
		t.Fatal(err)
	}
	screen, closed := new(told), make(chan bool)
	go func() {
		io.Copy(screen, master) // until the terminal is closed, which is an error on Linux
		close(closed)
	}()
	stdin, stdout := io.Reader(nil), io.Discard
	if both {
		stdin, stdout = terminal, terminal
	}
	work := func(cmd *cobra.Command, _ []string) error { return does(cmd, screen) }
	status = Run(newRoot(work), []string{"work"}, stdin, stdout, terminal)
	terminal.Close()
	<-closed
	return screen.String(), status
}

func TestColours(t *testing.T) {
	for _, test := range []struct {
		terminal string
		noColor  string
		columns  int
		colored  bool
	}{
		{"xterm", "", 64, true},
		{"xterm", "1", 64, false},
		{"dumb", "", 0, false},
	} {
		onTerminal(t, true, func(cmd *cobra.Command, _ *told) error {
			t.Setenv("TERM", test.terminal)
			t.Setenv("NO_COLOR", test.noColor)
			out, _ := newStreams(cmd.OutOrStdout().(*stream).w, io.Discard)
			if Columns(out) != test.columns || Color("auto").For(out) != test.colored {
				t.Errorf("%+v: %d columns, coloured: %v", test, Columns(out), Color("auto").For(out))
			}
			return nil
		})
	}
	invoke(func(cmd *cobra.Command, _ []string) error {
		if Columns(cmd.OutOrStdout()) != 0 || Color("auto").For(cmd.OutOrStdout()) || NewProgress(cmd, 1) != nil {
			t.Error("what is no terminal is taken for one")
		}
		return nil
	}, "work")
}

// screenOf returns the final text on a terminal. The bar only moves up a line and erases it.
func screenOf(shown string) string {
	for {
		before, after, found := strings.Cut(shown, string(up))
		if !found {
			return shown
		}
		before = strings.TrimSuffix(before, "\n")
		shown = before[:strings.LastIndex(before, "\n")+1] + after
	}
}

// TestProgress checks that the bar appears, is redrawn below output, waits for the end of a line, and disappears.
func TestProgress(t *testing.T) {
	for _, both := range []bool{false, true} {
		shown, status := onTerminal(t, both, func(cmd *cobra.Command, screen *told) error {
			bar := NewProgress(cmd, 4_000_000)
			defer bar.Stop()
			bar.Add(1_000_000)
			n := screen.wait(0, "left: ")
			fmt.Fprint(cmd.OutOrStdout(), "one, ")
			fmt.Fprint(cmd.ErrOrStderr(), "two\n")
			n = screen.wait(n, "left: ")
			fmt.Fprint(cmd.ErrOrStderr(), "thr")
			time.Sleep(300 * time.Millisecond) // no frame may be drawn in this time
			fmt.Fprint(cmd.ErrOrStderr(), "ee\n")
			bar.Add(5_000_000) // more than total
			screen.wait(n, "ee\nreading")
			return ErrInvalid
		})
		for _, part := range []string{"reading 4.00MB: 25%", "[1.00MB in ", "MB/s]", "; left: "} {
			if !strings.Contains(shown, part) {
				t.Errorf("no %q in %q", part, shown)
			}
		}
		want := "two\nthree\n"
		if both {
			want = "one, " + want
		}
		if got := screenOf(shown); got != want || status != 1 || !strings.Contains(shown, "three\n") {
			t.Errorf("both %v: the screen is %q, status %d, told %q", both, got, status, shown)
		}
	}
}

// TestTypedInput checks that there is no bar if standard input is a terminal.
func TestTypedInput(t *testing.T) {
	onTerminal(t, true, func(cmd *cobra.Command, _ *told) error {
		if NewProgress(cmd, 0) != nil {
			t.Error("there is a bar")
		}
		return nil
	})
}

// TestShortProgress checks that a short run shows no bar.
func TestShortProgress(t *testing.T) {
	shown, status := onTerminal(t, false, func(cmd *cobra.Command, _ *told) error {
		bar := NewProgress(cmd, 0)
		bar.Add(7)
		bar.Stop()
		fmt.Fprintln(cmd.ErrOrStderr(), "done")
		return nil
	})
	if shown != "done\n" || status != 0 {
		t.Errorf("told %q, status %d", shown, status)
	}
}

// TestOutputThatTakesNothing checks that a full disk is an error, but a closed pipe is not.
func TestOutputThatTakesNothing(t *testing.T) {
	read, closed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	defer closed.Close()
	var stderr strings.Builder
	if status := Run(newRoot(nil), []string{"help"}, nil, closed, &stderr); status != exitPipe || stderr.Len() > 0 {
		t.Errorf("broken pipe: status %d, stderr %q", status, stderr.String())
	}
	disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer disk.Close()
	status := Run(newRoot(nil), []string{"help"}, nil, disk, &stderr)
	if status != exitUsage || stderr.String() != "prog: standard output: no space left on device\n" {
		t.Errorf("full disk: status %d, stderr %q", status, stderr.String())
	}
}

// TestInterrupt checks that an interrupted command reports its results, and the status of the signal.
func TestInterrupt(t *testing.T) {
	for number, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if signal.Ignored(number) {
			continue // as by nohup
		}
		got := invoke(func(cmd *cobra.Command, _ []string) error {
			ctx, stop := Interruptible(cmd.Context())
			defer stop()
			if err := syscall.Kill(os.Getpid(), number); err != nil {
				return err
			}
			<-ctx.Done()
			fmt.Fprintln(cmd.ErrOrStderr(), "so far: 7")
			return context.Cause(ctx)
		}, "work")
		if got != (result{"", "so far: 7\n", status}) {
			t.Errorf("%v: %+v", number, got)
		}
	}
}
