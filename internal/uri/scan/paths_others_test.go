//go:build !amd64 || purego

package scan

import "testing"

// kernels returns none.
func kernels(testing.TB) []path { return nil }

// batchLevels returns the one of single calls.
func batchLevels(testing.TB) []Level { return []Level{NoVectors} }

func setLevel(Level) {}

// forget does nothing: there is no first call.
func forget() {}
