package toplevel

// IsLocal reports whether a label in lower case is a top-level domain of examples, tests or local networks (RFC 6761, RFC
// 6762). It allocates nothing.
func IsLocal[B []byte | string](label B) bool {
	switch string(label) {
	case "corp", "example", "home", "internal", "invalid", "lan", "local", "localhost", "test":
		return true
	}
	return false
}
