package foreign

import (
	"errors"
	"math"

	"example.org/iri"
)

// The operations append their result to a buffer, which is to have room for it: what Go appends
// elsewhere does not reach the caller. Each says how much is enough. They return the buffer and OK,
// or the buffer as it was and a mistake.

// Resolve appends what a reference refers to in a document with the given base, as
// [iri.IRI.Resolve] does. Three bytes more than both texts have are enough.
func Resolve(dst, base, reference []byte) ([]byte, int32) {
	if tooLong(len(base)) || tooLong(len(reference)) || tooLong(len(base)+len(reference)+3) {
		return dst, ErrTooLong
	}
	b, err := iri.Parse(string(base))
	if err != nil {
		return dst, ErrBase
	}
	result, _, err := (&iri.Resolver{Base: b}).AppendResolve(dst, reference)
	return result, operation(err)
}

// Normalize appends the normal form of a reference, as [iri.AppendNormal] does; level is an
// [iri.Normalization]. Seven bytes more than the text has are enough.
func Normalize(dst, text []byte, level uint32) ([]byte, int32) {
	if level&^uint32(iri.ForComparison) != 0 {
		return dst, ErrLevel
	}
	if tooLong(len(text)) {
		return dst, ErrTooLong
	}
	result, _, err := iri.AppendNormal(dst, text, iri.Normalization(level))
	return result, operation(err)
}

// ToURI appends a reference as a URI, as [iri.AppendURI] does. Three times what the text has is
// enough.
func ToURI(dst, text []byte) ([]byte, int32) {
	if tooLong(len(text)) {
		return dst, ErrTooLong
	}
	result, _, err := iri.AppendURI(dst, text)
	return result, operation(err)
}

// ToIRI appends a reference as an IRI, as [iri.AppendIRI] does. What the text has is enough.
func ToIRI(dst, text []byte) ([]byte, int32) {
	if tooLong(len(text)) {
		return dst, ErrTooLong
	}
	result, _, err := iri.AppendIRI(dst, text)
	return result, operation(err)
}

// Fill puts the result of an operation where the caller has room, with a zero byte behind it, and
// returns its length, or the mistake. What has no room is not written, but for the zero byte. What
// was too long on the way has been appended elsewhere, though it may fit in the end.
func Fill(room, result []byte, status int32) int64 {
	end := 0
	if status == OK && len(result) < len(room) {
		end = copy(room, result)
	}
	if len(room) > 0 {
		room[end] = 0
	}
	if status != OK {
		return int64(status)
	}
	return int64(len(result))
}

// tooLong tells of 4 GiB and more, as [iri.ErrTooLong] does. It is asked before room is made for a
// result: a length that is a mistake of the caller may be more than there is memory.
func tooLong(n int) bool { return uint64(n) > math.MaxUint32 }

func operation(err error) int32 {
	switch {
	case err == nil:
		return OK
	case errors.Is(err, iri.ErrTooLong):
		return ErrTooLong
	}
	return ErrReference
}
