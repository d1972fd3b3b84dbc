// The library for C: the functions that iri.h describes, as a shared library or a static one.
//
//	go run ./build DIR
//
// makes both. The functions of iri.h are in iri.c; they ask those here, which check that pointers
// are there and leave the rest to internal/foreign. None keeps a pointer of C, and none gives one
// of Go.
package main

// #include "exports.h"
import "C"

import (
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"unsafe"

	"example.org/iri/internal/foreign"
)

func main() {} // which a library has, and nobody calls

// The records of foreign are those of C.
const (
	_ = -(unsafe.Sizeof(foreign.Error{}) ^ C.sizeof_iri_error)
	_ = -(unsafe.Sizeof(foreign.Parts{}) ^ C.sizeof_iri_parts)
	_ = -(unsafe.Sizeof(foreign.RowError{}) ^ C.sizeof_iri_row_error)
)

// memory returns memory of C as a slice, and false for a null pointer with a length and for a length
// that reaches beyond all memory. Nobody keeps the slice: the caller of the library may free it.
func memory[Go, In any](p *In, n uint64) ([]Go, bool) {
	var one Go
	at := uintptr(unsafe.Pointer(p))
	if n == 0 {
		return nil, true
	}
	if p == nil || n > uint64(math.MaxInt)/uint64(unsafe.Sizeof(one)) || uint64(at)+n*uint64(unsafe.Sizeof(one)) > math.MaxUint64>>1 {
		return nil, false
	}
	return unsafe.Slice((*Go)(unsafe.Pointer(p)), int(n)), true
}

//export iri_go_valid
func iri_go_valid(rule C.int32_t, text *C.uint8_t, n C.size_t) C.int32_t {
	if p, ok := memory[byte](text, uint64(n)); ok && foreign.Valid(int32(rule), p) {
		return 1
	}
	return 0
}

//export iri_go_check
func iri_go_check(rule C.int32_t, text *C.uint8_t, n C.size_t, e *C.iri_error) C.int32_t {
	p, ok := memory[byte](text, uint64(n))
	if !ok {
		return foreign.ErrNull
	}
	return C.int32_t(foreign.Check(int32(rule), p, (*foreign.Error)(unsafe.Pointer(e))))
}

//export iri_go_split
func iri_go_split(rule C.int32_t, text *C.uint8_t, n C.size_t, parts *C.iri_parts, e *C.iri_error) C.int32_t {
	p, ok := memory[byte](text, uint64(n))
	if !ok || parts == nil {
		return foreign.ErrNull
	}
	return C.int32_t(foreign.Split(int32(rule), p, (*foreign.Parts)(unsafe.Pointer(parts)), (*foreign.Error)(unsafe.Pointer(e))))
}

//export iri_go_message
func iri_go_message(rule C.int32_t, text *C.uint8_t, n C.size_t, out *C.char, room C.size_t) C.int64_t {
	p, ok := memory[byte](text, uint64(n))
	dst, ok2 := memory[byte](out, uint64(room))
	if !ok || !ok2 {
		return foreign.ErrNull
	}
	status := int32(foreign.OK)
	if foreign.RuleName(int32(rule)) == "" {
		status = foreign.ErrRule
	}
	return C.int64_t(foreign.Fill(dst, []byte(foreign.Message(int32(rule), p)), status))
}

//export iri_go_resolve
func iri_go_resolve(base *C.uint8_t, baseLen C.size_t, reference *C.uint8_t, n C.size_t, out *C.char, room C.size_t) C.int64_t {
	b, ok := memory[byte](base, uint64(baseLen))
	if !ok {
		return foreign.ErrNull
	}
	return operation(reference, n, out, room, func(dst, p []byte) ([]byte, int32) { return foreign.Resolve(dst, b, p) })
}

//export iri_go_normalize
func iri_go_normalize(text *C.uint8_t, n C.size_t, level C.uint32_t, out *C.char, room C.size_t) C.int64_t {
	return operation(text, n, out, room, func(dst, p []byte) ([]byte, int32) { return foreign.Normalize(dst, p, uint32(level)) })
}

//export iri_go_to_uri
func iri_go_to_uri(text *C.uint8_t, n C.size_t, out *C.char, room C.size_t) C.int64_t {
	return operation(text, n, out, room, foreign.ToURI)
}

//export iri_go_to_iri
func iri_go_to_iri(text *C.uint8_t, n C.size_t, out *C.char, room C.size_t) C.int64_t {
	return operation(text, n, out, room, foreign.ToIRI)
}

// operation lets f append its result where the caller has room.
func operation(text *C.uint8_t, n C.size_t, out *C.char, room C.size_t, f func(dst, text []byte) ([]byte, int32)) C.int64_t {
	p, ok := memory[byte](text, uint64(n))
	dst, ok2 := memory[byte](out, uint64(room))
	if !ok || !ok2 {
		return foreign.ErrNull
	}
	result, status := f(dst[:0], p)
	return C.int64_t(foreign.Fill(dst, result, status))
}

//export iri_go_column
func iri_go_column(rule C.int32_t, offsets *C.int32_t, n C.int64_t, data, bitmap *C.uint8_t) C.int64_t {
	return columnVerdicts[int32](rule, offsets, n, data, bitmap)
}

