package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

// packed are the files of the archives below.
var packed = []struct{ name, text string }{
	{"dir/list.txt", "a:\nb\n"}, {"dir/a.java", "x"}, {"table.csv", "url\nc:\n"}, {"b.txt.xz", "d:\n"}, {"README", "e:\n"}, {"n.zip", zipMagic}, {"b.lst", "\x00"},
}

func packXZ(t testing.TB, text string) string {
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func packTar(t testing.TB) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := w.WriteHeader(&tar.Header{Name: "dir/", Typeflag: tar.TypeDir, Mode: 0o755})
	for _, f := range packed {
		if f.name == "b.txt.xz" {
			f.text = packXZ(t, f.text)
		}
		err = errors.Join(err, w.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.text)), Mode: 0o644}))
		_, errWrite := io.WriteString(w, f.text)
		err = errors.Join(err, errWrite)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tarOf returns an archive of files: their names and what they hold.
func tarOf(t testing.TB, files ...string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		err := w.WriteHeader(&tar.Header{Name: files[i], Size: int64(len(files[i+1])), Mode: 0o644})
		if _, errWrite := io.WriteString(w, files[i+1]); err != nil || errWrite != nil {
			t.Fatal(err, errWrite)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func packZip(t testing.TB) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	_, err := w.Create("dir/")
	for _, f := range packed {
		if f.name == "b.txt.xz" {
			f.text = packXZ(t, f.text)
		}
		m, errCreate := w.Create(f.name)
		_, errWrite := io.WriteString(m, f.text)
		err = errors.Join(err, errCreate, errWrite)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unarchive lists the members of an archive, each with what it holds or why it is not read.
func unarchive(t testing.TB, f *File) string {
	var all strings.Builder
	for {
		name, m, err := f.Member()
		if err == io.EOF {
			return all.String()
		}
		all.WriteString(name + ": ")
		if err != nil {
			all.WriteString(describe(err) + "\n")
			if name == "" {
				return all.String()
			}
			continue
		}
		all.WriteString(strings.ReplaceAll(dump(t, m.Texts), "\n", "; ") + "\n")
		m.Close()
	}
}

// TestArchives: tar, compressed or not, and zip are read member by member, as a file and as a stream.
func TestArchives(t *testing.T) {
	noFormat := (&FormatError{".java"}).Error()
	want := `dir/list.txt: 1:1 verbatim "a:"; 2:1 verbatim "b"; ` + "\n" + "dir/a.java: " + noFormat + "\n" +
		`table.csv: 2:1 verbatim "c:"; ` + "\n" + `b.txt.xz: 1:1 verbatim "d:"; ` + "\nREADME: " + (&FormatError{}).Error() + "\nn.zip: " + strings.ReplaceAll(noFormat, ".java", ".zip") +
		"\nb.lst: 1:1: the file is binary: it has a NUL byte\n"
	for name, text := range map[string]string{"a.tar": packTar(t), "a.tgz": pack(t, packTar(t)), "a.txz": packXZ(t, packTar(t)), "a.zip": packZip(t), "a": packTar(t)} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, open := range []func(o Options) (*File, error){
			func(o Options) (*File, error) { return Open(file, o) },
			func(o Options) (*File, error) { return New(name, strings.NewReader(text), o) },
		} {
			f, err := open(Options{Column: "url"})
			if err != nil || !f.IsArchive() {
				t.Fatalf("%s: %v", name, err)
			}
			if got := unarchive(t, f); got != want {
				t.Errorf("%s: %s\nwant %s", name, got, want)
			}
			if err := f.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestBrokenArchives(t *testing.T) {
	whole := packTar(t)
	f, err := New("a.tar", strings.NewReader(whole[:1536+200]), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := unarchive(t, f); !strings.HasSuffix(got, "\n: broken archive: unexpected EOF\n") {
		t.Error(got)
	}
	if _, err := New("a.zip", strings.NewReader(zipMagic), Options{}); err == nil || err.Error() != "broken archive: zip: not a valid zip file" {
		t.Error(err)
	}
	var bomb bytes.Buffer
	secret := zip.NewWriter(&bomb)
	secret.CreateRaw(&zip.FileHeader{Name: "a.txt", Flags: 1})
	secret.Close()
	if f, err = New("a.zip", &bomb, Options{}); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := unarchive(t, f); got != "a.txt: it is encrypted\n" {
		t.Error(got)
	}
	bomb.Reset()
	w := zip.NewWriter(&bomb)
	m, _ := w.Create("a.txt")
	io.WriteString(m, strings.Repeat("\n", 64<<20))
	w.Close()
	if f, err = New("a.zip", &bomb, Options{}); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := unarchive(t, f); !strings.Contains(got, "as in a bomb (the limit is a ratio of 250)") {
		t.Errorf("%.300s", got[max(0, len(got)-300):])
	}
	// Each member is small enough, but all of them are not.
	lines := strings.Repeat(strings.Repeat("a", 1<<20)+"\n", 15)
	bomb.Reset()
	w = zip.NewWriter(&bomb)
	for i := range 3 {
		m, _ := w.Create(string(rune('a'+i)) + ".txt")
		io.WriteString(m, lines)
	}
	w.Close()
	wrapped := tarOf(t, "a.txt.gz", pack(t, lines), "b.txt.gz", pack(t, lines))
	for name, archive := range map[string]string{"a.zip": bomb.String(), "a.tar": wrapped} {
		if f, err = New(name, strings.NewReader(archive), Options{}); err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if got := unarchive(t, f); !strings.Contains(got, "as in a bomb (the limit is a ratio of 250)") {
			t.Errorf("%s: %.300s", name, got[max(0, len(got)-300):])
		}
	}
	if got, err := content("list", packXZ(t, "a:\n"), Options{}); got != "a:\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	large := "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x1f\x00\x00\x00" + strings.Repeat("\x00", 20)
	if _, err := content("list", large, Options{}); err == nil || err.Error() != "xz: more than 128 MB of memory needed" {
		t.Error(err)
	}
}
