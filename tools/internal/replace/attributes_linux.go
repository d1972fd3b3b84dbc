package replace

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes copies the extended attributes of users and the access control list of another file. The group bits
// of a mode are the mask of the list: without it, they would grant the group more than before.
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

// attributes returns the names of the attributes of a file.
func attributes(file int) ([]string, error) {
	list := make([]byte, 64<<10) // no list of Linux is longer
	n, err := unix.Flistxattr(file, list)
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(list[:n]), func(c rune) bool { return c == 0 }), nil
}

func copyAttribute(to, from int, name string) error {
	value := make([]byte, 64<<10) // no value is longer
	n, err := unix.Fgetxattr(from, name, value)
	if err != nil {
		return err
	}
	return unix.Fsetxattr(to, name, value[:n], 0)
}
