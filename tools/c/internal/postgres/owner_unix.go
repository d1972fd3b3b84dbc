//go:build unix

package postgres

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// owner gives a folder to the user postgres: the server refuses to run as root.
func owner(dir string) (*syscall.SysProcAttr, error) {
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, ErrMissing
	}
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, os.Chown(dir, uid, gid)
}
