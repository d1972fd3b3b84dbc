package block

// A Record is a line or row of a file. Records are in order. Each begins at the end of the previous one, which may be
// in the previous block.
type Record struct {
	End     int  // in Raw
	Strings int  // index of the first string after End
	Broken  bool // it has an error
}

func (b *Block) EndRecord(end int, broken bool) {
	b.Records = append(b.Records, Record{end, len(b.Places), broken})
}
