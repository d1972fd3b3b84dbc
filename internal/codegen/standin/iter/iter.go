// Package iter stands in for the one of that name in generated packages without imports.
package iter

// Seq is an iterator over values.
type Seq[V any] func(yield func(V) bool)

// Seq2 is an iterator over pairs of values.
type Seq2[K, V any] func(yield func(K, V) bool)
