//go:build !unix

package replace

const nonblock = 0 // there are no pipes with names of files
