package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version returns what the program was built from: the version of its module, which names the commit if
// there is no release, and Go's.
func version() string {
	built, found := debug.ReadBuildInfo()
	if !found {
		return "unknown"
	}
	return fmt.Sprintf("%s, %s %s/%s", built.Main.Version, built.GoVersion, runtime.GOOS, runtime.GOARCH)
}
