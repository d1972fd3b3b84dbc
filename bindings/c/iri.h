/*
 * iri.h - IRIs (RFC 3987) and URIs (RFC 3986): validate, split, resolve, normalize.
 *
 *	if (iri_valid(IRI_RULE_IRI, s, strlen(s)))
 *		...
 *
 * Compile iri.c with the program. iri_rules.c adds the rules other than the four below.
 *
 * A string may have any bytes, and needs no NUL at its end. If it is not UTF-8, it matches no rule.
 * Offsets and lengths count bytes. No function allocates, keeps a pointer or changes anything but
 * what its arguments point to. So all functions may be called by many threads at once, in signal
 * handlers, and before and after fork().
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

/* A rule: a constant, or what iri_rule_named returns. NULL is a rule that no string matches. */
typedef const struct iri_rule_data *iri_rule;

/* Rules by their names in RFC 3987 and RFC 3986. A REFERENCE is an IRI or URI, or a relative reference. */
#define IRI_RULE_IRI (&iri_rule_iri)
#define IRI_RULE_IRI_REFERENCE (&iri_rule_iri_reference)
#define IRI_RULE_URI (&iri_rule_uri)
#define IRI_RULE_URI_REFERENCE (&iri_rule_uri_reference)

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

/* The place from which a string cannot match a rule. */
typedef struct iri_error {
	size_t offset;              /* of the first byte that cannot stand there, whatever follows; the length if the string ends too early */
	unsigned char expected[32]; /* the bytes that may be there: bit b & 7 of expected[b >> 3] for byte b */
	bool end;                   /* the string may end there */
} iri_error;

/* The bytes from start up to but not including end. Both are SIZE_MAX for an absent component. */
typedef struct iri_span {
	size_t start, end;
} iri_span;

/* The components of a string, without delimiters. There is always a path; it may be empty. */
typedef struct iri_parts {
	iri_span scheme, authority, userinfo, host, port, path, query, fragment;
} iri_parts;

/* iri_valid reports whether a string matches a rule. */
bool iri_valid(iri_rule rule, const char *s, size_t n);

/* iri_check does what iri_valid does, and writes *e if the result is false. If rule is NULL, the offset
 * is 0, and no byte is expected. */
bool iri_check(iri_rule rule, const char *s, size_t n, iri_error *e);

/*
 * iri_split does what iri_valid does, and writes *parts if the result is true. It also returns false
 * for rules whose strings have no components, such as host.
 */
bool iri_split(iri_rule rule, const char *s, size_t n, iri_parts *parts);

/*
 * iri_resolve writes the IRI that a reference resolves to against the IRI base (RFC 3986, section
 * 5.2). Like snprintf it writes at most cap - 1 bytes and a NUL, nothing if cap is 0,
 * and returns the length of the whole result without the NUL. It returns SIZE_MAX and writes nothing
 * if base is not an IRI or reference not an IRI-reference. A cap of base_len + len + 4 is always
 * enough. out must not overlap the strings.
 */
size_t iri_resolve(const char *base, size_t base_len, const char *reference, size_t len, char *out, size_t cap);

/*
 * iri_normalize writes the normal form of an IRI or a relative reference, as iri_resolve writes, by a
 * set of steps. It returns SIZE_MAX and writes nothing if s is not an IRI-reference. A cap of n + 8 is
 * always enough.
 */
size_t iri_normalize(const char *s, size_t n, unsigned steps, char *out, size_t cap);

/*
 * iri_column validates n values as Apache Arrow lays them out: value i is the bytes of data from
 * offsets[i] to offsets[i + 1]. Bit i & 7 of bitmap[i >> 3] is 1 if value i matches, and the bits
 * after the last are 0; bitmap has (n + 7) / 8 bytes. It returns how many values match, or SIZE_MAX
 * if an offset is negative, smaller than the one before it, or larger than len, the length of data.
 */
