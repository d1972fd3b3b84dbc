//go:build !unix

package postgres

import "syscall"

// owner has no user of that kind to name here.
func owner(string) (*syscall.SysProcAttr, error) { return nil, ErrMissing }
