//go:build wasip1

// Command wasm is what the page runs: package answer, for a host that has bytes only. It is built
// for wasip1 as a reactor (-buildmode=c-shared).
package main

import (
	"unsafe"

	"example.org/iri/tools/page/internal/answer"
)

// Requests and answers stay here until the next ones, so that nothing is freed that the host reads.
var request, response []byte

// input returns where the host has to write a request of size bytes.
//
//go:wasmexport input
func input(size int32) int32 {
	request = make([]byte, max(size, 1))[:size]
	return pointer(request)
}

// answerRequest answers the request of size bytes that was written, and returns where the answer lies:
// its address in the upper half, its length in the lower one.
//
//go:wasmexport answer
func answerRequest(size int32) int64 {
	response = answer.To(request[:size])
	return int64(pointer(response))<<32 | int64(len(response))
}

func pointer(b []byte) int32 { return int32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

func main() {}