//export iri_go_column_large
func iri_go_column_large(rule C.int32_t, offsets *C.int64_t, n C.int64_t, data, bitmap *C.uint8_t) C.int64_t {
	return columnVerdicts[int64](rule, offsets, n, data, bitmap)
}

func columnVerdicts[O foreign.Offset, P any](rule C.int32_t, offsets *P, n C.int64_t, data, bitmap *C.uint8_t) C.int64_t {
	o, d, b, status := column[O](offsets, n, data, bitmap)
	if status < 0 {
		return status
	}
	return C.int64_t(foreign.Column(int32(rule), o, d, b))
}

//export iri_go_column_errors
func iri_go_column_errors(rule C.int32_t, offsets *C.int32_t, n C.int64_t, data, bitmap *C.uint8_t, first C.int64_t, out *C.iri_row_error, room C.int64_t) C.int64_t {
	return columnErrors[int32](rule, offsets, n, data, bitmap, first, out, room)
}

//export iri_go_column_errors_large
func iri_go_column_errors_large(rule C.int32_t, offsets *C.int64_t, n C.int64_t, data, bitmap *C.uint8_t, first C.int64_t, out *C.iri_row_error, room C.int64_t) C.int64_t {
	return columnErrors[int64](rule, offsets, n, data, bitmap, first, out, room)
}

func columnErrors[O foreign.Offset, P any](rule C.int32_t, offsets *P, n C.int64_t, data, bitmap *C.uint8_t, first C.int64_t, out *C.iri_row_error, room C.int64_t) C.int64_t {
	o, d, b, status := column[O](offsets, n, data, bitmap)
	if status < 0 {
		return status
	}
	rows, ok := memory[foreign.RowError](out, uint64(max(room, 0)))
	if !ok {
		return foreign.ErrNull
	}
	return C.int64_t(foreign.ColumnErrors(int32(rule), o, d, b, int64(first), rows))
}

// column returns the memory of a column. Its data end where its last value does.
func column[O foreign.Offset, P any](offsets *P, n C.int64_t, data, bitmap *C.uint8_t) (o []O, d, b []byte, status C.int64_t) {
	switch {
	case n < 0 || n == math.MaxInt64:
		return nil, nil, nil, foreign.ErrOffsets
	case n == 0:
		return nil, nil, nil, foreign.OK // Arrow lets columns without values have no offsets
	}
	o, ok := memory[O](offsets, uint64(n)+1)
	if !ok {
		return nil, nil, nil, foreign.ErrNull
	}
	if o[n] < 0 {
		return nil, nil, nil, foreign.ErrOffsets
	}
	d, ok = memory[byte](data, uint64(o[n]))
	b, ok2 := memory[byte](bitmap, (uint64(n)+7)/8)
	if !ok || !ok2 {
		return nil, nil, nil, foreign.ErrNull
	}
	return o, d, b, foreign.OK
}

//export iri_go_rule
func iri_go_rule(name *C.char, n C.size_t) C.int32_t {
	p, ok := memory[byte](name, uint64(n))
	if !ok {
		return foreign.ErrNull
	}
	return C.int32_t(foreign.Rule(string(p)))
}

// kept returns texts as memory that C has for ever. A variable of C points to it, so that programs
// that look for leaks see that it is none.
func kept(at **C.char, texts []string) (all []*C.char) {
	*at = C.CString(strings.Join(texts, "\x00"))
	next := unsafe.Pointer(*at)
	for _, text := range texts {
		all = append(all, (*C.char)(next))
		next = unsafe.Add(next, len(text)+1)
	}
	return all
}

// numbered returns the names of the first n numbers.
func numbered(n uint32, name func(uint32) string) (texts []string) {
	for i := range n {
		texts = append(texts, name(i))
	}
	return texts
}

var (
	ruleNames = sync.OnceValue(func() []*C.char {
		var texts []string
		for i := int32(0); foreign.RuleName(i) != ""; i++ {
			texts = append(texts, foreign.RuleName(i))
		}
		return kept(&C.iri_kept[0], texts)
	})
	reasonNames = sync.OnceValue(func() []*C.char {
		return kept(&C.iri_kept[1], numbered(C.IRI_REASON_NOT_IN_RULE+1, foreign.ReasonName))
	})
	componentNames = sync.OnceValue(func() []*C.char {
		return kept(&C.iri_kept[2], numbered(C.IRI_FRAGMENT+1, foreign.ComponentName))
	})
	version = sync.OnceValue(func() *C.char {
		text := "(devel)"
		if info, ok := debug.ReadBuildInfo(); ok {
			text = info.Main.Version
		}
		return kept(&C.iri_kept[3], []string{text})[0]
	})
)

//export iri_go_rule_name
func iri_go_rule_name(rule C.int32_t) *C.char {
	if all := ruleNames(); rule >= 0 && int64(rule) < int64(len(all)) {
		return all[rule]
	}
	return nil
}

//export iri_go_reason_name
func iri_go_reason_name(reason C.uint32_t) *C.char {
	all := reasonNames()
	if int64(reason) >= int64(len(all)) {
		reason = 0
	}
	return all[reason]
}

//export iri_go_component_name
func iri_go_component_name(component C.uint32_t) *C.char {
	all := componentNames()
	if int64(component) >= int64(len(all)) {
		component = 0
	}
	return all[component]
}

//export iri_go_version
func iri_go_version() *C.char { return version() }
