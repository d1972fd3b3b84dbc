package cli

import "runtime/debug"

// Version returns the version of the program's module, which names the commit if there is no release.
func Version() string {
	built, found := debug.ReadBuildInfo()
	if !found || built.Main.Version == "" {
		return "unknown"
	}
	return built.Main.Version
}
