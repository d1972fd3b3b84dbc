// Package replace reads and replaces regular files in open folders. It does not follow symbolic links, even if other
// programs change the folders concurrently.
package replace

import (
	"errors"
	"io/fs"
	"os"
)

// Errors of a name.
var (
	ErrNotRegular = errors.New("not a regular file; symbolic links are not followed here")
	ErrChanged    = errors.New("the file was changed meanwhile, and is not replaced")
)

// Open opens a regular file in a folder for reading. It returns [ErrNotRegular] for other files, including symbolic
// links. It does not wait for a writer of a named pipe.
func Open(folder *os.Root, name string) (*os.File, fs.FileInfo, error) {
	info, err := folder.Lstat(name)
	switch {
	case err != nil:
		return nil, nil, Reason(err)
	case !info.Mode().IsRegular():
		return nil, nil, ErrNotRegular
	}
	file, err := folder.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, Reason(err)
	}
	opened, err := file.Stat()
	switch {
	case err != nil:
	case !os.SameFile(info, opened) || !opened.Mode().IsRegular(): // the name refers to another file since Lstat
		err = ErrNotRegular
	default:
		return file, opened, nil
	}
	file.Close()
	return nil, nil, Reason(err)
}

// OpenFolder opens a subfolder. It returns an error for a symbolic link.
func OpenFolder(folder *os.Root, name string) (*os.Root, error) {
	info, err := folder.Lstat(name)
	switch {
	case err != nil:
		return nil, Reason(err)
	case !info.IsDir():
		return nil, errors.New("not a folder any more")
	}
	inside, err := folder.OpenRoot(name)
	if err != nil {
		return nil, Reason(err)
	}
	opened, err := inside.Stat(".")
	if err == nil && !os.SameFile(info, opened) { // the name refers to another file since Lstat
		err = errors.New("not the same folder any more")
	}
	if err != nil {
		inside.Close()
		return nil, Reason(err)
	}
	return inside, nil
}

// Reason returns err without the file name, which is relative to an open folder. Callers add the full name.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
