package source

import "bytes"

// repeat returns text again and again, up to a size.
func repeat(text string, size int) []byte { return bytes.Repeat([]byte(text), size/len(text)) }

// repeated makes a file of a text again and again.
func repeated(text string) func(int) []byte {
	return func(size int) []byte { return repeat(text, size) }
}

// hostileData returns hostile files of all formats but text, HTML and Markdown.
func hostileData() []hostile {
	return []hostile{
		{name: "line feeds", options: Options{Format: Lines}, make: repeated("\n"), size: 4 << 20},
		{name: "one long line", options: Options{Format: Lines}, make: repeated("a")},
	}
}
