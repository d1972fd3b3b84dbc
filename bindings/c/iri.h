/*
 * iri.h - IRIs (RFC 3987) and URIs (RFC 3986): validate, split, compose, resolve, normalize, compare, convert.
 *
 *	if (iri_valid(IRI_RULE_IRI, s, strlen(s)))
 *		...
 *
 * Compile iri.c with the program. iri_rules.c adds the rules other than IRI, IRI-reference, URI and URI-reference.
 *
 * A string is a pointer and a length. It may have any bytes, and needs no NUL at its end; the pointer may be NULL if the
 * length is 0. A string that is not UTF-8 matches no rule. Offsets and lengths count bytes.
 *
 * No function allocates, keeps a pointer, or writes anywhere but to its arguments. So all may be called by several threads
 * at once, in signal handlers, and before and after fork().
 */
#ifndef IRI_H
#define IRI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library. */
#define IRI_VERSION "0.0.0"

/* A rule: a constant, or a result of iri_rule_named. No string matches NULL. */
typedef const struct iri_rule_data *iri_rule;

/*
 * The constants have the names of RFC 3987 and RFC 3986: IRI_RULE_IRI, IRI_RULE_IRI_REFERENCE, IRI_RULE_URI,
 * IRI_RULE_URI_REFERENCE and others. A reference is an IRI or URI, or a relative reference.
 */
#include "iri_rules.h"

/* The steps of normalization, each a bit, and three sets of steps. */
#define IRI_CASE_NORMALIZATION 1u    /* lower case in scheme and ASCII host, upper case in percent-encoded octets (RFC 3986, 6.2.2.1) */
#define IRI_PERCENT_NORMALIZATION 2u /* decodes percent-encoded unreserved characters (6.2.2.2) */
#define IRI_DOT_SEGMENTS 4u          /* removes dot segments, if there is a scheme or the path begins with a slash (6.2.2.3) */
#define IRI_SCHEME_RULES 8u          /* removes a default or empty port, and localhost from file; adds a slash for an empty path (6.2.3) */
#define IRI_DECODE_UTF8 16u          /* decodes percent-encoded non-ASCII characters (RFC 3987, 5.3.2) */
#define IRI_IPV6_TEXT 32u            /* writes IPv6 addresses as RFC 5952 has them */
#define IRI_SYNTAX_BASED 7u          /* RFC 3986, 6.2.2 */
#define IRI_SCHEME_BASED 15u         /* RFC 3986, 6.2.3 */
#define IRI_FOR_COMPARISON 63u       /* all steps */

/* The reasons why a string does not match. iri_strerror returns their names. */
typedef enum iri_reason {
	IRI_REASON_NONE,
	IRI_REASON_NO_SCHEME,     /* no scheme, in a rule that needs one */
	IRI_REASON_SCHEME,        /* character not allowed in a scheme */
	IRI_REASON_AUTHORITY,     /* character not allowed in a userinfo or a host, or after the bracket of a host */
	IRI_REASON_PORT,          /* port that is not a number */
	IRI_REASON_PATH,          /* character not allowed in a path */
	IRI_REASON_QUERY,         /* character not allowed in a query */
	IRI_REASON_FRAGMENT,      /* character not allowed in a fragment */
	IRI_REASON_FIRST_SEGMENT, /* colon in the first segment of a path without a scheme */
	IRI_REASON_BRACKET,       /* bracket that is not around an IP address */
	IRI_REASON_UNCLOSED,      /* IP address without its closing bracket */
	IRI_REASON_ADDRESS,       /* IP address that is not valid */
	IRI_REASON_ZONE,          /* zone identifier that does not begin with %25, or in a rule without them */
	IRI_REASON_PERCENT,       /* percent sign without two hexadecimal digits after it */
	IRI_REASON_ILL_FORMED,    /* bytes that are not UTF-8, or an incomplete character at the end */
	IRI_REASON_NON_ASCII,     /* non-ASCII character in a URI */
	IRI_REASON_PRIVATE_USE,   /* private-use character outside the query of an IRI */
	IRI_REASON_FORMATTING,    /* bidirectional formatting character (RFC 3987, section 4.1) in a strict rule */
	IRI_REASON_TOO_SHORT,     /* the string ends too early, in a rule for a part of an IRI */
	IRI_REASON_NOT_IN_RULE    /* another character than those of a rule for single characters */
} iri_reason;

/* Where and why a string does not match a rule. */
typedef struct iri_error {
	size_t offset;              /* of the first byte that is not allowed, whatever follows; the length if the string ends too early */
	unsigned char expected[32]; /* the bytes that are allowed there: bit b & 7 of expected[b >> 3] for byte b */
	bool end;                   /* the string may end there */
	iri_reason reason;          /* why */
} iri_error;

/* The bytes from start up to but not including end. Both are SIZE_MAX for an absent component. */
typedef struct iri_span {
	size_t start, end;
} iri_span;

/* The components of a string, without delimiters. There is always a path; it may be empty. */
typedef struct iri_parts {
	iri_span scheme, authority, userinfo, host, port, path, query, fragment;
} iri_parts;

/* A string. For an absent component p is NULL, and n is 0. */
typedef struct iri_slice {
	const char *p;
	size_t n;
} iri_slice;

/* The components that iri_compose composes, without delimiters. An absent path is empty. */
typedef struct iri_components {
	iri_slice scheme, userinfo, host, port, path, query, fragment;
} iri_components;

/* iri_valid reports whether a string matches a rule. */
bool iri_valid(iri_rule rule, const char *s, size_t n);

/*
 * iri_check reports whether a string matches a rule, and writes *e if it does not. If rule is NULL, the offset is 0, the
 * reason IRI_REASON_NONE, and no byte is expected.
 */
