package main

import (
	"os"
	"path/filepath"
)

// file is a file to be written.
type file struct {
	name string
	text []byte
}

// replace writes all files beside their places first and renames them only when
// every one is complete, so that an error leaves the old ones as they were.
func replace(files []file) error {
	var written []string
	defer func() {
		for _, name := range written {
			os.Remove(name) // fails for those in place, as it should
		}
	}()
	for _, f := range files {
		name, err := writeBeside(f)
		if name != "" {
			written = append(written, name)
		}
		if err != nil {
			return err
		}
	}
	for i, f := range files {
		if err := os.Rename(written[i], f.name); err != nil {
			return err
		}
	}
	return nil
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
