// Package replace reads regular files in open folders, and puts new ones in their place. It follows no symbolic
// link, whatever others do to the folders meanwhile.
package replace

import (
	"errors"
	"io/fs"
	"os"
)

// Errors about what a name is.
var (
	ErrNotRegular = errors.New("not a regular file; symbolic links are not followed here")
	ErrChanged    = errors.New("the file was changed meanwhile, and is not replaced")
)

// Open opens a regular file in a folder for reading. Anything else is [ErrNotRegular], a symbolic link too. It
// does not wait for the other end of a pipe.
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
	case !os.SameFile(info, opened) || !opened.Mode().IsRegular(): // another file has the name since Lstat
		err = ErrNotRegular
	default:
		return file, opened, nil
	}
	file.Close()
	return nil, nil, Reason(err)
}

// OpenFolder opens a folder in a folder. A symbolic link is an error.
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
	if err == nil && !os.SameFile(info, opened) { // a link has the name since Lstat
		err = errors.New("not the same folder any more")
	}
	if err != nil {
		inside.Close()
		return nil, Reason(err)
	}
	return inside, nil
}

// Reason returns what is wrong without the name, which is that in an open folder. Callers know the whole one.
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
