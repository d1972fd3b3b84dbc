package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// file is a file to be written.
type file struct {
	name string
	text []byte
}

// output writes text to a file, or to standard output if no file is named.
func output(name string, text []byte, stdout io.Writer) error {
	if name == "" {
		_, err := stdout.Write(text)
		return err
	}
	return replace([]file{{name, text}})
}

// replace writes all files beside their places first and renames them only when
// every one is complete. If that fails for one, the old files are put back: all
// files are replaced, or none.
func replace(files []file) (err error) {
	var undo []func()
	defer func() {
		if err != nil {
			for _, f := range slices.Backward(undo) {
				f()
			}
		}
	}()
	fresh := make([]string, len(files))
	for i, f := range files {
		name, err := writeBeside(f)
		if name != "" {
			undo = append(undo, func() { os.Remove(name) })
		}
		if err != nil {
			return err
		}
		fresh[i] = name
	}
	var old []string
	for i, f := range files {
		backup, err := moveAside(f.name)
		if err != nil {
			return err
		}
		if backup != "" {
			old = append(old, backup)
			undo = append(undo, func() { os.Rename(backup, f.name) })
		}
		if err := os.Rename(fresh[i], f.name); err != nil {
			return err
		}
		undo = append(undo, func() { os.Remove(f.name) })
	}
	for _, backup := range old {
		os.Remove(backup)
	}
	return nil
}

// moveAside renames a file, if there is one, to a name beside it that is free.
func moveAside(name string) (backup string, err error) {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return "", &fs.PathError{Op: "replace", Path: name, Err: errors.New("is a directory")}
	}
	t, err := os.CreateTemp(filepath.Dir(name), ".abnfc-*")
	if err != nil {
		return "", err
	}
	t.Close()
	if err := os.Rename(name, t.Name()); err != nil {
		os.Remove(t.Name())
		return "", err
	}
	return t.Name(), nil
}

// writeBeside writes f to a new file in the folder of its place.
func writeBeside(f file) (name string, err error) {
	t, err := os.CreateTemp(filepath.Dir(f.name), ".abnfc-*")
	if err != nil {
		return "", err
	}
	if err := t.Chmod(0o644); err != nil {
		t.Close()
		return t.Name(), err
	}
	if _, err := t.Write(f.text); err != nil {
		t.Close()
		return t.Name(), err
	}
	return t.Name(), t.Close()
}
