package fix_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/rule"
)

const (
	allKinds = fix.FirstSegment<<1 - 1
	noKind   = fix.Kind(1 << 15)
)

func kinds() iter.Seq[fix.Kind] {
	return func(yield func(fix.Kind) bool) {
		for k := fix.Surrounding; k <= fix.FirstSegment; k <<= 1 {
			if !yield(k) {
				return
			}
		}
	}
}

var sets = func() []fix.Kind {
	list := []fix.Kind{0, allKinds, noKind}
	for k := range kinds() {
		list = append(list, k, allKinds&^k)
	}
	return list
}()

func TestAllow(t *testing.T) {
	for kind, text := range map[fix.Kind]string{
		fix.Surrounding:  "<http://a/>",
		fix.Whitespace:   "http://a/b\n/c",
		fix.Backslash:    `http://a\b`,
		fix.Encoded:      "http://a/b c",
		fix.SSH:          "git@a:b",
		fix.WindowsPath:  `C:\a`,
		fix.Scheme:       "example.org/a",
		fix.FirstSegment: "12:30 notes",
	} {
		f := fix.Fixer{Scheme: "https", Relative: kind == fix.FirstSegment}
		if _, changes, err := f.Fix(text); err != nil || changes[0].Kind != kind {
			t.Errorf("%q: %v, %v, want %v", text, changes, err, kind)
		}
		for _, allow := range sets {
			if err := keepsTo(f, text, allow); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAllowError(t *testing.T) {
	_, _, err := fix.Fixer{Allow: fix.Encoded | fix.Surrounding}.Fix(` http://a/b c\d`)
	var wrong *fix.Error
	var syntax *iri.SyntaxError
	if !errors.As(err, &wrong) || wrong.Kind != fix.Backslash || wrong.Span != (iri.Span{Start: 13, End: 14}) {
		t.Errorf("%#v", err)
	}
	if want := `iri: cannot be repaired: a change of kind "backslash" is not allowed (byte 13)`; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if !errors.As(err, &syntax) || syntax.Reason != rule.ReasonNoScheme || syntax.Offset != 0 {
		t.Errorf("%v", syntax)
	}
	_, _, err = fix.Fixer{Allow: fix.Surrounding}.Fix(` \\?\a`) // a device path
	if !errors.As(err, &wrong) || wrong.Kind != fix.WindowsPath || wrong.Span != (iri.Span{Start: 1, End: 6}) {
		t.Errorf("%#v", err)
	}
}

// keepsTo checks that Allow decides only whether there is a repair. The changes are allowed, or the error has the first
// kind that is not. 0 equals all kinds.
func keepsTo(f fix.Fixer, text string, allow fix.Kind) error {
	f.Allow = 0
	x, changes, err := f.Fix(text)
	f.Allow = allow
	y, some, got := f.Fix(text)
	var refused *fix.Error
	outside := slices.IndexFunc(changes, func(c fix.Change) bool { return allow != 0 && c.Kind&allow == 0 })
	switch errors.As(got, &refused); {
	case got == nil && outside < 0 && err == nil && x == y && slices.Equal(changes, some):
		return nil
	case got == nil || !y.IsZero() || some != nil:
	case outside >= 0:
		if refused != nil && refused.Kind == changes[outside].Kind && refused.Span == changes[outside].Span && sameMistake(f, text, refused.Err) {
			return nil
		}
	case err == nil:
	case refused != nil && refused.Kind != 0:
		if allow != 0 && allow&refused.Kind == 0 && refused.Kind&(refused.Kind-1) == 0 && sameMistake(f, text, refused.Err) {
			return nil
		}
	case got.Error() == err.Error():
		return nil
	}
	return fmt.Errorf("%+v %q: %q, %v, %v, but with all kinds %q, %v, %v", f, text, y, some, got, x, changes, err)
}

func sameMistake(f fix.Fixer, text string, e *iri.SyntaxError) bool {
	err := ruleOf(f).CheckString(text)
	if f.Web && err == nil {
		return e == nil
	}
	return e != nil && err != nil && err.Error() == e.Error()
}
