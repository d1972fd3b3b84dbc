//go:build linux && amd64

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSize checks that the program has at most 12 MB with Go 1.26, and 12.5 MB with later versions. Templates of
// text/template cost 3.6 MB more, since they call methods by name and the linker keeps all exported ones. net/http
// costs 2.1 MB.
func TestSize(t *testing.T) {
	file := filepath.Join(t.TempDir(), "iri")
	if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
	limit := int64(12_500_000)
	if strings.HasPrefix(runtime.Version(), "go1.26") {
		limit = 12_000_000
	}
	if info.Size() > limit {
		t.Errorf("the program has %d bytes", info.Size())
	}
}
