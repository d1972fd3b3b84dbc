package source

import "io"

// An uncommented reader replaces comments, and a comma before a closing bracket, by spaces; settings of compilers and
// editors contain both. It changes no offset. A comma waits until the next token shows whether it stays, so the reader
// replaces it in place and holds back one byte at the end of the buffer.
type uncommented struct {
	r      io.Reader
	buffer [bufferSize]byte
	ready  []byte
	err    error // returned after ready
	state  jsonState
	opened bool // the last token is an opening bracket
	comma  bool // a comma is pending; it is dropped before a closing bracket
	last   byte // with comma, the byte held back
}

// A jsonState is the lexical state after a byte of JSON.
type jsonState byte

const (
	jsonToken jsonState = iota // or white space
	jsonString
	jsonEscape
	jsonSlash // after a slash that may begin a comment
	jsonLine  // in a comment that ends with the line
	jsonBlock
	jsonStar
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

// finish turns a slash, a comment or a comma that is open at the end of the file into an error of JSON. It returns the
// end of the buffer.
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
	case u.state == jsonSlash: // neither a comment nor JSON
		u.buffer[i] = '/'
	}
	return jsonToken
}

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