bool iri_check(iri_rule rule, const char *s, size_t n, iri_error *e);

/* iri_strerror returns the name of a reason, such as "not allowed in path", and never NULL. */
const char *iri_strerror(iri_reason reason);

/*
 * iri_split reports whether a string matches a rule, and writes its components to *parts if it does. It returns false for
 * a rule whose strings have no components, such as host.
 */
bool iri_split(iri_rule rule, const char *s, size_t n, iri_parts *parts);

/*
 * The functions with a buffer out write to it as snprintf does: at most cap - 1 bytes and a NUL, nothing if cap is 0. They
 * return the length of the whole result without the NUL, or SIZE_MAX without writing if there is no result. The buffer
 * must not overlap the strings.
 */

/*
 * iri_compose writes the IRI or the relative reference with these components (RFC 3986, section 5.3), which it does not
 * encode. There is no result if a component is not valid, or not valid beside the others. Userinfo and port need a host.
 */
size_t iri_compose(const iri_components *components, char *out, size_t cap);

/*
 * iri_resolve resolves a reference against the IRI base (RFC 3986, section 5.2), and writes the IRI. There is no result if
 * base is not an IRI, or reference not an IRI-reference. A cap of base_len + len + 4 is always enough.
 */
size_t iri_resolve(const char *base, size_t base_len, const char *reference, size_t len, char *out, size_t cap);

/*
 * iri_relativize writes the shortest reference that resolves to the IRI target against the IRI base. There is no result if
 * either is not an IRI, or if no reference leads to the target, because its path has dot segments. A cap of len + 1 is
 * always enough.
 */
size_t iri_relativize(const char *base, size_t base_len, const char *target, size_t len, char *out, size_t cap);

/*
 * iri_normalize writes the normal form of an IRI or a relative reference by a set of steps. There is no result if s
 * is not an IRI-reference. A cap of n + 8 is always enough.
 */
size_t iri_normalize(const char *s, size_t n, unsigned steps, char *out, size_t cap);

/*
 * iri_equal reports whether two strings are IRI-references with the same normal form by a set of steps. With steps 0, it
 * compares the strings as they are.
 */
bool iri_equal(const char *a, size_t a_len, const char *b, size_t b_len, unsigned steps);

/*
 * iri_to_uri writes an IRI or a relative reference as a URI (RFC 3987, section 3.1): it percent-encodes non-ASCII
 * characters, also in the host. There is no result if s is not an IRI-reference. A cap of 3 * n + 1 is always enough.
 */
size_t iri_to_uri(const char *s, size_t n, char *out, size_t cap);

/*
 * iri_to_iri writes a URI or a relative reference as an IRI (RFC 3987, section 3.2): it decodes percent-encoded unreserved
 * and non-ASCII characters. There is no result if s is not an IRI-reference. The result may have other dot segments than s.
 * A cap of n + 1 is always enough.
 */
size_t iri_to_iri(const char *s, size_t n, char *out, size_t cap);

/*
 * iri_encode_query_value percent-encodes a name or a value of a query parameter: all but unreserved characters. There is a
 * result for every string. A cap of 3 * n + 1 is always enough.
 */
size_t iri_encode_query_value(const char *s, size_t n, char *out, size_t cap);

/*
 * iri_column validates n values in the layout of Apache Arrow: value i is the bytes of data from offsets[i] to offsets[i + 1].
 * It sets bit i & 7 of bitmap[i >> 3], which has (n + 7) / 8 bytes, if value i matches, and clears all other bits. It returns
 * the number of values that match, or SIZE_MAX if an offset is negative, smaller than the one before it, or larger than
 * len, the length of data.
 */
size_t iri_column(iri_rule rule, const int32_t *offsets, size_t n, const char *data, size_t len, unsigned char *bitmap);

/* iri_column_large is iri_column with the offsets of Arrow's large types. */
size_t iri_column_large(iri_rule rule, const int64_t *offsets, size_t n, const char *data, size_t len, unsigned char *bitmap);

/*
 * iri_rule_named returns the rule with a name such as "IPv6address", or NULL if there is none. It does not ignore case or
 * hyphens. It is in iri_rules.c.
 */
iri_rule iri_rule_named(const char *name, size_t n);

/* The rest is for iri.c and iri_rules.c. */

enum { IRI_OTHER, IRI_REFERENCE, IRI_TARGET, IRI_AUTHORITY }; /* the shape of a rule: what components its strings have */

/* Six ranges of bytes, to be compared as vectors: b is in ranges[i] if b + ranges[i][0] < ranges[i][1], as signed bytes. */
struct iri_set {
	uint8_t ranges[6][2][16];
};

#define IRI_16(x) {x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}
#define IRI_RANGE(first, more) {IRI_16((uint8_t)(128 - (first))), IRI_16((uint8_t)(129 + (more)))} /* first and the bytes after it, more in number */
#define IRI_SET(a, b, c, d, e, f, g, h, i, j, k, l) \
	{{IRI_RANGE(a, b), IRI_RANGE(c, d), IRI_RANGE(e, f), IRI_RANGE(g, h), IRI_RANGE(i, j), IRI_RANGE(k, l)}}

struct iri_table {
	const uint16_t *next;    /* states, by column and state */
	const uint16_t *columns; /* by byte, the offset of its column in next */
	unsigned accept;         /* the first accepting state; those after it accept, too */
	const uint8_t *runs;     /* by state, the set of bytes that do not leave it, 0 for none */
	const struct iri_set *sets;
	const uint8_t *rows;     /* by state, its row of reasons */
};

struct iri_rule_data {
	const char *name;
	const struct iri_table *table;
	unsigned start, shape;
};

#ifdef __cplusplus
}
#endif

#endif
