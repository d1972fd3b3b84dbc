package codegen

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"example.org/iri/dfa"
	"example.org/iri/internal/walk"
)

// SumLine describes an automaton on a line without its end: the name given, the numbers of states and byte classes, the
// size of its table in bytes, and the SHA-256 of its fields.
func SumLine(name string, a *dfa.Automaton) string {
	size := len(a.Classes) + 2*len(a.Trans) + 2*len(a.Outputs) + len(a.Loops) + 32*len(a.LoopSets) + 24*len(a.Head.Words) + 12*len(a.Head.Forks)
	return fmt.Sprintf("%s %d %d %d %x", name, a.NumStates(), walk.NumClasses(a), size, digest(a))
}

// digest returns the SHA-256 of an automaton, which is the same on every platform: of its fields in order, after a
// magic number and a version. Numbers are little-endian: counts of bytes, states and table entries have four bytes,
// entries of Trans and Outputs two, words of Head eight, and all others one. Lists and strings follow their length,
// except LoopSets and those of Head.
func digest(a *dfa.Automaton) [sha256.Size]byte {
	b := append([]byte("\x7fDFA"), dfa.Version3)
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
	for _, f := range a.Head.Forks {
		b = append32(append32(append32(b, f.Offset), int(f.From)), int(f.To))
	}
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
