package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/iri/internal/testkit/corpus"
)

type outcome struct {
	status int       // of the first answer; 0 if there was none
	passed []message // messages that the backend received
	poison string    // effect on the following requests
}

// How long a client waits for a front: where some get stuck, and where a delay only means that the machine is busy.
const (
	stuck = 700 * time.Millisecond
	busy  = 20 * time.Second
)

type answer struct {
	status int
	seen   int // index from the backend, or -1 if the front answered by itself
}

// A way is how a request and a good one after it are sent on one connection.
type way string

const (
	pipelined way = "pipelined"  // HTTP/1.1, both at once
	keptAlive way = "kept-alive" // HTTP/1.1, the second one after the first answer
	overHTTP2 way = "h2"         // HTTP/2 without TLS, the second one after the first answer
)

// send sends a request and a good one after it, then a good one on a new connection, and examines the messages of the
// backend. It must not be called concurrently for one front.
func (f *front) send(r corpus.Request, by way, number int) (o outcome, err error) {
	follower := fmt.Sprintf("/follower-%d", number)
	probe := fmt.Sprintf("/probe-%d", number)
	var answers []answer
	switch most := 2 + strings.Count(r.Raw, plain("/second")); by {
	case pipelined:
		answers, err = converse(f.addr, stuck, r.Method, most, r.Raw+plain(follower))
	case keptAlive:
		answers, err = converse(f.addr, stuck, r.Method, most, r.Raw, plain(follower))
	case overHTTP2:
		answers, err = converseH2(f.h2, r, follower)
	}
	if err != nil {
		return o, err
	}
	probed, err := converse(f.addr, busy, http.MethodGet, 1, plain(probe))
	if err != nil {
		return o, err
	}
	seen := f.backend.take()
	o = sift(seen, answers, follower, probe)
	if o.poison == "" && (len(probed) != 1 || probed[0].seen < 0 || probed[0].seen >= len(seen) || !isPlain(seen[probed[0].seen], probe)) {
		o.poison = "the next connection got another answer"
	}
	return o, nil
}

// plain returns a good request. isPlain reports whether a message is one, as a front passes it on.
func plain(target string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: h.example\r\n\r\n"
}

func isPlain(m message, target string) bool {
	method, got, _ := m.line()
	return method == "GET" && got == target && slices.Equal(m.field("Host"), []string{"h.example"}) &&
		m.body == "" && !m.torn && strings.Count(m.head, target) == 1
}

// converse writes messages to a new connection, each after the answer to the previous one, and reads at most most
// answers, waiting for each no longer than patience.
func converse(addr string, patience time.Duration, method string, most int, messages ...string) (list []answer, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	for len(list) < most {
		if len(messages) > 0 {
			go conn.Write([]byte(messages[0])) // a front may answer and close before it has read everything
			messages = messages[1:]
		}
		conn.SetReadDeadline(time.Now().Add(patience))
		resp, err := http.ReadResponse(r, &http.Request{Method: method})
		if err != nil {
			break
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			break
		}
		if resp.StatusCode == http.StatusContinue {
			continue
		}
		a := answer{resp.StatusCode, -1}
		if n, err := strconv.Atoi(resp.Header.Get(numberField)); err == nil {
			a.seen = n
		}
		list = append(list, a)
		method = http.MethodGet
	}
	return list, nil
}

func sift(seen []message, answers []answer, follower, probe string) (o outcome) {
	if len(answers) > 0 {
		o.status = answers[0].status
	}
	answered, followers := make(map[int]bool), 0
	for i, a := range answers {
		early := a.seen >= 0 && a.seen < len(seen) && isPlain(seen[a.seen], follower) && i < len(answers)-1
		if early || answered[a.seen] {
			o.poison = "answers in another order than requests"
		}
		answered[a.seen] = a.seen >= 0
	}
	for i, m := range seen {
		_, target, _ := m.line()
		switch {
		case isPlain(m, follower) && followers == 0:
			followers++
		case isPlain(m, probe), isPlain(m, "/second"):
		case strings.Contains(m.head+m.body, follower), strings.Contains(m.head+m.body, probe):
			o.poison = "a part of the next request became a part of this one"
			o.passed = append(o.passed, m)
		default:
			if target == "/smuggled" && !answered[i] {
				o.poison = "the content of a request became a request"
			}
			o.passed = append(o.passed, m)
		}
	}
	return o
}
