package proxy

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
)

// A journal is what the proxy logs. Who sends requests chooses how many lines there would be, so each
// kind of them has a quota a minute. Nobody but the operator chooses what is in them: no text of a
// request or an answer is.
type journal struct {
	*slog.Logger
	refusals quota // requests that the policy refuses
	failures quota // requests that the server does not answer
	troubles quota // connections that net/http gives up
}

func newJournal(out slog.Handler) *journal {
	return &journal{slog.New(out), newQuota(out), newQuota(out), newQuota(out)}
}

// refill begins a minute. It returns how many lines there were to log in the last one, and how many of
// them were not logged.
func (j *journal) refill() (wanted, untold int64) {
	for _, q := range [...]quota{j.refusals, j.failures, j.troubles} {
		n := linesAMinute - q.left.Swap(linesAMinute)
		wanted += n
		untold += max(0, n-linesAMinute)
	}
	return wanted, untold
}

// linesAMinute is the quota of a kind: enough to see what goes on, and 100 MB a day at most.
const linesAMinute = 100

// A quota is a handler that logs so many lines, each with the address that it is about, and then no
// more. It drops what net/http quotes in its messages.
type quota struct {
	slog.Handler
	left *atomic.Int64 // negative if there were too many
}

func newQuota(out slog.Handler) quota {
	q := quota{out, new(atomic.Int64)}
	q.left.Store(linesAMinute)
	return q
}

func (q quota) Handle(ctx context.Context, r slog.Record) error {
	if q.left.Add(-1) < 0 {
		return nil
	}
	r.Message = ownWords(r.Message)
	if client, known := ctx.Value(clientKey{}).(net.Addr); known {
		r = r.Clone()
		r.AddAttrs(slog.String("client", client.String()))
	}
	return q.Handler.Handle(ctx, r)
}

func (q quota) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quota{q.Handler.WithAttrs(attrs), q.left}
}

func (q quota) WithGroup(name string) slog.Handler {
	return quota{q.Handler.WithGroup(name), q.left}
}

type clientKey struct{}

// withClient lets the context of a connection tell whose it is.
func withClient(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, clientKey{}, c.RemoteAddr())
}

// ownWords is a text of net/http up to where it begins to quote.
func ownWords(text string) string {
	text, _, _ = strings.Cut(text, `"`)
	return strings.TrimRight(text, " ")
}
