//go:build !linux

package replace

import "os"

func keepAttributes(_, _ *os.File) error { return nil }
