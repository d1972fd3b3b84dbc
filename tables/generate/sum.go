package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"example.org/iri/internal/uri"
)

// planLine describes a plan by the size and hash of its binary form, little-endian. codegen.SumLine describes automata.
func planLine(name string, p *uri.Plan) string {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, p) // cannot fail: b is a buffer, and all fields have a fixed size
	return fmt.Sprintf("%s %d %x", name, b.Len(), sha256.Sum256(b.Bytes()))
}
