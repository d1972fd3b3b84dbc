package normal

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// AppendURI appends r to dst, converted to a URI (RFC 3987, section 3.1), and returns the offsets of its components.
func AppendURI[B ref.Bytes](dst []byte, r ref.Ref[B]) ([]byte, find.Cut) {
	return convert(dst, &r, true)
}

// AppendIRI is like AppendURI, but converts r to an IRI (RFC 3987, section 3.2).
func AppendIRI[B ref.Bytes](dst []byte, r ref.Ref[B]) ([]byte, find.Cut) {
	return convert(dst, &r, false)
}

func convert[B ref.Bytes](dst []byte, r *ref.Ref[B], toURI bool) ([]byte, find.Cut) {
	w := ref.NewComposer(dst)
	for k := uri.ComponentScheme; k < uri.NumComponents; k++ {
		text, ok := r.Get(k)
		if !ok {
			continue
		}
		dst = w.Begin(dst, k)
		switch {
		case k == uri.ComponentAuthority:
		case toURI:
			dst = percent.AppendURI(dst, text)
		default:
			dst = percent.AppendIRI(dst, text, percent.IUnreserved(k == uri.ComponentQuery))
		}
		dst = w.End(dst, k)
	}
	return dst, w.Cut(dst)
}
