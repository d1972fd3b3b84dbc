package abnf

// Repair is a place where [ParseWild] left something out, or read something else than what stands
// there.
type Repair struct {
	Pos
	Msg string // what was done
}

// String returns the repair in a line such as
//
//	page.txt:7:1: left out: "RFC 5234   ABNF   January 2008"
func (r Repair) String() string { return r.Pos.String() + ": " + r.Msg }
