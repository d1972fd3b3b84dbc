package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.org/iri/internal/corpus"
)

// An outcome is what became of a request in a front.
type outcome struct {
	status int       // of the first answer; 0 if there was none
	passed []message // what the backend got of it
	poison string    // what went wrong with the requests behind it
}

// stuck is how long a front may say nothing before its client goes away.
const stuck = 700 * time.Millisecond

// An answer is one that a client got.
type answer struct {
	status int
	seen   int // the number that the backend gave, or -1 if the front answered by itself
}

// ask sends a request with a good one right behind it on the connection, then one on a new connection,
// and looks at what the backend got. It must not be called twice at a time for a front.
func (f *front) ask(r corpus.Request, number int) (o outcome, err error) {
	follower := fmt.Sprintf("/follower-%d", number)
	probe := fmt.Sprintf("/probe-%d", number)
	var answers []answer
	if f.asksH2 {
		answers, err = converseH2(f.h2, r, follower)
	} else {
		answers, err = converse(f.addr, r.Raw+plain(follower), r.Method, 2+strings.Count(r.Raw, plain("/second")))
	}
	if err != nil {
		return o, err
	}
	probed, err := converse(f.addr, plain(probe), http.MethodGet, 1)
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

// plain returns a good request, and isPlain reports whether a message is one, as a front passes it on.
func plain(target string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: h.example\r\n\r\n"
}

func isPlain(m message, target string) bool {
	method, got, _ := m.line()
	return method == "GET" && got == target && m.body == "" && !m.torn && strings.Count(m.head, target) == 1
}

// converse writes to a new connection and reads answers: so many of the backend's, or until there are
// no more.
func converse(addr, text, method string, most int) (list []answer, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	go conn.Write([]byte(text)) // a front may answer and close before it has read all
	r := bufio.NewReader(conn)
	for len(list) < most {
		conn.SetReadDeadline(time.Now().Add(stuck))
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
		method = http.MethodGet // of those behind it
	}
	return list, nil
}

// sift tells what is left of a request from those that were sent behind it.
func sift(seen []message, answers []answer, follower, probe string) (o outcome) {
	if len(answers) > 0 {
		o.status = answers[0].status
	}
	answered, last, followers := make(map[int]bool), -1, 0
	for _, a := range answers {
		if a.seen >= 0 && a.seen <= last {
			o.poison = "answers in another order than requests"
		}
		last = max(last, a.seen)
		answered[a.seen] = true
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
