package scan

import (
	"math/bits"

	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/tracks"
)

// cutAll sets parts to the components of all lines of a chunk, whether they are in the language or
// not.
func cutAll[P find.Parts](c *chunk, parts []P, text []byte) {
	var longs tracks.Longs
	n := cuts(&c.Tracks, c.words, parts, &longs)
	for _, l := range longs[:n] {
		x := Cut(parts[l.Number])
		start, length := uint(l.Start), uint(x.End())
		if x.Hier()|x.Authority()|x.Path()|x.Query() == 0 {
			x = c.cutLong(start, length)
		} else {
			x = c.tail(x, start, length)
		}
		parts[l.Number] = P(x)
	}
	if c.crlf {
		dropReturns(parts, text)
	}
}

// dropReturns takes carriage returns away from the ends of lines. A kernel takes them for what ends an
// authority, and so maybe for what begins a query.
func dropReturns[P find.Parts](parts []P, text []byte) {
	start := 0
	for i := range parts {
		x := Cut(parts[i])
		end := start + int(x.End())
		if end > start && text[end-1] == CarriageReturn {
			query := x.Query()
			if query == x.End() {
				query = 0
			}
			parts[i] = P(x.Tail(query, x.Fragment(), x.End()-1))
		}
		start = end + 1
	}
}

// tail adds query and fragment to a cut. They begin at the first stop that is no slash, which is at
// the end of the line at the latest.
func (c *chunk) tail(x Cut, start, length uint) Cut {
	at := uint(0)
	stops := c.Stop.From(start) &^ c.Slash.From(start)
	for stops == 0 {
		at += 64
		stops = c.Stop.From(start+at) &^ c.Slash.From(start+at)
	}
	at += uint(bits.TrailingZeros64(stops))
	if at >= length {
		return x
	}
	fragment := uint(c.Fragment.Next(int(start+at), int(start+length))) - start
	var o Offsets
	if fragment < length {
		o.Fragment = uint32(fragment + 1)
	}
	if fragment > at {
		o.Query = uint32(at + 1)
	}
	return x.Tail(o.Query, o.Fragment, x.End())
}

// cutLong is cut for lines with a scheme or an authority of any length.
func (c *chunk) cutLong(start, length uint) Cut {
	var o Offsets
	from, end := int(start), int(start+length)
	offset := func(at int) uint32 { return uint32(at + 1 - int(start)) }
	if colon := c.Colon.Next(from, end); colon < c.Stop.Next(from, end) {
		o.Hier, from = offset(colon), colon+1
	}
	if c.Slash.Has(from) && c.Slash.Has(from+1) {
		o.Authority = offset(from + 1)
		o.Host, from = o.Authority, from+2
		path := c.Stop.Next(from, end)
		o.Path = offset(path - 1)
		if at := c.At.Next(from, path); at < path {
			o.Host, from = offset(at), at+1
		}
		if colon := c.Colon.Next(from, path); colon < path {
			o.Port = offset(colon)
		}
	}
	o.End = uint32(length)
	return c.tail(o.Pack(), start, length)
}
