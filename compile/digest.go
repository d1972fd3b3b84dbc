package compile

import (
	"crypto/sha256"
	"encoding/binary"

	"example.org/iri/dfa"
)

// digest returns the SHA-256 of an automaton, the same on every platform, and of more. It
// is that of the fields in their order behind a magic and a version. Numbers are little-endian:
// counts of bytes, states and table entries take four bytes, entries of Trans two, of
// MarkSlots eight, all others one. Lists and texts stand behind their length.
func digest(a *dfa.Automaton, more string) [sha256.Size]byte {
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
