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

// TestSize: the program has at most 12 MB with Go 1.26, and 12.5 MB with later versions. It has 3.6 MB more if anything in it runs templates of
// text/template: these call methods by name, so the linker keeps all exported methods. net/http adds 2.1 MB.
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
