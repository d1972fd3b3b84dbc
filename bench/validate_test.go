package bench

import "testing"

// BenchmarkValidate/list=LIST/func=NAME[/tier=TIER] validates the strings of a list.
func BenchmarkValidate(b *testing.B) {
	all, err := Validators("..")
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range lists() {
		for _, v := range all {
			b.Run("list="+l.name+"/"+v.Benchmark(), func(b *testing.B) {
				defer v.Tier.Use()()
				b.SetBytes(int64(l.bytes))
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					for _, s := range l.in[i%orders].strings {
						v.Valid(s)
					}
				}
				perString(b, l.count)
			})
		}
	}
}

// TestValidators checks that all validators agree on clear cases.
func TestValidators(t *testing.T) {
	all, err := Validators("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		done := v.Tier.Use()
		for s, want := range map[string]bool{
			"http://example.org/a?b#c": true, "urn:isbn:0": true, "mailto:a@example.org": true, "http://[2001:db8::1]:80/": true,
			":": false, "http://example.org/%zz": false, "http://[::1": false, "http://example.org:80a/": false,
		} {
			if v.Rule != "" && v.Valid(s) != want {
				t.Errorf("%s: %q: %t", v.Benchmark(), s, !want)
			}
		}
		done()
	}
}
