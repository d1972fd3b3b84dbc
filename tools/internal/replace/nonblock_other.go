//go:build !unix

package replace

const nonblock = 0 // there are no named pipes in folders
