package testkit

import "strings"

// RemoveDotSegments is remove_dot_segments of RFC 3986, section 5.2.4, by the letter.
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
