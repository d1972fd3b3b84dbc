package scan

import (
	"math/bits"
	"unsafe"

	"example.org/iri/internal/uri/tracks"
)

// takeParts adds the lines of a chunk with their components, one behind the other.
func (b *Batch[P]) takeParts(c *chunk, text []byte) {
	start, asked := 0, c.end
	if c.Asked != 0 {
		asked = c.Asks.Next(0, c.end)
	}
	for w := range c.words {
		for ends := c.Ends[w]; ends != 0; ends &= ends - 1 {
			end := 64*w + bits.TrailingZeros64(ends)
			switch {
			case asked <= end:
				b.add(c.line(text, start, end))
				asked = c.Asks.Next(end+1, c.end)
			case c.Wrong[w]&ends&-ends != 0:
				b.append(Cut{}, Invalid)
			default:
				b.append(c.cut(uint(start), uint(len(c.line(text, start, end)))), Valid)
			}
			start = end + 1
		}
	}
}

// cutAll sets parts to the components of all lines of a chunk, whether they are in the language or
// not. No carriage return belongs to the end of a line.
func cutAll[P Parts](c *chunk, parts []P) {
	var longs tracks.Longs
	n := cuts(&c.Tracks, c.words, (*Cut)(unsafe.Pointer(unsafe.SliceData(parts))), &longs)
	for _, l := range longs[:n] {
		x := Cut(parts[l.Number])
		start, length := uint(l.Start), uint(x.End())
		if x.hierAuthority == 0 && x.pathQuery == 0 {
			x = c.cutLong(start, length)
		} else {
			x = c.tail(x, start, length)
		}
		parts[l.Number] = P(x)
	}
}

// cut finds the components of a line that is in the language, as the kernels for single texts do in
// their first block.
func (c *chunk) cut(start, length uint) Cut {
	colon, slash, stop := c.Colon.From(start), c.Slash.From(start), c.Stop.From(start)
	first := colon | stop
	scheme := first & -first & colon
	hier := max(scheme<<1, 1)
	second := (hier & slash) << 1 & slash
	authority := second << 1
	stops := stop & -authority
	path := stops & -stops
	if second != 0 && path == 0 || first == 0 || scheme>>62 != 0 {
		return c.cutLong(start, length)
	}
	within := path - authority
	host, port := second, uint64(0)
	if at := c.At.From(start) & within; (colon|at)&within != 0 {
		if at != 0 {
			host = at
		}
		port = colon & within & -host
	}
	x := Cut{past(scheme) | past(second)<<32, past(host) | past(port)<<32, past(path >> 1), uint64(length) << 32}
	if length >= 64 {
		return c.tail(x, start, length)
	}
	before := uint64(1)<<length - 1
	fragment := c.Fragment.From(start) & before
	tail := stop &^ slash
	query := tail & -tail &^ fragment & before
	x.pathQuery |= past(query) << 32
	x.fragmentEnd |= past(fragment)
	return x
}

// past returns the offset behind a bit, 0 if there is none.
func past(bit uint64) uint64 { return uint64(bits.Len64(bit)) }

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
	if fragment < length {
		x.fragmentEnd |= uint64(fragment + 1)
	}
	if fragment > at {
		x.pathQuery |= uint64(at+1) << 32
	}
	return x
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
