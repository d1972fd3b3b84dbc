/*
 * iri.h - is a text an IRI (RFC 3987) or a URI (RFC 3986), where do its components lie, and what is
 * wrong with it?
 *
 *	int32_t rule = iri_rule("IRI", 3);
 *	if (iri_valid(rule, (const uint8_t *)text, strlen(text)))
 *		...
 *
 * A text is any bytes; it needs no NUL at its end. A text that is not UTF-8 matches no rule. Offsets
 * and lengths count bytes. All functions may be called by many threads at once. No function keeps a
 * pointer that it is given. The caller owns all memory but that of the names, which stay for ever.
 *
 * The library holds the runtime of Go, which does not survive fork(): a child may use the library
 * only if it was loaded after fork(). In other children all functions say so (IRI_EFORK).
 */
#ifndef IRI_H
#define IRI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. It rises when a program made for an earlier one would go wrong. */
#define IRI_ABI 1

/*
 * What functions return. A function that returns a length or a number returns a
 * negative number if it fails.
 */
#define IRI_OK 0          /* the text is valid */
#define IRI_INVALID 1     /* the text is not valid */
#define IRI_ERULE (-1)    /* no rule has the number */
#define IRI_ENOPARTS (-2) /* the texts of the rule have no components */
#define IRI_ETOOLONG (-3) /* a text, or what would become of it, has 4 GiB or more */
#define IRI_ENULL (-4)    /* a null pointer with a length, or a length that no memory has */
#define IRI_EOFFSETS (-5) /* offsets of a column that are negative or decrease */
#define IRI_EREFERENCE (-6) /* the text is no IRI and no relative reference: iri_check tells why */
#define IRI_EBASE (-7)    /* the base is no IRI */
#define IRI_ELEVEL (-8)   /* a level has bits that no rule of normalization has */
#define IRI_EFORK (-9)    /* the process was forked after the library was loaded */

/* The reasons: what is wrong with a text. */
#define IRI_REASON_NO_SCHEME 1      /* there is no scheme, and it has to be there */
#define IRI_REASON_SCHEME 2         /* character not allowed in a scheme */
#define IRI_REASON_AUTHORITY 3      /* character not allowed in a userinfo, a host, or between them */
#define IRI_REASON_PORT 4           /* port that is no number */
#define IRI_REASON_PATH 5           /* character not allowed in a path */
#define IRI_REASON_QUERY 6          /* character not allowed in a query */
#define IRI_REASON_FRAGMENT 7       /* character not allowed in a fragment */
#define IRI_REASON_FIRST_SEGMENT 8  /* colon in the first segment of a path without a scheme */
#define IRI_REASON_BRACKET 9        /* bracket that is not around an IP address */
#define IRI_REASON_UNCLOSED 10      /* IP address without its closing bracket */
#define IRI_REASON_ADDRESS 11       /* IP address that is none */
#define IRI_REASON_ZONE 12          /* zone identifier: not in this rule, or not written %25 */
#define IRI_REASON_PERCENT 13       /* percent sign without two hexadecimal digits */
#define IRI_REASON_ILL_FORMED 14    /* bytes that are not UTF-8, or half a character at the end */
#define IRI_REASON_NON_ASCII 15     /* character beyond ASCII in a URI */
#define IRI_REASON_PRIVATE_USE 16   /* private-use character, which only queries of IRIs take */
#define IRI_REASON_FORMATTING 17    /* bidirectional formatting character in a strict rule */
#define IRI_REASON_TOO_SHORT 18     /* the string ends too early, in a rule that is a part of IRIs */
#define IRI_REASON_NOT_IN_RULE 19   /* character that the rule does not have */

/* The components. Bit n of iri_parts.present is for component n: 1u << IRI_HOST. */
#define IRI_SCHEME 1
#define IRI_AUTHORITY 2
#define IRI_USERINFO 3
#define IRI_HOST 4
#define IRI_PORT 5
#define IRI_PATH 6
#define IRI_QUERY 7
#define IRI_FRAGMENT 8

/* The steps of normalization, each a bit, and the sets of them that the RFCs have. */
#define IRI_LEVEL_CASE 1u        /* small letters in scheme and host, capital ones in triples */
#define IRI_LEVEL_PERCENT 2u     /* triples of unreserved characters become the characters */
#define IRI_LEVEL_DOTS 4u        /* dot segments go, if there is a scheme or the path begins with a slash */
#define IRI_LEVEL_SCHEME 8u      /* the default port and host go, an empty path becomes a slash */
#define IRI_LEVEL_UTF8 16u       /* triples become the characters beyond ASCII that they encode */
#define IRI_LEVEL_IPV6 32u       /* IPv6 addresses as RFC 5952 has them */
#define IRI_LEVEL_URI_SYNTAX 7u  /* RFC 3986, section 6.2.2 */
#define IRI_LEVEL_IRI_SYNTAX 23u /* RFC 3987, section 5.3.2 */
#define IRI_LEVEL_URI_SCHEME 15u /* RFC 3986, section 6.2.3 */
#define IRI_LEVEL_IRI_SCHEME 31u /* RFC 3987, section 5.3.3 */

/* What is wrong with a text, and where. */
typedef struct iri_error {
	uint64_t offset;     /* of the first byte that no text of the rule has here */
	uint64_t start, end; /* of the mistake: the bytes to look at */
	uint32_t reason;     /* IRI_REASON_... */
	uint32_t component;  /* IRI_SCHEME to IRI_FRAGMENT, 0 if the rule does not tell */
} iri_error;