size_t iri_column(iri_rule rule, const int32_t *offsets, size_t n, const char *data, size_t len, unsigned char *bitmap);

/* iri_column_large is iri_column for the offsets of Arrow's large types. */
size_t iri_column_large(iri_rule rule, const int64_t *offsets, size_t n, const char *data, size_t len, unsigned char *bitmap);

/* iri_rule_named returns the rule with a name such as "IPv6address", or NULL. It is in iri_rules.c. */
iri_rule iri_rule_named(const char *name, size_t n);

/* What follows is for iri.c and iri_rules.c, but for the constants IRI_RULE_... of the other rules. */

enum { IRI_OTHER, IRI_REFERENCE, IRI_TARGET, IRI_AUTHORITY }; /* which components strings have */

struct iri_table {
	const uint16_t *next;
	const uint8_t *classes;
	size_t states;
	unsigned accept;
	const uint8_t *runs;
	const uint8_t (*sets)[12];
};

struct iri_rule_data {
	const char *name;
	const struct iri_table *table;
	unsigned start, shape;
};

/* Generated by bindings/generate from here; DO NOT EDIT. */
extern const struct iri_rule_data
	iri_rule_iri,
	iri_rule_iri_reference,
	iri_rule_uri,
	iri_rule_uri_reference,
	iri_rule_ihier_part,
	iri_rule_absolute_iri,
	iri_rule_irelative_ref,
	iri_rule_irelative_part,
	iri_rule_iauthority,
	iri_rule_iuserinfo,
	iri_rule_ihost,
	iri_rule_ireg_name,
	iri_rule_ipath,
	iri_rule_ipath_abempty,
	iri_rule_ipath_absolute,
	iri_rule_ipath_noscheme,
	iri_rule_ipath_rootless,
	iri_rule_ipath_empty,
	iri_rule_isegment,
	iri_rule_isegment_nz,
	iri_rule_isegment_nz_nc,
	iri_rule_ipchar,
	iri_rule_iquery,
	iri_rule_iprivate,
	iri_rule_ifragment,
	iri_rule_iunreserved,
	iri_rule_ucschar,
	iri_rule_scheme,
	iri_rule_port,
	iri_rule_ip_literal,
	iri_rule_ipvfuture,
	iri_rule_ipv6address,
	iri_rule_h16,
	iri_rule_ls32,
	iri_rule_ipv4address,
	iri_rule_dec_octet,
	iri_rule_pct_encoded,
	iri_rule_unreserved,
	iri_rule_reserved,
	iri_rule_gen_delims,
	iri_rule_sub_delims,
	iri_rule_hier_part,
	iri_rule_absolute_uri,
	iri_rule_relative_ref,
	iri_rule_relative_part,
	iri_rule_authority,
	iri_rule_userinfo,
	iri_rule_host,
	iri_rule_reg_name,
	iri_rule_path,
	iri_rule_path_abempty,
	iri_rule_path_absolute,
	iri_rule_path_noscheme,
	iri_rule_path_rootless,
	iri_rule_path_empty,
	iri_rule_segment,
	iri_rule_segment_nz,
	iri_rule_segment_nz_nc,
	iri_rule_pchar,
	iri_rule_query,
	iri_rule_fragment,
	iri_rule_iristrict,
	iri_rule_irireferencestrict,
	iri_rule_iriwithzone,
	iri_rule_irireferencewithzone,
	iri_rule_uriwithzone,
	iri_rule_urireferencewithzone,
	iri_rule_leiri,
	iri_rule_leirireference,
	iri_rule_origin_form,
	iri_rule_absolute_form,
	iri_rule_authority_form,
	iri_rule_asterisk_form,
	iri_rule_absolute_path,
	iri_rule_partial_uri,
	iri_rule_http_uri,
	iri_rule_https_uri,
	iri_rule_host_field,
	iri_rule_location,
	iri_rule_referer,
	iri_rule_content_location,
	iri_rule_link,
	iri_rule_link_value,
	iri_rule_method,
	iri_rule_ioriginform,
	iri_rule_iauthorityform,
	iri_rule_ihostfield,
	iri_rule_browseroriginform,
	iri_rule_browserabsoluteform,
	iri_rule_ibrowseroriginform,
	iri_rule_ibrowserabsoluteform;

