//go:build !purego

package scan

import (
	"math"
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// The kernels here are in small form: vector instructions find out which bytes of
// a block have which role, the rest is the code of masks.go. They use what every
// ARMv8-A processor has and read not a byte before or after a string. They were
// tested on an emulator only (qemu-aarch64). No real processor has run them, so
// how fast they are is not known.

// NEON is the level that every processor of this architecture has.
const NEON = NoVectors + 1

// level is NEON; only Limit may store less.
var level = NEON

// Limit makes kernels above a level unavailable and returns the best level that
// is left. It is for tests and benchmarks, which must not run in parallel.
func Limit(to Level) Level {
	level = max(NoVectors, min(NEON, to))
	return level
}

// Bytes returns where the components of p lie, or that they must be found
// otherwise. The Cut means something only if the result is Valid.
func Bytes(a *uri.Language, p []byte) (find.Cut, Result) {
	return locate(a.Plan, unsafe.SliceData(p), len(p))
}

// String is Bytes for a string.
func String(a *uri.Language, s string) (find.Cut, Result) {
	return locate(a.Plan, unsafe.StringData(s), len(s))
}

// CheckBytes is Bytes without offsets.
func CheckBytes(a *uri.Language, p []byte) Result {
	_, v := locate(a.Plan, unsafe.SliceData(p), len(p))
	return v
}

// CheckString is String without offsets.
func CheckString(a *uri.Language, s string) Result {
	_, v := locate(a.Plan, unsafe.StringData(s), len(s))
	return v
}

// locate is for strings of 16 bytes or more. What fits into one
// register is too little to gain from them.
func locate(plan *uri.Plan, p *byte, n int) (find.Cut, Result) {
	switch {
	case plan == nil || uint64(n) > math.MaxUint32:
		return find.Cut{}, Undecided
	case n < 16 || level < NEON:
		return find.Cut{}, NoKernel
	}
	var o find.Offsets
	var m masks
	size := min(n, 64)
	m.set(plan, p, size)
	var carry uint64
	if m.text != ^uint64(0)>>(64-size) { // most strings have nothing odd
		var v Result
		if v, carry = m.odd(size, n > 64, 0); v != Valid {
			return find.Cut{}, v
		}
		if m.high != 0 && wild(p, n, 0, &plan.Pairs) {
			return find.Cut{}, Undecided
		}
	}
	if v := m.head(size, n > 64, plan.Relative, &o); v != Valid {
		return find.Cut{}, v
	}
	if v := m.tail(0, &o); v != Valid {
		return find.Cut{}, v
	}
	if n > 64 {
		if v := m.rest(plan, p, n, carry, &o); v != Valid {
			return find.Cut{}, v
		}
	}
	o.End = uint32(n)
	return o.Pack(), Valid
}

// rest goes on after the first block, which m is of.
func (m *masks) rest(plan *uri.Plan, p *byte, n int, carry uint64, o *find.Offsets) Result {
	for pos := 64; pos < n; pos += 64 {
		high := m.high >> 63 // the last byte before is not ASCII
		if carry|high == 0 {
			pos += smooth(add(p, pos), n-pos, &plan.Class)
			if pos == n {
				break
			}
		}
		size := min(n-pos, 64)
		m.set(plan, add(p, pos+size-64), 64) // if that is too much, then up to the end
		m.drop(64 - size)                    // and without what was there before
		var v Result
		if v, carry = m.odd(size, pos+size < n, carry); v != Valid {
			return v
		}
		if m.high|high != 0 && wild(p, n, pos, &plan.Pairs) {
			return Undecided
		}
		if v = m.tail(uint32(pos), o); v != Valid {
			return v
		}
	}
	return Valid
}

// set sets m by the block of n bytes at p; n is 16 to 64. The three upper bits of a role tell
// delimiters apart, see uri.Delim.
func (m *masks) set(plan *uri.Plan, p *byte, n int) {
	transpose(p, n, &plan.Class, m)
	text, low, middle, top := m.text, m.colon, m.slash, m.query // so far
	m.text = text | top
	m.colon = text & low &^ (middle | top)
	m.slash = text & middle &^ (low | top)
	m.at = text & low & middle &^ top
	m.query = text & top &^ (low | middle)
	m.fragment = top &^ (text | low | middle)
	m.alive = m.text | m.scheme | m.hex | m.digit | m.first | low | middle
}

// drop takes away the first k bytes of a block, as far as tail and odd mind them.
func (m *masks) drop(k int) {
	m.text >>= k
	m.query >>= k
	m.fragment >>= k
	m.hex >>= k
	m.alive >>= k
	m.high >>= k
}

// add returns the address i bytes after p, which is in the same text.
func add(p *byte, i int) *byte { return (*byte)(unsafe.Add(unsafe.Pointer(p), i)) }

// transpose sets the fields of m from text to high, not to what their names say
// but to the bits of the roles, in their order, of a block of n bytes, 16 to 64.
//
//go:noescape
func transpose(p *byte, n int, class *[256]uint8, m *masks)

// smooth returns how many bytes from p on are text and delimit nothing after a path, in whole
// blocks of 64. It stops at a block that has other bytes, or at the rest.
//
//go:noescape
func smooth(p *byte, n int, class *[256]uint8) int

// wild reports whether in the 64 bytes from pos on, or after the end of the string if that
// is among them, there is a pair in boxes, or a byte that continues no character.
//
//go:noescape
func wild(p *byte, n, pos int, boxes *[8][16]uint8) bool
