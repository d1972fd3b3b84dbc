package replace

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes copies user extended attributes and the access control list of a file. With a list, the group bits of
// the mode are its mask, so that the mode alone would grant the group more.
func keepAttributes(file, of *os.File) error {
	names, err := attributes(int(of.Fd()))
	if errors.Is(err, unix.ENOTSUP) {
		return nil
	}
	for _, name := range names {
		if err == nil && (strings.HasPrefix(name, "user.") || name == "system.posix_acl_access") {
			err = copyAttribute(int(file.Fd()), int(of.Fd()), name)
		}
	}
	if err != nil {
		return fmt.Errorf("extended attributes cannot be kept: %w", err)
	}
	return nil
}

func attributes(file int) ([]string, error) {
	list := make([]byte, 64<<10) // the maximum of Linux
	n, err := unix.Flistxattr(file, list)
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(list[:n]), func(c rune) bool { return c == 0 }), nil
}

func copyAttribute(to, from int, name string) error {
	value := make([]byte, 64<<10) // likewise
	n, err := unix.Fgetxattr(from, name, value)
	if err != nil {
		return err
	}
	return unix.Fsetxattr(to, name, value[:n], 0)
}
