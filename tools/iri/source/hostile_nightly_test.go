//go:build nightly && linux

package source

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"
)

// maxMemory is the documented limit.
const maxMemory = 256 << 20

// TestHostileMemory checks hostile files with the command and compares its peak memory with the limit. Sizes range from
// the limit of the format to small ones, since a file that is rejected early takes little memory.
func TestHostileMemory(t *testing.T) {
	dir := t.TempDir()
	m := memory{iri: filepath.Join(dir, "iri"), peaks: filepath.Join(dir, "peak")}
	command(t, "go", "build", "-o", m.iri, "example.org/iri/tools/iri")
	command(t, "go", "build", "-o", m.peaks, "./internal/peak")
	for i, h := range hostiles() {
		t.Run(string(h.options.Format)+"/"+h.name, func(t *testing.T) {
			t.Parallel()
			usual, full := h.sizes()
			name, most, at := filepath.Join(dir, strconv.Itoa(i)), int64(0), 0
			for size := full; size >= usual; size /= 4 {
				write(t, name, h.make(size))
				if n := m.peak(t, arguments(h.options, name)); n > most {
					most, at = n, size
				}
			}
			write(t, name, nil)
			t.Logf("%d: %d MB", at, most>>20)
			if most > maxMemory {
				t.Errorf("%d: %d MB", at, most>>20)
			}
		})
	}
}

type memory struct{ iri, peaks string }

func arguments(o Options, name string) []string {
	args := []string{"check", "--quiet", "--from", string(o.Format)}
	for flag, value := range map[string]string{"column": o.Column, "field": o.Field, "base": o.Base} {
		if value != "" {
			args = append(args, "--"+flag, value)
		}
	}
	if o.Delimiter != 0 {
		args = append(args, "--delimiter", string(o.Delimiter))
	}
	if o.All {
		args = append(args, "--all")
	}
	if o.NUL {
		args = append(args, "--null")
	}
	return append(args, name)
}

// peak returns the peak memory of the command in bytes.
func (m *memory) peak(t *testing.T, args []string) (bytes int64) {
	t.Helper()
	var status int
	out := command(t, m.peaks, append([]string{m.iri}, args...)...)
	if _, err := fmt.Sscan(out, &status, &bytes); err != nil || status < 0 || status > 2 {
		t.Fatalf("%q: %s: %v", args, out, err)
	}
	return bytes
}
