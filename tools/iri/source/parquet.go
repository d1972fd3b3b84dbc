package source

import (
	"errors"
	"fmt"
	"io"
	"strings"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// parquet reads a column of texts. Rows count as lines; of a list, each element is a text of its
// row. What is null is left out. Memory is needed for a page at a time, which in files of most
// writers has a megabyte.
//
// The library is parquet-go and not arrow-go, since it is the lighter one. A program that reads a
// column has 17.2 MB with it and 32.8 MB with arrow-go 18.5 (2.4 MB without both). It links 10
// modules and not 16. Built from nothing, it takes 67 seconds of processor time and not 114 (two
// shared cores, Go 1.26, November 2026). Versions before 0.28 read files of arrow-go in a wrong way;
// 0.25 would give 7.6 MB.
type parquet struct {
	file   *parquetgo.File
	column int // index among the leaves of the schema
	read   func(rows, of int64)

	groups []parquetgo.RowGroup // not yet begun
	pages  parquetgo.Pages      // of the group that has begun
	page   parquetgo.Page
	values parquetgo.ValueReader // of the page
	buffer [256]parquetgo.Value
	rest   []parquetgo.Value // of the buffer

	row, end int64 // that was read last; and the last one of the group
}

// newParquet returns a reader. It calls read with the number of rows that have been read.
func newParquet(r io.ReaderAt, size int64, o Options, read func(rows, of int64)) (reader Reader, err error) {
	defer func() { // the library trusts what files say of themselves
		if r := recover(); r != nil {
			err = brokenParquet(fmt.Errorf("%v", r), 0)
		}
	}()
	if err := checkFooter(r, size); err != nil {
		return nil, brokenParquet(err, 0)
	}
	file, err := parquetgo.OpenFile(r, size, parquetgo.SkipPageIndex(true), parquetgo.SkipBloomFilters(true), parquetgo.ReadBufferSize(bufferSize))
	if err != nil {
		return nil, brokenParquet(err, 0)
	}
	column, err := findLeaf(file.Schema(), o.Column)
	if err != nil {
		return nil, &Error{Err: err}
	}
	if err := checkCodec(file, column); err != nil {
		return nil, &Error{Err: err}
	}
	return &parquet{file: file, column: column, groups: file.RowGroups(), read: read}, nil
}

// findLeaf returns the index of a column, which has a name with dots, or of the only column in a
// group of that name.
func findLeaf(schema *parquetgo.Schema, name string) (int, error) {
	var names, fits []string
	index := 0
	for i, path := range schema.Columns() {
		leaf := strings.Join(path, ".")
		names = append(names, leaf)
		if leaf == name || name != "" && strings.HasPrefix(leaf, name+".") {
			fits = append(fits, leaf)
			index = i
		}
	}
	switch {
	case name == "":
		return 0, fmt.Errorf("a column must be named: %s", list(names))
	case len(fits) == 0:
		return 0, &ColumnError{fmt.Sprintf("no column %q; the file has %s", name, list(names))}
	case len(fits) > 1:
		return 0, fmt.Errorf("%q is a group of %s", name, list(fits))
	}
	leaf, _ := schema.Lookup(schema.Columns()[index]...)
	if kind := leaf.Node.Type().Kind(); kind != parquetgo.ByteArray && kind != parquetgo.FixedLenByteArray {
		return 0, fmt.Errorf("column %q has no strings: its type is %s", name, leaf.Node.Type())
	}
	return index, nil
}

// checkCodec refuses LZ4, which few files have. The library takes broken data of it for a lack of room,
// and doubles this until no memory is left.
func checkCodec(file *parquetgo.File, column int) error {
	for _, group := range file.Metadata().RowGroups {
		if codec := group.Columns[column].MetaData.Codec; codec == format.Lz4Raw {
			return fmt.Errorf("the column is compressed by %s, which is not read", codec)
		}
	}
	return nil
}

func (p *parquet) Read(b *Block) (err error) {
	defer func() {
		p.read(p.row, p.file.NumRows())
		if r := recover(); r != nil {
			err = brokenParquet(fmt.Errorf("%v", r), p.row+1)
		}
	}()
	b.Reset()
	for !b.Full() {
		for len(p.rest) == 0 {
			if err := p.fill(); err == io.EOF {
				return err
			} else if err != nil {
				return brokenParquet(err, p.row+1)
			}
		}
		value := p.rest[0]
		p.rest = p.rest[1:]
		if value.RepetitionLevel() == 0 {
			p.row++
		}
		if !value.IsNull() {
			if err := p.add(b, value.ByteArray()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *parquet) add(b *Block, text []byte) error {
	if len(text) > MaxText {
		return &Error{Line: p.row, Err: fmt.Errorf("the string has %w", errLong), GoesOn: true}
	}
	b.Add(text, Place{Line: p.row})
	return nil
}

// fill fills the buffer with values of the page, or turns to the next page or group.
func (p *parquet) fill() error {
	switch {
	case p.values != nil:
		return p.nextValues()
	case p.pages != nil:
		return p.nextPage()
	case len(p.groups) > 0:
		group := p.groups[0]
		p.groups = p.groups[1:]
		p.pages = group.ColumnChunks()[p.column].Pages()
		p.end = p.row + group.NumRows()
		return nil
	}
	return io.EOF
}

func (p *parquet) nextPage() error {
	page, err := p.pages.ReadPage()
	if err == io.EOF {
		err = p.pages.Close()
		p.pages = nil
		if err == nil && p.row != p.end {
			err = fmt.Errorf("the row group ends in row %d, not %d", p.row, p.end)
		}
		return err
	}
	if err != nil {
		return err
	}
	p.page, p.values = page, page.Values()
	return nil
}

func (p *parquet) nextValues() error {
	n, err := p.values.ReadValues(p.buffer[:])
	p.rest = p.buffer[:n]
	if err == nil && n == 0 {
		return io.ErrNoProgress
	}
	if err == io.EOF {
		p.values, err = nil, nil
		if n == 0 {
			parquetgo.Release(p.page)
		}
	}
	return err
}

// brokenParquet tells in which row a file is broken, 0 if nobody knows.
func brokenParquet(err error, row int64) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it is truncated or has wrong lengths")
	}
	return &Error{Line: row, Err: fmt.Errorf("broken Parquet: %w", err)}
}
