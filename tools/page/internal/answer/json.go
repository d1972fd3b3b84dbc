package answer

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Package encoding/json would take a twelfth of the page's size. What is here is as much of JSON as
// requests and answers need.

// appendJSON appends an answer: structs with tags, slices, strings, booleans and whole numbers. A slice
// is never null.
func appendJSON(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return appendJSON(dst, v.Elem())
	case reflect.Struct:
		dst = appendMembers(append(dst, '{'), v)
		return append(dst, '}')
	case reflect.Slice:
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, v.Index(i))
		}
		return append(dst, ']')
	case reflect.String:
		return appendString(dst, v.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	}
	return strconv.AppendInt(dst, v.Int(), 10)
}

// appendMembers appends the fields of a struct, those of embedded ones among them.
func appendMembers(dst []byte, v reflect.Value) []byte {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if i > 0 {
			dst = append(dst, ',')
		}
		if field.Anonymous {
			dst = appendMembers(dst, value)
			continue
		}
		dst = append(appendString(dst, field.Tag.Get("json")), ':')
		dst = appendJSON(dst, value)
	}
	return dst
}

// appendString appends a text, which is UTF-8 but for octets that samples of a grammar may have.
func appendString(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < ' ':
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = append(dst, string(r)...)
		}
	}
	return append(dst, '"')
}

var errRequest = errors.New("the request is no object of strings, booleans and numbers")

// parseRequest reads an object as JSON.stringify writes it.
func parseRequest(text string) (r Request, err error) {
	rest, more := strings.CutPrefix(text, "{")
	if more && rest == "}" {
		return r, nil
	}
	for more {
		name, behind, err := cutString(rest)
		if err != nil || !strings.HasPrefix(behind, ":") {
			return r, errRequest
		}
		if rest, err = r.set(name, behind[1:]); err != nil {
			return r, err
		}
		if rest == "}" {
			return r, nil
		}
		rest, more = strings.CutPrefix(rest, ",")
	}
	return r, errRequest
}

// set sets a member to the value that a text begins with, and returns the rest.
func (r *Request) set(name, text string) (rest string, err error) {
	field, known := reflect.Value{}, false
	for i, v := 0, reflect.ValueOf(r).Elem(); i < v.NumField(); i++ {
		if v.Type().Field(i).Tag.Get("json") == name {
			field, known = v.Field(i), true
		}
	}
	if !known {
		return "", fmt.Errorf("a request has no %s", name)
	}
	if field.Kind() == reflect.String {
		value, rest, err := cutString(text)
		field.SetString(value)
		return rest, err
	}
	end := strings.IndexAny(text, ",}")
	if end < 0 {
		return "", errRequest
	}
	if field.Kind() == reflect.Bool {
		value, err := strconv.ParseBool(text[:end])
		field.SetBool(value)
		return text[end:], err
	}
	value, err := strconv.ParseUint(text[:end], 10, 64)
	field.SetUint(value)
	return text[end:], err
}

// cutString cuts the string off that a text begins with. The escapes of JSON.stringify are those of
// Go as well, halves of surrogate pairs aside.
func cutString(text string) (value, rest string, err error) {
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil || quoted[0] != '"' {
		return "", "", errRequest
	}
	value, err = strconv.Unquote(quoted)
	return value, text[len(quoted):], err
}