/* The bytes from begin up to but not including end. */
typedef struct iri_span {
	uint32_t begin, end;
} iri_span;

/* Where the components of a text lie, without delimiters. An absent one has zeros. */
typedef struct iri_parts {
	uint32_t present; /* bits 1u << IRI_SCHEME to 1u << IRI_FRAGMENT */
	iri_span scheme, authority, userinfo, host, port, path, query, fragment;
} iri_parts;

/* What is wrong with a value of a column. */
typedef struct iri_row_error {
	int64_t row; /* counted from 0 */
	iri_error error;
} iri_row_error;

/* iri_abi returns the IRI_ABI of the library. It has to equal the one in the header. */
uint32_t iri_abi(void);

/* iri_version returns the version of the library. */
const char *iri_version(void);

/*
 * iri_rule returns the number of the rule with a name such as "IRI" or "URI-reference", or
 * IRI_ERULE. Numbers count from 0, and hold for one version of the library.
 */
int32_t iri_rule(const char *name, size_t len);

/* iri_rule_name returns the name of a rule, and NULL if no rule has the number. */
const char *iri_rule_name(int32_t rule);

/* iri_reason_name returns the name of a reason, such as "bad port". It is stable. */
const char *iri_reason_name(uint32_t reason);

/* iri_component_name returns the name of a component, such as "host"; "" for any other number. */
const char *iri_component_name(uint32_t component);

/*
 * iri_valid returns 1 if a text matches a rule, else 0. It also returns 0 for all that another
 * function has a negative number for.
 */
int32_t iri_valid(int32_t rule, const uint8_t *text, size_t len);

/*
 * iri_check returns IRI_OK or IRI_INVALID, or IRI_ERULE, IRI_ENULL or IRI_EFORK. If e is not NULL it
 * says what is wrong; if the text is valid, all its fields are zero.
 */
int32_t iri_check(int32_t rule, const uint8_t *text, size_t len, iri_error *e);

/*
 * iri_split does what iri_check does, and sets p to where the components of a valid text lie. If the
 * text is not valid, all fields of p are zero. It may also return IRI_ENOPARTS or IRI_ETOOLONG.
 */
int32_t iri_split(int32_t rule, const uint8_t *text, size_t len, iri_parts *p, iri_error *e);

/*
 * The functions from here to iri_to_iri write a text to out, with a NUL behind it, if cap is enough
 * for both, else the empty text if cap is not 0. They return the length of the text without the NUL,
 * whether it was written or not, or a negative number. out must not lie in the text given.
 */

/* iri_message writes what is wrong with a text, in English; nothing, of length 0, if it is valid. */
int64_t iri_message(int32_t rule, const uint8_t *text, size_t len, char *out, size_t cap);

/*
 * iri_resolve writes the IRI that a reference refers to in a document whose base IRI is base
 * (RFC 3986, section 5.2). The lengths of both and 4 are enough for cap. IRI_EBASE, IRI_EREFERENCE.
 */
int64_t iri_resolve(const uint8_t *base, size_t base_len, const uint8_t *reference, size_t len,
	char *out, size_t cap);

/*
 * iri_normalize writes the normal form of an IRI or a relative reference, for comparisons. The
 * length of the text and 8 are enough for cap. IRI_EREFERENCE, IRI_ELEVEL.
 */
int64_t iri_normalize(const uint8_t *text, size_t len, uint32_t level, char *out, size_t cap);

/* iri_to_uri writes a reference as a URI (RFC 3987, section 3.1). 3 * len + 1 is enough for cap. */
int64_t iri_to_uri(const uint8_t *text, size_t len, char *out, size_t cap);

/* iri_to_iri writes a reference as an IRI (RFC 3987, section 3.2). len + 1 is enough for cap. */
int64_t iri_to_iri(const uint8_t *text, size_t len, char *out, size_t cap);

/*
 * iri_column judges the n values of a column as Apache Arrow lays them out: value i is the bytes of
 * data from offsets[i] up to offsets[i + 1], so there are n + 1 offsets. Bit i & 7 of bitmap[i >> 3]
 * tells whether value i matches; bits behind the last are 0. bitmap has (n + 7) / 8 bytes. It
 * returns how many values match, or IRI_ERULE, IRI_ENULL, IRI_EOFFSETS or IRI_EFORK, and then the
 * bitmap says nothing.
 */
int64_t iri_column(int32_t rule, const int32_t *offsets, int64_t n, const uint8_t *data,
	uint8_t *bitmap);

/* iri_column_large is iri_column for the offsets of Arrow's large types. */
int64_t iri_column_large(int32_t rule, const int64_t *offsets, int64_t n, const uint8_t *data,
	uint8_t *bitmap);

/*
 * iri_column_errors says what is wrong with the values whose bits are 0 in a bitmap of iri_column,
 * from row first on, until cap elements of out are set. It returns how many are. If these are cap,
 * there may be more: the next call begins behind the last row. A value that matches is passed over,
 * whatever its bit. To pass over nulls, set their bits.
 */
int64_t iri_column_errors(int32_t rule, const int32_t *offsets, int64_t n, const uint8_t *data,
	const uint8_t *bitmap, int64_t first, iri_row_error *out, int64_t cap);

/* iri_column_errors_large is iri_column_errors for the offsets of Arrow's large types. */
int64_t iri_column_errors_large(int32_t rule, const int64_t *offsets, int64_t n, const uint8_t *data,
	const uint8_t *bitmap, int64_t first, iri_row_error *out, int64_t cap);

#ifdef __cplusplus
}
#endif

#endif
