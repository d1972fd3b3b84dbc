// Package loopback finds ports for the servers of tests.
package loopback

import (
	"net"
	"strconv"
)

// FreePorts returns n unused ports of 127.0.0.1. It panics if there are none.
func FreePorts(n int) (ports []string) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		defer l.Close() // after the loop, so that the ports differ
		ports = append(ports, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	}
	return ports
}
