package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"sync"
	"time"

	"example.org/iri/internal/testkit/corpus"
)

// A usage is what a process holds.
type usage struct {
	heap       uint64 // bytes in use, after a collection
	goroutines int
}

func (u usage) String() string {
	return fmt.Sprintf("%.1f MB of heap, %d goroutines", float64(u.heap)/1e6, u.goroutines)
}

// measure waits for connections to end and collects garbage.
func measure() usage {
	var m runtime.MemStats
	for range 10 {
		time.Sleep(50 * time.Millisecond)
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return usage{m.HeapAlloc, runtime.NumGoroutine()}
}

// A soaking is what a process held before there was a proxy, when that was warm, after many requests,
// and when it was closed.
type soaking struct{ before, warm, after, closed usage }

// soak sends n requests, one kind after another, to the filtered ReverseProxy by several clients.
func soak(list []corpus.Request, n int) (s soaking, err error) {
	s.before = measure()
	f, err := kind{"ReverseProxy", true, startReverseProxy}.open()
	if err != nil {
		return s, err
	}
	f.backend.quiet = true
	err = hammer(f.addr, list, 2*len(list))
	s.warm = measure()
	if err == nil {
		err = hammer(f.addr, list, n)
	}
	s.after = measure()
	f.close()
	s.closed = measure()
	return s, err
}

// hammer sends requests, each with a good one after it, and waits for the end of their connections.
func hammer(addr string, list []corpus.Request, n int) error {
	const clients = 16
	errs := make([]error, clients)
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			for i := c; i < n && errs[c] == nil; i += clients {
				errs[c] = throw(addr, list[i%len(list)].Raw)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// throw sends a request and reads whatever comes. The good one after it ends the connection.
func throw(addr, raw string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(stuck))
	io.WriteString(conn, raw+"GET /last HTTP/1.1\r\nHost: h.example\r\nConnection: close\r\n\r\n")
	io.Copy(io.Discard, bufio.NewReader(conn))
	return nil
}
