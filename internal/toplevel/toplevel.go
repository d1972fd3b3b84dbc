// Package toplevel knows the top-level domains of DNS.
package toplevel

import (
	_ "embed"
	"strings"
	"sync"
)

// list has the top-level domains of the public suffix list, one a line. Package golang.org/x/net/publicsuffix has them, too,
// but links net/http.
//
//go:embed toplevel.txt
var list string

// Names returns the top-level domains in lower case.
var Names = sync.OnceValue(func() map[string]bool {
	names := make(map[string]bool)
	for name := range strings.SplitSeq(list, "\n") {
		names[name] = name != ""
	}
	return names
})
