package source

import (
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

// readFile returns a file of testdata.
func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(formats + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// content returns what a file of format Lines holds, up to the first error.
func content(name, text string, o Options) (string, error) {
	f, err := New(name, strings.NewReader(text), o)
	if err != nil {
		return "", err
	}
	return linesOf(f.Texts)
}

// linesOf returns the lines of a reader up to the first error, with their ends.
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
		// The content tells, not the name; members follow one another.
		packed := readFile(t, name)
		if got, err := content("list", packed+packed, Options{}); got != want+want || err != nil {
			t.Errorf("%s twice: %q, %v", name, got, err)
		}
	}
}

// Every beginning of a compressed file is an error that names the compression, and what can be
// unpacked of it is there.
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

// A file in which any byte is wrong gives an error, or the same content: not every byte matters.
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
		{"gzip with a tail", packed + "http://example.org/\n", Options{}, "6:1: gzip: what follows the compressed data is not compressed"},
		{"gzip twice", pack(t, packed), Options{}, "the file is compressed twice, by gzip and by gzip"},
		{"another compression", "\x04\x22\x4d\x18", Options{}, "the file is compressed by lz4, which is not supported"},
		{"a.java", "a:\n", Options{}, "extension .java tells no format; --format lines reads a list of lines, and there are " + FormatNames()},
		{"mark", "\xef\xbb\xbfa:\n", Options{RefuseBOM: true}, "1:1: the file begins with a byte order mark, U+FEFF"},
		{"mark, compressed", pack(t, "\xef\xbb\xbfa:\n"), Options{RefuseBOM: true}, "1:1: the file begins with a byte order mark, U+FEFF"},
		{"UTF-16", "\xff\xfea\x00", Options{}, "1:1: the file is in UTF-16, not UTF-8"},
		{"UTF-16, big endian", "\xfe\xff\x00a", Options{}, "1:1: the file is in UTF-16, not UTF-8"},
		{"binary", "a:\nb:\x00\n", Options{}, "2:3: the file is binary: it has a NUL byte"},
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

// describe returns an error with its place.
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

// pack compresses a text.
func pack(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestBomb(t *testing.T) {
	const size = 64 << 20
	bomb := pack(t, strings.Repeat("\n", size))
	got, err := content("bomb", bomb, Options{})
	if err == nil || !strings.Contains(err.Error(), "as in a bomb (the limit is a ratio of 250)") {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	for _, ratio := range []int64{2000, -1} {
		if got, err := content("bomb", bomb, Options{Ratio: ratio}); len(got) != size || err != nil {
			t.Errorf("ratio %d: %d bytes, %v", ratio, len(got), err)
		}
	}
	// Little may become what it wants.
	if got, err := content("small", pack(t, strings.Repeat("\n", 1<<20)), Options{}); len(got) != 1<<20 || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// A frame that wants more memory than the command zstd gives is refused before it gets any.
func TestLargeWindow(t *testing.T) {
	const head, empty = "\x28\xb5\x2f\xfd\x00", "\x01\x00\x00" // of a frame, and its only block
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

// A terminal gives lines as they are typed: Open asks for no second one.
func TestOpenWaits(t *testing.T) {
	for _, line := range []string{"a:\n", "B:\n", "P\n", "\xef\n"} {
		asked := false
		r := io.MultiReader(strings.NewReader(line), readerFunc(func([]byte) (int, error) {
			asked = true
			return 0, io.EOF
		}))
		if _, err := New("-", r, Options{}); err != nil || asked {
			t.Errorf("%q: %v, asked for more: %t", line, err, asked)
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{
		"list": Lines, "list.txt": Lines, "-": Lines, "x/a.csv": CSV, "a.CSV.gz": CSV, "a.tsv.zst": TSV,
		"a.jsonl.bz2": JSONL, "a.ndjson": JSONL, "part-0.parquet": Parquet, "a.nt": NTriples, "a.nq": NQuads,
		"a.ttl": Turtle, "a.trig": TriG, "index.html": HTML, "README.md": Markdown, "csv": Lines, "csv/a": Lines,
		"a.json": JSON, "a.jsonld.xz": JSON, "a.yml": YAML, "sitemap.xml.gz": XML, "a.rdf": XML, "a.rss": XML, "a.atom": XML,
		"a.urls": Lines, "a.lst": Lines, "a.LIST": Lines, ".gitignore": Lines, "a.java": "", "a.log.gz": "", ".a.b": "",
	} {
		if got := FormatOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
