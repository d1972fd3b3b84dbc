package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// This file describes what generic code knows nothing of as codegen.SumLine does automata.

// classifierLine describes a classifier likewise; its fields are summed as Go prints them.
func classifierLine(name string, c *dfa.Classifier) string {
	sum := sha256.Sum256(fmt.Append(nil, c.Names, c.Start, c.Shift, *c.Classes, c.Trans, c.Sets))
	size := len(c.Classes) + 2*len(c.Trans) + 2*len(c.Sets)
	classes := int(slices.Max(c.Classes[:])) + 1
	return fmt.Sprintf("%s %d %d %d %x", name, len(c.Sets), classes, size, sum)
}

// planLine describes a plan: the bytes that it takes, fields in their order, numbers
// little-endian.
func planLine(name string, p *uri.Plan) string {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, p) // a buffer takes it all, and a plan has fields of fixed size only
	return fmt.Sprintf("%s %d %x", name, b.Len(), sha256.Sum256(b.Bytes()))
}
