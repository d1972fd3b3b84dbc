package walkthrough

import (
	"net"
	"strconv"
	"sync"
	"testing"
)

var ports struct {
	sync.Mutex
	used map[string]bool
}

// FreePort returns a port that nobody serves, another one each time.
func FreePort(t *testing.T) string {
	t.Helper()
	ports.Lock()
	defer ports.Unlock()
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
		l.Close()
		if !ports.used[port] {
			if ports.used == nil {
				ports.used = make(map[string]bool)
			}
			ports.used[port] = true
			return port
		}
	}
}
