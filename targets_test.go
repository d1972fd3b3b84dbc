package iri_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// TestTargets: columns and lines of references that were drawn at random, wrong ones among them,
// resolve to what AppendResolve says of each.
func TestTargets(t *testing.T) {
	rng := rand.New(rand.NewSource(testkit.Seed(1)))
	targets := iri.Targets{Valid: []byte{0xff}, Data: []byte("x"), Offsets: []int32{7, 7}} // whatever was there
	for n := range 200 {
		base, err := iri.Parse([]string{"a:", "http://h"}[rng.Intn(2)] + randomTokens(rng))
		if err != nil {
			continue
		}
		references := make([]string, n/2)
		for i := range references {
			references[i] = randomTokens(rng)
		}
		for _, r := range resolvers(base) {
			if err := checkTargets(r, &targets, references); err != nil {
				t.Fatalf("%+v, %q: %v", r, references, err)
			}
		}
	}
}

func checkTargets(r *iri.Resolver, targets *iri.Targets, references []string) error {
	data, offsets := []byte("unused"), []int32{6}
	for _, s := range references {
		data = append(data, s...)
		offsets = append(offsets, int32(len(data)))
	}
	if rest := r.ResolveColumn(targets, append(data, "unused"...), offsets); rest != nil {
		return fmt.Errorf("column: %d are left", len(rest))
	}
	if err := sameTargets(r, targets, references); err != nil {
		return fmt.Errorf("column: %w", err)
	}
	text := strings.Join(references, "\n")
	if len(references) > 0 && references[len(references)-1] == "" { // only a line feed tells that it is a line
		text += "\n"
	}
	for _, end := range []string{"", "\n"} {
		if end != "" && (text == "" || strings.HasSuffix(text, end)) {
			continue
		}
		if rest := r.ResolveLines(targets, []byte(text+end)); rest != nil {
			return fmt.Errorf("lines: %d bytes are left", len(rest))
		}
		if err := sameTargets(r, targets, references); err != nil {
			return fmt.Errorf("lines: %w", err)
		}
	}
	return nil
}

// sameTargets compares targets with those of the references one by one.
func sameTargets(r *iri.Resolver, got *iri.Targets, references []string) error {
	want := iri.Targets{Len: len(references), Valid: make([]byte, (len(references)+7)/8), Offsets: []int32{0}}
	for i, s := range references {
		var err error
		if want.Data, _, err = r.AppendResolve(want.Data, []byte(s)); err == nil {
			want.Valid[i/8] |= 1 << (i % 8)
			want.Count++
		}
		want.Offsets = append(want.Offsets, int32(len(want.Data)))
	}
	if got.Len != want.Len || got.Count != want.Count || !bytes.Equal(got.Valid, want.Valid) ||
		!bytes.Equal(got.Data, want.Data) || !slices.Equal(got.Offsets, want.Offsets) {
		return fmt.Errorf("%+v, want %+v", got, want)
	}
	return nil
}

// TestTargetsAllocations: a Targets that has room allocates nothing, wrong references or not.
func TestTargetsAllocations(t *testing.T) {
	text := []byte("g\n../é\na b\n//h:x/\n\n?q#\n")
	offsets := []int32{0, 1, 2, 6, 7}
	for _, r := range resolvers(iri.MustParse("urn:a/b")) {
		var targets iri.Targets
		if n := testing.AllocsPerRun(10, func() { r.ResolveLines(&targets, text) }); n != 0 {
			t.Errorf("ResolveLines: %v allocations", n)
		}
		if n := testing.AllocsPerRun(10, func() { r.ResolveColumn(&targets, text, offsets) }); n != 0 {
			t.Errorf("ResolveColumn: %v allocations", n)
		}
	}
}

// TestTargetsTooLong: targets of more than 2 GiB come in pieces.
func TestTargetsTooLong(t *testing.T) {
	if !*testkit.Long || strconv.IntSize < 64 {
		t.Skip("takes 2 GB")
	}
	defer debug.FreeOSMemory()
	r := &iri.Resolver{Base: iri.MustParse("a:" + strings.Repeat("b", 1<<29) + "/")}
	targets := iri.Targets{Data: make([]byte, 0, 3<<29+1<<20)}
	var lengths []int
	for text := []byte("b\n\xff\nc\nd\ne\nf"); text != nil; {
		text = r.ResolveLines(&targets, text)
		lengths = append(lengths, targets.Len, len(targets.Data)>>29, len(targets.Offsets), len(targets.Valid))
	}
	if want := []int{4, 3, 5, 1, 2, 2, 3, 1}; !slices.Equal(lengths, want) {
		t.Errorf("lines: %d, want %d", lengths, want)
	}
	rest := r.ResolveColumn(&targets, []byte("bcde"), []int32{0, 1, 2, 3, 4})
	if want := []int32{3, 4}; !slices.Equal(rest, want) || targets.Count != 3 {
		t.Errorf("column: %d are left, want %d", rest, want)
	}
}
