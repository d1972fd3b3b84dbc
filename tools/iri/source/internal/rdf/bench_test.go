package rdf

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

var benchFile = flag.String("benchfile", "", "`file` to read in BenchmarkRead")

// BenchmarkRead reads a file in memory.
func BenchmarkRead(b *testing.B) {
	if *benchFile == "" {
		b.Skip("-benchfile names no file")
	}
	text, err := os.ReadFile(*benchFile)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	base := iri.MustParse("http://example.org/")
	for into := new(block.Block); b.Loop(); {
		for r := NewReader(bytes.NewReader(text), syntaxes[filepath.Ext(*benchFile)], base); ; {
			if err := r.Read(into); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
