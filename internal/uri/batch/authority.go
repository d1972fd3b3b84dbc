package batch

// authority is the carries of what judges authorities.
type authority struct {
	end, user            uint64 // of the scans for the end, and for the end of what may be a userinfo
	colon, digit, excuse uint64
}

// wrong returns where authorities are found to be wrong. They begin at begin. Most have neither a
// userinfo nor a port. Then nothing is wrong, and both scans are the same.
func (a *authority) wrong(begin uint64, x *streams, top uint) uint64 {
	pending := a.colon|a.digit|a.excuse|(a.user^a.end) != 0
	span := ^x.stop &^ add(^x.stop, begin, &a.end, top)
	if !pending && span&(x.colon|x.at) == 0 {
		a.user = a.end
		return 0
	}
	return a.userinfo(begin, span, x, top)
}

// userinfo judges authorities with a userinfo or a port; span is their bytes.
func (a *authority) userinfo(begin, span uint64, x *streams, top uint) uint64 {
	at := x.at & span
	name := span &^ at
	ends := add(name, begin, &a.user, top)
	first := ends &^ name // delimiter of a userinfo, or the end of an authority without one
	front := name &^ ends // what comes in front of it
	port := shift(x.colon&span, &a.colon, top)
	wrong := add(x.digit, port, &a.digit, top) &^ x.digit & span // behind a colon, no port
	behind := add(name, wrong&front, &a.excuse, top) &^ name     // a delimiter here: it was a userinfo
	return at&^first | behind&x.stop | wrong&^(front|first)
}
