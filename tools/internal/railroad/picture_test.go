package railroad_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
)

// picture is a diagram parsed from a file.
type picture struct {
	width, height int
	boxes         []box
	captions      []string // outside of boxes
	tracks        []track
	begin, end    point // centers of the circles
}

type point struct{ x, y int }

// box is a rectangle with its texts.
type box struct {
	x, y, width, height int
	class               string
	labels              []label
	title               bool // it contains "one of"
}

// label is a text in a box. fold means that case is ignored.
type label struct {
	text string
	fold bool
}

// track is a part of a path: points connected by lines or curves.
type track []step

type step struct {
	point
	curve bool
}

// reader reads XML elements, with a stack of open ones.
type reader struct {
	t     testing.TB
	pic   *picture
	stack []xml.StartElement
}

// readPicture parses an SVG element, which must be well-formed XML.
func readPicture(t testing.TB, text []byte) *picture {
	t.Helper()
	r := &reader{t: t, pic: &picture{}}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return r.pic
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			r.stack = append(r.stack, token.Copy())
			r.element(token)
		case xml.EndElement:
			r.stack = r.stack[:len(r.stack)-1]
		case xml.CharData:
			r.text(string(token))
		}
	}
}

func (r *reader) element(e xml.StartElement) {
	class := attribute(e, "class")
	switch e.Name.Local {
	case "svg":
		r.pic.width, r.pic.height = r.number(e, "width"), r.number(e, "height")
		if want := fmt.Sprintf("0 0 %d %d", r.pic.width, r.pic.height); attribute(e, "viewBox") != want {
			r.t.Errorf("viewBox %q, want %q", attribute(e, "viewBox"), want)
		}
	case "rect":
		group := r.stack[len(r.stack)-2]
		r.pic.boxes = append(r.pic.boxes, box{
			x: r.number(e, "x"), y: r.number(e, "y"), width: r.number(e, "width"), height: r.number(e, "height"),
			class: attribute(group, "class")})
	case "circle":
		p := point{r.number(e, "cx"), r.number(e, "cy")}
		if class == "end" {
			r.pic.end = p
		} else {
			r.pic.begin = p
		}
	case "path":
		if class != "arrow" {
			r.pic.tracks = append(r.pic.tracks, readTracks(r.t, attribute(e, "d"))...)
		}
	}
}

// text assigns a text to its box or to captions.
func (r *reader) text(text string) {
	e := r.stack[max(0, len(r.stack)-1):]
	if len(e) == 0 {
		return
	}
	var last *box
	if group := r.stack[max(0, len(r.stack)-2)]; group.Name.Local == "g" || group.Name.Local == "a" {
		last = &r.pic.boxes[len(r.pic.boxes)-1]
	}
	switch e[0].Name.Local {
	case "tspan":
		labels := r.pic.boxes[len(r.pic.boxes)-1].labels
		labels[len(labels)-1].fold = true
	case "text":
		if preserve := attribute(e[0], "space") == "preserve"; preserve != strings.Contains(text, "  ") {
			r.t.Errorf("%q: spaces are kept: %t", text, preserve)
		}
		isCaption := attribute(e[0], "class") == "caption"
		switch {
		case last != nil && isCaption:
			last.title = text == "one of"
		case last != nil:
			last.labels = append(last.labels, label{text: text})
		case isCaption:
			r.pic.captions = append(r.pic.captions, text)
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (r *reader) number(e xml.StartElement, name string) int {
	n, err := strconv.Atoi(attribute(e, name))
	if err != nil {
		r.t.Fatalf("<%s %s>: %v", e.Name.Local, name, err)
	}
	return n
}

// readTracks parses path data with the commands M, H, V and Q.
func readTracks(t testing.TB, data string) (list []track) {
	for data != "" {
		command := data[0]
		end := strings.IndexAny(data[1:], "MHVQ") + 1
		if end == 0 {
			end = len(data)
		}
		var n []int
		for word := range strings.FieldsSeq(data[1:end]) {
			number, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			n = append(n, number)
		}
		data = data[end:]
		if command == 'M' {
			list = append(list, track{{point: point{n[0], n[1]}}})
			continue
		}
		last := &list[len(list)-1]
		from := (*last)[len(*last)-1].point
		switch command {
		case 'H':
			*last = append(*last, step{point: point{n[0], from.y}})
		case 'V':
			*last = append(*last, step{point: point{from.x, n[0]}})
		case 'Q':
			*last = append(*last, step{point: point{n[2], n[3]}, curve: true})
		}
	}
	return list
}
