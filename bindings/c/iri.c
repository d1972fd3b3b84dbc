/*
 * iri.c - IRIs (RFC 3987) and URIs (RFC 3986); see iri.h.
 */
#include "iri.h"

#include <string.h>

#include "iri_tables.h"

/*
 * Vectors of 16 bytes. A mask has a field of bits for each byte.
 */
#if defined(__SSE2__)
#include <emmintrin.h>
#define VECTOR __m128i
#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define WITHIN(x, add, limit) _mm_cmpgt_epi8(limit, _mm_add_epi8(x, add))
#define EQUAL(x, b) _mm_cmpeq_epi8(x, _mm_set1_epi8(b))
#define OR(x, y) _mm_or_si128(x, y)
typedef uint32_t mask;
#define MASK(x) ((mask)_mm_movemask_epi8(x))
#define BITS 1u /* of a field */
#define FULL 0xFFFFu
#define FIRST(m) ((size_t)__builtin_ctz(m))
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#define VECTOR uint8x16_t
#define LOAD(p) vld1q_u8((const uint8_t *)(p))
#define WITHIN(x, add, limit) vcgtq_s8(vreinterpretq_s8_u8(limit), vreinterpretq_s8_u8(vaddq_u8(x, add)))
#define EQUAL(x, b) vceqq_u8(x, vdupq_n_u8((uint8_t)(b)))
#define OR(x, y) vorrq_u8(x, y)
typedef uint64_t mask;
#define MASK(x) vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(x), 4)), 0)
#define BITS 4u
#define FULL UINT64_MAX
#define FIRST(m) ((size_t)__builtin_ctzll(m) / BITS)
#endif

/*
 * Automata.
 */

typedef struct iri_table table;

/* NEXT is the state to which a byte leads from state s. State 0 is dead: no string that matches leads there. */
#define NEXT(b) (t->next + t->columns[b])[s]

#ifdef VECTOR
/* outside returns a mask of those of 16 bytes that are not in a set. */
static inline mask outside(const struct iri_set *set, const unsigned char *p)
{
	VECTOR x = LOAD(p);

#define IN(i) WITHIN(x, LOAD(set->ranges[i][0]), LOAD(set->ranges[i][1]))
	return FULL ^ MASK(OR(OR(OR(IN(0), IN(1)), OR(IN(2), IN(3))), OR(OR(IN(4), IN(5)), OR(IN(6), IN(7)))));
}

/* skip returns the offset of the first byte from i on that is not in a set, of at least 16. */
static inline size_t skip(const struct iri_set *set, const unsigned char *p, size_t i, size_t n)
{
	mask m;

	for (; n - i >= 16; i += 16) {
		m = outside(set, p + i);
		if (m)
			return i + FIRST(m);
	}
	if (i == n)
		return n;
	m = outside(set, p + n - 16) >> BITS * (16 - (n - i)); /* the last bytes, for which there is no whole vector */
	return m ? i + FIRST(m) : n;
}
#endif

#define BYTEWISE 6 /* bytes at the beginning: most schemes end there, and a vector takes as long as some steps */

/* run returns how many bytes lead on from *state, and sets it to where they lead. */
static inline size_t run(const table *t, unsigned *state, const unsigned char *p, size_t n)
{
	unsigned s = *state, next;
	size_t i = 0;

	while (i < n) {
		next = NEXT(p[i]);
		if (next == 0)
			break;
		i++;
#ifdef VECTOR
		if (next == s && i > BYTEWISE && n >= 16 && t->runs[s])
			i = skip(t->sets + t->runs[s], p, i, n);
#endif
		s = next;
	}
	*state = s;
	return i;
}

bool iri_valid(iri_rule rule, const char *s, size_t n)
{
	unsigned state = rule ? rule->start : 0;

	return rule && run(rule->table, &state, (const unsigned char *)s, n) == n && state >= rule->table->accept;
}

static bool within(const uint32_t (*ranges)[2], uint32_t c)
{
	for (; (*ranges)[1] != 0; ranges++)
		if ((*ranges)[0] <= c && c <= (*ranges)[1])
			return true;
	return false;
}

/* length_of returns how many octets a character of UTF-8 has that begins with an octet, 0 if none does. */
static size_t length_of(unsigned lead) { return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0; }

/* character returns how many octets the character has that a string begins with, 0 if it begins with ill-formed UTF-8. */
static size_t character(const unsigned char *p, size_t n, uint32_t *c)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t k, size = n > 0 ? length_of(*p) : 0;

	if (size == 0 || size > n)
		return 0;
	*c = size == 1 ? *p : *p & 0x7Fu >> size;
	for (k = 1; k < size; k++) {
		if (p[k] >> 6 != 2)
			return 0;
		*c = *c << 6 | (p[k] & 0x3F);
	}
	return *c < least[size] || *c > 0x10FFFF || *c >> 11 == 0x1B ? 0 : size;
}

/* reason_of returns why a string goes wrong at an offset. */
static iri_reason reason_of(iri_rule rule, const unsigned char *p, size_t n, size_t offset)
{
	unsigned s = rule->start;
	size_t i = offset, kind;
	uint32_t c;

	while (i > 0 && offset - i < 3 && p[i - 1] >> 6 == 2)
		i--;
	if (i == 0 || length_of(p[i - 1]) <= offset - i + 1)
		i = offset; /* the character before ends there */
	else
		i--;
	run(rule->table, &s, p, i);
	if (i == n)
		kind = 128;
	else if (character(p + i, n - i, &c) == 0)
		return IRI_REASON_ILL_FORMED;
	else if (c < 0x80)
		kind = c;
	else
		kind = within(formatting, c) ? 129 : within(private_use, c) ? 130 : within(unreserved, c) ? 131 : 132;
	return (iri_reason)reasons[rule->table->rows[s]][kind];
}

