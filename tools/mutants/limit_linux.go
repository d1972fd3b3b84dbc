package main

import "syscall"

// limitMemory lets no process started from here on take more than 8 GiB: a mutant
// that appends for ever would otherwise take the machine with it. One test needs
// addresses, not memory, for a text of 4 GiB.
func limitMemory() {
	limit := syscall.Rlimit{Cur: 8 << 30, Max: 8 << 30}
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &limit) // without it, all works but for such mutants
}
