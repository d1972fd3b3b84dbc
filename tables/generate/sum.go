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

// This file describes tables, a line each without its end: a name, sizes, and a SHA-256 of
// all that the table is made of.

// sumLine describes an automaton: states, byte classes, the bytes that its table takes.
func sumLine(name string, a *dfa.Automaton) string {
	size := len(a.Classes) + 2*len(a.Trans) + len(a.Slots) + 8*len(a.MarkSlots) + len(a.Parts)
	return fmt.Sprintf("%s %d %d %d %x", name, a.NumStates(), a.NumClasses(), size, digest(a))
}

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

// digest returns the SHA-256 of an automaton, the same on every platform: that of the
// fields in their order behind a magic and a version. Numbers are little-endian:
// counts of bytes, states and table entries take four bytes, entries of Trans two, of
// MarkSlots eight, all others one. Lists and texts stand behind their length.
func digest(a *dfa.Automaton) [sha256.Size]byte {
	b := append([]byte("\x7fDFA"), 1)
	b = appendText(b, a.Name)
	b = append32(b, int(a.Start))
	b = append32(b, int(a.AcceptMin))
	b = append(b, a.Shift)
	b = append(b, a.Classes[:]...)
	b = append32(b, len(a.Trans))
	for _, t := range a.Trans {
		b = binary.LittleEndian.AppendUint16(b, t)
	}
	b = appendText(b, a.Slots)
	b = append32(b, len(a.MarkSlots))
	for _, slots := range a.MarkSlots {
		b = binary.LittleEndian.AppendUint64(b, slots)
	}
	b = appendTexts(b, a.MarkNames)
	b = appendText(b, a.Parts)
	b = appendTexts(b, a.PartNames)
	return sha256.Sum256(b)
}

func append32(b []byte, n int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(n)) }

func appendText[Bytes ~[]byte | ~string](b []byte, text Bytes) []byte {
	return append(append32(b, len(text)), text...)
}

func appendTexts(b []byte, list []string) []byte {
	b = append32(b, len(list))
	for _, text := range list {
		b = appendText(b, text)
	}
	return b
}
