package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"example.org/iri/internal/uri"
)

// codegen.SumLine describes automata; this file describes plans.

// planLine describes a plan: the bytes that it takes, fields in their order, numbers
// little-endian.
func planLine(name string, p *uri.Plan) string {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, p) // a buffer takes it all, and a plan has fields of fixed size only
	return fmt.Sprintf("%s %d %x", name, b.Len(), sha256.Sum256(b.Bytes()))
}
