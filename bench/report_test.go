package main

import (
	"encoding/xml"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/bench/internal/race"
	"example.org/iri/internal/language"
	"example.org/iri/internal/statistics"
)

var update = flag.Bool("update", false, "rewrite testdata")

// sample is a report with one contestant of each sort.
func sample() *report {
	field := []*contestant{
		{name: yardstickName, claim: "UTF-8"},
		{name: "iri.Split", kind: ours, rule: language.IRI.Automaton},
		{name: "regexp, RFC 3987 ABNF", kind: engine, rule: language.IRI.Automaton},
		{name: "net/url.Parse", rule: language.URIReference.Automaton},
		{name: "peer <iri> & co", kind: peer, rule: language.IRI.Automaton},
	}
	r := &report{rounds: 7, machine: "Abacus <1>, 2 cores", golang: "Go 1.26.8", date: "21 November 2026"}
	for i, v := range []verdicts{{}, {texts: 50008, accepted: 5815}, {texts: 50008, accepted: 5815}, {37474, 4690, 1020, 217}, {50008, 8408, 3184, 591}} {
		r.exam = append(r.exam, &row{contestant: field[i], verdicts: v})
	}
	for k, l := range []*list{{"web", make([]string, 48010), 48010 * 45}, {"intl", make([]string, 8192), 8192 * 58}} {
		t := &table{list: l}
		for i, ratio := range [][]float64{{1, 0.74, 220, 11.68, 1234.5}, {1, 0.25, 58, 4.7, 60.2}}[k] {
			t.rows = append(t.rows, &row{
				contestant: field[i],
				verdicts:   verdicts{texts: len(l.texts), accepted: len(l.texts) - i, tooMany: i / 4, tooFew: i / 3 * k},
				ns:         24 * ratio * float64(k+1),
				ratio:      ratio,
				allocs:     float64(i) * 0.34,
			})
		}
		r.add(t)
	}
	return r
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test -update, and read the diff. Got\n%s", file, got)
	}
}

func TestText(t *testing.T) { golden(t, "report.txt", sample().text()) }

func TestReadme(t *testing.T) {
	got, err := sample().readme()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "report.md", got)
}

// TestChart: the drawing is XML, holds everybody, and nothing leaves it.
func TestChart(t *testing.T) {
	got, err := sample().chart()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "chart.svg", got)
	d := xml.NewDecoder(strings.NewReader(got))
	var text strings.Builder
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
	}
	for _, part := range []string{"utf8.Valid", "peer <iri> & co", "lists web and intl", "Abacus <1>, 2 cores; Go 1.26.8", "3,775 of 50,008"} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("no %q in the chart", part)
		}
	}
}

func TestScale(t *testing.T) {
	for _, x := range []struct{ least, most, from float64 }{
		{1, 200, 0.5},
		{0.7, 200, 0.5},
		{0.6, 200, 0.2},
		{2.9, 30, 2},
		{70, 71, 50},
	} {
		s := newScale(x.least, x.most)
		if math.Abs(s.from-x.from) > 1e-9 {
			t.Errorf("%v to %v: scale from %v, want %v", x.least, x.most, s.from, x.from)
		}
		if lo, hi := s.x(x.least), s.x(x.most); lo <= barsLeft || hi >= barsRight-20 {
			t.Errorf("%v to %v: places %v and %v", x.least, x.most, lo, hi)
		}
		if len(s.ticks()) == 0 {
			t.Errorf("%v to %v: no ticks", x.least, x.most)
		}
	}
}

func TestExact(t *testing.T) {
	if !sample().exact() {
		t.Error("the sample is not exact")
	}
	inList := sample()
	inList.tables[1].rows[1].tooFew = 1
	inExam := sample()
	inExam.exam[2].tooMany = 1
	if inList.exact() || inExam.exact() {
		t.Error("a wrong verdict was not seen")
	}
}

func TestFormats(t *testing.T) {
	for _, x := range []struct{ got, want string }{
		{race.Figure(0.744), "0.74"}, {race.Figure(0.996), "1.0"}, {race.Figure(9.94), "9.9"}, {race.Figure(9.96), "10"}, {race.Figure(1234.5), "1,235"},
		{count(0.01), "0"}, {count(2), "2"}, {count(7.23), "7.2"}, {count(2.97), "3"},
		{statistics.Grouped(0), "0"}, {statistics.Grouped(999), "999"}, {statistics.Grouped(1000), "1,000"}, {statistics.Grouped(1234567), "1,234,567"},
		{series(nil), ""}, {series([]string{"a"}), "a"}, {series([]string{"a", "b", "c"}), "a, b and c"},
	} {
		if x.got != x.want {
			t.Errorf("got %q, want %q", x.got, x.want)
		}
	}
}
