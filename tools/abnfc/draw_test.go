package main

import (
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/draw"
)

const clock = "time = hour \":\" minute\nhour = \"0\" DIGIT / \"1\" DIGIT / \"2\" %x30-33\nminute = %x30-35 DIGIT\n"

// The commands print what package draw makes, as the flags say.
func TestDrawCommands(t *testing.T) {
	t.Chdir(folder(t, "t.abnf", clock))
	g, err := abnf.Parse([]byte(clock))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		flags string
		opts  draw.Options
	}{
		{"--rule TIME", draw.Options{}},
		{"--rule time --part HH=hour,minute --mark minute", draw.Options{Parts: []string{"HH=hour", "minute"}, Marks: []string{"minute"}}},
		{"--rule time --part hour --full", draw.Options{Parts: []string{"hour"}, Full: true}},
	} {
		d, err := draw.New(g, "time", &x.opts)
		if err != nil {
			t.Fatal(err)
		}
		for command, want := range map[string][]byte{"dot": d.DOT(), "svg": d.SVG()} {
			if r := abnfc(strings.Fields(command + " " + x.flags + " t.abnf")...); r != (result{0, string(want), ""}) {
				t.Errorf("%s %s: %+v\nwant %s", command, x.flags, r, want)
			}
		}
	}
}
