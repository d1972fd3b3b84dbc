package iriguard

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/dustin/go-humanize"
	"golang.org/x/sync/semaphore"
)

func init() {
	caddy.RegisterModule(Buffer{})
	httpcaddyfile.RegisterHandlerDirective("iri_buffer", parseBuffer)
	// Last, after the directives that change requests or respond without the body.
	httpcaddyfile.RegisterDirectiveOrder("iri_buffer", httpcaddyfile.Before, "reverse_proxy")
}

// Buffer is a handler that reads the whole request body into memory before it calls the next handler. A slow client
// then
// does not occupy a server behind a proxy, and the server gets no truncated body. `request_buffers` of reverse_proxy
// limits neither the memory for all requests nor the time for one, and forwards a truncated body.
//
// The next handler gets a body with a Content-Length and without trailers, which RFC 9110, section 6.5.1, permits to
// discard.
type Buffer struct {
	// The maximum size of a body in bytes. A larger body is refused with status 413.
	MaxSize int64 `json:"max_size"`

	// The maximum size of the bodies of all current requests in bytes. A body that exceeds it is refused with status
	// 503.
	MaxTotal int64 `json:"max_total"`

	// The maximum time for a body. A slower one is refused with status 408.
	Timeout caddy.Duration `json:"timeout"`

	memory *semaphore.Weighted
}

// CaddyModule returns the Caddy module information.
func (Buffer) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.handlers.iri_buffer",
		New: func() caddy.Module { return new(Buffer) },
	}
}

// Provision creates the semaphore for MaxTotal.
func (b *Buffer) Provision(caddy.Context) error {
	b.memory = semaphore.NewWeighted(b.MaxTotal)
	return nil
}

// Validate requires all limits, and that MaxTotal is not less than MaxSize.
func (b *Buffer) Validate() error {
	if b.MaxSize <= 0 || b.MaxTotal < b.MaxSize || b.Timeout <= 0 {
		return errors.New("iri_buffer needs max_size, a max_total that is not less, and timeout")
	}
	return nil
}

// ServeHTTP implements caddyhttp.MiddlewareHandler.
func (b *Buffer) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if r.Body == nil || r.ContentLength == 0 {
		return next.ServeHTTP(w, r)
	}
	c := &content{memory: b.memory}
	defer c.Close()
	size, err := b.read(c, w, r)
	if err != nil {
		if r.ProtoMajor == 1 { // in HTTP/2, this would end all streams of the connection
			w.Header().Set("Connection", "close")
		}
		return caddyhttp.Error(status(err), err)
	}
	r.Body, r.ContentLength, r.TransferEncoding, r.Trailer = c, size, nil, nil
	r.Header.Set("Content-Length", strconv.FormatInt(size, 10))
	return next.ServeHTTP(w, r)
}

func (b *Buffer) read(c *content, w http.ResponseWriter, r *http.Request) (int64, error) {
	if r.ContentLength > b.MaxSize {
		return 0, &http.MaxBytesError{Limit: b.MaxSize}
	}
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(time.Duration(b.Timeout))); err != nil {
		return 0, err
	}
	size, err := c.fill(r.Body, b.MaxSize)
	if err != nil {
		return 0, err // the deadline still limits how long the server discards the rest
	}
	return size, control.SetReadDeadline(time.Time{})
}

var errMemory = errors.New("the bodies of all requests together are too large")

func status(err error) int {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, errMemory):
		return http.StatusServiceUnavailable
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout
	case errors.Is(err, http.ErrNotSupported):
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// A content is a body in memory. A transport may call Close during Read.
type content struct {
	memory *semaphore.Weighted

	mu     sync.Mutex
	pieces net.Buffers
	held   int64 // acquired from memory
}

// Pieces grow from firstPiece to lastPiece, so that small bodies take little memory.
const firstPiece, lastPiece = 4 << 10, 64 << 10

func (c *content) fill(body io.Reader, limit int64) (size int64, err error) {
	for n := int64(firstPiece); ; n = min(2*n, lastPiece) {
		if !c.memory.TryAcquire(n) {
			return 0, errMemory
		}
		c.held += n
		piece, err := readPiece(body, make([]byte, 0, n))
		c.pieces = append(c.pieces, piece)
		size += int64(len(piece))
		switch {
		case size > limit:
			return 0, &http.MaxBytesError{Limit: limit}
		case err == io.EOF:
			return size, nil
		case err != nil:
			return 0, fmt.Errorf("body: %w", err)
		}
	}
}

// readPiece fills a piece. Unlike io.ReadFull, it returns the error of the reader.
func readPiece(r io.Reader, piece []byte) ([]byte, error) {
	for len(piece) < cap(piece) {
		n, err := r.Read(piece[len(piece):cap(piece)])
		piece = piece[:len(piece)+n]
		if err != nil {
			return piece, err
		}
	}
	return piece, nil
}

func (c *content) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pieces.Read(p)
}

// Close releases the memory. A transport calls it after sending the body.
func (c *content) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.memory.Release(c.held)
	c.held, c.pieces = 0, nil
	return nil
}

func parseBuffer(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
	b := new(Buffer)
	return b, b.UnmarshalCaddyfile(h.Dispenser)
}

// UnmarshalCaddyfile sets up the handler from Caddyfile tokens. Syntax:
//
//	iri_buffer [<matcher>] {
//	    max_size  <size>
//	    max_total <size>
//	    timeout   <duration>
//	}
func (b *Buffer) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for d.NextBlock(0) {
		name, value := d.Val(), ""
		if !d.AllArgs(&value) {
			return d.ArgErr()
		}
		if err := b.set(name, value); err != nil {
			return d.Errf("%s: %v", name, err)
		}
	}
	return nil
}

func (b *Buffer) set(name, value string) error {
	var to *int64
	switch name {
	case "max_size":
		to = &b.MaxSize
	case "max_total":
		to = &b.MaxTotal
	case "timeout":
		duration, err := caddy.ParseDuration(value)
		b.Timeout = caddy.Duration(duration)
		return err
	default:
		return errors.New("is not a limit: max_size, max_total or timeout")
	}
	size, err := humanize.ParseBytes(value)
	*to = int64(size)
	return err
}

// Interface guards
var (
	_ caddy.Provisioner           = (*Buffer)(nil)
	_ caddy.Validator             = (*Buffer)(nil)
	_ caddyhttp.MiddlewareHandler = (*Buffer)(nil)
	_ caddyfile.Unmarshaler       = (*Buffer)(nil)
)
