package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.org/iri/tools/internal/railroad"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed wasi.js
	wasiJS string // runs a WASI reactor
	//go:embed library.js
	libraryJS string
	//go:embed worker.js
	workerJS string
	//go:embed page.js
	pageJS string
	//go:embed text.js
	textJS string
	//go:embed grammar.js
	grammarJS string
)

const library = "example.org/iri/tools/page/wasm" // a reactor: JavaScript calls its functions

func compileLibrary() ([]byte, error) {
	dir, err := os.MkdirTemp("", "page")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "library.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", file, library)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", cmd, err, bytes.TrimSpace(out))
	}
	return os.ReadFile(file)
}

func assemble(library []byte) ([]byte, error) {
	zipped, err := compress(library)
	if err != nil {
		return nil, err
	}
	style := pageCSS + railroad.Style
	script := strings.Join([]string{wasiJS, libraryJS, pageJS, textJS, grammarJS}, "\n")
	page := strings.NewReplacer(
		"{{policy}}", policy(script, style),
		"{{style}}", style,
		"{{worker}}", wasiJS+libraryJS+workerJS,
		"{{library}}", base64.StdEncoding.EncodeToString(zipped),
		"{{script}}", script,
	).Replace(pageHTML)
	return []byte(page), nil
}

// policy returns the Content-Security-Policy of the page. It allows the script and the style sheet of the page, by
// hash,
// and no requests. The worker is a blob made by the script and inherits the policy.
func policy(script, style string) string {
	return fmt.Sprintf("default-src 'none'; script-src '%s' 'wasm-unsafe-eval'; style-src '%s'; worker-src blob:; "+
		"base-uri 'none'; form-action 'none'", digest(script), digest(style))
}

// digest returns the hash source of a script or style in the policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// compress returns the gzip format of data. It is deterministic.
func compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
