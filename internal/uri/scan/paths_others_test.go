//go:build !amd64 || purego

package scan

import "testing"

// kernels returns the one that there may be. It leaves short strings to others.
func kernels(t testing.TB) []path {
	if Limit(NoVectors+1) == NoVectors {
		t.Log("no kernels here")
		return nil
	}
	return []path{{name: "kernel", locate: Bytes, check: CheckBytes, least: 16}}
}

// batchLevels returns the one of single calls.
func batchLevels(testing.TB) []Level { return []Level{NoVectors} }

func setLevel(Level) {}

// forget does nothing: there is no first call.
func forget() {}
