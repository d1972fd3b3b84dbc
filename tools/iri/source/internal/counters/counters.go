// Package counters reads the coverage counters of a program that was built with go build -cover.
package counters

import (
	"encoding/binary"
	"errors"
)

// Sizes in a counter file (internal/coverage of the Go toolchain). Running go tool covdata would take longer than the
// measured program.
const (
	fileHeader    = 32
	segmentHeader = 16 // the number of functions, 8 bytes; the lengths of strings and of arguments, 4 bytes each
)

var errFormat = errors.New("not the counters of this toolchain")

// Sum returns the sum of the counters, which is the number of executed basic blocks.
func Sum(file []byte) (sum int64, err error) {
	if len(file) < fileHeader+segmentHeader {
		return 0, errFormat
	}
	segment := file[fileHeader:]
	functions := binary.LittleEndian.Uint64(segment)
	skipped := segmentHeader + int(binary.LittleEndian.Uint32(segment[8:])) + int(binary.LittleEndian.Uint32(segment[12:]))
	skipped = (skipped + 3) / 4 * 4
	if skipped > len(segment) {
		return 0, errFormat
	}
	rest := segment[skipped:]
	next := func() uint64 {
		value, size := binary.Uvarint(rest)
		if size <= 0 {
			err, size = errFormat, 0
		}
		rest = rest[size:]
		return value
	}
	for range functions {
		n := next()
		next() // the package
		next() // package
		for ; n > 0 && err == nil; n-- {
			sum += int64(next())
		}
		if err != nil {
			return 0, err
		}
	}
	return sum, nil
}
