package iriguard

import (
	"io"
	"net/http"
	"sync/atomic"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// serve calls next. It closes an HTTP/1 connection if a proxy in front may see another next request, or if the bytes
// that follow may not be a request:
//
//   - The body is chunked. If the request also has a Content-Length, which net/http hides, RFC 9112, section 6.1,
//     requires the server to close the connection.
//   - The request is HTTP/1.0, where net/http ignores Transfer-Encoding. RFC 9112, section 6.1, requires the server to
//     close the connection after a request with this field, too.
//   - The response begins before the end of the body. net/http closes the connection if its own body was closed early,
//     but does not recognize it inside Caddy's wrapper. After a malformed chunk, or above a limit, it would parse the
//     rest of a body as the next request.
//   - next returns an error.
func serve(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if r.ProtoMajor != 1 || r.Body == nil {
		return next.ServeHTTP(w, r)
	}
	b := &body{ReadCloser: r.Body, last: r.ContentLength < 0 || r.ProtoMinor == 0}
	b.read.Store(r.ContentLength == 0)
	r.Body = b
	err := next.ServeHTTP(&answer{&caddyhttp.ResponseWriterWrapper{ResponseWriter: w}, b}, r)
	if err != nil { // an error route responds without the wrapper
		w.Header().Set("Connection", "close")
	}
	return err
}

// A body records whether it was read completely. A transport may read it in another goroutine.
type body struct {
	io.ReadCloser
	last bool // close the connection in any case
	read atomic.Bool
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.read.Store(true)
	}
	return n, err
}

func (b *body) endConnection(w http.ResponseWriter) {
	if b.last || !b.read.Load() {
		w.Header().Set("Connection", "close")
	}
}

// An answer adds "Connection: close" before the header is sent, if necessary.
type answer struct {
	*caddyhttp.ResponseWriterWrapper
	body *body
}

func (a *answer) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.body.endConnection(a)
	}
	a.ResponseWriterWrapper.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	a.body.endConnection(a) // no effect after WriteHeader
	return a.ResponseWriterWrapper.Write(p)
}

func (a *answer) ReadFrom(r io.Reader) (int64, error) {
	a.body.endConnection(a)
	return a.ResponseWriterWrapper.ReadFrom(r)
}
