// Command wasm makes a package for npm of the library: iri.wasm, which programs in Go and in other
// languages can also load, and the JavaScript around it.
//
//	go run ./tools/wasm -o DIR
//	npm pack DIR
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "example.org/iri"

//go:embed npm
var files embed.FS

const usage = `usage: go run ./tools/wasm -o DIR

Makes a package for npm in DIR: iri.wasm, a reactor of WASI preview 1 that is built with your
Go, and the JavaScript around it. To be run in a clone of the module.

examples:
  go run ./tools/wasm -o /tmp/iri
  npm pack /tmp/iri
`

func main() {
	flags := flag.NewFlagSet("wasm", flag.ContinueOnError)
	flags.Usage = func() {}
	dir := flags.String("o", "", "")
	switch err := flags.Parse(os.Args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		return
	case err != nil || *dir == "" || flags.NArg() > 0:
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	sizes, err := build(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
	fmt.Println(sizes)
}

// build makes the package and says how large the reactor is.
func build(dir string) (sizes string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	err = fs.WalkDir(files, "npm", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, d.Name()), text, 0o666)
	})
	if err != nil {
		return "", err
	}
	if err := copyLicense(dir); err != nil {
		return "", err
	}
	return reactor(filepath.Join(dir, "iri.wasm"))
}

// copyLicense: the licence is that of the module, which cannot be embedded from here.
func copyLicense(dir string) error {
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}", module)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "LICENSE"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "LICENSE"), text, 0o666)
}

// reactor builds the same bytes on every machine, given the version of Go.
func reactor(file string) (sizes string, err error) {
	if _, err := output("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-o", file, module+"/tools/wasm/reactor"); err != nil {
		return "", err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	zipped, err := zippedSize(text)
	return fmt.Sprintf("%s: %d bytes, %d gzipped", file, len(text), zipped), err
}

// zippedSize returns how many bytes gzip makes of a text.
func zippedSize(text []byte) (int, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	_, err = w.Write(text)
	err = errors.Join(err, w.Close())
	return b.Len(), err
}

// output runs a command for wasip1 and returns what it prints.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, stderr.String())
	}
	return string(out), nil
}
