//go:build !amd64 || purego

package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/tracks"
)

// There are no kernels for many values.

func longMean(*uri.Plan, bool, bool) int                                          { return 0 }
func setTracks(*tracks.Tracks, *uri.Plan, *[0x80]uint8, bool, []byte, int, *gaps) {}
func cuts[P find.Parts](*tracks.Tracks, int, []P, *tracks.Longs) (n int)          { return 0 }
func numberWrong(*tracks.Tracks, int)                                             {}

type room struct{ all tracks.Tracks }

func (r *room) tracks() *tracks.Tracks { return &r.all }

type values struct{}

func (*values) take([]byte, []int32) (n, size int) { return 0, 0 }
func (*values) follow(*chunk, *uri.Plan, int)      {}
