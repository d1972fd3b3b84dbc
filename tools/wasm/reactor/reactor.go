//go:build wasip1

// Command reactor is the library for hosts of WebAssembly: a reactor of WASI preview 1, whose
// functions are those of tools/wasm/reactor/iri.h. Memory has 32 bits, so size_t and int64_t of the header are
// 32 bits here, and a column's offsets are int32. docs/recipes/wasm.md tells how to call it.
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o iri.wasm ./tools/wasm/reactor
package main

import (
	"math"
	"unsafe"

	"example.org/iri/internal/foreign"
)

func main() {} // never called: hosts call _initialize, and then what is exported

//go:wasmexport iri_abi
func abi() uint32 { return foreign.ABI }

// A host cannot make room in the memory of the instance by itself. What it has been given is held
// here, where the garbage collector sees it.
var held = make(map[unsafe.Pointer][]uint64)

// alloc returns room for size bytes, aligned for every record. The instance ends if there is none.
//
//go:wasmexport iri_alloc
func alloc(size uint32) unsafe.Pointer {
	room := make([]uint64, uint64(size)/8+1)
	p := unsafe.Pointer(&room[0])
	held[p] = room
	return p
}

//go:wasmexport iri_free
func free(p unsafe.Pointer) { delete(held, p) }

//go:wasmexport iri_rule
func number(name string) int32 { return foreign.Rule(name) }

//go:wasmexport iri_rule_name
func ruleName(rule int32) unsafe.Pointer {
	name := foreign.RuleName(rule)
	if name == "" {
		return nil
	}
	return named(name)
}

//go:wasmexport iri_reason_name
func reasonName(reason uint32) unsafe.Pointer { return named(foreign.ReasonName(reason)) }

//go:wasmexport iri_component_name
func componentName(c uint32) unsafe.Pointer { return named(foreign.ComponentName(c)) }

// names holds the names that the host has asked for, each with a zero byte behind it.
var names = make(map[string]*byte)

func named(name string) unsafe.Pointer {
	if names[name] == nil {
		names[name] = &append([]byte(name), 0)[0]
	}
	return unsafe.Pointer(names[name])
}

//go:wasmexport iri_valid
func valid(rule int32, text string) int32 {
	if isThere(text) && foreign.Valid(rule, octets(text)) {
		return 1
	}
	return 0
}

//go:wasmexport iri_check
func check(rule int32, text string, e unsafe.Pointer) int32 {
	if !isThere(text) {
		return foreign.ErrNull
	}
	return foreign.Check(rule, octets(text), (*foreign.Error)(e))
}

//go:wasmexport iri_split
func split(rule int32, text string, p, e unsafe.Pointer) int32 {
	if !isThere(text) || p == nil {
		return foreign.ErrNull
	}
	return foreign.Split(rule, octets(text), (*foreign.Parts)(p), (*foreign.Error)(e))
}

//go:wasmexport iri_message
func message(rule int32, text string, out unsafe.Pointer, room uint32) int32 {
	return write(out, room, text, func(dst, text []byte) ([]byte, int32) {
		return append(dst, foreign.Message(rule, text)...), foreign.OK
	})
}

//go:wasmexport iri_resolve
func resolve(base, reference string, out unsafe.Pointer, room uint32) int32 {
	if !isThere(base) {
		return foreign.ErrNull
	}
	return write(out, room, reference, func(dst, reference []byte) ([]byte, int32) {
		return foreign.Resolve(dst, octets(base), reference)
	})
}

//go:wasmexport iri_normalize
func normalize(text string, level uint32, out unsafe.Pointer, room uint32) int32 {
	return write(out, room, text, func(dst, text []byte) ([]byte, int32) { return foreign.Normalize(dst, text, level) })
}

//go:wasmexport iri_to_uri
func toURI(text string, out unsafe.Pointer, room uint32) int32 {
	return write(out, room, text, foreign.ToURI)
}

//go:wasmexport iri_to_iri
func toIRI(text string, out unsafe.Pointer, room uint32) int32 {
	return write(out, room, text, foreign.ToIRI)
}

// write has the host's room filled with what becomes of a text, and a zero byte. It returns the
// length or a mistake. What is too long for the room is not written: the host asks again with more
// room.
func write(out unsafe.Pointer, room uint32, text string, appendTo func(dst, text []byte) ([]byte, int32)) int32 {
	to, ok := memory[byte](out, room)
	if !ok || !isThere(text) {
		return foreign.ErrNull
	}
	result, status := appendTo(to[:0], octets(text))
	return int32(foreign.Fill(to, result, status))
}

//go:wasmexport iri_column
func column(rule int32, offsets unsafe.Pointer, n uint32, data, bitmap unsafe.Pointer) int32 {
	c, ok := columnAt(offsets, n, data, bitmap)
	if !ok {
		return foreign.ErrNull
	}
	return int32(foreign.Column(rule, c.offsets, c.data, c.bitmap))
}

//go:wasmexport iri_column_errors
func columnErrors(rule int32, offsets unsafe.Pointer, n uint32, data, bitmap unsafe.Pointer, first uint32, out unsafe.Pointer, room uint32) int32 {
	c, ok := columnAt(offsets, n, data, bitmap)
	rows, okRows := memory[foreign.RowError](out, room)
	if !ok || !okRows {
		return foreign.ErrNull
	}
	return int32(foreign.ColumnErrors(rule, c.offsets, c.data, c.bitmap, int64(first), rows))
}

type arrowColumn struct {
	offsets      []int32
	data, bitmap []byte
}

// columnAt returns a column of n values, whose data ends where the last of them does. Package
// foreign looks at the offsets.
func columnAt(offsets unsafe.Pointer, n uint32, data, bitmap unsafe.Pointer) (c arrowColumn, ok bool) {
	if n == 0 {
		return arrowColumn{}, true
	}
	if n == math.MaxUint32 { // and so n+1 is 0
		return arrowColumn{}, false
	}
	if c.offsets, ok = memory[int32](offsets, n+1); !ok {
		return arrowColumn{}, false
	}
	if c.data, ok = memory[byte](data, uint32(max(c.offsets[n], 0))); !ok {
		return arrowColumn{}, false
	}
	c.bitmap, ok = memory[byte](bitmap, (n+7)/8)
	return c, ok
}

// memory returns n records that the host has put somewhere, and false for what cannot be: records
// at zero, or beyond 4 GiB. WebAssembly itself catches what is behind the end of the memory.
func memory[T any](p unsafe.Pointer, n uint32) ([]T, bool) {
	var record T
	if p == nil {
		return nil, n == 0
	}
	if uint64(uintptr(p))+uint64(n)*uint64(unsafe.Sizeof(record)) > 1<<32 {
		return nil, false
	}
	return unsafe.Slice((*T)(p), n), true
}

// isThere is false for a text at zero that has a length.
func isThere(text string) bool { return len(text) == 0 || unsafe.StringData(text) != nil }

func octets(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }
