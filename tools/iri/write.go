package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/patch"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
)

// writing replaces input files one after the other (--write). The new content of a file that is printed as a whole is
// the output. For other formats, it is the old content with edits; then it is read again, to verify that it contains
// exactly the expected strings.
type writing struct {
	strict bool // keep files in which a string has no result

	target        *replace.File // for the current file; nil before its first piece
	old           *patch.Reader // old content, if edited
	edited        *bufio.Writer // output to target, if edited
	changed, left int64         // strings of the current file with another result, and without a result
	expected      digest        // of the strings in the new file
	failed        bool          // do not replace the current file
	reported      bool          // failed has been reported

	total struct{ files, replaced, left int64 } // replaced files and strings, and strings left unchanged
}

func (r *rewriting) replaceFiles(all pass) error {
	defer r.writing.discard()
	if r.recursive && len(r.operands) == 0 {
		return cli.Usagef("--write with -r needs a FILE")
	}
	err := r.each(all, r.writePiece)
	if n := &r.writing.total; n.files+n.left > 0 && !r.quiet {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "%s replaced in %s, %d left\n", result.Count(n.replaced, "string"), result.Count(n.files, "file"), n.left)
	}
	return err
}

// writePiece writes the new content of a piece to a file beside the old one, which it replaces after the last piece.
func (r *rewriting) writePiece(piece *engine.Piece, p *printed) error {
	if piece.Replaceable == nil && (piece.Name == "-" || strings.HasPrefix(piece.Name, result.Argument)) {
		return cli.Usagef("--write: %s is not a file", piece.Name)
	}
	if piece.Last {
		defer piece.Replaceable.Close()
	}
	w := &r.writing
	w.failed = w.failed || w.strict && p.invalid > 0 || piece.Err != nil
	if err := r.append(piece, p); err != nil {
		r.fail(piece, err)
	}
	w.changed += p.changed
	w.left += p.invalid
	if !piece.Last {
		return nil
	}
	if w.failed {
		if piece.Format != "" && !w.reported && !passedOver(piece) {
			cli.Complain(r.cmd, fmt.Errorf("%s is unchanged, since it has errors", piece.Name))
		}
	} else if err := w.replace(piece); err != nil {
		r.fail(piece, err)
	}
	w.end()
	return nil
}

// fail reports that the current file cannot be replaced, and continues with the next file.
func (r *rewriting) fail(piece *engine.Piece, err error) {
	cli.Complain(r.cmd, &fs.PathError{Op: "replace", Path: piece.Name, Err: err})
	r.unread++
	r.writing.failed, r.writing.reported = true, true
}

// append appends the new content of a piece, unless its file has failed.
func (r *rewriting) append(piece *engine.Piece, p *printed) error {
	w := &r.writing
	if w.failed {
		return nil
	}
	if w.target == nil {
		if err := w.begin(piece); err != nil {
			return err
		}
	}
	if w.old == nil {
		_, err := w.target.Write(p.out)
		return err
	}
	return r.applyAll(piece, p)
}

const byteOrderMark = "\ufeff"

func (w *writing) begin(piece *engine.Piece) (err error) {
	from := piece.Replaceable
	if w.target, err = replace.Create(from.Folder, filepath.Base(piece.Name), from.Info); err != nil {
		return err
	}
	if !printsWhole(piece.Format) {
		old, err := w.target.Old()
		if err != nil {
			return err
		}
		w.old, w.edited = patch.NewReader(old), bufio.NewWriterSize(w.target, 64<<10)
		return nil
	}
	if piece.Block.Mark > 0 {
		_, err = w.target.Write([]byte(byteOrderMark))
	}
	return err
}

type edit struct {
	entry
	result []byte
	done   bool
}

// addEdit records the result of an entry as an edit. After resolution, it is unknown whether the reference has escapes
// in the file; Replace compares the text.
func (p *printed) addEdit(x *entry, result []byte) {
	e := edit{entry: *x, result: slices.Clone(result)}
	e.text, e.Verbatim = x.inFile, x.Verbatim || string(x.inFile) != string(x.text)
	p.edits = append(p.edits, e)
}

// Reasons not to replace a string with a result.
var (
	errHasEscapes   = errors.New("not replaced: the string is escaped in the file")
	errNeedsEscapes = errors.New("not replaced: the result would need escapes")
)

// applyAll copies the old content with the edits of a piece, up to the last edit or, after the last piece, to the end.
func (r *rewriting) applyAll(piece *engine.Piece, p *printed) error {
	p.log = p.log[:0]
	for _, e := range inOrder(p.edits) {
		err := r.writing.apply(e, piece.Format)
		e.done = err == nil
		if err == errHasEscapes || err == errNeedsEscapes {
			r.leave(e, p, err)
		} else if err != nil {
			return err
		}
	}
	r.writing.expect(&piece.Block, p.edits)
	r.cmd.ErrOrStderr().Write(p.log)
	if !piece.Last {
		return nil
	}
	if err := r.writing.old.Rest(r.writing.edited); err != nil {
		return err
	}
	return r.writing.edited.Flush()
}

func inOrder(edits []edit) []*edit {
	order := make([]*edit, len(edits))
	for i := range edits {
		order[i] = &edits[i]
	}
	slices.SortStableFunc(order, func(a, b *edit) int { return patch.Compare(a.Place, b.Place) })
	return order
}

// apply copies the old content up to an edit, and writes the result. It returns errHasEscapes or errNeedsEscapes if the
// string is left unchanged. HTML and XML files with an ASCII string may be in another encoding than UTF-8.
func (w *writing) apply(e *edit, f source.Format) error {
	ascii := (f == source.HTML || f == source.XML) && isASCII(e.text)
	switch {
	case !e.Verbatim:
		return errHasEscapes
	case !patch.IsSafe(e.text, e.result), ascii && !isASCII(e.result):
		return errNeedsEscapes
	}
	done, err := w.old.Replace(w.edited, e.Place, e.text, e.result)
	if err == nil && !done {
		err = errHasEscapes
	}
	return err
}

// leave reports a string that is left unchanged, and counts it as one without a result.
func (r *rewriting) leave(e *edit, p *printed, reason error) {
	p.changed--
	p.invalid++
	r.writing.failed = r.writing.failed || r.writing.strict
	if !r.quiet {
		p.reject(&e.entry, reason)
	}
}

func isASCII(text []byte) bool {
	return !bytes.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
}

// expect adds the strings of a piece, with its edits, to the digest.
func (w *writing) expect(b *source.Block, edits []edit) {
	i := 0
	for _, text := range b.All() {
		if len(edits) > 0 && edits[0].index == i {
			if edits[0].done {
				text = edits[0].result
			}
			edits = edits[1:]
		}
		w.expected.add(text)
		i++
	}
}

type digest struct{ hash maphash.Hash }

func (d *digest) add(text []byte) {
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(text)))
	d.hash.Write(length[:])
	d.hash.Write(text)
}

var errReadsOtherwise = errors.New("not replaced: the result would need escapes or quotation marks")

// verify returns an error unless the new file has the expected strings. Text may have another meaning at its place,
// such as an entity or a separator.
func (w *writing) verify(piece *engine.Piece) error {
	file, err := w.target.New()
	if err != nil {
		return err
	}
	f, err := source.Take(piece.Name, file, piece.Replaceable.Options)
	if err != nil {
		return errReadsOtherwise
	}
	defer f.Close()
	var got digest
	got.hash.SetSeed(w.expected.hash.Seed())
	for b := new(source.Block); err == nil; {
		if err = f.Texts.Read(b); err != nil && err != io.EOF {
			return errReadsOtherwise
		}
		if piece.Skip != nil {
			b.LeaveOut(false, piece.Skip)
		}
		for _, text := range b.All() {
			got.add(text)
		}
	}
	if got.hash.Sum64() != w.expected.hash.Sum64() {
		return errReadsOtherwise
	}
	return nil
}

// replace replaces the old file unless the new one is equal.
func (w *writing) replace(piece *engine.Piece) error {
	same, err := w.target.Same()
	if err != nil || same {
		return err
	}
	if w.old != nil {
		if err := w.verify(piece); err != nil {
			return err
		}
	}
	if err := w.target.Finish(); err != nil {
		return err
	}
	if err := w.target.Commit(); err != nil {
		return err
	}
	w.target = nil
	w.total.files++
	return nil
}

// end counts the strings of the current file.
func (w *writing) end() {
	w.total.left += w.left
	if w.failed {
		w.total.left += w.changed
	} else {
		w.total.replaced += w.changed
	}
	w.discard()
}

// discard removes the new file unless it has replaced the old one.
func (w *writing) discard() {
	if w.target != nil {
		w.target.Discard()
	}
	if w.old != nil {
		w.old.Close()
	}
	w.expected.hash.Reset()
	w.target, w.old, w.changed, w.left, w.failed, w.reported = nil, nil, 0, 0, false, false
}
