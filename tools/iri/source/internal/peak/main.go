//go:build linux

// Command peak runs a program, and prints its exit status and peak memory in bytes. It is small, since the peak of a
// process is at least the size of its parent.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

func main() {
	c := exec.Command(os.Args[1], os.Args[2:]...)
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
	fmt.Println(c.ProcessState.ExitCode(), c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss<<10)
}
