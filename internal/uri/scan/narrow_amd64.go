//go:build !purego

package scan

import (
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/tracks"
)

// narrowTracks sets t to the tracks of the beginning of a string, up to a size, with AVX2. It does what
// package batch does, but for authorities with a userinfo or a port in assembly.
func narrowTracks(t *tracks.Tracks, plan *uri.Plan, codes *[0x80]uint8, text []byte, size int) {
	p, n := unsafe.SliceData(text), (max(size, 1)+tracks.Group-1)/tracks.Group*tracks.Group
	if len(text) < n {
		var padded [tracks.Size]byte
		copy(padded[:], text[:size])
		p = &padded[0]
	}
	rows, rule := batch.Rows(codes), ruleOf(plan)
	if narrowStreams(t, &rows, &rule, p, n/tracks.NarrowGroup) {
		narrowSuspects(t, plan, p, n/32)
	}
	narrowAuthorities(t, plan.Relative, n/tracks.NarrowGroup)
	lines := batch.NewLines(plan)
	t.AnySpecial = 0
	for g, is := range t.Special[:n/tracks.NarrowGroup] {
		if is || lines.Pending() {
			lines.Authorities(t, g*tracks.NarrowGroup/64, (g+1)*tracks.NarrowGroup/64)
		}
	}
	narrowWrong(t, n/tracks.NarrowGroup)
}

// rule is what is said of a language in all bits of some words.
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

// These are in kernel_amd64.s.
//
//go:noescape
func narrowStreams(t *tracks.Tracks, rows *[4][16]uint8, r *rule, p *byte, groups int) (high bool)

//go:noescape
func narrowSuspects(t *tracks.Tracks, plan *uri.Plan, p *byte, blocks int)

//go:noescape
func narrowAuthorities(t *tracks.Tracks, relative bool, groups int)

//go:noescape
func narrowWrong(t *tracks.Tracks, groups int)
