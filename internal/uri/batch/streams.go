package batch

// streams tells where bytes of a kind lie.
type streams struct {
	colon, slash, at, hash, percent, end uint64 // single codes
	stop                                 uint64 // what ends an authority
	scheme, first, hex, digit            uint64
	never, rare, back                    uint64 // back: carriage returns that may belong to the end of a line
}

// decode finds the streams in codes. The bits of codes are chosen for it.
func (p *Planes) decode() (x streams) {
	p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
	x.stop = p2 &^ (p3 &^ p0)
	x.slash, x.hash, x.end = x.stop&^(p1|p0), x.stop&p1&^p0, x.stop&p1&p0
	low := ^(p2 | p3)
	x.colon, x.at, x.percent = low&p0&^p1, low&p1&^p0, low&p0&p1
	x.scheme = p3 &^ p0
	x.first, x.hex = x.scheme&p2, x.scheme&p1
	x.digit = x.hex &^ p2
	odd := p3 & p0
	x.never, x.rare, x.back = odd&^(p1|p2), odd&p1&^p2, odd&p2
	return x
}
