package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
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

// compareByWrk prints the rates of ReverseProxy with and without the guard, which take turns.
func compareByWrk(w io.Writer, rounds int, each time.Duration) error {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "hello\n")
	}))
	defer server.Close()
	var perSecond, cpu [2][]float64
	for round := range rounds {
		for i := range perSecond {
			i = (i + round) % 2 // neither is always the first
			r, err := wrk(i == 1, server.Listener.Addr().String(), each)
			if err != nil {
				return err
			}
			perSecond[i], cpu[i] = append(perSecond[i], r.perSecond), append(cpu[i], float64(r.cpu.Nanoseconds())/1000)
		}
	}
	fmt.Fprintln(w, "| | requests a second | CPU of proxy and server for one, µs |\n|---|--:|--:|")
	for i, name := range []string{"ReverseProxy", "behind the guard"} {
		fmt.Fprintf(w, "| %s | %s | %s |\n", name, spread(perSecond[i]), spread(cpu[i]))
	}
	return nil
}

// spread writes a list of turns as its median, and the least and the most of them.
func spread(list []float64) string {
	slices.Sort(list)
	return fmt.Sprintf("%.0f (%.0f to %.0f)", list[len(list)/2], list[0], list[len(list)-1])
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
