package proxy

import (
	"net"
	"net/http"
	"time"
)

// limits are the times that tests shorten.
type limits struct {
	// header is how long a client may take to send all of a header.
	header time.Duration
	// stall is how long a client may take to send or to take the next bytes of a body. There is no
	// limit for all of it, as downloads and streams may take hours (see steady).
	stall time.Duration
	// reply is how long the server may take until its answer begins. There is no limit for the rest.
	reply time.Duration
	// drain is how long requests under way may take when the proxy stops.
	drain time.Duration
}

// public is for what everybody can reach. There are no flags, as none of this ends what makes
// progress. The drain takes less than the 30 seconds after which container platforms kill.
var public = limits{header: 10 * time.Second, stall: 60 * time.Second, reply: 60 * time.Second, drain: 25 * time.Second}

const (
	// idle is how long a client's connection is kept without a request.
	idle = 60 * time.Second
	// headerBytes is how long the first line and all fields of a request may be, about. What is
	// longer is answered by 431.
	headerBytes = 64 << 10
	// streams is how many requests a connection of HTTP/2 may have under way.
	streams = 100

	// dial is how long it may take to reach the server, and once more to agree on TLS.
	dial = 10 * time.Second
	// spare is how long a connection to the server is kept without a request: less than the 5
	// seconds after which many old servers close theirs, as a POST that meets this is lost.
	spare = 4 * time.Second
	// spares is how many such connections there may be.
	spares = 100
	// replyBytes is how long the fields of an answer may be.
	replyBytes = 1 << 20
)

func newServer(h http.Handler, l limits) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler:                      h,
		Protocols:                    protocols,
		DisableGeneralOptionsHandler: true, // so that the policy judges OPTIONS *, and the server answers it
		ReadHeaderTimeout:            l.header,
		IdleTimeout:                  idle,
		WriteTimeout:                 l.stall, // of what net/http itself answers; steady lifts it for all else
		MaxHeaderBytes:               headerBytes,
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: streams,
			SendPingTimeout:      idle, // finds clients that have gone without a word
			WriteByteTimeout:     l.stall,
		},
	}
}

// newTransport returns what speaks with the server: HTTP/1 only, as [httpguard.Rewrite] is about its
// targets, and without the proxies that the environment names. Compression is the client's affair.
func newTransport(l limits) *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Protocols:              protocols,
		DialContext:            (&net.Dialer{Timeout: dial}).DialContext,
		TLSHandshakeTimeout:    dial,
		ResponseHeaderTimeout:  l.reply,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        spare,
		MaxIdleConns:           spares,
		MaxIdleConnsPerHost:    spares,
		MaxResponseHeaderBytes: replyBytes,
		DisableCompression:     true,
	}
}
