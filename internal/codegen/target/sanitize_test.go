//go:build nightly

package target

import "testing"

func init() {
	compilerFlags = append(compilerFlags, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
}

// TestCPlusPlus tests that generated C is also C++.
func TestCPlusPlus(t *testing.T) {
	for _, x := range subjects(t) {
		dir := t.TempDir()
		writeC(t, dir, &x.file)
		run(t, dir, nil, "c++", "-x", "c++", "-Wall", "-Wextra", "-Werror", "-pedantic", "-c", "x.c")
	}
}
