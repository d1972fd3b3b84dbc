//go:build (!amd64 && !arm64) || purego

package scan

import "example.org/iri/dfa"

// Limit returns the one level that there is without kernels.
func Limit(Level) Level { return NoVectors }

// Bytes, String, CheckBytes and CheckString leave every text to Portable.

func Bytes(*dfa.Automaton, []byte) (Cut, Verdict)  { return Cut{}, NoKernel }
func String(*dfa.Automaton, string) (Cut, Verdict) { return Cut{}, NoKernel }
func CheckBytes(*dfa.Automaton, []byte) Verdict    { return NoKernel }
func CheckString(*dfa.Automaton, string) Verdict   { return NoKernel }

// hasKernel reports whether there are any.
func hasKernel() bool { return false }
