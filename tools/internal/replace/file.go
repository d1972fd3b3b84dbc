package replace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
)

// A File is the new content of a file, which is written beside it. It takes the place of that file with Finish and
// Commit; Discard removes it.
type File struct {
	folder *os.Root
	name   string      // in the folder
	old    fs.FileInfo // of what has the name; nil if nothing has
	beside string      // its name until then
	file   *os.File
}

// Create makes a file that is to replace another in a folder, which it keeps open. Old is that of the file when
// it was opened, nil if there is none.
func Create(folder *os.Root, name string, old fs.FileInfo) (*File, error) {
	folder, err := folder.OpenRoot(".")
	if err != nil {
		return nil, Reason(err)
	}
	f := &File{folder: folder, name: name, old: old}
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = 0o600 // until it has the owner of the old one
	}
	for range 10 { // one is enough, unless somebody guesses
		f.beside = fmt.Sprintf(".iri-%016x", rand.Uint64())
		f.file, err = folder.OpenFile(f.beside, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		folder.Close()
		return nil, Reason(err)
	}
	return f, nil
}

// Write appends to the new content.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err != nil {
		err = Reason(err)
	}
	return n, err
}

// Same reports whether the new content is that of the old file.
func (f *File) Same() (bool, error) {
	info, err := f.file.Stat()
	if err != nil || f.old == nil || info.Size() != f.old.Size() {
		return false, err
	}
	old, _, err := Open(f.folder, f.name)
	if err != nil {
		return false, err
	}
	defer old.Close()
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return false, Reason(err)
	}
	return same(f.file, old)
}

// same reports whether two readers have the same bytes.
func same(a, b io.Reader) (bool, error) {
	const size = 64 << 10
	x, y := make([]byte, size), make([]byte, size)
	for {
		n, err := io.ReadFull(a, x)
		m, otherErr := io.ReadFull(b, y)
		switch {
		case n != m || !bytes.Equal(x[:n], y[:m]):
			return false, nil
		case err == nil && otherErr == nil:
		case isEnd(err) && isEnd(otherErr):
			return true, nil
		default:
			return false, Reason(errors.Join(err, otherErr))
		}
	}
}

func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

// Finish gives the file the owner, the mode and the attributes of the old one. Nothing can be written after it.
func (f *File) Finish() error {
	err := f.keep()
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	return Reason(err)
}

// Commit gives a file that is finished its name. It fails if the old one is not the same any more. Between the last
// look at the name and its change, no time passes but that of two system calls. After an error, the file is
// still to be discarded.
func (f *File) Commit() error {
	if err := f.unchanged(); err != nil {
		return err
	}
	if err := f.folder.Rename(f.beside, f.name); err != nil {
		return Reason(err)
	}
	return f.folder.Close()
}

// keep gives the new file what the old one has but its content.
func (f *File) keep() error {
	if f.old == nil {
		return nil
	}
	old, info, err := Open(f.folder, f.name)
	if err != nil {
		return f.lost(err)
	}
	defer old.Close()
	if !f.isOld(info) {
		return ErrChanged
	}
	if err := keepOwner(f.file, f.old); err != nil {
		return err
	}
	if err := keepAttributes(f.file, old); err != nil {
		return err
	}
	return keepMode(f.file, f.old.Mode())
}

// keepMode gives a file a mode. The system may leave out bits without an error.
func keepMode(file *os.File, mode fs.FileMode) error {
	err := file.Chmod(mode)
	if err == nil {
		var info fs.FileInfo
		if info, err = file.Stat(); err == nil && info.Mode() != mode {
			err = fmt.Errorf("%v instead of %v", info.Mode(), mode)
		}
	}
	if err != nil {
		return fmt.Errorf("the mode cannot be kept: %w", Reason(err))
	}
	return nil
}

// unchanged returns an error unless the name still leads to the old file, or to nothing if there was none.
func (f *File) unchanged() error {
	info, err := f.folder.Lstat(f.name)
	switch {
	case f.old == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case f.old == nil && err == nil:
		return ErrChanged
	case err != nil:
		return f.lost(err)
	case !f.isOld(info):
		return ErrChanged
	}
	return nil
}

// lost returns the error for an old file that cannot be found again.
func (f *File) lost(err error) error {
	if errors.Is(err, fs.ErrNotExist) || err == ErrNotRegular {
		return ErrChanged
	}
	return Reason(err)
}

// isOld reports whether a file is the old one, as it was.
func (f *File) isOld(info fs.FileInfo) bool {
	return os.SameFile(f.old, info) && f.old.Mode() == info.Mode() && f.old.Size() == info.Size() && f.old.ModTime().Equal(info.ModTime())
}

// Discard removes the new file.
func (f *File) Discard() {
	f.file.Close()
	f.folder.Remove(f.beside)
	f.folder.Close()
}
