// Package golden compares what tests make with files that were looked at. Only tests import it.
package golden

import (
	"os"
	"testing"
)

// Check expects a file to hold a text, or writes the file if update is set, the flag -update of
// the test.
func Check(t testing.TB, file, got string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what it was; if it should not be, run go test with -run %s -update. Now it is\n%s", file, t.Name(), got)
	}
}
