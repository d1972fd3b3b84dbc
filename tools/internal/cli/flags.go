package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// repeatable is the annotation of flags that may be repeated.
const repeatable = "may be repeated"

// Repeatable marks flags that may be repeated with different values. [pflag.SliceValue] flags and boolean flags need no
// mark.
func Repeatable(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		flags.SetAnnotation(name, repeatable, nil)
	}
}

// A noted is a flag value that records its arguments. It rejects a second one, which would replace the first, unless
// the flag may be repeated.
type noted struct {
	pflag.Value
	repeats bool
	texts   []string
}

func (n *noted) Set(text string) error {
	if len(n.texts) > 0 && !n.repeats {
		return fmt.Errorf("may be given only once; it is already %q", n.texts[0])
	}
	n.texts = append(n.texts, text)
	return n.Value.Set(text)
}

// Given returns the flags that were given, sorted by name, with values mapped by text.
func Given(flags *pflag.FlagSet, text func(name, value string) string) (args []string) {
	flags.Visit(func(f *pflag.Flag) {
		n, is := f.Value.(*noted)
		switch {
		case !is: // for completions
		case f.NoOptDefVal != "":
			args = append(args, "--"+f.Name+strings.TrimSuffix("="+n.texts[len(n.texts)-1], "="+f.NoOptDefVal))
		default:
			for _, x := range n.texts {
				args = append(args, "--"+f.Name, text(f.Name, x))
			}
		}
	})
	return args
}

// ErrEmpty is the error for an empty value, such as an unset variable of a shell.
var ErrEmpty = errors.New("the value is empty")

// NonEmpty returns a flag value that rejects the empty string.
func NonEmpty(text *string) pflag.Value { return (*nonEmpty)(text) }

type nonEmpty string

func (t *nonEmpty) String() string { return string(*t) }
func (t *nonEmpty) Type() string   { return "string" }

func (t *nonEmpty) Set(text string) error {
	if text == "" {
		return ErrEmpty
	}
	*t = nonEmpty(text)
	return nil
}

// OneOf returns a flag value that accepts some names, which shells complete.
func OneOf[T ~string](value *T, names ...T) pflag.Value { return &oneOf[T]{value, names} }

type oneOf[T ~string] struct {
	value *T
	names []T
}

func (o *oneOf[T]) String() string { return string(*o.value) }
func (o *oneOf[T]) Type() string   { return "string" }

func (o *oneOf[T]) Names() (names []string) {
	for _, name := range o.names {
		names = append(names, string(name))
	}
	return names
}

func (o *oneOf[T]) Set(name string) error {
	if !slices.Contains(o.names, T(name)) {
		return fmt.Errorf("must be one of %s", strings.Join(o.Names(), ", "))
	}
	*o.value = T(name)
	return nil
}

// noteFlags makes the flags of a command record their arguments.
func noteFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		_, list := f.Value.(pflag.SliceValue)
		_, repeats := f.Annotations[repeatable]
		f.Value = &noted{Value: f.Value, repeats: list || repeats || f.NoOptDefVal != ""}
	})
}

// flagError shortens an error of parsing flags, and adds suggestions.
func flagError(cmd *cobra.Command, err error) error {
	var (
		value   *pflag.InvalidValueError
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &value):
		return invalidValue(value)
	case errors.As(err, &unknown):
		return hint(cmd, err, unknown)
	case errors.As(err, &missing):
		return fmt.Errorf("--%s needs a value", missing.GetFlag().Name)
	}
	if names, is := strings.CutPrefix(err.Error(), "required flag(s) "); is { // cobra has no error type for this
		name, _ := strconv.Unquote(strings.TrimSuffix(names, " not set"))
		return fmt.Errorf("--%s is missing", name)
	}
	return err
}

func invalidValue(e *pflag.InvalidValueError) error {
	reason := e.Unwrap()
	if number := new(strconv.NumError); errors.As(reason, &number) {
		reason = errors.New("not a valid number")
		if number.Err == strconv.ErrRange {
			reason = errors.New("the number is too large")
		}
	}
	if e.GetFlag().NoOptDefVal == e.GetValue() {
		return fmt.Errorf("--%s: %w", e.GetFlag().Name, reason)
	}
	return fmt.Errorf("--%s %q: %w", e.GetFlag().Name, e.GetValue(), reason)
}

// hint adds to an error about an unknown flag a suggestion from the annotations of the root command, or a similar name.
func hint(cmd *cobra.Command, err error, unknown *pflag.NotExistError) error {
	name, long := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames() == ""
	if other := cmd.Root().Annotations[name]; other != "" {
		return fmt.Errorf("%w; did you mean %s?", err, other)
	}
	if !long {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	near := slices.Clone(Suggest(name, known))
	for i := range near {
		near[i] = "--" + near[i]
	}
	if len(near) == 0 {
		return err
	}
	return fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, " or "))
}