#define IRI_RULE_IHIER_PART (&iri_rule_ihier_part)
#define IRI_RULE_ABSOLUTE_IRI (&iri_rule_absolute_iri)
#define IRI_RULE_IRELATIVE_REF (&iri_rule_irelative_ref)
#define IRI_RULE_IRELATIVE_PART (&iri_rule_irelative_part)
#define IRI_RULE_IAUTHORITY (&iri_rule_iauthority)
#define IRI_RULE_IUSERINFO (&iri_rule_iuserinfo)
#define IRI_RULE_IHOST (&iri_rule_ihost)
#define IRI_RULE_IREG_NAME (&iri_rule_ireg_name)
#define IRI_RULE_IPATH (&iri_rule_ipath)
#define IRI_RULE_IPATH_ABEMPTY (&iri_rule_ipath_abempty)
#define IRI_RULE_IPATH_ABSOLUTE (&iri_rule_ipath_absolute)
#define IRI_RULE_IPATH_NOSCHEME (&iri_rule_ipath_noscheme)
#define IRI_RULE_IPATH_ROOTLESS (&iri_rule_ipath_rootless)
#define IRI_RULE_IPATH_EMPTY (&iri_rule_ipath_empty)
#define IRI_RULE_ISEGMENT (&iri_rule_isegment)
#define IRI_RULE_ISEGMENT_NZ (&iri_rule_isegment_nz)
#define IRI_RULE_ISEGMENT_NZ_NC (&iri_rule_isegment_nz_nc)
#define IRI_RULE_IPCHAR (&iri_rule_ipchar)
#define IRI_RULE_IQUERY (&iri_rule_iquery)
#define IRI_RULE_IPRIVATE (&iri_rule_iprivate)
#define IRI_RULE_IFRAGMENT (&iri_rule_ifragment)
#define IRI_RULE_IUNRESERVED (&iri_rule_iunreserved)
#define IRI_RULE_UCSCHAR (&iri_rule_ucschar)
#define IRI_RULE_SCHEME (&iri_rule_scheme)
#define IRI_RULE_PORT (&iri_rule_port)
#define IRI_RULE_IP_LITERAL (&iri_rule_ip_literal)
#define IRI_RULE_IPVFUTURE (&iri_rule_ipvfuture)
#define IRI_RULE_IPV6ADDRESS (&iri_rule_ipv6address)
#define IRI_RULE_H16 (&iri_rule_h16)
#define IRI_RULE_LS32 (&iri_rule_ls32)
#define IRI_RULE_IPV4ADDRESS (&iri_rule_ipv4address)
#define IRI_RULE_DEC_OCTET (&iri_rule_dec_octet)
#define IRI_RULE_PCT_ENCODED (&iri_rule_pct_encoded)
#define IRI_RULE_UNRESERVED (&iri_rule_unreserved)
#define IRI_RULE_RESERVED (&iri_rule_reserved)
#define IRI_RULE_GEN_DELIMS (&iri_rule_gen_delims)
#define IRI_RULE_SUB_DELIMS (&iri_rule_sub_delims)
#define IRI_RULE_HIER_PART (&iri_rule_hier_part)
#define IRI_RULE_ABSOLUTE_URI (&iri_rule_absolute_uri)
#define IRI_RULE_RELATIVE_REF (&iri_rule_relative_ref)
#define IRI_RULE_RELATIVE_PART (&iri_rule_relative_part)
#define IRI_RULE_AUTHORITY (&iri_rule_authority)
#define IRI_RULE_USERINFO (&iri_rule_userinfo)
#define IRI_RULE_HOST (&iri_rule_host)
#define IRI_RULE_REG_NAME (&iri_rule_reg_name)
#define IRI_RULE_PATH (&iri_rule_path)
#define IRI_RULE_PATH_ABEMPTY (&iri_rule_path_abempty)
#define IRI_RULE_PATH_ABSOLUTE (&iri_rule_path_absolute)
#define IRI_RULE_PATH_NOSCHEME (&iri_rule_path_noscheme)
#define IRI_RULE_PATH_ROOTLESS (&iri_rule_path_rootless)
#define IRI_RULE_PATH_EMPTY (&iri_rule_path_empty)
#define IRI_RULE_SEGMENT (&iri_rule_segment)
#define IRI_RULE_SEGMENT_NZ (&iri_rule_segment_nz)
#define IRI_RULE_SEGMENT_NZ_NC (&iri_rule_segment_nz_nc)
#define IRI_RULE_PCHAR (&iri_rule_pchar)
#define IRI_RULE_QUERY (&iri_rule_query)
#define IRI_RULE_FRAGMENT (&iri_rule_fragment)
#define IRI_RULE_IRISTRICT (&iri_rule_iristrict)
#define IRI_RULE_IRIREFERENCESTRICT (&iri_rule_irireferencestrict)
#define IRI_RULE_IRIWITHZONE (&iri_rule_iriwithzone)
#define IRI_RULE_IRIREFERENCEWITHZONE (&iri_rule_irireferencewithzone)
#define IRI_RULE_URIWITHZONE (&iri_rule_uriwithzone)
#define IRI_RULE_URIREFERENCEWITHZONE (&iri_rule_urireferencewithzone)
#define IRI_RULE_LEIRI (&iri_rule_leiri)
#define IRI_RULE_LEIRIREFERENCE (&iri_rule_leirireference)
#define IRI_RULE_ORIGIN_FORM (&iri_rule_origin_form)
#define IRI_RULE_ABSOLUTE_FORM (&iri_rule_absolute_form)
#define IRI_RULE_AUTHORITY_FORM (&iri_rule_authority_form)
#define IRI_RULE_ASTERISK_FORM (&iri_rule_asterisk_form)
#define IRI_RULE_ABSOLUTE_PATH (&iri_rule_absolute_path)
#define IRI_RULE_PARTIAL_URI (&iri_rule_partial_uri)
#define IRI_RULE_HTTP_URI (&iri_rule_http_uri)
#define IRI_RULE_HTTPS_URI (&iri_rule_https_uri)
#define IRI_RULE_HOST_FIELD (&iri_rule_host_field)
#define IRI_RULE_LOCATION (&iri_rule_location)
#define IRI_RULE_REFERER (&iri_rule_referer)
#define IRI_RULE_CONTENT_LOCATION (&iri_rule_content_location)
#define IRI_RULE_LINK (&iri_rule_link)
#define IRI_RULE_LINK_VALUE (&iri_rule_link_value)
#define IRI_RULE_METHOD (&iri_rule_method)
#define IRI_RULE_IORIGINFORM (&iri_rule_ioriginform)
#define IRI_RULE_IAUTHORITYFORM (&iri_rule_iauthorityform)
#define IRI_RULE_IHOSTFIELD (&iri_rule_ihostfield)
#define IRI_RULE_BROWSERORIGINFORM (&iri_rule_browseroriginform)
#define IRI_RULE_BROWSERABSOLUTEFORM (&iri_rule_browserabsoluteform)
#define IRI_RULE_IBROWSERORIGINFORM (&iri_rule_ibrowseroriginform)
#define IRI_RULE_IBROWSERABSOLUTEFORM (&iri_rule_ibrowserabsoluteform)
/* to here. */

#ifdef __cplusplus
}
#endif

#endif
