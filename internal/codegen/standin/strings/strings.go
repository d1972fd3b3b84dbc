// Package strings stands in for the one of that name in generated packages without imports.
package strings

// Builder builds a string.
type Builder struct{ text []byte }

// WriteString appends a string.
func (b *Builder) WriteString(s string) { b.text = append(b.text, s...) }

// String returns what was written.
func (b *Builder) String() string { return string(b.text) }
