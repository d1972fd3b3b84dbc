//go:build nightly

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBuild requires the page to be self-contained.
func TestBuild(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	var out, problems bytes.Buffer
	if status := run([]string{"-o", dir}, &out, &problems); status != 0 {
		t.Fatalf("exit status %d: %s", status, &problems)
	}
	data, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	if left := regexp.MustCompile(`\{\{\w+\}\}`).FindString(page); left != "" {
		t.Errorf("%s is not filled in", left)
	}
	if strings.Contains(page, "export ") {
		t.Error("a script of the page is a module with exports: a worker of a page on disk can be none")
	}
	if outside := regexp.MustCompile(`(src|href)=|@import|url\(`).FindString(page); outside != "" {
		t.Errorf("the page has %s: all is to be in it", outside)
	}
	if !strings.HasPrefix(out.String(), filepath.Join(dir, "index.html")+": ") {
		t.Errorf("the command says %q, not where the page is", &out)
	}
}
