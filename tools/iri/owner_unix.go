//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another, if the user may do that.
func keepOwner(file *os.File, of fs.FileInfo) {
	if s, is := of.Sys().(*syscall.Stat_t); is {
		file.Chown(int(s.Uid), int(s.Gid))
	}
}
