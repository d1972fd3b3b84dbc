package main

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestEndlessFiles: no command reads more of a file than a grammar may have.
func TestEndlessFiles(t *testing.T) {
	const zero = "/dev/zero"
	if _, err := os.Stat(zero); err != nil {
		t.Skip(err)
	}
	folder(t, "good.abnf", "a = \"b\"\r\n")
	for _, args := range [][]string{
		{"lint", zero}, {"lint", "--wild", zero}, {"extract", zero}, {"draw", zero}, {"draw", "--as", "dot", zero}, {"sample", "--rule", "a", zero},
		{"compile", "-o", "x/x.go", zero}, {"compile", "-o", "x/x.go", "--import", zero, "good.abnf"}, {"compile", "-o", "x/x.go", "--override", zero, "good.abnf"},
		{"equal", "good.abnf:a", zero + ":a"}, {"explain", zero + ":a", "b"}, {"prove", zero}, {"sample", "--suite", zero},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := abnfc(args...)
		runtime.ReadMemStats(&after)
		if got.code == 0 || !strings.Contains(got.stderr, "has more than 1048576 bytes") {
			t.Errorf("%q: status %d, %.300s", args, got.code, got.stderr)
		}
		if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 64 {
			t.Errorf("%q: %d MiB were allocated", args, used)
		}
	}
	var large bytes.Buffer
	large.WriteString("a = \"b\"\r\n")
	for large.Len() < 1<<20 {
		large.WriteString("; comment\r\n")
	}
	large.Truncate(1<<20 - 2)
	large.WriteString("\r\n")
	if err := os.WriteFile("large.abnf", large.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := abnfc("lint", "large.abnf"); got.code != 0 {
		t.Errorf("a grammar of 1 MiB: %+v", got)
	}
}
