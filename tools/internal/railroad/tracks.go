package railroad

import (
	"sort"

	"example.org/iri/tools/internal/svg"
)

// sequence is a series of shapes, wrapped into rows. The track leaves at the end of the last row.
type sequence struct {
	size
	rows []row
}

// row is a row of a sequence. offset and back are the distances of its entry, and of the track that leads to it, below
// the entry of the sequence.
type row struct {
	size
	shapes       []shape
	offset, back int
}

func newSequence(list []shape, limit int) shape {
	switch len(list) {
	case 0:
		return newNothing()
	case 1:
		return list[0]
	}
	s := &sequence{rows: breakRows(list, limit)}
	if len(s.rows) > 1 {
		s.rows = evenRows(list, within(limit, 2*radius))
	}
	first := s.rows[0]
	s.up, s.down, s.drop = first.up, first.down, first.drop
	for i := range s.rows {
		r := &s.rows[i]
		s.width = max(s.width, r.width)
		if i == 0 {
			continue
		}
		r.back = s.down + rowGap
		r.offset = r.back + rowGap + r.up
		s.down, s.drop = r.offset+r.down, r.offset+r.drop
	}
	if len(s.rows) > 1 {
		s.width += 2 * radius // for the tracks between rows
	}
	return s
}

// breakRows wraps a list at limit.
func breakRows(list []shape, limit int) []row {
	var rows []row
	for i, s := range list {
		if i == 0 || rows[len(rows)-1].width+gap+s.bounds().width > limit {
			rows = append(rows, row{})
		}
		rows[len(rows)-1].add(s)
	}
	return rows
}

// evenRows wraps a list into the fewest rows for limit, as narrow as possible.
func evenRows(list []shape, limit int) []row {
	fewest := len(breakRows(list, limit))
	narrow := sort.Search(limit, func(width int) bool { return len(breakRows(list, width)) <= fewest })
	return breakRows(list, narrow)
}

func (r *row) add(s shape) {
	if len(r.shapes) > 0 {
		r.width += gap
	}
	b := s.bounds()
	r.width += b.width
	r.up = max(r.up, b.up-r.drop)
	r.down = max(r.down, b.down+r.drop)
	r.drop += b.drop
	r.shapes = append(r.shapes, s)
}

func (s *sequence) draw(c *canvas, x, y int) {
	if len(s.rows) == 1 {
		s.rows[0].draw(c, x, y)
		return
	}
	left, right := x, x+s.width
	c.line(left, left+radius, y)
	var end point // of the previous row
	for i, r := range s.rows {
		top := y + r.offset
		if back := y + r.back; i > 0 {
			c.route(end, point{right, end.y}, point{right, back}, point{left, back}, point{left, top}, point{left + radius, top})
			c.arrow((left+right)/2, back)
		}
		r.draw(c, left+radius, top)
		end = point{left + radius + r.width, top + r.drop}
	}
	c.line(end.x, right, end.y)
}

func (r *row) draw(c *canvas, x, y int) {
	for i, s := range r.shapes {
		if i > 0 {
			c.line(x, x+gap, y)
			x += gap
		}
		s.draw(c, x, y)
		x += s.bounds().width
		y += s.bounds().drop
	}
}

// choice is a set of alternative rows. The track runs straight through the first one.
type choice struct {
	size
	rows    []shape
	offsets []int // distances of the entries of rows below the entry of the choice
}

func newChoice(rows []shape) shape {
	switch len(rows) {
	case 0:
		return newNothing()
	case 1:
		return rows[0]
	}
	c := &choice{rows: rows}
	for i, r := range rows {
		b, offset := r.bounds(), 0
		if i == 0 {
			c.up, c.drop = b.up, b.drop
		} else {
			offset = c.down + rowGap + b.up
		}
		c.offsets = append(c.offsets, offset)
		c.width = max(c.width, b.width+4*radius)
		c.down = offset + b.down
	}
	return c
}

func (s *choice) draw(c *canvas, x, y int) {
	right, end := x+s.width, y+s.drop
	for i, r := range s.rows {
		b, in := r.bounds(), y+s.offsets[i]
		begin, out := x+2*radius, in+b.drop
		r.draw(c, begin, in)
		if i == 0 {
			c.line(x, begin, in)
			c.line(begin+b.width, right, out)
			continue
		}
		c.route(point{x, y}, point{x + radius, y}, point{x + radius, in}, point{begin, in})
		c.route(point{begin + b.width, out}, point{right - radius, out}, point{right - radius, end}, point{right, end})
	}
}

// bypass is a shape with a track above it.
type bypass struct {
	size
	body shape
	rise int // height of the track above the entry
}

func newBypass(body shape) shape {
	b := &bypass{size: body.bounds(), body: body}
	b.rise = b.up + rowGap
	b.up = b.rise + 1
	b.width += 4 * radius
	return b
}

func (s *bypass) draw(c *canvas, x, y int) {
	right, end := x+s.width, y+s.drop
	c.line(x, x+2*radius, y)
	s.body.draw(c, x+2*radius, y)
	c.line(right-2*radius, right, end)
	c.route(point{x, y}, point{x + radius, y}, point{x + radius, y - s.rise},
		point{right - radius, y - s.rise}, point{right - radius, end}, point{right, end})
}

// loop is a shape with a track back below it, and a caption with the number of repetitions.
type loop struct {
	size
	body    shape
	caption string
	back    int // depth of the track back below the entry
}

func newLoop(body shape, caption string) shape {
	const arrow, line = 5, 18 // heights
	l := &loop{size: body.bounds(), body: body, caption: caption}
	l.back = l.down + rowGap
	l.down = l.back + arrow
	if caption != "" {
		l.down = l.back + line
	}
	l.width = max(l.width, svg.Width(caption, captionSize)) + 2*radius
	return l
}

func (l *loop) draw(c *canvas, x, y int) {
	b := l.body.bounds()
	right, back, end := x+l.width, y+l.back, y+l.drop
	begin := x + (l.width-b.width)/2
	c.line(x, begin, y)
	l.body.draw(c, begin, y)
	c.line(begin+b.width, right, end)
	c.route(point{right - radius, end}, point{right, end}, point{right, back},
		point{x, back}, point{x, y}, point{x + radius, y})
	c.arrow((x+right)/2, back)
	if l.caption != "" {
		c.caption(l.caption, (x+right)/2, back+15)
	}
}
