//go:build !amd64 || purego

package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
	"example.org/iri/internal/uri/find"
)

func Limit(Level) Level { return NoVectors }

// Bytes, String, CheckBytes and CheckString leave every string to Portable.

func Bytes(*uri.Language, []byte) (find.Cut, Result)  { return find.Cut{}, NoKernel }
func String(*uri.Language, string) (find.Cut, Result) { return find.Cut{}, NoKernel }
func CheckBytes(*uri.Language, []byte) Result         { return NoKernel }
func CheckString(*uri.Language, string) Result        { return NoKernel }

// Without kernels, longLines and longValues return 0, so that the other functions are not called.

func longLines(*uri.Plan) int                                                       { return 0 }
func longValues(*uri.Plan) int                                                      { return 0 }
func setBitmaps(*bitmap.Bitmaps, *uri.Plan, *[0x80]uint8, bool, []byte, int, *gaps) {}
func numberWrong(*bitmap.Bitmaps, int)                                              {}

type alignedBitmaps struct{ all bitmap.Bitmaps }

func (r *alignedBitmaps) bitmaps() *bitmap.Bitmaps { return &r.all }
