package ref

import (
	"strings"
	"testing"
)

// removeDotsTwin is RFC 3986, section 5.2.4, by the letter.
func removeDotsTwin(input string) string {
	output := ""
	for input != "" {
		switch {
		case strings.HasPrefix(input, "../"):
			input = input[3:]
		case strings.HasPrefix(input, "./"):
			input = input[2:]
		case strings.HasPrefix(input, "/./"):
			input = input[2:]
		case input == "/.":
			input = "/"
		case strings.HasPrefix(input, "/../"):
			input = input[3:]
			output = output[:max(strings.LastIndex(output, "/"), 0)]
		case input == "/..":
			input = "/"
			output = output[:max(strings.LastIndex(output, "/"), 0)]
		case input == "." || input == "..":
			input = ""
		default:
			n := strings.IndexByte(input[1:], '/') + 1
			if n == 0 {
				n = len(input)
			}
			output, input = output+input[:n], input[n:]
		}
	}
	return output
}

// TestRemoveDots compares all paths of up to eleven slashes, dots and letters with the twin.
func TestRemoveDots(t *testing.T) {
	var walk func(path []byte, left int)
	walk = func(path []byte, left int) {
		buf := append([]byte("http:"), path...)
		got, end := removeDots(append(buf, "?q"...), 5, len(buf))
		if want := "http:" + removeDotsTwin(string(path)); string(got) != want+"?q" || end != len(want) {
			t.Fatalf("%q: %q, %d, want %q", path, got, end, want)
		}
		for _, c := range "/.a" {
			if left > 0 {
				walk(append(path, byte(c)), left-1)
			}
		}
	}
	walk(make([]byte, 0, 16), 11)
}

// TestRemoveDotsAnywhere has dot segments, and what only looks like some, at every place of longer
// paths, of which eight bytes are looked at together.
func TestRemoveDotsAnywhere(t *testing.T) {
	for _, piece := range []string{".", "..", "/.", "/..", "/./", "/../", "/...", "/.a", "./..", "/a./..a/", "/../.", "//..//"} {
		for front := range 25 {
			for behind := range 25 {
				path := strings.Repeat("a", front) + piece + strings.Repeat("b", behind)
				for _, path := range []string{path, "/" + path, path + "/..", path + "/" + path} {
					buf := []byte("s:" + path)
					got, end := removeDots(append(buf, "#."...), 2, len(buf))
					if want := "s:" + removeDotsTwin(path); string(got) != want+"#." || end != len(want) {
						t.Fatalf("%q: %q, %d, want %q", path, got, end, want)
					}
				}
			}
		}
	}
}
