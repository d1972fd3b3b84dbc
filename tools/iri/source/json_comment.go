package source

import "io"

// An uncommented reader turns the comments of JSON, and a comma before a closing bracket, into white space. Compilers and
// editors allow both in their settings. No offset changes.
type uncommented struct {
	r      io.Reader
	buffer [bufferSize]byte
	ready  []byte // of the buffer, for the next Read
	err    error  // after these
	state  jsonState
	opened bool // the last token is an opening bracket
	comma  bool // a comma has been read, and is white space if a closing bracket follows
	last   byte // then, the last byte that was read, which waits
}

// A jsonState is what a byte of JSON is part of.
type jsonState byte

const (
	jsonToken  jsonState = iota // or white space
	jsonString                  // after a quotation mark
	jsonEscape                  // after a backslash in a string
	jsonSlash                   // after a slash, which begins a comment
	jsonLine                    // in a comment that ends with the line
	jsonBlock                   // in another comment
	jsonStar                    // after an asterisk in it
)

func (u *uncommented) Read(p []byte) (int, error) {
	for len(u.ready) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(p, u.ready)
	u.ready = u.ready[n:]
	return n, nil
}

// fill reads a buffer. The last byte before the next value may have to become a comma, so that it waits for this.
func (u *uncommented) fill() {
	begin := 0
	if u.comma {
		u.buffer[0], begin = u.last, 1
	}
	n, err := u.r.Read(u.buffer[begin:])
	end := begin + n
	for i := begin; i < end; i++ {
		u.state = u.next(i)
	}
	switch {
	case err == io.EOF:
		end = u.finish(end)
	case u.comma && err == nil:
		end--
		u.last = u.buffer[end]
	}
	u.ready, u.err = u.buffer[:end], err
}

// finish makes a slash, a comment or a comma that is open at the end of the file an error of JSON. It returns the end of the buffer.
func (u *uncommented) finish(end int) int {
	wrong := byte(',')
	switch u.state {
	case jsonSlash, jsonBlock, jsonStar:
		wrong = '/'
	default:
		if !u.comma {
			return end
		}
	}
	end = max(end, 1)
	u.buffer[end-1] = wrong
	return end
}

// next handles a byte of the buffer, and returns the state after it.
func (u *uncommented) next(i int) jsonState {
	c := u.buffer[i]
	switch u.state {
	case jsonString:
		switch c {
		case '"':
			return jsonToken
		case '\\':
			return jsonEscape
		}
		return jsonString
	case jsonEscape:
		return jsonString
	case jsonToken:
		return u.token(i)
	}
	u.buffer[i] = ' '
	switch {
	case u.state == jsonSlash && c == '/', u.state == jsonLine && c != '\n':
		return jsonLine
	case u.state == jsonSlash && c == '*', u.state == jsonBlock && c != '*', u.state == jsonStar && c != '/' && c != '*':
		return jsonBlock
	case u.state == jsonBlock, u.state == jsonStar && c == '*':
		return jsonStar
	case u.state == jsonSlash: // no comment, and no JSON
		u.buffer[i] = '/'
	}
	return jsonToken
}

// token handles a byte outside of strings and comments.
func (u *uncommented) token(i int) jsonState {
	c := u.buffer[i]
	switch c {
	case ' ', '\t', '\r', '\n':
		return jsonToken
	case '/':
		u.buffer[i] = ' '
		return jsonSlash
	}
	if u.comma && c != ']' && c != '}' {
		u.buffer[i-1] = ','
	}
	if u.comma = c == ',' && !u.opened; u.comma {
		u.buffer[i] = ' '
	}
	u.opened = c == '[' || c == '{'
	if c == '"' {
		return jsonString
	}
	return jsonToken
}
