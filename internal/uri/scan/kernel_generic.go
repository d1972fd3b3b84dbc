//go:build (!amd64 && !arm64) || purego

package scan

import "example.org/iri/internal/uri"

// Limit returns the one level that there is without kernels.
func Limit(Level) Level { return NoVectors }

// Bytes, String, CheckBytes and CheckString leave every text to Portable.

func Bytes(*uri.Language, []byte) (Cut, Verdict)  { return Cut{}, NoKernel }
func String(*uri.Language, string) (Cut, Verdict) { return Cut{}, NoKernel }
func CheckBytes(*uri.Language, []byte) Verdict    { return NoKernel }
func CheckString(*uri.Language, string) Verdict   { return NoKernel }
