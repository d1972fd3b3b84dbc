package proxy

import (
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// steady cuts off clients that stop sending or taking bodies, and no others. net/http has limits for
// whole requests and answers only, which would end long downloads; without any, a client that takes
// nothing would hold a connection to the server as long as it likes. So each read and write has its
// own limit here, and none is left while the client has nothing to do.
func steady(next http.Handler, stall time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{ResponseWriter: w, control: http.NewResponseController(w), stall: stall}
		x.unlimit(true)
		defer x.end()
		if r.Body != http.NoBody {
			body := &limitedBody{body: r.Body, exchange: x}
			r = r.WithContext(r.Context()) // net/http looks at the body of its own request
			r.Body = body
		}
		next.ServeHTTP(x, r)
	})
}

// An exchange is a request and its answer. It is what the answer is written to.
type exchange struct {
	http.ResponseWriter
	control *http.ResponseController
	stall   time.Duration

	mu    sync.Mutex
	busy  int   // reads and writes under way; there may be one of each, as transports read on their own
	wrong error // with the body of the request, which is then not read any more
	over  bool  // the limits of the connection are those of the next request
}

// begin gives the client the time stall to send what is read next. If something is written, it gets
// as long again to take it, as net/http may read the rest of the request before it writes.
func (x *exchange) begin(write bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.busy++
	x.limit(write)
}

// limit sets the limits of begin. The errors of a connection that has gone are those of reading and
// writing, too.
func (x *exchange) limit(write bool) {
	now := time.Now()
	if x.wrong == nil && !x.over {
		_ = x.control.SetReadDeadline(now.Add(x.stall))
	}
	if write {
		_ = x.control.SetWriteDeadline(now.Add(2 * x.stall))
	}
}

// done ends what begin has begun. The error is that of a read.
func (x *exchange) done(write bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.busy--
	if err != nil && err != io.EOF {
		x.wrong = err
	}
	x.unlimit(write)
}

// unlimit lifts the limits that nothing under way needs.
func (x *exchange) unlimit(write bool) {
	if x.busy == 0 && x.wrong == nil && !x.over {
		_ = x.control.SetReadDeadline(time.Time{})
	}
	if write {
		_ = x.control.SetWriteDeadline(time.Time{})
	}
}

// end limits what net/http still does for the exchange: it writes what is buffered, and reads some of
// what is left of the request.
func (x *exchange) end() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.limit(true)
	x.over = true
}

// bodyError returns what was wrong with the body of the request, or with the client that sends it.
func (x *exchange) bodyError() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.wrong
}

func (x *exchange) Write(p []byte) (int, error) {
	x.begin(true)
	defer x.done(true, nil)
	return x.ResponseWriter.Write(p)
}

// FlushError is what [http.ResponseController.Flush] calls.
func (x *exchange) FlushError() error {
	x.begin(true)
	defer x.done(true, nil)
	return x.control.Flush()
}

// Unwrap is for [http.ResponseController].
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// A limitedBody is the body of a request.
type limitedBody struct {
	body     io.Reader
	exchange *exchange
	closed   atomic.Bool
}

func (b *limitedBody) Read(p []byte) (n int, err error) {
	if b.closed.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	b.exchange.begin(false)
	defer func() { b.exchange.done(false, err) }()
	return b.body.Read(p)
}

// Close leaves it to net/http to close the body, which does so when the handler is done: it would read
// the rest, and a client that waits to be told to go on with its body sends none.
func (b *limitedBody) Close() error {
	b.closed.Store(true)
	return nil
}
