package suite_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	. "example.org/iri/compile/suite"
)

func TestWrite(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, automaton(t, "r = *%x00-7F\n", "r")); err != nil {
		t.Fatal(err)
	}
	want := `{"input_b64":"","valid":true}
{"input_b64":"IQ==","valid":true}
{"input_b64":"gA==","valid":false}
{"input_b64":"gCE=","valid":false}
{"input_b64":"gIA=","valid":false}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestReadWritten(t *testing.T) {
	a := rfc(t, "rfc3986.abnf", "IPv4address")
	var b bytes.Buffer
	if err := Write(&b, a); err != nil {
		t.Fatal(err)
	}
	var got []Case
	for c, err := range Read(&b) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c)
	}
	if want := casesOf(t, a); !reflect.DeepEqual(got, want) {
		t.Errorf("read %d cases, want %d", len(got), len(want))
	}
}

func TestReadErrors(t *testing.T) {
	const good = `{"input_b64":"YQ==","valid":true}` + "\n"
	for _, x := range []struct{ text, want string }{
		{"nonsense", "suite: case 2: invalid character"},
		{`{"input_b64":"YQ=","valid":true}`, "suite: case 2: illegal base64"},
		{`{"input_b64":"YQ=="}`, "suite: case 2: a case has an input_b64 and a verdict"},
		{`{"valid":true}`, "suite: case 2: a case has an input_b64 and a verdict"},
		{`{"input_b64":"YQ==","valid":1}`, "suite: case 2: json: "},
		{`{"input_b64":"YQ==","valid":true,"why":""}`, `suite: case 2: json: unknown field "why"`},
	} {
		cases := 0
		var last error
		for _, err := range Read(strings.NewReader(good + x.text + "\n" + good)) {
			if err == nil {
				cases++
			}
			last = err
		}
		if cases != 1 || last == nil || !strings.HasPrefix(last.Error(), x.want) {
			t.Errorf("%s: %d cases, error %v; want %s", x.text, cases, last, x.want)
		}
	}
}

func TestReadStops(t *testing.T) {
	for range Read(strings.NewReader(`{"input_b64":"","valid":true} {`)) {
		break // and so never sees the mistake
	}
}

// full is a disk without space.
type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	n := min(f.left, len(p))
	f.left -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

var _ io.Writer = (*full)(nil)

func TestWriteErrors(t *testing.T) {
	a := rfc(t, "rfc3986.abnf", "IPv4address")
	for _, left := range []int{0, 100, 5000} {
		if err := Write(&full{left}, a); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}
