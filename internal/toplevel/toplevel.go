// Package toplevel lists the top-level domains of DNS.
package toplevel

import (
	_ "embed"
	"strings"
)

// List is the top-level domains of the public suffix list in lower case, one on each line, sorted bytewise. Package
// golang.org/x/net/publicsuffix has them, too, but links net/http.
//
//go:embed toplevel.txt
var List string

// Has reports whether a lower-case label is a top-level domain, by binary search. It allocates nothing.
func Has[B []byte | string](label B) bool {
	for low, high := 0, len(List); low < high; {
		begin := low + strings.LastIndexByte(List[low:(low+high)/2], '\n') + 1
		end := begin + strings.IndexByte(List[begin:], '\n')
		switch name := List[begin:end]; {
		case name == string(label):
			return true
		case name < string(label):
			low = end + 1
		default:
			high = begin
		}
	}
	return false
}