bool iri_check(iri_rule rule, const char *string, size_t n, iri_error *e)
{
	const unsigned char *p = (const unsigned char *)string;
	const table *t;
	unsigned b, s;

	if (iri_valid(rule, string, n))
		return true;
	memset(e, 0, sizeof *e);
	if (!rule)
		return false;
	t = rule->table;
	s = rule->start;
	e->offset = run(t, &s, p, n);
	e->end = s >= t->accept;
	e->reason = reason_of(rule, p, n, e->offset);
	for (b = 0; b < 256; b++)
		if (NEXT(b) != 0)
			e->expected[b / 8] |= (unsigned char)(1 << b % 8);
	return false;
}

const char *iri_strerror(iri_reason reason)
{
	return reason_names[(size_t)reason < sizeof reason_names / sizeof *reason_names ? reason : IRI_REASON_NONE];
}

typedef iri_slice slice;

static slice piece(const char *s, size_t start, size_t end)
{
	slice x;

	x.p = s + start;
	x.n = end - start;
	return x;
}

static slice get(const char *s, iri_span span)
{
	slice absent = {NULL, 0};

	return span.start == SIZE_MAX ? absent : piece(s, span.start, span.end);
}

static iri_span span(size_t start, size_t end)
{
	iri_span x;

	x.start = start;
	x.end = end;
	return x;
}

/*
 * Components.
 */

/* first returns the offset of the first byte from i on that is one of four, n if there is none. */
static inline size_t first(const char *s, size_t i, size_t n, char a, char b, char c, char d)
{
#ifdef VECTOR
	while (n >= 16 && i < n) {
		size_t from = i < n - 16 ? i : n - 16;
		VECTOR x = LOAD(s + from);
		mask m = MASK(OR(OR(EQUAL(x, a), EQUAL(x, b)), OR(EQUAL(x, c), EQUAL(x, d)))) >> BITS * (i - from);

		if (m)
			return i + FIRST(m);
		i = from + 16;
	}
#endif
	while (i < n && s[i] != a && s[i] != b && s[i] != c && s[i] != d)
		i++;
	return i;
}

/* end_of_authority returns where an authority ends, and sets *parts to whether it may have a userinfo, a port or brackets. */
static inline size_t end_of_authority(const char *s, size_t i, size_t n, bool *parts)
{
	*parts = false;
#ifdef VECTOR
	while (n >= 16 && i < n) {
		size_t from = i < n - 16 ? i : n - 16;
		VECTOR x = LOAD(s + from);
		mask end = MASK(OR(OR(EQUAL(x, '/'), EQUAL(x, '?')), EQUAL(x, '#'))) >> BITS * (i - from);
		mask inner = MASK(OR(OR(EQUAL(x, '@'), EQUAL(x, ':')), EQUAL(x, '['))) >> BITS * (i - from);

		*parts |= (inner & ~end & (end - 1)) != 0; /* those before the first end */
		if (end)
			return i + FIRST(end);
		i = from + 16;
	}
#endif
	for (; i < n && s[i] != '/' && s[i] != '?' && s[i] != '#'; i++)
		*parts |= s[i] == '@' || s[i] == ':' || s[i] == '[';
	return i;
}

/* in_authority finds the parts of a valid authority. Colons of a userinfo or in brackets are not that of a port. */
static void in_authority(const char *s, size_t start, size_t end, iri_parts *x)
{
	size_t host = start, i = first(s, start, end, '@', '@', '@', '@');

	if (i < end) {
		x->userinfo = span(start, i);
		host = i + 1;
	}
	i = host;
	if (i < end && s[i] == '[')
		i = first(s, i, end, ']', ']', ']', ']');
	i = first(s, i, end, ':', ':', ':', ':');
	if (i < end)
		x->port = span(i + 1, end);
	x->host = span(host, i);
}

/* find finds the components of a valid string. */
static void find(unsigned shape, const char *s, size_t n, iri_parts *x)
{
	const iri_span absent = {SIZE_MAX, SIZE_MAX};
	size_t i = 0, start;
	bool parts;

	x->scheme = x->authority = x->userinfo = x->host = x->port = x->query = x->fragment = absent;
	if (shape == IRI_AUTHORITY) {
		if (n > 0) {
			x->authority = span(0, n);
			in_authority(s, 0, n, x);
		}
		x->path = span(n, n);
		return;
	}
	if (shape == IRI_REFERENCE) {
		while (i < n && s[i] != ':' && s[i] != '/' && s[i] != '?' && s[i] != '#')
			i++;
		if (i < n && s[i] == ':')
			x->scheme = span(0, i++);
		else
			i = 0;
		if (n - i >= 2 && s[i] == '/' && s[i + 1] == '/') {
			start = i + 2;
			i = end_of_authority(s, start, n, &parts);
			x->authority = x->host = span(start, i);
			if (parts)
				in_authority(s, start, i, x);
		}
	}
	start = i;
	i = first(s, i, n, '?', '#', '#', '#');
	x->path = span(start, i);
	if (i < n && s[i] == '?') {
		start = i + 1;
		i = first(s, start, n, '#', '#', '#', '#');
		x->query = span(start, i);
	}
	if (i < n)
		x->fragment = span(i + 1, n);
}

