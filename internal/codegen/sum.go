package codegen

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"example.org/iri/dfa"
	"example.org/iri/internal/walk"
)

// SumLine describes an automaton in a line without its end: the name given, the numbers of
// states and byte classes, the bytes that its table takes, and a SHA-256 of all that it is
// made of.
func SumLine(name string, a *dfa.Automaton) string {
	return sumLine(name, a, 0, "")
}

// SpansLine describes an automaton with captures likewise; the SHA-256 is also that of what decodes
// them, as Go prints it.
func SpansLine(name string, t *dfa.Tagged) string {
	size := 2 * len(t.Final)
	for _, commits := range t.Registers {
		size += 2 * len(commits)
	}
	for _, places := range t.Places {
		size += 2 * len(places)
	}
	return sumLine(name, &t.Automaton, size, fmt.Sprint(t.Names, t.Registers, t.Final, t.Places, t.Fixed))
}

// sumLine describes an automaton and what else there is: bytes, and their text.
func sumLine(name string, a *dfa.Automaton, size int, more string) string {
	size += len(a.Classes) + 2*len(a.Trans) + 2*len(a.Outputs) + len(a.Loops) + 32*len(a.LoopSets) + 24*len(a.Head.Words)
	return fmt.Sprintf("%s %d %d %d %x", name, a.NumStates(), walk.NumClasses(a), size, digest(a, more))
}

// digest returns the SHA-256 of an automaton, the same on every platform: that of the
// fields in their order after a magic and a version. Numbers are little-endian:
// counts of bytes, states and table entries take four bytes, entries of Trans and Outputs two, all
// others one. Lists and strings stand after their length, save more, which is the end.
func digest(a *dfa.Automaton, more string) [sha256.Size]byte {
	b := append([]byte("\x7fDFA"), 3)
	b = appendText(b, a.Name)
	b = append32(b, int(a.Start))
	b = append32(b, int(a.AcceptMin))
	b = append(b, a.Shift)
	b = append(b, a.Classes[:]...)
	b = append32(b, len(a.Trans))
	for _, t := range a.Trans {
		b = binary.LittleEndian.AppendUint16(b, t)
	}
	b = append32(b, len(a.Outputs))
	for _, output := range a.Outputs {
		b = binary.LittleEndian.AppendUint16(b, output)
	}
	if a.InState {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	b = appendTexts(b, a.PartNames)
	b = appendText(b, a.Loops)
	for _, set := range a.LoopSets {
		b = append(b, set[:]...)
	}
	b = append32(append32(b, a.Head.Bytes), int(a.Head.End))
	for _, w := range a.Head.Words {
		for _, word := range []uint64{w.Fold, w.Low, w.High} {
			b = binary.LittleEndian.AppendUint64(b, word)
		}
	}
	return sha256.Sum256(append(b, more...))
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
