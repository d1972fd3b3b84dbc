package main

import (
	"bytes"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"example.org/iri/internal/testkit/corpus"
)

// overH2 returns the requests that HTTP/2 can express, with the target as :path and the first Host field as :authority,
// labelled by RFC 9113, section 8.3.1: :path is an origin-form, or "*" for OPTIONS.
func overH2(list []corpus.Request) (some []corpus.Request) {
	for _, r := range list {
		if r.Method == "CONNECT" || len(r.Hosts) == 0 || r.Proto != "HTTP/1.1" || !r.Plain {
			continue
		}
		if len(r.Hosts) > 1 {
			r.Label = "message" // no MUST forbids a Host field in addition to :authority
		}
		if valid(r) && r.Target[0] != '/' && r.Target != "*" {
			r.Label = "grammar"
		}
		some = append(some, r)
	}
	return some
}

// converseH2 sends a request unchanged and a good one on the same connection, and returns the answers.
func converseH2(addr string, r corpus.Request, follower string) (list []answer, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.Write([]byte(http2.ClientPreface)); err != nil {
		return nil, err
	}
	framer := http2.NewFramer(conn, conn)
	framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	if err := framer.WriteSettings(); err != nil {
		return nil, err
	}
	fields := [][2]string{{":method", r.Method}, {":scheme", "http"}, {":path", r.Target}, {":authority", r.Hosts[0]}}
	for _, host := range r.Hosts[1:] {
		fields = append(fields, [2]string{"host", host})
	}
	good := [][2]string{{":method", "GET"}, {":scheme", "http"}, {":path", follower}, {":authority", "h.example"}}
	for i, fields := range [][][2]string{fields, good} {
		stream := uint32(2*i + 1)
		if err := writeFields(framer, stream, fields); err != nil {
			break // the front has closed
		}
		conn.SetReadDeadline(time.Now().Add(stuck))
		a, alive := readAnswer(framer, stream)
		list = append(list, a)
		if !alive {
			break
		}
	}
	return list, nil
}

// writeFields writes a request without content, in as many frames as its fields need.
func writeFields(framer *http2.Framer, stream uint32, fields [][2]string) error {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for _, f := range fields {
		encoder.WriteField(hpack.HeaderField{Name: f[0], Value: f[1]})
	}
	pieces := slices.Collect(slices.Chunk(block.Bytes(), 16<<10))
	err := framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, BlockFragment: pieces[0], EndStream: true, EndHeaders: len(pieces) == 1,
	})
	for i, piece := range pieces[1:] {
		if err == nil {
			err = framer.WriteContinuation(stream, i+2 == len(pieces), piece)
		}
	}
	return err
}

// readAnswer reads up to the end of a stream, and reports whether the connection is usable. A reset stream has status
// 0.
func readAnswer(framer *http2.Framer, stream uint32) (a answer, alive bool) {
	a.seen = -1
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			return a, false
		}
		switch frame := frame.(type) {
		case *http2.MetaHeadersFrame:
			for _, f := range frame.Fields {
				if n, err := strconv.Atoi(f.Value); err == nil && f.Name == ":status" {
					a.status = n
				} else if err == nil && strings.EqualFold(f.Name, numberField) {
					a.seen = n
				}
			}
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				framer.WriteSettingsAck()
			}
		case *http2.GoAwayFrame:
			if frame.LastStreamID < stream {
				return a, false
			}
		case *http2.RSTStreamFrame:
			if frame.StreamID == stream {
				return a, true
			}
		}
		if frame.Header().StreamID == stream && frame.Header().Flags.Has(http2.FlagDataEndStream) {
			return a, true
		}
	}
}
