//go:build !linux

package main

// limitMemory does nothing where packages of Go know no limit of this kind.
func limitMemory() {}
