package block

func (b *Block) note() {
	if b.written == nil {
		b.written = make(map[int]string)
	}
}

// Resolved notes that the next string to end is a resolved reference, with its text in the file. It has no effect
// unless the Reader is [Noting].
func (b *Block) Resolved(text []byte) {
	if b.written != nil {
		b.written[len(b.Places)] = string(text)
	}
}

// InFile returns the text in the file of string i, if it is a resolved reference and the Reader is [Noting].
func (b *Block) InFile(i int) (text string, resolved bool) {
	text, resolved = b.written[i]
	return text, resolved
}

// Noting returns a Reader that records references for [Block.LeaveOut] and [Block.InFile]. With asInFile, it does not
// resolve them.
func Noting(r Reader, asInFile bool) Reader { return noting{r, asInFile} }

type noting struct {
	Reader
	asInFile bool
}

func (n noting) Read(b *Block) error {
	b.note()
	b.AsInFile = n.asInFile
	return n.Reader.Read(b)
}

// LeaveOut removes the strings for which out returns true and returns their number. It calls out with strings as in the
// file, decoded but not resolved. With keep, Raw keeps the bytes of the file, including removed strings.
func (b *Block) LeaveOut(keep bool, out func(text []byte) bool) (n int) {
	if b.Lines {
		b.toStrings()
	}
	if !keep {
		b.Raw, b.Spans, b.Records = b.Raw[:0], b.Spans[:0], b.Records[:0]
	}
	data, spans := b.Data, b.Spans
	places, offsets := b.Places, b.Offsets
	b.Data, b.Places, b.Offsets, b.Spans = data[:0], places[:0], offsets[:1], spans[:0]
	record, start := 0, int32(0)
	for i, p := range places {
		for ; record < len(b.Records) && b.Records[record].Strings == i; record++ {
			b.Records[record].Strings -= n
		}
		end := offsets[i+1] // before End replaces it
		text := data[start:end]
		start = end
		inFile := text
		w, resolved := b.written[i]
		if resolved {
			inFile = []byte(w)
			delete(b.written, i)
		}
		if out(inFile) {
			n++
			continue
		}
		if resolved {
			b.Resolved(inFile)
		}
		if i < len(spans) {
			b.Spans = append(b.Spans, spans[i])
		}
		b.Add(text, p)
	}
	for ; record < len(b.Records); record++ {
		b.Records[record].Strings -= n
	}
	return n
}

// toStrings converts lines to strings, with their bytes in Raw.
func (b *Block) toStrings() {
	b.Raw = append(b.Raw[:0], b.Data...)
	text := b.Raw
	b.Lines, b.Data = false, b.Data[:0]
	for i := 0; len(text) > 0; i++ {
		start := len(b.Raw) - len(text)
		line, rest := CutLine(text)
		b.Spans = append(b.Spans, Span{start, start + len(line)})
		b.Add(line, b.line(i))
		b.EndRecord(len(b.Raw)-len(rest), false)
		text = rest
	}
}
