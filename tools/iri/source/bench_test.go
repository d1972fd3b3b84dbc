package source

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkFormats reads generated tables whose texts are as long as those of real lists.
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
