package source

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

const formats = "../testdata/formats/"

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(formats + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// content returns the content of a file of lines up to the first error.
func content(name, text string, o Options) (string, error) {
	f, err := New(name, strings.NewReader(text), o)
	if err != nil {
		return "", err
	}
	return linesOf(f.Texts)
}

func linesOf(r Reader) (string, error) {
	var all strings.Builder
	var b Block
	for {
		if err := r.Read(&b); err == io.EOF {
			return all.String(), nil
		} else if err != nil {
			return all.String(), err
		}
		all.Write(b.Data)
	}
}

func TestUnpack(t *testing.T) {
	want := readFile(t, "list.txt")
	for _, name := range []string{"list.txt", "list.txt.gz", "list.txt.zst", "list.txt.bz2"} {
		f, err := Open(formats+name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := linesOf(f.Texts)
		if string(got) != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if read, size := f.Progress(); read != size || size != int64(len(readFile(t, name))) {
			t.Errorf("%s: %d of %d bytes read", name, read, size)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// The content determines the compression, not the name, and members may be concatenated.
		packed := readFile(t, name)
		if got, err := content("list", packed+packed, Options{}); got != want+want || err != nil {
			t.Errorf("%s twice: %q, %v", name, got, err)
		}
	}
}

// TestTruncated checks that each prefix of a compressed file gives an error with the name of the compression, and the
// lines before it.
func TestTruncated(t *testing.T) {
	want := readFile(t, "list.txt")
	for _, name := range []string{"gzip.gz", "zstd.zst", "bzip2.bz2"} {
		compression := strings.TrimSuffix(name, filepath.Ext(name))
		packed := readFile(t, "list.txt"+filepath.Ext(name))
		for n := 4; n < len(packed); n++ {
			got, err := content(name, packed[:n], Options{})
			if fileError := new(Error); !errors.As(err, &fileError) || !strings.HasPrefix(err.Error(), compression+": the file is truncated") {
				t.Errorf("%d bytes of %s: %v", n, name, err)
			}
			if !strings.HasPrefix(want, got) {
				t.Errorf("%d bytes of %s: %q", n, name, got)
			}
		}
	}
}

// TestLyingCompression changes each byte of a compressed file, which gives an error or the same content, since not
// every byte matters.
func TestLyingCompression(t *testing.T) {
	want := readFile(t, "list.txt")
	for _, name := range []string{"list.txt.gz", "list.txt.zst", "list.txt.bz2"} {
		packed := readFile(t, name)
		for i := 4; i < len(packed); i++ {
			wrong := packed[:i] + string(packed[i]^0x10) + packed[i+1:]
			if got, err := content(name, wrong, Options{}); err == nil && got != want {
				t.Errorf("%s with another byte %d: %q", name, i, got)
			}
		}
	}
}

func TestOpenErrors(t *testing.T) {
	packed := readFile(t, "list.txt.gz")
	for _, test := range []struct {
		name, text string
		options    Options
		want       string
	}{
		{"gzip with a tail", packed + "http://example.org/\n", Options{}, "6:1: gzip: data that is not compressed after the compressed data"},
		{"gzip twice", string(pack([]byte(packed))), Options{}, "the file is compressed twice, by gzip and by gzip"},
		{"a.java", "a:\n", Options{}, "unknown extension .java; use --from lines for lines, or one of " + FormatNames()},
		{"UTF-16", "\xff\xfea\x00", Options{}, "1:1: the file is in UTF-16, not UTF-8"},
		{"UTF-16, big endian", "\xfe\xff\x00a", Options{}, "1:1: the file is in UTF-16, not UTF-8"},
		{"binary", "a:\nb:\x00\n", Options{}, "2:3: the file is binary: it has a NUL byte"},
		{"a.ttl", "\n<!DOCTYPE html>\n<title>a</title>", Options{}, "1:1: the file is HTML, not turtle; --from html reads it"},
		{"a.trig", "<html lang='en'>", Options{}, "1:1: the file is HTML, not trig; --from html reads it"},
		{"a.nq", "<?xml version='1.0'?>\n<!doctype HTML>", Options{}, "1:1: the file is HTML, not nquads; --from html reads it"},
		{"a.ttl", "<!-- a -->\n<html>\n<head></head>", Options{}, "1:1: the file is HTML, not turtle; --from html reads it"},
		{"a.nt", "<?xml version='1.0'?>\n<a/>", Options{}, "1:1: the file is XML, not ntriples; --from xml reads it"},
		{"a.nt", "<rdf:RDF xmlns:rdf='" + rdfSpace + "'/>", Options{}, "1:1: the file is XML, not ntriples; --from xml reads it"},
		{"a.ttl", "<html> <head> <title> .", Options{}, "no error"},
		{"a.ttl", "<!----> <?xml> <!DOCTYPE> .", Options{}, "no error"},
		{"unknown format", "a:\n", Options{Format: "doc"}, `unknown format "doc"; known are ` + FormatNames()},
	} {
		_, err := content(test.name, test.text, test.options)
		if got := describe(err); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
	if _, err := Open(t.TempDir(), Options{}); err == nil || err.Error() != "a folder, not a file; -r reads the files in it" {
		t.Errorf("folder: %v", err)
	}
	if _, err := Open("no such file", Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func describe(err error) string {
	e := new(Error)
	switch {
	case err == nil:
		return "no error"
	case !errors.As(err, &e) || e.Line == 0:
		return err.Error()
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, err)
}

func TestSkipped(t *testing.T) {
	for _, test := range []struct {
		text    string
		options Options
		want    string
	}{
		{"\xef\xbb\xbfa:\n", Options{}, "a:\n"},
		{"a:\n", Options{}, "a:\n"},
		{"a:\x00b:\x00", Options{NUL: true}, "a:b:"},
		{"\xef\xbb", Options{}, "\xef\xbb"},
		{"", Options{}, ""},
		{"B", Options{}, "B"},
	} {
		if got, err := content("-", test.text, test.options); got != test.want || err != nil {
			t.Errorf("%q: %q, %v", test.text, got, err)
		}
	}
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text) // into memory, without an error
	w.Close()
	return b.Bytes()
}

func TestArchives(t *testing.T) {
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	err := w.WriteHeader(&tar.Header{Name: strings.Repeat("n", 100), Size: 3, Mode: 0o644})
	_, errWrite := io.WriteString(w, "a:\n")
	if err := errors.Join(err, errWrite, w.Close()); err != nil {
		t.Fatal(err)
	}
	const isTar = "tar files are not unpacked; use tar xOf FILE MEMBER | iri check"
	for _, test := range []struct {
		text    string
		options Options
		want    string
	}{
		{"\xfd7zXZ\x00\x00\x04", Options{}, "xz files are not unpacked; use xz -dc FILE | iri check"},
		{"\x04\x22\x4d\x18", Options{}, "lz4 files are not unpacked; use lz4 -dc FILE | iri check"},
		{"PK\x03\x04", Options{Format: Lines}, "zip files are not unpacked; use unzip -p FILE MEMBER | iri check"},
		{archive.String(), Options{}, isTar},
		{archive.String(), Options{Format: Lines}, isTar},
		{string(pack(archive.Bytes())), Options{}, isTar},
		{archive.String(), Options{NUL: true, Format: Lines}, "no error"},
		{strings.Repeat("n", tarMagicAt) + "ustar\n", Options{Format: Lines}, "no error"},
	} {
		for _, name := range []string{"list", "a.csv", "a.tar", "a.tar.gz", "a.java"} {
			if _, err := content(name, test.text, test.options); describe(err) != test.want {
				t.Errorf("%s, %q %v: %v, want %s", name, test.text[:4], test.options, err, test.want)
			}
		}
	}
}

// TestLargeWindow checks that a frame over the memory limit of the zstd command is rejected before allocation.
func TestLargeWindow(t *testing.T) {
	const head, empty = "\x28\xb5\x2f\xfd\x00", "\x01\x00\x00" // of a frame, and of its only block
	for window, want := range map[string]string{
		"\x88": "no error", // 128 MB
		"\x89": "zstd: more than 128 MB of memory needed",
		"\xff": "zstd: more than 128 MB of memory needed",
	} {
		if _, err := content("window", head+window+empty, Options{}); !strings.HasSuffix(describe(err), want) {
			t.Errorf("%q: %v", window, err)
		}
	}
}

// TestOpenWaits checks that Open does not wait for a second line at a terminal.
func TestOpenWaits(t *testing.T) {
	for _, line := range []string{"a:\n", "B:\n", "P\n", "\xef\n"} {
		again := false
		r := io.MultiReader(strings.NewReader(line), readerFunc(func([]byte) (int, error) {
			again = true
			return 0, io.EOF
		}))
		if _, err := New("-", r, Options{}); err != nil || again {
			t.Errorf("%q: %v, read again: %t", line, err, again)
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{
		"list": Lines, "list.txt": Lines, "-": Lines, "x/a.csv": CSV, "a.CSV.gz": CSV, "a.tsv.zst": TSV,
		"a.jsonl.bz2": JSONL, "a.ndjson": JSONL, "part-0.parquet": "", "a.nt": NTriples, "a.nq": NQuads,
		"a.ttl": Turtle, "a.trig": TriG, "index.html": HTML, "README.md": Markdown, "csv": Lines, "csv/a": Lines,
		"a.json": JSON, "a.jsonld.zst": JSON, "a.txt.xz": "", "a.yml": YAML, "sitemap.xml.gz": XML, "a.rdf": XML, "a.rss": XML, "a.atom": XML,
		"a.owl": XML, "a.opml": XML, "a.svg": XML, "a.webmanifest": JSON, "a.geojson": JSON,
		"a.urls": Lines, "a.lst": Lines, "a.LIST": Lines, ".gitignore": Lines, "a.java": "", "a.log.gz": "", ".a.b": "",
	} {
		if got := FormatOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]Format{
		"LICENSE": "", "a.txt": Text, "sources.list": Text, "a.lst.gz": Text, "a.urls": Lines, "a.md": Markdown, "a.java": "",
	} {
		if got := (Options{}).FormatInFolder(name); got != want {
			t.Errorf("%s in a folder: %s, want %s", name, got, want)
		}
	}
}
