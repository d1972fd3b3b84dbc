//go:build unix

package replace

import "syscall"

const nonblock = syscall.O_NONBLOCK
