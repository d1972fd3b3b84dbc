package block

// A Record is a line or a row of a file, with the strings in it. Records are in their order, and the first begins where
// the last one of the block before it ends, which may be before the block.
type Record struct {
	End     int  // in Raw
	Strings int  // of the block that are before End
	Broken  bool // something in it cannot be read
}

// EndRecord ends a record at a place in Raw.
func (b *Block) EndRecord(end int, broken bool) {
	b.Records = append(b.Records, Record{end, len(b.Places), broken})
}
