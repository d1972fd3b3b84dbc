//go:build !amd64 || purego

package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/tracks"
)

// There are no kernels for many values.

func abreast(*uri.Plan) bool                                             { return false }
func copyingPays(bool) bool                                              { return false }
func longMean() int                                                      { return longValue }
func setTracks(*tracks.Tracks, *uri.Plan, *[0x80]uint8, bool, []byte)    {}
func fill(*buffer, []byte, []int32) (n, size int)                        { return 0, 0 }
func cuts[P find.Parts](*tracks.Tracks, int, []P, *tracks.Longs) (n int) { return 0 }
func numberWrong(*tracks.Tracks, int)                                    {}