bool iri_split(iri_rule rule, const char *s, size_t n, iri_parts *parts)
{
	if (!rule || rule->shape == IRI_OTHER || !iri_valid(rule, s, n))
		return false;
	find(rule->shape, s ? s : "", n, parts);
	return true;
}

/*
 * Output.
 */

typedef struct {
	char *p;
	size_t n, cap; /* n may be more than cap: what does not fit is counted */
} buffer;

static void put(buffer *o, const char *p, size_t n)
{
	size_t room = o->n < o->cap ? o->cap - o->n : 0;

	if (room > 0 && n > 0)
		memcpy(o->p + o->n, p, n < room ? n : room);
	o->n += n;
}

static void put_byte(buffer *o, char c)
{
	if (o->n < o->cap)
		o->p[o->n] = c;
	o->n++;
}

/*
 * Normal forms.
 */

/* What is true of a component, beside the steps of normalization. */
#define LOWER 0x100u     /* letters become lower case */
#define QUERY 0x200u     /* private-use characters are decoded */
#define NON_ASCII 0x400u /* percent-encoded octets from 0x80 on get upper case */

static char lower(char c) { return 'A' <= c && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

static bool equal_fold(const char *a, const char *b, size_t n)
{
	while (n > 0 && lower(*a) == lower(*b))
		a++, b++, n--;
	return n == 0;
}

/* digit returns the value of a hexadecimal digit. Letters have bit 6, and their low bits begin at 1. */
static unsigned digit(char c) { return ((unsigned)c & 0xF) + 9 * ((unsigned)c >> 6 & 1); }

/* octet returns the octet that a string begins with in percent-encoding. */
static unsigned octet(const char *s) { return digit(s[1]) << 4 | digit(s[2]); }

/*
 * decode returns the length of the character that the percent-encoded octets at the beginning of s
 * become by some steps, 0 if the first of them stays.
 */
static size_t decode(slice s, unsigned steps, char octets[4])
{
	unsigned char encoded[4];
	size_t k, n = length_of(octet(s.p));
	uint32_t c;

	if (n == 0 || s.n < 3 * n || !(steps & (n == 1 ? IRI_PERCENT_NORMALIZATION : IRI_DECODE_UTF8)))
		return 0;
	for (k = 0; k < n; k++) {
		if (s.p[3 * k] != '%')
			return 0;
		encoded[k] = (unsigned char)octet(s.p + 3 * k);
	}
	if (character(encoded, n, &c) == 0 || !(within(unreserved, c) || (steps & QUERY && within(private_use, c))))
		return 0;
	memcpy(octets, encoded, n);
	return n;
}

/* put_octet writes an octet percent-encoded. */
static void put_octet(buffer *o, unsigned octet)
{
	static const char hex[] = "0123456789ABCDEF";

	put_byte(o, '%');
	put_byte(o, hex[octet >> 4]);
	put_byte(o, hex[octet & 0xF]);
}

/* put_encoded writes what becomes of the percent-encoded octets that s begins with, and returns their length in s. */
static size_t put_encoded(buffer *o, slice s, unsigned steps)
{
	char octets[4];
	size_t n = decode(s, steps, octets);

	if (n > 0) {
		if (steps & LOWER)
			octets[0] = lower(octets[0]);
		put(o, octets, n);
		return 3 * n;
	}
	if (steps & IRI_CASE_NORMALIZATION || (steps & NON_ASCII && octet(s.p) >= 0x80))
		put_octet(o, octet(s.p));
	else
		put(o, s.p, 3);
	return 3;
}

/* put_normal writes the normal form of a component, dot segments aside. */
static void put_normal(buffer *o, slice s, unsigned steps)
{
	size_t i = 0, k, n;

	while (i < s.n) {
		const char *percent = (const char *)memchr(s.p + i, '%', s.n - i);

		n = percent ? (size_t)(percent - s.p) : s.n;
		if (steps & LOWER)
			for (k = i; k < n; k++)
				put_byte(o, lower(s.p[k]));
		else
			put(o, s.p + i, n - i);
		for (i = n; i < s.n && s.p[i] == '%';)
			i += put_encoded(o, piece(s.p, i, s.n), steps);
	}
}

/* is_ascii reports whether all characters of the normal form of a component are ASCII. */
static bool is_ascii(slice s, unsigned steps)
{
	char octets[4];
	size_t i = 0;

	while (i < s.n) {
		size_t n = s.p[i] == '%' ? decode(piece(s.p, i, s.n), steps, octets) : 1;

		if (n > 1 || (unsigned char)s.p[i] >= 0x80)
			return false;
		i += s.p[i] == '%' ? 3 : 1;
	}
	return true;
}

/* listed reports whether a list has a scheme and a value with a colon between, in any case. */
static bool listed(const char *list, slice scheme, slice value)
{
	for (; *list; list += strlen(list) + 1)
		if (strlen(list) == scheme.n + 1 + value.n && list[scheme.n] == ':' && equal_fold(list, scheme.p, scheme.n) &&
		    equal_fold(list + scheme.n + 1, value.p, value.n))
			return true;
	return false;
}

/* parse_address returns the groups of an IPv6address, and whether that is IPv4-mapped. */
static bool parse_address(slice s, unsigned g[8])
{
	size_t i = 0, n = 0, gap = SIZE_MAX, dots = 0;

	while (i < s.n) {
		unsigned hex = 0, decimal = 0;

		if (s.p[i] == ':') {
			i++;
			if (i < s.n && s.p[i] == ':')
				gap = n, i++;
			continue;
		}
		for (; i < s.n && s.p[i] != ':' && s.p[i] != '.'; i++) {
			hex = hex << 4 | digit(s.p[i]);
			decimal = decimal * 10 + digit(s.p[i]);
		}
		if (dots == 0 && (i == s.n || s.p[i] == ':')) {
			g[n++] = hex;
			continue;
		}
		if (dots++ % 2 == 0)
			g[n++] = decimal << 8;
		else
			g[n - 1] |= decimal;
		i++;
	}
	if (gap != SIZE_MAX) {
		memmove(g + 8 - (n - gap), g + gap, (n - gap) * sizeof *g);
		memset(g + gap, 0, (8 - n) * sizeof *g);
	}
	return (g[0] | g[1] | g[2] | g[3] | g[4]) == 0 && g[5] == 0xFFFF;
}

static void put_number(buffer *o, unsigned x, unsigned base)
{
	if (x >= base)
		put_number(o, x / base, base);
	put_byte(o, "0123456789abcdef"[x % base]);
}

/* put_address writes the address in brackets that a host is, as RFC 5952 has it. */
static void put_address(buffer *o, slice host)
{
	unsigned g[8], i, k, from = 8, most = 1; /* the zeros that become two colons */
	bool mapped = parse_address(piece(host.p, 1, host.n - 1), g);
	unsigned groups = mapped ? 6 : 8;

	for (i = 0; i < groups; i = k + 1) {
		for (k = i; k < groups && g[k] == 0; k++)
			;
		if (k - i > most)
			from = i, most = k - i;
	}
	put_byte(o, '[');
	for (i = 0; i < groups; i++) {
		if (i == from) {
			put(o, "::", 2);
			i += most - 1;
			continue;
		}
		if (i > 0 && i != from + most)
			put_byte(o, ':');
		put_number(o, g[i], 16);
	}
	for (i = 0; mapped && i < 4; i++) {
		put_byte(o, i == 0 ? ':' : '.');
		put_number(o, g[6 + i / 2] >> (i % 2 ? 0 : 8) & 0xFF, 10);
	}
	put_byte(o, ']');
}

/*
 * Paths.
 */

/* A path is in two pieces: what a reference takes of the path of its base, up to a slash, and its own. */
typedef struct {
	slice dir, own;
} merged;

static char at(const merged *x, size_t i) { return i < x->dir.n ? x->dir.p[i] : x->own.p[i - x->dir.n]; }

/* put_path writes the normal form of a path from one offset to another. */
static void put_path(buffer *o, const merged *x, size_t start, size_t end, unsigned steps)
{
	size_t n = x->dir.n;

	if (start < n)
		put_normal(o, piece(x->dir.p, start, end < n ? end : n), steps);
	if (end > n)
		put_normal(o, piece(x->own.p, start > n ? start - n : 0, end - n), steps);
}

/* dots returns how many dots a dot segment has, 0 for another segment. */
static size_t dots(const merged *x, size_t start, size_t end, bool encoded)
{
	size_t n = 0;

	for (; start < end && n < 3; n++) {
		if (at(x, start) == '.')
			start++;
		else if (encoded && end - start >= 3 && at(x, start) == '%' && at(x, start + 1) == '2' && lower(at(x, start + 2)) == 'e')
			start += 3;
		else
			return 0;
	}
	return n < 3 ? n : 0;
}

static bool has_dot_segment(const merged *x, bool encoded)
{
	size_t i, start = 0, n = x->dir.n + x->own.n;

	for (i = 0; i < n; i++)
		if (at(x, i) == '/') {
			if (dots(x, start, i, encoded) > 0)
				return true;
			start = i + 1;
		}
	return dots(x, start, n, encoded) > 0;
}

/*
 * A climber yields the segments of a path that remain without its dot segments (RFC 3986, section 5.2.4), from
 * the last to the first, each with the slash before it. In this order it only has to remember how many of
 * those before are removed.
 */
typedef struct {
	const merged *x;
	size_t first, rest, up;
	bool encoded, last;
} climber;

static climber climb(const merged *x, bool encoded)
{
	climber c = {x, 0, x->dir.n + x->own.n, 0, encoded, true};
	size_t i;

	for (i = 0;; c.first = i) { /* dot segments that the path begins with go with the slashes after them */
		while (i < c.rest && at(x, i) != '/')
			i++;
		if (dots(x, c.first, i, encoded) == 0)
			return c;
		i += i < c.rest;
	}
}

/* climbs sets *start and *end to where the next segment is, and reports whether there is one. */
static bool climbs(climber *c, size_t *start, size_t *end)
{
	while (c->rest > c->first) {
		size_t dot, to = c->rest;
		bool last = c->last;

		c->last = false;
		while (c->rest > c->first && at(c->x, c->rest - 1) != '/')
			c->rest--;
		dot = c->rest > c->first ? dots(c->x, c->rest--, to, c->encoded) : 0;
		if (dot > 0) {
			c->up += dot - 1;
			if (!last)
				continue;
			to = c->rest + 1; /* a slash remains */
		} else if (c->up > 0) {
			c->up--;
			continue;
		}
		*start = c->rest;
		*end = to;
		return true;
	}
	return false;
}

/* length_of_path returns the length of the normal form of a part of a path. */
static size_t length_of_path(const merged *x, size_t start, size_t end, unsigned steps)
{
	buffer count = {NULL, 0, 0};

	put_path(&count, x, start, end, steps);
	return count.n;
}

/*
 * put_dotless writes a path without its dot segments. If there is no authority and the path would
 * begin with two slashes, "/." comes before it.
 */
static void put_dotless(buffer *o, const merged *x, bool authority, unsigned steps)
{
	bool encoded = steps & IRI_PERCENT_NORMALIZATION, slash = false;
	size_t n = 0, start, end, last;
	climber c;

	for (c = climb(x, encoded); climbs(&c, &start, &end);) {
		n += length_of_path(x, start, end, steps);
		slash = end - start == 1 && at(x, start) == '/';
	}
	if (!authority && slash && n > 1)
		put(o, "/.", 2);
	last = n += o->n;
	for (c = climb(x, encoded); climbs(&c, &start, &end);) {
		last -= length_of_path(x, start, end, steps);
		o->n = last;
		put_path(o, x, start, end, steps);
	}
	o->n = n;
}

/*
 * References.
 */

typedef struct {
	slice scheme, authority, userinfo, host, port, query, fragment;
	merged path;
} reference;

/* parse splits a string of a rule, and reports whether it is one. */
static bool parse(iri_rule rule, const char *s, size_t n, reference *r)
{
	iri_parts x;

	s = s ? s : "";
	if (!iri_split(rule, s, n, &x))
		return false;
	r->scheme = get(s, x.scheme);
	r->authority = get(s, x.authority);
	r->userinfo = get(s, x.userinfo);
	r->host = get(s, x.host);
	r->port = get(s, x.port);
	r->path.dir = piece(s, 0, 0);
	r->path.own = get(s, x.path);
	r->query = get(s, x.query);
	r->fragment = get(s, x.fragment);
	return true;
}

/* apply_scheme_rules applies RFC 3986, section 6.2.3, to a reference with a scheme and a host. */
static void apply_scheme_rules(reference *r, unsigned steps)
{
	char host[16];
	buffer o = {host, 0, sizeof host};

	if (r->port.p && (r->port.n == 0 || listed(default_ports, r->scheme, r->port)))
		r->port.p = NULL;
	put_normal(&o, r->host, steps);
	if (!r->userinfo.p && !r->port.p && o.n <= o.cap && listed(default_hosts, r->scheme, piece(host, 0, o.n)))
		r->host.n = 0;
	if (r->path.own.n == 0)
		r->path.own = piece("/", 0, 1);
}

/* is_ipv6 reports whether the host of a reference is to be written as RFC 5952 has it. */
static bool is_ipv6(const reference *r, unsigned steps) { return steps & IRI_IPV6_TEXT && r->host.n > 0 && r->host.p[0] == '[' && lower(r->host.p[1]) != 'v'; }

/* of_host returns the steps for the host of a reference. */
static unsigned of_host(const reference *r, unsigned steps) { return steps & IRI_CASE_NORMALIZATION && is_ascii(r->host, steps) ? steps | LOWER : steps; }

/* of_scheme returns the steps for a scheme. */
static unsigned of_scheme(unsigned steps) { return steps & IRI_CASE_NORMALIZATION ? LOWER : 0; }

static void put_authority(buffer *o, const reference *r, unsigned steps)
{
	put(o, "//", 2);
	if (r->userinfo.p) {
		put_normal(o, r->userinfo, steps);
		put_byte(o, '@');
	}
	if (is_ipv6(r, steps))
		put_address(o, r->host);
	else
		put_normal(o, r->host, of_host(r, steps));
	if (r->port.p) {
		put_byte(o, ':');
		put(o, r->port.p, r->port.n);
	}
}

/* ended writes a NUL after what is in a buffer, and returns the length without it. */
static size_t ended(buffer *o)
{
	if (o->cap > 0)
		o->p[o->n < o->cap ? o->n : o->cap - 1] = 0;
	return o->n;
}

static bool is_rooted(const merged *x) { return x->dir.n + x->own.n > 0 && at(x, 0) == '/'; }

/* has_dots reports whether dot segments are to be removed from the path of a reference. */
static bool has_dots(const reference *r, unsigned steps)
{
	return steps & IRI_DOT_SEGMENTS && (r->scheme.p || is_rooted(&r->path)) && has_dot_segment(&r->path, steps & IRI_PERCENT_NORMALIZATION);
}

/* recompose writes the normal form of a reference by some steps (RFC 3986, section 5.3), and returns its length. */
static size_t recompose(reference *r, unsigned steps, char *out, size_t cap)
{
	buffer o = {out, 0, cap};

	if (steps & IRI_SCHEME_RULES && r->scheme.p && r->host.p)
		apply_scheme_rules(r, steps);
	if (r->scheme.p) {
		put_normal(&o, r->scheme, of_scheme(steps));
		put_byte(&o, ':');
	}
	if (r->host.p)
		put_authority(&o, r, steps);
	if (has_dots(r, steps))
		put_dotless(&o, &r->path, r->host.p != NULL, steps);
	else
		put_path(&o, &r->path, 0, r->path.dir.n + r->path.own.n, steps);
	if (r->query.p) {
		put_byte(&o, '?');
		put_normal(&o, r->query, steps | QUERY);
	}
	if (r->fragment.p) {
		put_byte(&o, '#');
		put_normal(&o, r->fragment, steps);
	}
	return ended(&o);
}

size_t iri_normalize(const char *s, size_t n, unsigned steps, char *out, size_t cap)
{
	reference r;

	return parse(IRI_RULE_IRI_REFERENCE, s, n, &r) ? recompose(&r, steps & IRI_FOR_COMPARISON, out, cap) : SIZE_MAX;
}

size_t iri_to_iri(const char *s, size_t n, char *out, size_t cap)
{
	reference r;

	return parse(IRI_RULE_IRI_REFERENCE, s, n, &r) ? recompose(&r, IRI_PERCENT_NORMALIZATION | IRI_DECODE_UTF8 | NON_ASCII, out, cap) : SIZE_MAX;
}

size_t iri_to_uri(const char *s, size_t n, char *out, size_t cap)
{
	buffer o = {out, 0, cap};
	size_t i;

	if (!iri_valid(IRI_RULE_IRI_REFERENCE, s, n))
		return SIZE_MAX;
	for (i = 0; i < n; i++) {
		if ((unsigned char)s[i] < 0x80)
			put_byte(&o, s[i]);
		else
			put_octet(&o, (unsigned char)s[i]);
	}
	return ended(&o);
}

size_t iri_encode_query_value(const char *s, size_t n, char *out, size_t cap)
{
	const unsigned char *p = (const unsigned char *)s;
	buffer o = {out, 0, cap};
	size_t i, size;
	uint32_t c;

	for (i = 0; i < n; i += size) {
		size = character(p + i, n - i, &c);
		if (size > 0 && within(unreserved, c)) {
			put(&o, s + i, size);
			continue;
		}
		size = 1;
		put_octet(&o, p[i]);
	}
	return ended(&o);
}

/* directory returns what a path is merged with (section 5.2.3): the path of the base up to its last slash. */
static slice directory(const reference *base)
{
	slice x = base->path.own;

	if (x.n == 0 && base->host.p)
		return piece("/", 0, 1);
	while (x.n > 0 && x.p[x.n - 1] != '/')
		x.n--;
	return x;
}

size_t iri_resolve(const char *base, size_t base_len, const char *s, size_t n, char *out, size_t cap)
{
	unsigned steps = IRI_DOT_SEGMENTS;
	reference b, r;

	if (!parse(IRI_RULE_IRI, base, base_len, &b) || !parse(IRI_RULE_IRI_REFERENCE, s, n, &r))
		return SIZE_MAX;
	if (!r.scheme.p && !r.host.p) {
		r.userinfo = b.userinfo;
		r.host = b.host;
		r.port = b.port;
		if (r.path.own.n == 0) {
			steps = 0; /* the path of the base stays as it is */
			r.path = b.path;
			if (!r.query.p)
				r.query = b.query;
		} else if (r.path.own.p[0] != '/') {
			r.path.dir = directory(&b);
		}
	}
	if (!r.scheme.p)
		r.scheme = b.scheme;
	return recompose(&r, steps, out, cap);
}

/*
 * Composition.
 */

/* colon_first reports whether a path has a colon in its first segment, where it would be the delimiter of a scheme. */
static bool colon_first(slice path)
{
	size_t i = first(path.p, 0, path.n, ':', '/', '/', '/');

	return i < path.n && path.p[i] == ':';
}

/* has_byte reports whether a component has one of some bytes. */
static bool has_byte(slice x, const char *bytes)
{
	for (; *bytes; bytes++)
		if (x.n > 0 && memchr(x.p, *bytes, x.n))
			return true;
	return false;
}

/*
 * separate reports whether no component has a delimiter that ends it, so that if they are a reference, they are its
 * components. A colon in the host is one of an address in brackets.
 */
static bool separate(const iri_components *x)
{
	const slice *path = &x->path;
	bool rooted = path->n > 0 && path->p[0] == '/', address = x->host.n > 0 && x->host.p[0] == '[' && x->host.p[x->host.n - 1] == ']';

	if (has_byte(x->scheme, ":/?#") || has_byte(x->userinfo, "@/?#") || has_byte(x->host, address ? "@/?#" : "@/?#:") ||
	    has_byte(x->port, "@/?#:]") || has_byte(*path, "?#") || has_byte(x->query, "#"))
		return false;
	if (x->host.p)
		return path->n == 0 || rooted;
	if (x->userinfo.p || x->port.p || (rooted && path->n > 1 && path->p[1] == '/'))
		return false;
	return x->scheme.p || !colon_first(*path);
}

/* follows runs the automaton of a rule through a component with the delimiters before and after it, if it is present. */
static bool follows(const table *t, unsigned *state, const char *before, slice x, const char *after)
{
	size_t b = strlen(before), a = strlen(after);

	return !x.p || (run(t, state, (const unsigned char *)before, b) == b && run(t, state, (const unsigned char *)x.p, x.n) == x.n &&
		run(t, state, (const unsigned char *)after, a) == a);
}

size_t iri_compose(const iri_components *x, char *out, size_t cap)
{
	const table *t = IRI_RULE_IRI_REFERENCE->table;
	unsigned state = IRI_RULE_IRI_REFERENCE->start;
	slice authority = {x->host.p ? "" : NULL, 0};
	reference r;

	if (!separate(x) || !follows(t, &state, "", x->scheme, ":") || !follows(t, &state, "//", authority, "") ||
	    !follows(t, &state, "", x->userinfo, "@") || !follows(t, &state, "", x->host, "") || !follows(t, &state, ":", x->port, "") ||
	    !follows(t, &state, "", x->path, "") || !follows(t, &state, "?", x->query, "") || !follows(t, &state, "#", x->fragment, "") || state < t->accept)
		return SIZE_MAX;
	r.scheme = x->scheme;
	r.authority = authority;
	r.userinfo = x->userinfo;
	r.host = x->host;
	r.port = x->port;
	r.path.dir = piece("", 0, 0);
	r.path.own = x->path.p ? x->path : r.path.dir;
	r.query = x->query;
	r.fragment = x->fragment;
	return recompose(&r, 0, out, cap);
}

/*
 * Equality.
 */

/* A reader yields the bytes of the normal form of a component. */
typedef struct {
	slice rest;
	unsigned steps;
	char text[4];
	size_t n, i;
} reader;

static int next_byte(reader *x)
{
	if (x->i == x->n) {
		buffer o = {x->text, 0, sizeof x->text};
		size_t read = 1;

		if (x->rest.n == 0)
			return -1;
		if (x->rest.p[0] == '%')
			read = put_encoded(&o, x->rest, x->steps);
		else
			put_byte(&o, x->steps & LOWER ? lower(x->rest.p[0]) : x->rest.p[0]);
		x->rest = piece(x->rest.p, read, x->rest.n);
		x->n = o.n;
		x->i = 0;
	}
	return (unsigned char)x->text[x->i++];
}

static bool equal_text(slice a, unsigned steps_a, slice b, unsigned steps_b)
{
	reader x = {{NULL, 0}, 0, {0}, 0, 0}, y = x;
	int next;

	if (!a.p || !b.p)
		return a.p == b.p;
	x.rest = a;
	x.steps = steps_a;
	y.rest = b;
	y.steps = steps_b;
	do {
		next = next_byte(&x);
		if (next != next_byte(&y))
			return false;
	} while (next >= 0);
	return true;
}

static bool equal_hosts(const reference *a, const reference *b, unsigned steps)
{
	char text_a[48], text_b[48];
	buffer x = {text_a, 0, sizeof text_a}, y = {text_b, 0, sizeof text_b};

	if (!is_ipv6(a, steps) || !is_ipv6(b, steps))
		return equal_text(a->host, of_host(a, steps), b->host, of_host(b, steps));
	put_address(&x, a->host);
	put_address(&y, b->host);
	return x.n == y.n && memcmp(text_a, text_b, x.n) == 0;
}

/* equal_paths compares the paths of references, both with a scheme or both without. */
static bool equal_paths(const reference *a, const reference *b, unsigned steps)
{
	bool encoded = steps & IRI_PERCENT_NORMALIZATION, more;
	climber x, y;
	size_t i, k, m, n;

	if ((!has_dots(a, steps) && !has_dots(b, steps)) || (!a->scheme.p && is_rooted(&a->path) != is_rooted(&b->path)))
		return equal_text(a->path.own, steps, b->path.own, steps);
	x = climb(&a->path, encoded);
	y = climb(&b->path, encoded);
	do {
		more = climbs(&x, &i, &k);
		if (more != climbs(&y, &m, &n))
			return false;
	} while (more && equal_text(piece(a->path.own.p, i, k), steps, piece(b->path.own.p, m, n), steps));
	return !more;
}

bool iri_equal(const char *s, size_t n, const char *s2, size_t n2, unsigned steps)
{
	reference a, b;

	if (!parse(IRI_RULE_IRI_REFERENCE, s, n, &a) || !parse(IRI_RULE_IRI_REFERENCE, s2, n2, &b))
		return false;
	steps &= IRI_FOR_COMPARISON;
	if (steps & IRI_SCHEME_RULES && a.scheme.p && a.host.p)
		apply_scheme_rules(&a, steps);
	if (steps & IRI_SCHEME_RULES && b.scheme.p && b.host.p)
		apply_scheme_rules(&b, steps);
	return equal_text(a.scheme, of_scheme(steps), b.scheme, of_scheme(steps)) && equal_text(a.userinfo, steps, b.userinfo, steps) &&
		equal_hosts(&a, &b, steps) && equal_text(a.port, 0, b.port, 0) && equal_paths(&a, &b, steps) &&
		equal_text(a.query, steps | QUERY, b.query, steps | QUERY) && equal_text(a.fragment, steps, b.fragment, steps);
}

/*
 * Relative references.
 */

/* A way is how a reference leads to a target: by dot segments, and then by the string of the target from an offset on. */
typedef struct {
	bool rooted; /* a slash is before the dot segments */
	bool self;   /* the first of them is "." */
	bool open;   /* the last of them has no slash after it */
	size_t up;   /* so many are ".." */
	size_t from;
} way;

/* length_of_way returns how many bytes are before the string of the target. */
static size_t length_of_way(const way *y) { return 3 * y->up + y->rooted + 2 * (size_t)y->self - y->open; }

static way straight(size_t from)
{
	way y = {false, false, false, 0, 0};

	y.from = from;
	return y;
}

/* The shortest of the ways that were added. */
typedef struct {
	way best;
	bool found;
} shortest;

static void add(shortest *s, way y)
{
	if (!s->found || length_of_way(&y) + s->best.from < length_of_way(&s->best) + y.from)
		s->best = y;
	s->found = true;
}

static bool same(slice a, slice b) { return equal_text(a, 0, b, 0); }

/* add_same_path adds the references without a path, which ends at end in the target. The base has the same. */
static void add_same_path(shortest *s, const reference *base, const reference *target, size_t end)
{
	if (same(base->query, target->query))
		add(s, straight(end + (target->query.p ? target->query.n + 1 : 0)));
	if (target->query.p)
		add(s, straight(end));
}

/*
 * from_directory finds the way from the directory of a base to a path, and reports whether there is one. It climbs no
 * further than it has to.
 */
static bool from_directory(const reference *base, slice path, way *y)
{
	const merged dir = {{NULL, 0}, directory(base)};
	size_t start, end, n = 0, common = 0, differ, i;
	climber c;

	for (c = climb(&dir, false); climbs(&c, &start, &end);)
		n += end - start;
	differ = n < path.n ? n : path.n;
	for (c = climb(&dir, false), i = n; climbs(&c, &start, &end);) {
		size_t k;

		i -= end - start;
		for (k = 0; k < end - start && i + k < differ; k++)
			if (dir.own.p[start + k] != path.p[i + k])
				differ = i + k;
	}
	for (c = climb(&dir, false), i = n; climbs(&c, &start, &end);) {
		i -= end - start;
		if (dir.own.p[start] != '/')
			continue;
		if (i >= differ)
			y->up++;
		else if (common == 0)
			common = i + 1;
	}
	if (common == 0 && n > 0) {
		if (path.n == 0 || path.p[0] != '/')
			return false;
		common = 1; /* removing every segment of a rootless path leaves a slash */
	}
	path = piece(path.p, common, path.n);
	y->open = path.n == 0;
	y->self = y->up == 0 && (y->open || path.p[0] == '/' || colon_first(path));
	y->from = common;
	return true;
}

/* add_paths adds the references that begin with a path, which ends at end in the target. */
static void add_paths(shortest *s, const reference *base, slice path, size_t end)
{
	way y = straight(0);

	if (from_directory(base, path, &y)) {
		y.from += end - path.n;
		add(s, y);
	}
	if (path.n == 0 || path.p[0] != '/')
		return;
	y = straight(end - path.n);
	y.rooted = y.self = y.open = path.n > 1 && path.p[1] == '/';
	add(s, y);
}

static void put_way(buffer *o, const way *y)
{
	size_t up;

	put(o, "/", y->rooted);
	put(o, "./", y->self ? 2 - (size_t)(y->open && y->up == 0) : 0);
	for (up = y->up; up > 0; up--)
		put(o, "../", y->open && up == 1 ? 2 : 3);
}

size_t iri_relativize(const char *base, size_t base_len, const char *target, size_t n, char *out, size_t cap)
{
	shortest s = {{false, false, false, 0, 0}, false};
	buffer o = {out, 0, cap};
	reference b, t;
	merged path = {{NULL, 0}, {NULL, 0}};
	size_t end; /* of the path */
	bool clean; /* resolution can lead to the path */

	if (!parse(IRI_RULE_IRI, base, base_len, &b) || !parse(IRI_RULE_IRI, target, n, &t))
		return SIZE_MAX;
	path.own = t.path.own;
	end = (size_t)(path.own.p - target) + path.own.n;
	if (!t.host.p && path.own.n > 3 && memcmp(path.own.p, "/.//", 4) == 0)
		path.own = piece(path.own.p, 2, path.own.n); /* what put_dotless puts before a path is not a dot segment of it */
	clean = !has_dot_segment(&path, false);
	if (same(b.scheme, t.scheme)) {
		if (same(b.authority, t.authority) && same(b.path.own, t.path.own))
			add_same_path(&s, &b, &t, end);
		if (same(b.authority, t.authority) && clean)
			add_paths(&s, &b, path.own, end);
		if (t.host.p && clean)
			add(&s, straight(t.scheme.n + 1));
	}
	if (clean)
		add(&s, straight(0));
	if (!s.found)
		return SIZE_MAX;
	put_way(&o, &s.best);
	put(&o, target + s.best.from, n - s.best.from);
	return ended(&o);
}

/*
 * Columns.
 */

static size_t column(iri_rule rule, const int32_t *narrow, const int64_t *wide, size_t n, const char *data, size_t len, unsigned char *bitmap)
{
	size_t i, count = 0;

	data = data ? data : "";
	for (i = 0; i < (n + 7) / 8; i++)
		bitmap[i] = 0;
	for (i = 0; i < n; i++) {
		int64_t start = narrow ? narrow[i] : wide[i], end = narrow ? narrow[i + 1] : wide[i + 1];

		if (start < 0 || end < start || (uint64_t)end > len)
			return SIZE_MAX;
		if (iri_valid(rule, data + start, (size_t)(end - start))) {
			bitmap[i >> 3] |= (unsigned char)(1u << (i & 7));
			count++;
		}
	}
	return count;
}

size_t iri_column(iri_rule rule, const int32_t *offsets, size_t n, const char *data, size_t len, unsigned char *bitmap)
{
	return column(rule, offsets, NULL, n, data, len, bitmap);
}

size_t iri_column_large(iri_rule rule, const int64_t *offsets, size_t n, const char *data, size_t len, unsigned char *bitmap)
{
	return column(rule, NULL, offsets, n, data, len, bitmap);
}
