//go:build unix

package replace

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

func keepOwner(file *os.File, of fs.FileInfo) error {
	info, err := file.Stat()
	if err != nil {
		return Reason(err)
	}
	have, isKnown := info.Sys().(*syscall.Stat_t)
	want, isWanted := of.Sys().(*syscall.Stat_t)
	if !isKnown || !isWanted || have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	if err := file.Chown(int(want.Uid), int(want.Gid)); err != nil {
		return fmt.Errorf("owner and group cannot be kept: %w", Reason(err))
	}
	return nil
}

const nonblock = syscall.O_NONBLOCK
