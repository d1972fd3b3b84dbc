package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"

	"example.org/iri/compile"
	"example.org/iri/compile/suite"
)

// writeSuite writes the suite of a rule, if it is complete. A file named *.gz is compressed.
func (job *sampleJob) writeSuite(g *grammarText, rule string, stdout io.Writer) error {
	a, err := compile.Compile(g.Grammar, rule, job.limits.options()) // minimal, since it has no parts
	if err != nil {
		return grammarError{err}
	}
	var b bytes.Buffer
	if err := suite.Write(&b, a); err != nil {
		return grammarError{err}
	}
	text := b.Bytes()
	if filepath.Ext(job.out) == ".gz" {
		if text, err = compress(text); err != nil {
			return err
		}
	}
	return g.output(job.out, text, stdout)
}

// compress returns text as gzip without a name and time, so that the output only depends on text and on compress/gzip.
func compress(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
