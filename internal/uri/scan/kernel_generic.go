//go:build !amd64 || purego

package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

func Limit(Level) Level { return NoVectors }

// Bytes, String, CheckBytes and CheckString leave every string to Portable.

func Bytes(*uri.Language, []byte) (find.Cut, Result)  { return find.Cut{}, NoKernel }
func String(*uri.Language, string) (find.Cut, Result) { return find.Cut{}, NoKernel }
func CheckBytes(*uri.Language, []byte) Result         { return NoKernel }
func CheckString(*uri.Language, string) Result        { return NoKernel }
