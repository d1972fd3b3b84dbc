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

// A File is a new file beside the old file that it will replace. Call Finish and Commit to replace the old file, or
// Discard to remove the new one.
type File struct {
	folder *os.Root
	name   string      // of the old file
	old    fs.FileInfo // nil without an old file
	beside string      // name of the new file until Commit
	file   *os.File
}

// Create creates a file to replace the file with a name in a folder. Old is the info of that file when it was opened, or
// nil if there was none. The caller may close the folder after the call.
func Create(folder *os.Root, name string, old fs.FileInfo) (*File, error) {
	folder, err := folder.OpenRoot(".")
	if err != nil {
		return nil, Reason(err)
	}
	f := &File{folder: folder, name: name, old: old}
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = 0o600 // until keep sets owner and mode
	}
	for range 10 { // usually the first attempt succeeds
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

func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err != nil {
		err = Reason(err)
	}
	return n, err
}

// Old opens the old file. It returns [ErrChanged] if the file has changed since it was first opened.
func (f *File) Old() (*os.File, error) {
	old, info, err := Open(f.folder, f.name)
	if err != nil {
		return nil, changedIfMissing(err)
	}
	if !f.isOld(info) {
		old.Close()
		return nil, ErrChanged
	}
	return old, nil
}

func (f *File) New() (*os.File, error) {
	file, err := f.folder.Open(f.beside)
	return file, Reason(err)
}

// Same reports whether both files have the same content.
func (f *File) Same() (bool, error) {
	info, err := f.file.Stat()
	if err != nil || f.old == nil || info.Size() != f.old.Size() {
		return false, err
	}
	old, err := f.Old()
	if err != nil {
		return false, err
	}
	defer old.Close()
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return false, Reason(err)
	}
	return same(f.file, old)
}

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

// Finish copies owner, mode and attributes of the old file to the new one, and closes the new one.
func (f *File) Finish() error {
	err := f.keep()
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	return Reason(err)
}

// Commit replaces the old file by the new one, after Finish. It returns [ErrChanged] if the old file has changed, but
// misses a change between this check and the system call to rename. After an error, call Discard.
func (f *File) Commit() error {
	if err := f.checkUnchanged(); err != nil {
		return err
	}
	if err := f.folder.Rename(f.beside, f.name); err != nil {
		return Reason(err)
	}
	return f.folder.Close()
}

func (f *File) keep() error {
	if f.old == nil {
		return nil
	}
	old, err := f.Old()
	if err != nil {
		return err
	}
	defer old.Close()
	if err := keepOwner(f.file, f.old); err != nil {
		return err
	}
	if err := keepAttributes(f.file, old); err != nil {
		return err
	}
	return keepMode(f.file, f.old.Mode())
}

// keepMode sets the mode of a file. It verifies the result, since systems may drop bits without an error.
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

// checkUnchanged returns [ErrChanged] if the old file has changed, or if there is one now and was none before.
func (f *File) checkUnchanged() error {
	info, err := f.folder.Lstat(f.name)
	switch {
	case f.old == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case f.old == nil && err == nil:
		return ErrChanged
	case err != nil:
		return changedIfMissing(err)
	case !f.isOld(info):
		return ErrChanged
	}
	return nil
}

// changedIfMissing converts an error of opening the old file: [ErrChanged] if it is missing or not a regular file.
func changedIfMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || err == ErrNotRegular {
		return ErrChanged
	}
	return Reason(err)
}

func (f *File) isOld(info fs.FileInfo) bool {
	return os.SameFile(f.old, info) && f.old.Mode() == info.Mode() && f.old.Size() == info.Size() && f.old.ModTime().Equal(info.ModTime())
}

func (f *File) Discard() {
	f.file.Close()
	f.folder.Remove(f.beside)
	f.folder.Close()
}
