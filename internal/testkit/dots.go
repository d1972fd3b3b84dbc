package testkit

import (
	"regexp"
	"strings"
)

// MergeRelative resolves the path of a relative reference against another relative path. It keeps a ".." that has no
// segment to remove. A final dot segment is a directory (RFC 3986, erratum 4789).
func MergeRelative(base, path string) string {
	var kept []string
	directory, _ := splitPath(base)
	segments, name := splitPath(path)
	for _, segment := range append(directory, segments...) {
		last := len(kept) - 1
		switch {
		case segment == ".":
		case segment == ".." && last >= 0 && kept[last] != "..":
			kept = kept[:last]
		default:
			kept = append(kept, segment)
		}
	}
	result := strings.Join(append(kept, name), "/")
	if first, _, _ := strings.Cut(result, "/"); first == "" || strings.Contains(first, ":") {
		return "./" + result
	}
	return result
}

// splitPath splits off the last segment of a path. A final dot segment belongs to the directory.
func splitPath(path string) (directory []string, name string) {
	segments := strings.Split(path, "/")
	last := len(segments) - 1
	if name = segments[last]; name == "." || name == ".." {
		return segments, ""
	}
	return segments[:last], name
}

// RemoveDotSegments is remove_dot_segments of RFC 3986, section 5.2.4, step by step.
func RemoveDotSegments(input string) string {
	output := ""
	for input != "" {
		switch {
		case strings.HasPrefix(input, "../"): // A
			input = input[3:]
		case strings.HasPrefix(input, "./"):
			input = input[2:]
		case strings.HasPrefix(input, "/./"): // B
			input = input[2:]
		case input == "/.":
			input = "/"
		case strings.HasPrefix(input, "/../"), input == "/..": // C
			input = "/" + strings.TrimPrefix(input[3:], "/")
			output = output[:max(strings.LastIndexByte(output, '/'), 0)]
		case input == ".", input == "..": // D
			input = ""
		default: // E
			end := strings.IndexByte(input[1:], '/') + 1
			if end == 0 {
				end = len(input)
			}
			output, input = output+input[:end], input[end:]
		}
	}
	return output
}

var appendixB = regexp.MustCompile(`^([^:/?#]+:)?(//[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?`)

// HasRoom reports whether references that are resolved one after the other never climb above the root of the path. The
// root of a relative path is its first segment after a scheme; without a scheme, there is no root.
func HasRoom(references ...string) bool {
	var directory []string // of the base so far
	least := 0             // minimum number of segments; -1 for no limit
	for i, text := range references {
		p := appendixB.FindStringSubmatch(text)[1:]
		if i == 0 || p[0]+p[1] != "" || strings.HasPrefix(p[2], "/") {
			directory, least = nil, 0
			if p[1] == "" && !strings.HasPrefix(p[2], "/") {
				least = min(strings.IndexByte(p[0], ':'), 1) // 1 with a scheme
			}
		}
		segments := strings.Split(p[2], "/")
		for j, segment := range segments {
			last := len(directory) - 1
			switch {
			case segment == "." || j == 0 && segment == "":
			case segment == ".." && len(directory) <= least:
				return false
			case segment == ".." && last >= 0:
				directory = directory[:last]
			case segment != ".." && j < len(segments)-1:
				directory = append(directory, segment)
			}
		}
	}
	return true
}
