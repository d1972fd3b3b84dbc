package source

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/iri/internal/testkit"
)

func dump(t testing.TB, r Reader) string {
	t.Helper()
	var out strings.Builder
	for b := new(Block); ; {
		err := r.Read(b)
		for p, text := range b.All() {
			how := "decoded"
			if p.Verbatim {
				how = "verbatim"
			}
			fmt.Fprintf(&out, "%d:%d %s %q\n", p.Line, p.Column, how, text)
		}
		if err == io.EOF {
			return out.String()
		}
		wrong := new(Error)
		if errors.As(err, &wrong) {
			fmt.Fprintf(&out, "%d:%d error: %v\n", wrong.Line, wrong.Column, err)
		} else if err != nil {
			fmt.Fprintf(&out, "error: %v\n", err)
		}
		if err != nil && !wrong.GoesOn {
			return out.String()
		}
	}
}

func open(t testing.TB, name, text string, o Options) Reader {
	t.Helper()
	f, err := New(name, strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f.Texts
}

// TestGolden reads the files of testdata and compares strings, places and errors with a golden file. Reading byte by
// byte gives the same.
func TestGolden(t *testing.T) {
	var all strings.Builder
	for _, test := range []struct {
		file    string
		options Options
	}{
		{"table.csv", Options{Column: "url"}},
		{"table.csv", Options{Column: "3"}},
		{"table.tsv", Options{Column: "url"}},
		{"table.tsv", Options{Column: "3"}},
		{"objects.jsonl", Options{Field: "url"}},
		{"objects.jsonl", Options{Field: "links.#.href"}},
		{"document.json", Options{}},
		{"document.json", Options{All: true}},
		{"document.json", Options{Field: "list.#.href"}},
		{"document.yaml", Options{Base: "http://example.org/a"}},
		{"document.yaml", Options{Field: "servers.1"}},
		{"document.xml", Options{}},
		{"document.xml", Options{Field: "RDF.a.@about"}},
		{"document.xml", Options{Field: "*.a.link"}},
		{"page.html", Options{}},
		{"page.html", Options{Base: "http://example.com/a/b"}},
		{"prose.md", Options{}},
		{"statements.nt", Options{Base: "http://example.org/not/asked/for"}},
		{"statements.nq", Options{}},
		{"statements.ttl", Options{Base: "http://example.org/dir/statements.ttl"}},
		{"statements.trig", Options{Base: "http://example.org/dir/statements.trig"}},
	} {
		f, err := Open(formats+test.file, test.options)
		if err != nil {
			t.Fatal(err)
		}
		got := dump(t, f.Texts)
		f.Close()
		o := test.options
		fmt.Fprintf(&all, "-- %s %s --\n%s", test.file, o.Column+o.Field+o.Base, got)
		slow, err := New(test.file, iotest.OneByteReader(strings.NewReader(readFile(t, test.file))), test.options)
		if err != nil {
			t.Fatal(err)
		}
		if again := dump(t, slow.Texts); again != got {
			t.Errorf("%s %+v byte by byte:\n%s", test.file, test.options, again)
		}
		slow.Close()
	}
	testkit.Golden(t, "../testdata/formats.golden", all.String())
}

// TestReaderErrors checks errors with their places, and the strings before and after them.
func TestReaderErrors(t *testing.T) {
	long, limit := strings.Repeat("x", MaxText+1), fmt.Sprintf("%d MiB", MaxText>>20)
	for _, test := range []struct {
		name, text string
		options    Options
		want       string
	}{
		{"x.yaml", "- 'http://a\r\n\r\n  b'\r\n- \"http://c\\\r\n  d\"\r\n- http://e\r\n", Options{}, "1:4 decoded \"http://a\\nb\"\n4:4 decoded \"http://cd\"\n6:3 verbatim \"http://e\"\n"},
		{"x.yaml", "[['http://a\r\n\r\n                b'], 'http://c']\r\n", Options{}, "1:4 decoded \"http://a\\nb\"\n3:23 verbatim \"http://c\"\n"},
		{"x.yaml", "!!str url: a\n? !!str \"href\"\n: b\n? &x uri\n: c\n", Options{}, "1:12 verbatim \"a\"\n3:3 verbatim \"b\"\n5:3 verbatim \"c\"\n"},
		{"x.yaml", "a: !!str http://a\nb: &b   http://b\nc: !!str &c 'http://c'\nd: !t\n  http://d\n", Options{}, "1:10 verbatim \"http://a\"\n2:9 verbatim \"http://b\"\n3:14 verbatim \"http://c\"\n5:3 verbatim \"http://d\"\n"},
		{"x.yaml", "url: a\rb:\r- http://c\rd: 'http://é\r\r", Options{}, "1:22 error: broken YAML: found unexpected end of stream\n"},
		{"x.yaml", "url: a\rb:\r- http://c\r", Options{}, "1:6 verbatim \"a\"\n1:13 verbatim \"http://c\"\n"},
		{"x.yaml", "url: a\nb: " + strings.Repeat("[", 100_000), Options{}, "2:1 error: broken YAML: exceeded max depth of 10000\n"},
		{"x.yaml", strings.Repeat("{a: ", 100_000), Options{}, "1:1 error: broken YAML: exceeded max depth of 10000\n"},
		{"x.yaml", "a:\n" + strings.Repeat("- ", 100_000) + "b", Options{}, "2:1 error: broken YAML: exceeded max depth of 10000\n"},
		{"x.yaml", strings.Repeat("- [ {a: ']'}, '[', \"{\" ]\n", 2000) + "- http://a", Options{}, "2001:3 verbatim \"http://a\"\n"},
		{"x.yaml", strings.Repeat("a:\n- b\n", 20_001) + "url: http://a", Options{}, "40003:6 verbatim \"http://a\"\n"},
		{"x.yaml", "%YAML 1.2\n---\n- a\u2028- é: http://b # é\n- ! http://c\n", Options{}, "3:13 verbatim \"http://b\"\n4:5 verbatim \"http://c\"\n"},
		{"x.yaml", "a: é\xff\x07 # \xff\nurl: http://a\xff\nb: http://b\x7f\n", Options{}, "2:6 verbatim \"http://a\\xff\"\n3:4 verbatim \"http://b\\x7f\"\n"},
		{"x.yaml", "é: \xe9\nurl: 'http://é\xe9\xc3\x07'\na: \"b://\ufffd\xff\\x41\xff\"\n", Options{}, "2:7 verbatim \"http://é\\xe9\\xc3\\a\"\n3:5 decoded \"b://\ufffd\ufffdA\ufffd\"\n"},
		{"x.yaml", "- a\n- [b, *c]\n", Options{}, "2:7 error: broken YAML: unknown anchor 'c' referenced\n"},
		{"x.yaml", "- a\n---\n- http://b\n---\n- ]\n", Options{}, "3:3 verbatim \"http://b\"\n5:1 error: broken YAML: did not find expected node content\n"},
		{"x.yaml", "- [" + strings.Repeat(",", int(maxFile/bytesPerValue/2)+1), Options{}, "1:262146 error: the file has more than 524288 values and comments, or text like them\n"},
		{"x.yaml", strings.Repeat("- b: c\n  d: e\n", 20_001) + "- url: http://a", Options{}, "40003:8 verbatim \"http://a\"\n"},
		{"x.csv", "id,url\r1,a:\r2,b:\r", Options{Column: "id"}, "1:1 error: lines end in CR without LF\n"},
		{"x.csv", "id,url\r1,a:\r2,b:\r", Options{Column: "2"}, "1:1 error: lines end in CR without LF\n"},
		{"x.tsv", "id\turl\r1\ta:\r2\tb:\r", Options{Column: "url"}, "1:1 error: lines end in CR without LF\n"},
		{"x.tsv", "id\turl\r1\ta:\r2\tb:", Options{Column: "2"}, "1:1 error: lines end in CR without LF\n"},
		{"x.csv", "\"i\rd\",url\n1,a:\n", Options{Column: "url"}, "2:3 verbatim \"a:\"\n"},
		{"x.jsonl", "{\"url\": \"a:\"}\r{\"url\": \"b:\"}\r", Options{}, "1:10 verbatim \"a:\"\n1:15 error: broken JSON: unexpected data after the value\n"},
		{"x.csv", "url\na:\n", Options{}, "1:1 error: a column is required: \"url\", or a number from 1 to 1\n"},
		{"x.csv", "id,url\n1,a:\n", Options{Column: "link"}, "1:1 error: no column \"link\"; the first row has \"id\", \"url\"\n"},
		{"x.csv", "url,url\na:,b:\n", Options{Column: "url"}, "1:1 error: the first row has two columns \"url\"; use the number of one\n"},
		{"x.csv", "u\"rl\na:\n", Options{Column: "url"}, "1:2 error: broken CSV: bare \" in non-quoted-field\n"},
		{"x.csv", "url\na:\n\"b:\nc:\n", Options{Column: "url"}, "2:1 verbatim \"a:\"\n4:4 error: broken CSV: extraneous or missing \" in quoted-field\n"},
		{"x.csv", "a:\n\"" + long + strings.Repeat("\nb:", bufferSize), Options{Column: "1"}, "1:1 verbatim \"a:\"\n2:1 error: the row has more than " + limit + "; a quotation mark may be missing\n"},
		{"x.csv", "", Options{Column: "url"}, ""},
		{"x.csv", "\xef\xbb\xbfurl\na:", Options{Column: "url"}, "2:1 verbatim \"a:\"\n"},
		{"x.json", "\xef\xbb\xbf{\"url\":\"a:\",\n\"uri\": \"b:\"}", Options{}, "1:12 verbatim \"a:\"\n2:9 verbatim \"b:\"\n"},
		{"x.txt", "\xef\xbb\xbfa:\nb:", Options{}, "1:4 verbatim \"a:\"\n2:1 verbatim \"b:\"\n"},
		{"x.csv", "\xef\xbb\xbf\"a\"b", Options{Column: "1"}, "1:6 error: broken CSV: extraneous or missing \" in quoted-field\n"},
		{"x.tsv", "id\turl\n1\ta:\n", Options{Column: "link"}, "1:1 error: no column \"link\"; the first row has \"id\", \"url\"\n"},
		{"x.tsv", "1\n1\t2\n", Options{Column: "2"}, "1:2 error: the row has no column 2: it ends after 1\n2:3 verbatim \"2\"\n"},
		{"x.tsv", "a:\n" + long + "\nb:", Options{Column: "1"}, "1:1 verbatim \"a:\"\n2:1 error: line is longer than " + limit + " and is skipped\n3:1 verbatim \"b:\"\n"},
		{"x.jsonl", "{\n\"a:\"\n[1", Options{}, "1:2 error: broken JSON: unexpected EOF\n2:2 verbatim \"a:\"\n3:3 error: broken JSON: unexpected EOF\n"},
		{"x.jsonl", strings.Repeat("[", 1<<20) + "\n\"a:\"\n", Options{}, "1:10001 error: broken JSON: exceeded max depth\n2:2 verbatim \"a:\"\n"},
		{"x.jsonl", `{"a":[{"b":"c:"},{"b":true},{"b":{}}]}`, Options{Field: "a.#.b"}, "1:13 verbatim \"c:\"\n1:23 error: a truth value is not a string\n1:34 error: an object is not a string\n"},
		{"x.jsonl", `"a:" 1` + "\n\"b:\"", Options{}, "1:2 verbatim \"a:\"\n1:6 error: broken JSON: unexpected data after the value\n2:2 verbatim \"b:\"\n"},
		{"x.json", `{"url":"a:"` + "\n}\n]", Options{}, "1:9 verbatim \"a:\"\n3:1 error: broken JSON: invalid character ']' at start of value\n"},
		{"x.json", `{"url":"a:", "x": "` + long + long, Options{}, "1:9 verbatim \"a:\"\n1:9 error: a string or white space has more than " + limit + "\n"},
		{"x.jsonl", `{"l":[{"a","b"}]}` + "\n" + `{"l":[{"a" "x"}]}` + "\n" + `{"l":[{"a":,}]}` + "\n" + `{"l":[{"a"` + "\n", Options{Field: "l.#.a"},
			"1:11 error: broken JSON: invalid character ',' after object name (expecting ':')\n2:12 error: broken JSON: invalid character '\"' after object name (expecting ':')\n3:12 error: broken JSON: invalid character ',' at start of value\n4:11 error: broken JSON: unexpected EOF\n"},
		{"x.json", `{"l":[{"a","b"}]}`, Options{Field: "l.#.a"}, "1:11 error: broken JSON: invalid character ',' after object name (expecting ':')\n"},
		{"x.json", "{\n\"a\": {\"b\": [1]}}", Options{Field: "a"}, "2:6 error: an object is not a string\n"},
		{"x.json", "[\"" + strings.Repeat(" ", bufferSize) + "\", {\"url\":\n\"a:\"}]", Options{}, "2:2 verbatim \"a:\"\n"},
		{"x.yaml", "url: a:\nurl: b:c\n", Options{}, "1:1 error: broken YAML: mapping values are not allowed in this context\n"},
		{"x.yaml", "é: {a: 1}\n", Options{Field: "é.a"}, "1:9 error: the value is not a string\n"},
		{"x.yaml", "a: {b: c}\n", Options{Field: "a"}, "1:4 error: the value is not a string\n"},
		{"x.xml", "<?xml version='1.1'?><a/>", Options{}, "1:1 error: unsupported version \"1.1\"; only version 1.0 is supported\n"},
		{"x.xml", "<!DOCTYPE a [<!ENTITY b 'http://b/'> <!ENTITY b 'no'> <!ENTITY c '&b;?d&#38;e'>]><a href='&c;'/>", Options{}, "1:91 decoded \"http://b/?d&e\"\n"},
		{"x.xml", "<!DOCTYPE a [<!ENTITY a '" + strings.Repeat("x", 1000) + "'><!ENTITY b '" + strings.Repeat("&a;", 1000) + "'>]><a href='&b;'/>", Options{}, "1:4056 error: broken XML: invalid character entity &b;\n"},
		{"x.xml", "<!DOCTYPE a [<!ENTITY a '" + strings.Repeat("x", 1000) + "'>]>\n<loc>" + strings.Repeat("&a;", 1<<18) + "</loc>", Options{}, "2:6 error: a tag or a string has more than 49 KiB, the limit for a file with long entities\n"},
		{"x.xml", "<loc>" + strings.Repeat(strings.Repeat("x", 1<<20)+"<!---->", 9) + "</loc>", Options{}, "1:8388670 error: the texts and base IRIs of open elements have more than " + limit + "\n"},
		{"x.xml", strings.Repeat("<a>", 10_001), Options{}, "1:30001 error: elements are nested deeper than 10000\n"},
		{"x.xml", strings.Repeat("<a xmlns='a' xmlns:b='c'>", 5001), Options{Field: "b"}, "1:125001 error: open elements have more than 10000 namespaces\n"},
		{"x.xml", "<a " + strings.Repeat("a='' ", maxAttributes+1), Options{}, "1:1 error: a tag has more than 262144 attributes, or a string as many equals signs\n"},
		{"x.xml", "<b>\n<a xml:base='http://a/" + long + "'>", Options{}, "2:1 error: the base IRI has more than 8192 bytes\n"},
		{"x.xml", "<b xml:base='http://a/'>" + strings.Repeat("<a xml:base='"+long[:1000]+"/'>\n", 9) + "<c href='d'/>", Options{}, "9:1 error: the base IRI has more than 8192 bytes\n"},
		{"x.xml", "<r>" + strings.Repeat("<a xml:base='http://a/'></a>", 1000) + "<b href='c'/></r>", Options{Base: "http://d/"}, "1:28013 decoded \"http://d/c\"\n"},
		{"x.csv", strings.Repeat(",", maxCells+2*bufferSize), Options{Column: "1"}, "1:1 error: the row has more than 1048576 cells\n"},
		{"x.tsv", strings.Repeat("\t", maxCells), Options{Column: "a"}, "1:1 error: the row has more than 1048576 cells\n"},
		{"x.xml", "http://a b/\n", Options{}, "1:1 error: broken XML: no element\n"},
		{"x.xml", "---\nlayout: null\n---\n<a href='a:'/>\n b", Options{}, "4:10 verbatim \"a:\"\n"},
		{"x.xml", "\n", Options{}, "1:1 error: broken XML: no element\n"},
		{"x.xml", "<a href='a:'>\n<b></a>", Options{}, "1:10 verbatim \"a:\"\n2:8 error: broken XML: element <b> closed by </a>\n"},
		{"x.xml", "<?xml version='1.0' encoding='EUC-JP'?><a/>", Options{}, "1:1 error: the file is in EUC-JP, not UTF-8; use iconv -f EUC-JP -t UTF-8 FILE | sed '1s/EUC-JP/UTF-8/' | iri check --from xml\n"},
		{"x.xml", "<?xml version='1.0' encoding='a; b'?><a/>", Options{}, "1:1 error: the file is in \"a; b\", not UTF-8\n"},
		{"x.xml", "<?xml version='1.0' encoding='ascii'?><?xml version='1.0' encoding='ascii'?><a/>", Options{}, "1:1 error: broken XML: an encoding declaration after the beginning\n"},
		{"x.xml", "<a href='a:'/>\n<b href='b:'/>", Options{}, "1:10 verbatim \"a:\"\n2:1 error: broken XML: an element follows the root element\n"},
		{"x.xml", "<a href='a:'>\n<a href='" + long + long, Options{}, "1:10 verbatim \"a:\"\n2:1 error: a tag or a string has more than " + limit + "\n"},
		{"x.ttl", "<a:> <b:> \"\x00\", <c:> .", Options{}, "1:2 verbatim \"a:\"\n1:7 verbatim \"b:\"\n1:17 verbatim \"c:\"\n"},
		{"x.html", "<a href=a:>\n<a title='" + long, Options{}, "1:9 verbatim \"a:\"\n2:1 error: more than 2 MiB without the end of a tag\n"},
		{"x.html", "<a href=a:", Options{}, ""},
		{"x.html", "<base href='http://example.org/" + long[:maxBase] + "'><a href=b>", Options{}, "1:13 verbatim \"http://example.org/" + long[:maxBase] + "\"\n1:8234 verbatim \"b\"\n"},
		{"x", "a://b\n" + long + "\nc://d", Options{Format: Text}, "1:1 verbatim \"a://b\"\n2:1 error: line is longer than " + limit + " and is skipped\n3:1 verbatim \"c://d\"\n"},
	} {
		if got := dump(t, open(t, test.name, test.text, test.options)); got != test.want {
			t.Errorf("%s %.40q: %.200s\nwant %.200s", test.name, test.text, got, test.want)
		}
	}
	if _, err := New("x.html", strings.NewReader(""), Options{Base: "b"}); err == nil || !strings.HasPrefix(err.Error(), "base: ") {
		t.Errorf("base: %v", err)
	}
}

// TestLongScript checks that a script of any length is skipped, whatever the offset at which the tokenizer gives up.
func TestLongScript(t *testing.T) {
	check := func(tag string, n int) {
		text := "<" + tag + ">" + strings.Repeat("\n", n) + "</" + tag + "><a href=b:>"
		want := fmt.Sprintf("%d:%d verbatim \"b:\"\n", n+1, len("</><a href=")+len(tag)+1)
		if got := dump(t, open(t, "x.html", text, Options{})); got != want {
			t.Errorf("%s, %d bytes: %s, want %s", tag, n, got, want)
		}
	}
	for n := maxToken - 15; n < maxToken+5; n++ {
		check("script", n)
	}
	check("p", maxToken)
	check("textarea", 3*maxToken)
}

// TestFailingFiles checks that the strings before a read error are returned.
func TestFailingFiles(t *testing.T) {
	for _, test := range []struct {
		name, text string
		options    Options
	}{
		{"x.txt", "a:\nb:\nc", Options{}},
		{"x.csv", "a:\nb:\nc", Options{Column: "1"}},
		{"x.tsv", "a:\nb:\nc", Options{Column: "1"}},
		{"x.jsonl", "\"a:\"\n\"b:\"\n\"c", Options{}},
		{"x.html", "<a href=a:>\n<a href=b:>\n<a href=c", Options{}},
		{"x.xml", "<a href='a:'>\n<a href='b:'>\n<a href='c", Options{}},
		{"x.json", "[\"a://\",\n\"b://\",\n\"c", Options{}},
		{"x.yaml", "a: a:b\nb: a:b\nc", Options{}},
		{"x.md", "a://\na:/\nc", Options{}},
		{"x", "a://\na:/\nc", Options{Format: Text}},
	} {
		f, err := New(test.name, io.MultiReader(strings.NewReader(test.text), iotest.ErrReader(io.ErrClosedPipe)), test.options)
		if err != nil {
			t.Fatal(err)
		}
		got := dump(t, f.Texts)
		if last := "3:1 error: cannot be read: io: read/write on closed pipe\n"; !strings.HasSuffix(got, last) {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}

// TestPrompt checks that a string is returned before more input arrives.
func TestPrompt(t *testing.T) {
	for _, test := range []struct {
		name, text string
		options    Options
	}{
		{"x.txt", "a:\n", Options{}},
		{"x.csv", "url\na:\n", Options{Column: "url"}},
		{"x.csv", "a:\n", Options{Column: "1"}},
		{"x.tsv", "url\na:\n", Options{Column: "url"}},
		{"x.jsonl", "\"a:\"\n", Options{}},
		{"x.html", "<a href=a:>", Options{}},
		{"x.xml", "<a href='a:'>", Options{}},
		{"x", "a://b\n", Options{Format: Text}},
	} {
		waits := readerFunc(func([]byte) (int, error) {
			t.Errorf("%s %q: the reader waits for more input", test.name, test.text)
			return 0, io.EOF
		})
		f, err := New(test.name, io.MultiReader(strings.NewReader(test.text), waits), test.options)
		if err != nil {
			t.Fatal(err)
		}
		var b Block
		if err := f.Texts.Read(&b); err != nil || b.Len() != 1 {
			t.Errorf("%s %q: %d texts, %v", test.name, test.text, b.Len(), err)
		}
	}
}

// BenchmarkFormats reads generated tables with strings of realistic length.
func BenchmarkFormats(b *testing.B) {
	for _, test := range []struct {
		name, head, row string
		options         Options
	}{
		{"csv", "id,url,title,date\n", "%d,https://www.example.org/articles/2026/%[1]d?page=1,\"A title, with a comma\",2026-11-22\n", Options{Column: "url"}},
		{"tsv", "id\turl\ttitle\n", "%d\thttps://www.example.org/articles/2026/%[1]d?page=1\tA title\n", Options{Column: "url"}},
		{"jsonl", "", `{"id": %d, "url": "https://www.example.org/articles/2026/%[1]d?page=1", "title": "A title", "tags": ["a", "b"]}` + "\n", Options{Field: "url"}},
		{"html", "<!DOCTYPE html>", `<p>Item %d: <a class="item" href="https://www.example.org/articles/2026/%[1]d?page=1">A title</a> and some text.</p>` + "\n", Options{}},
		{"md", "", "Item %d: see https://www.example.org/articles/2026/%[1]d?page=1 and what is written there about it.\n", Options{}},
	} {
		b.Run(test.name, func(b *testing.B) {
			var all strings.Builder
			all.WriteString(test.head)
			for i := range 50_000 {
				fmt.Fprintf(&all, test.row, i)
			}
			b.SetBytes(int64(all.Len()))
			b.ReportAllocs()
			var block Block
			for b.Loop() {
				r := open(b, "table."+test.name, all.String(), test.options)
				for {
					err := r.Read(&block)
					if err == io.EOF {
						break
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// TestManyCells reads several rows with more cells in total than one row may have.
func TestManyCells(t *testing.T) {
	r := open(t, "x.csv", strings.Repeat(strings.Repeat("éa:", 100_000)+"\n", 20), Options{Column: "2", Delimiter: 'é'})
	if got, want := strings.Count(dump(t, r), "verbatim \"a:\"\n"), 20; got != want {
		t.Errorf("%d strings, want %d", got, want)
	}
}
