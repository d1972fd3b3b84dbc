package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A rate is what wrk tells of a proxy, and what this process took for it: proxy and server.
type rate struct {
	perSecond float64
	cpu       time.Duration // for a request; a busy machine changes it less
}

func (r rate) String() string {
	return fmt.Sprintf("%.0f | %.1f µs", r.perSecond, float64(r.cpu.Nanoseconds())/1000)
}

// compareByWrk prints the rates of ReverseProxy with and without the guard, in turn.
func compareByWrk(w io.Writer, rounds int, each time.Duration) error {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "hello\n")
	}))
	defer server.Close()
	fmt.Fprintln(w, "| round | ReverseProxy, requests a second | CPU for one | guarded, requests a second | CPU for one |\n|--:|--:|--:|--:|--:|")
	for round := range rounds {
		var rates [2]rate
		for i := range rates {
			i = (i + round) % 2 // neither is always the first
			var err error
			if rates[i], err = wrk(i == 1, server.Listener.Addr().String(), each); err != nil {
				return err
			}
		}
		fmt.Fprintf(w, "| %d | %v | %v |\n", round+1, rates[0], rates[1])
	}
	return nil
}

// wrk lets the program wrk ask a proxy for a while.
func wrk(guarded bool, to string, d time.Duration) (r rate, err error) {
	f := &front{guarded: guarded}
	if err := startReverseProxy(f, to); err != nil {
		return r, err
	}
	defer f.close()
	seconds := strconv.Itoa(max(1, int(d.Seconds())))
	before := cpuTime()
	out, err := exec.Command("wrk", "-t1", "-c16", "-d", seconds, "http://"+f.addr+"/a/b/c?d=e&f=g").CombinedOutput()
	used := cpuTime() - before
	if err != nil {
		return r, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	all, err := number(out, `([0-9]+) requests in`)
	if err != nil {
		return r, err
	}
	r.cpu = used / time.Duration(all)
	r.perSecond, err = number(out, `Requests/sec: *([0-9.]+)`)
	if err == nil && strings.Contains(string(out), "Non-2xx") {
		err = fmt.Errorf("wrk: not all is well:\n%s", out)
	}
	return r, err
}

// number finds a number above zero in what wrk prints.
func number(out []byte, expr string) (float64, error) {
	if found := regexp.MustCompile(expr).FindSubmatch(out); found != nil {
		if x, err := strconv.ParseFloat(string(found[1]), 64); err == nil && x > 0 {
			return x, nil
		}
	}
	return 0, fmt.Errorf("wrk says nothing of %s:\n%s", expr, out)
}

// cpuTime is what this process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
