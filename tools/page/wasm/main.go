//go:build wasip1

// Command wasm exports package answer to the page. It is built for wasip1 as a reactor (-buildmode=c-shared).
package main

import (
	"unsafe"

	"example.org/iri/tools/page/internal/answer"
)

// The host reads and writes this memory, so it is referenced until the next request.
var request, response []byte

// input returns the address where the host writes a request of size bytes.
//
//go:wasmexport input
func input(size int32) int32 {
	request = make([]byte, max(size, 1))[:size]
	return pointer(request)
}

// answerRequest answers the request of size bytes at the address that input returned. The result is the address of the
// answer in the upper half, and its length in the lower half.
//
//go:wasmexport answer
func answerRequest(size int32) int64 {
	response = answer.To(request[:size])
	return int64(pointer(response))<<32 | int64(len(response))
}

func pointer(b []byte) int32 { return int32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

func main() {}
