//go:build !386 && !purego

package repo

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"
)

// archive returns a program packed as in a release.
func archive(t *testing.T, program string) []byte {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	w := tar.NewWriter(zipped)
	if err := w.WriteHeader(&tar.Header{Name: "iri", Mode: 0o755, Size: int64(len(program))}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(program)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	zipped.Close()
	return b.Bytes()
}

// TestFetch checks that .ci/fetch downloads the command of a release, refuses a wrong checksum, and builds it by Go
// only if there is no release for this system.
func TestFetch(t *testing.T) {
	for _, program := range []string{"bash", "curl", "tar", "sha256sum"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	if goruntime.GOOS != "linux" && goruntime.GOOS != "darwin" {
		t.Skip("the archives of this system are of another kind")
	}
	const released = "#!/bin/sh\necho released\n"
	packed := archive(t, released)
	name := fmt.Sprintf("iri_1.2.3_%s_%s.tar.gz", goruntime.GOOS, goruntime.GOARCH)
	bin := t.TempDir() // a program go that builds at once
	goBuild := "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\nprintf '#!/bin/sh\\necho built\\n' >\"$2/iri\"\nchmod +x \"$2/iri\"\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(goBuild), 0o755); err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x  %s\n", sha256.Sum256(packed), name)
	tests := []struct {
		name, checksums, want string
	}{
		{"a release", "0  other\n" + sum, "released\n"},
		{"another checksum", strings.Repeat("0", 64) + "  " + name + "\n", ""},
		{"a release without this system", "0  other\n", "built\n"},
		{"no release", "", "built\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			url, dir := filepath.Join(t.TempDir(), "v1.2.3"), filepath.Join(t.TempDir(), "bin")
			if err := os.Mkdir(url, 0o777); err != nil {
				t.Fatal(err)
			}
			if test.checksums != "" {
				for file, text := range map[string][]byte{"checksums.txt": []byte(test.checksums), name: packed} {
					if err := os.WriteFile(filepath.Join(url, file), text, 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			cmd := exec.Command("bash", ".ci/fetch", dir, "file://"+url)
			cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
			text, err := cmd.CombinedOutput()
			out, _ := exec.Command(filepath.Join(dir, "iri")).Output()
			if string(out) != test.want || (err == nil) != (test.want != "") {
				t.Errorf("%q, %v: %s", out, err, text)
			}
		})
	}
}
