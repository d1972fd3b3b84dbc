//go:build !purego

package scan

import (
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
)

// narrowBitmaps sets t to the bitmaps of text[:size] with AVX2. It is package batch in assembly, except for authorities
// with a userinfo or a port.
func narrowBitmaps(t *bitmap.Bitmaps, plan *uri.Plan, codes *[0x80]uint8, text []byte, size int) {
	p, n := unsafe.SliceData(text), (max(size, 1)+bitmap.Group-1)/bitmap.Group*bitmap.Group
	if len(text) < n {
		var padded [bitmap.Size]byte
		copy(padded[:], text[:size])
		p = &padded[0]
	}
	rows, rule := batch.Rows(codes), ruleOf(plan)
	if narrowStreams(t, &rows, &rule, p, n/bitmap.NarrowGroup) {
		narrowSuspects(t, plan, p, n/32)
	}
	narrowAuthorities(t, plan.Relative, n/bitmap.NarrowGroup)
	lines := batch.NewLines(plan)
	for g, is := range t.Special[:n/bitmap.NarrowGroup] {
		if is || lines.Pending() {
			lines.Authorities(t, g*bitmap.NarrowGroup/64, (g+1)*bitmap.NarrowGroup/64)
		}
	}
	narrowWrong(t, n/bitmap.NarrowGroup)
}

// rule has all bits of a word set, or none, for a property of a language.
type rule struct{ noRelative, schemes [4]uint64 }

func ruleOf(plan *uri.Plan) (r rule) {
	for i := range r.schemes {
		r.noRelative[i], r.schemes[i] = mask(!plan.Relative), mask(plan.Schemes)
	}
	return r
}

func mask(is bool) uint64 {
	if is {
		return ^uint64(0)
	}
	return 0
}

//go:noescape
func narrowStreams(t *bitmap.Bitmaps, rows *[4][16]uint8, r *rule, p *byte, groups int) (high bool)

//go:noescape
func narrowSuspects(t *bitmap.Bitmaps, plan *uri.Plan, p *byte, blocks int)

//go:noescape
func narrowAuthorities(t *bitmap.Bitmaps, relative bool, groups int)

//go:noescape
func narrowWrong(t *bitmap.Bitmaps, groups int)
