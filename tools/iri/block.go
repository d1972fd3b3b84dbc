package main

import (
	"example.org/iri/rule"
	"example.org/iri/tools/iri/source"
)

// judgeBlock judges the texts of a block.
func judgeBlock(r rule.Rule, b *rule.Batch, texts *source.Block) {
	if b.CRLF = texts.Lines; texts.Lines {
		r.Lines(b, texts.Data)
	} else {
		r.Column(b, texts.Data, texts.Offsets)
	}
}

// splitBlock finds the components of the texts of a block.
func splitBlock(s rule.Splitter, b *rule.Splits, texts *source.Block) {
	if b.CRLF = texts.Lines; texts.Lines {
		s.SplitLines(b, texts.Data)
	} else {
		s.SplitColumn(b, texts.Data, texts.Offsets)
	}
}
