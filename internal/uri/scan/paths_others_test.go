//go:build !amd64 || purego

package scan

import "testing"

func kernels(testing.TB) []path { return nil }

func batchLevels(testing.TB) []Level { return []Level{NoVectors} }

func setLevel(Level) {}

func forget() {}
