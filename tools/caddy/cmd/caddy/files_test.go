package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDockerfile: a base image cannot change behind its name.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	bases := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(string(text), -1)
	if len(bases) != 2 {
		t.Errorf("%d base images", len(bases))
	}
	for _, base := range bases {
		if base[1] != "scratch" && !regexp.MustCompile(`@sha256:[0-9a-f]{64}$`).MatchString(base[1]) {
			t.Errorf("%s has no digest", base[1])
		}
	}
}

// TestUnit: systemd understands the unit, and finds little that it could do without.
func TestUnit(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("needs systemd-analyze")
	}
	text, err := os.ReadFile("../../iri-guard.service")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "iri-guard.service")
	here := strings.Replace(string(text), "/usr/local/bin/caddy", os.Args[0], 1) // verify looks for the program
	if err := os.WriteFile(file, []byte(here), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput(); err != nil || strings.Contains(string(out), file) {
		t.Errorf("%v: %s", err, out)
	}
	// The exposure is at most 2.0 of 10.
	out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", file).CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
