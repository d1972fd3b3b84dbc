//go:build !amd64 || purego

package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
	"example.org/iri/internal/uri/find"
)

// There are no kernels for many values.

func longMean(*uri.Plan, bool, bool) int                                            { return 0 }
func setBitmaps(*bitmap.Bitmaps, *uri.Plan, *[0x80]uint8, bool, []byte, int, *gaps) {}
func splitLines[P find.Parts](*bitmap.Bitmaps, int, []P, *bitmap.Longs) (n int)     { return 0 }
func numberWrong(*bitmap.Bitmaps, int)                                              {}

type room struct{ all bitmap.Bitmaps }

func (r *room) bitmaps() *bitmap.Bitmaps { return &r.all }

type values struct{}

func (*values) take([]byte, []int32) (n, size int) { return 0, 0 }
func (*values) follow(*chunk, *uri.Plan, int)      {}
