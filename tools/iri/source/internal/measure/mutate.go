package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime/coverage"
	"slices"

	"example.org/iri/tools/iri/source"
	"example.org/iri/tools/iri/source/internal/counters"
)

// Bounds for a mutated file, exceeded by quadratic work.
const (
	maxMutated    = 8 << 10
	stepsPerByte  = 1500
	freeSteps     = 1 << 20
	blocksPerLine = 20       // for Markdown, where a line may be in 200 blocks, each at a tenth of the steps of a byte
	maxAllocated  = 64 << 20 // bytes
)

// mutate reads n mutations of files and prints those that exceed a bound. It depends only on the seed.
func mutate(n int, seed uint64, o source.Options, names []string) error {
	var files [][]byte
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files = append(files, file[:min(len(file), maxMutated)])
	}
	random := rand.New(rand.NewPCG(seed, seed))
	for i := range n {
		file := mutated(random, files)
		if err := os.WriteFile(names[0]+".last", file, 0o666); err != nil { // remains after a panic
			return err
		}
		if err := check(i, file, o); err != nil {
			return err
		}
	}
	return nil
}

func check(i int, file []byte, o source.Options) error {
	before := allocated()
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	if _, err := read(bytes.NewReader(file), o); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := coverage.WriteCounters(&b); err != nil {
		return err
	}
	steps, err := counters.Sum(b.Bytes())
	if err != nil {
		return err
	}
	most := freeSteps + stepsPerByte*int64(len(file))
	if o.Format == source.Markdown {
		most *= blocksPerLine
	}
	if bytes := allocated() - before; steps > most || bytes > maxAllocated {
		fmt.Printf("%d: %d steps, %d bytes of memory for %d bytes: %.200q\n", i, steps, bytes, len(file), file)
	}
	return nil
}

func read(r io.Reader, o source.Options) (m Measure, err error) {
	f, err := source.New("x", r, o)
	if err != nil {
		return m, m.note(err)
	}
	defer f.Close()
	return m, m.drain(f)
}

func mutated(random *rand.Rand, files [][]byte) []byte {
	file := slices.Clone(files[random.IntN(len(files))])
	for range 1 + random.IntN(6) {
		if len(file) == 0 {
			file = []byte{byte(random.Uint32())}
		}
		at := random.IntN(len(file))
		end := at + random.IntN(min(64, len(file)-at)+1)
		switch random.IntN(6) {
		case 0:
			file[at] = byte(random.Uint32())
		case 1:
			file = slices.Delete(file, at, end)
		case 2: // repeat a part
			times := 1 + random.IntN(maxMutated)/max(1, end-at)
			file = slices.Concat(file[:end], bytes.Repeat(file[at:end], times), file[end:])
		case 3: // copy a part of another file
			other := files[random.IntN(len(files))]
			from := random.IntN(len(other) + 1)
			file = slices.Concat(file[:at], other[from:min(len(other), from+random.IntN(256))], file[at:])
		case 4:
			file = file[:at]
		case 5:
			const special = "\x00\t\n\r !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\x7f\x80\xc2\xe2\xff"
			file = slices.Insert(file, at, bytes.Repeat([]byte{special[random.IntN(len(special))]}, 1+random.IntN(3))...)
		}
		file = file[:min(len(file), maxMutated)]
	}
	return file
}
