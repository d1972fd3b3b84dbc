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
/* outside returns a mask of the bytes that are not in a set, of 16 bytes at p. */
static inline mask outside(const struct iri_set *set, const unsigned char *p)
{
	VECTOR x = LOAD(p);

#define IN(i) WITHIN(x, LOAD(set->ranges[i][0]), LOAD(set->ranges[i][1]))
	return FULL ^ MASK(OR(OR(OR(IN(0), IN(1)), OR(IN(2), IN(3))), OR(IN(4), IN(5))));
}

/* skip returns the offset of the first byte from i on that is not in a set, n if there is none. n is at least 16. */
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

/* run reads bytes up to one for which *state has no transition, and returns how many. It sets *state to the state after them. */
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

/* length_of returns the length of a character in UTF-8 by its first octet, 0 if no character begins with that. */
static size_t length_of(unsigned lead) { return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0; }

/* character decodes the first character of a string, and returns its length in UTF-8, 0 if that is ill-formed. */
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

/* in reports whether a character is in a set. */
static bool in(iri_rule set, const unsigned char *p, size_t n) { return iri_valid(set, (const char *)p, n); }

/* reason_of returns the reason of a mistake at an offset. */
static iri_reason reason_of(iri_rule rule, const unsigned char *p, size_t n, size_t offset)
{
	unsigned s = rule->start;
	size_t i = offset, kind, size;
	uint32_t c;

	while (i > 0 && offset - i < 3 && p[i - 1] >> 6 == 2)
		i--;
	if (i == 0 || length_of(p[i - 1]) <= offset - i + 1)
		i = offset; /* the character before ends there */
	else
		i--;
	run(rule->table, &s, p, i);
	size = i < n ? character(p + i, n - i, &c) : 0;
	if (i == n)
		kind = 128;
	else if (size == 0)
		return IRI_REASON_ILL_FORMED;
	else if (size == 1)
		kind = c;
	else
		kind = in(&decoded, p + i, size) ? 131 : in(&decodedInQuery, p + i, size) ? 130 : in(&ucschar, p + i, size) ? 129 : 132;
	return (iri_reason)reasons[rule->table->rows[s] * REASONS + kind];
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

static const slice absent = {NULL, 0};

static slice get(const char *s, iri_span span)
{
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

/* end_of_authority returns the end of an authority, and sets *parts to whether it may have a userinfo, a port or brackets. */
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

/* in_authority finds the components of a valid authority. A colon in the userinfo or in brackets does not begin a port. */
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
	const iri_span none = {SIZE_MAX, SIZE_MAX};
	size_t i = 0, start;
	bool parts;

	x->scheme = x->authority = x->userinfo = x->host = x->port = x->query = x->fragment = none;
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
	size_t n, cap;  /* n may be more than cap: what does not fit is counted */
	iri_rule rule;  /* if not NULL, its automaton reads what put writes */
	unsigned state; /* of the automaton */
} buffer;

static void put(buffer *o, const char *p, size_t n)
{
	size_t room = o->n < o->cap ? o->cap - o->n : 0;

	if (room > 0 && n > 0)
		memcpy(o->p + o->n, p, n < room ? n : room);
	o->n += n;
	if (o->rule && run(o->rule->table, &o->state, (const unsigned char *)p, n) < n)
		o->state = 0;
}

static void put_byte(buffer *o, char c)
{
	if (o->n < o->cap)
		o->p[o->n] = c;
	o->n++;
}

/* ended writes a NUL after what is in a buffer, and returns the length without it. */
static size_t ended(buffer *o)
{
	if (o->cap > 0)
		o->p[o->n < o->cap ? o->n : o->cap - 1] = 0;
	return o->n;
}

/*
 * Normal forms.
 */

/* Steps for one component. */
#define LOWER 0x100u     /* writes letters in lower case */
#define QUERY 0x200u     /* decodes private-use characters, too */
#define NON_ASCII 0x400u /* writes percent-encoded octets from 0x80 on in upper case */

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

/* decode decodes the character in percent-encoding at the beginning of s, and returns its length, 0 if it stays encoded. */
static size_t decode(slice s, unsigned steps, char octets[4])
{
	unsigned char encoded[4];
	size_t k, n = length_of(octet(s.p));

	if (n == 0 || s.n < 3 * n || !(steps & (n == 1 ? IRI_PERCENT_NORMALIZATION : IRI_DECODE_UTF8)))
		return 0;
	for (k = 0; k < n; k++) {
		if (s.p[3 * k] != '%')
			return 0;
		encoded[k] = (unsigned char)octet(s.p + 3 * k);
	}
	if (!in(steps & QUERY ? &decodedInQuery : &decoded, encoded, n))
		return 0;
	memcpy(octets, encoded, n);
	if (steps & LOWER)
		octets[0] = lower(octets[0]);
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

/* A reader yields the normal form of a component, dot segments aside, in pieces. */
typedef struct {
	slice rest;
	unsigned steps;
	char text[32];
} reader;

/* next_piece returns a piece, which is empty at the end only. The next call overwrites it. */
static slice next_piece(reader *x)
{
	buffer o = {x->text, 0, sizeof x->text, NULL, 0};
	slice s = x->rest;
	size_t n = s.n;

	if (n == 0 || !(x->steps & ~QUERY)) { /* iri_compose has components that may not be valid */
		x->rest.n = 0;
		return s;
	}
	if (*s.p == '%') {
		o.n = decode(s, x->steps, x->text);
		n = o.n > 0 ? 3 * o.n : 3;
		if (o.n == 0 && (x->steps & IRI_CASE_NORMALIZATION || (x->steps & NON_ASCII && octet(s.p) >= 0x80)))
			put_octet(&o, octet(s.p));
	} else if (x->steps & LOWER) {
		for (n = 0; n < s.n && n < sizeof x->text && s.p[n] != '%'; n++)
			x->text[n] = lower(s.p[n]);
		o.n = n;
	} else {
		n = first(s.p, 0, n, '%', '%', '%', '%');
	}
	x->rest = piece(s.p, n, s.n);
	return o.n > 0 ? piece(x->text, 0, o.n) : piece(s.p, 0, n);
}

static void put_normal(buffer *o, slice s, unsigned steps)
{
	reader r = {s, steps, {0}};
	slice x;

	for (x = next_piece(&r); x.n > 0; x = next_piece(&r))
		put(o, x.p, x.n);
}

/* is_ascii reports whether all characters of the normal form of a component are ASCII. */
static bool is_ascii(slice s, unsigned steps)
{
	reader r = {s, steps, {0}};
	slice x;

	for (x = next_piece(&r); x.n > 0; x = next_piece(&r))
		for (; x.n > 0; x = piece(x.p, 1, x.n))
			if ((unsigned char)*x.p >= 0x80)
				return false;
	return true;
}

/* equal_text reports whether two components have the same normal form, each by its steps, or are both absent. */
static bool equal_text(slice a, unsigned steps_a, slice b, unsigned steps_b)
{
	reader x = {a, steps_a, {0}}, y = {b, steps_b, {0}};
	slice s = next_piece(&x), t = next_piece(&y);

	while (s.n > 0 && t.n > 0) {
		size_t n = s.n < t.n ? s.n : t.n;

		if (memcmp(s.p, t.p, n) != 0)
			return false;
		s = n < s.n ? piece(s.p, n, s.n) : next_piece(&x);
		t = n < t.n ? piece(t.p, n, t.n) : next_piece(&y);
	}
	return s.n == t.n && !a.p == !b.p;
}

/* listed reports whether a list has scheme:value, in any case. */
static bool listed(const char *list, slice scheme, slice value)
{
	for (; *list; list += strlen(list) + 1)
		if (strlen(list) == scheme.n + 1 + value.n && list[scheme.n] == ':' && equal_fold(list, scheme.p, scheme.n) &&
		    equal_fold(list + scheme.n + 1, value.p, value.n))
			return true;
	return false;
}

/* parse_address writes the groups of an IPv6 address to g, and reports whether it is IPv4-mapped. */
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

/* put_address writes an IPv6 address in brackets, in the form of RFC 5952. */
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
 * References.
 */

/* The components of a reference. Its path is in two pieces: dir, which it takes from its base, up to a slash, and its own. */
typedef struct {
	iri_components x;
	slice dir;
} reference;

/* parse splits a string, and reports whether it matches a rule. */
static bool parse(iri_rule rule, const char *s, size_t n, reference *r)
{
	iri_parts x;

	s = s ? s : "";
	if (!iri_split(rule, s, n, &x))
		return false;
	r->x.scheme = get(s, x.scheme);
	r->x.userinfo = get(s, x.userinfo);
	r->x.host = get(s, x.host);
	r->x.port = get(s, x.port);
	r->x.path = get(s, x.path);
	r->x.query = get(s, x.query);
	r->x.fragment = get(s, x.fragment);
	r->dir = piece(s, 0, 0);
	return true;
}

static size_t length(const reference *r) { return r->dir.n + r->x.path.n; }

static char at(const reference *r, size_t i) { return i < r->dir.n ? r->dir.p[i] : r->x.path.p[i - r->dir.n]; }

/* put_path writes the normal form of a part of the path, dot segments aside. */
static void put_path(buffer *o, const reference *r, size_t start, size_t end, unsigned steps)
{
	size_t n = r->dir.n;

	if (start < n)
		put_normal(o, piece(r->dir.p, start, end < n ? end : n), steps);
	if (end > n)
		put_normal(o, piece(r->x.path.p, start > n ? start - n : 0, end - n), steps);
}

/* dots returns how many dots a dot segment has, 0 for another segment. */
static size_t dots(const reference *r, size_t start, size_t end, bool encoded)
{
	size_t n = 0;

	for (; start < end && n < 3; n++) {
		if (at(r, start) == '.')
			start++;
		else if (encoded && end - start >= 3 && at(r, start) == '%' && at(r, start + 1) == '2' && lower(at(r, start + 2)) == 'e')
			start += 3;
		else
			return 0;
	}
	return n < 3 ? n : 0;
}

/*
 * A climber yields the segments of a path that remain without its dot segments (RFC 3986, section 5.2.4), from
 * the last to the first, each with the slash before it. In this order it only has to remember how many of
 * those before are removed.
 */
typedef struct {
	const reference *r;
	size_t first, rest, up;
	bool encoded, last;
} climber;

static climber climb(const reference *r, bool encoded)
{
	climber c = {r, 0, length(r), 0, encoded, true};
	size_t i;

	for (i = 0;; c.first = i) { /* dot segments that the path begins with go with the slashes after them */
		while (i < c.rest && at(r, i) != '/')
			i++;
		if (dots(r, c.first, i, encoded) == 0)
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
		while (c->rest > c->first && at(c->r, c->rest - 1) != '/')
			c->rest--;
		dot = c->rest > c->first ? dots(c->r, c->rest--, to, c->encoded) : 0;
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

/* remaining returns how many bytes a path has without its dot segments. */
static size_t remaining(const reference *r, bool encoded)
{
	climber c = climb(r, encoded);
	size_t start, end, n = 0;

	while (climbs(&c, &start, &end))
		n += end - start;
	return n;
}

/* length_of_path returns the length of the normal form of a part of the path. */
static size_t length_of_path(const reference *r, size_t start, size_t end, unsigned steps)
{
	buffer count = {NULL, 0, 0, NULL, 0};

	put_path(&count, r, start, end, steps);
	return count.n;
}

/*
 * put_dotless writes a path without its dot segments. If there is no authority and the path would
 * begin with two slashes, "/." comes before it.
 */
static void put_dotless(buffer *o, const reference *r, unsigned steps)
{
	bool encoded = steps & IRI_PERCENT_NORMALIZATION, slash = false;
	size_t n = 0, start, end, last;
	climber c;

	for (c = climb(r, encoded); climbs(&c, &start, &end);) {
		n += length_of_path(r, start, end, steps);
		slash = end - start == 1 && at(r, start) == '/';
	}
	if (!r->x.host.p && slash && n > 1)
		put(o, "/.", 2);
	last = n += o->n;
	for (c = climb(r, encoded); climbs(&c, &start, &end);) {
		last -= length_of_path(r, start, end, steps);
		o->n = last;
		put_path(o, r, start, end, steps);
	}
	o->n = n;
}

/* prepare applies IRI_SCHEME_RULES and IRI_IPV6_TEXT. It writes an address to text. */
static void prepare(reference *r, unsigned steps, char text[48])
{
	iri_components *x = &r->x;
	buffer o = {text, 0, 48, NULL, 0};

	if (steps & IRI_IPV6_TEXT && x->host.n > 0 && x->host.p[0] == '[' && lower(x->host.p[1]) != 'v') {
		put_address(&o, x->host);
		x->host = piece(text, 0, o.n);
	}
	if (!(steps & IRI_SCHEME_RULES && x->scheme.p && x->host.p))
		return;
	if (x->port.p && (x->port.n == 0 || listed(default_ports, x->scheme, x->port)))
		x->port = absent;
	if (x->path.n == 0)
		x->path = piece("/", 0, 1);
	if (x->userinfo.p || x->port.p || o.n > 0)
		return;
	put_normal(&o, x->host, steps);
	if (o.n <= o.cap && listed(default_hosts, x->scheme, piece(text, 0, o.n)))
		x->host.n = 0;
}

/* of_host returns the steps for the host of a reference. */
static unsigned of_host(const reference *r, unsigned steps) { return steps & IRI_CASE_NORMALIZATION && is_ascii(r->x.host, steps) ? steps | LOWER : steps; }

/* of_scheme returns the steps for a scheme. */
static unsigned of_scheme(unsigned steps) { return steps & IRI_CASE_NORMALIZATION ? LOWER : 0; }

static bool is_rooted(const reference *r) { return length(r) > 0 && at(r, 0) == '/'; }

/* is_dotless reports whether the normal form of a reference has no dot segments. */
static bool is_dotless(const reference *r, unsigned steps) { return steps & IRI_DOT_SEGMENTS && (r->x.scheme.p || is_rooted(r)); }

/* put_component writes a component, if it is present, and the delimiters before and after it, 0 for none. */
static void put_component(buffer *o, char before, slice s, unsigned steps, char after)
{
	if (!s.p)
		return;
	put(o, &before, before != 0);
	put_normal(o, s, steps);
	put(o, &after, after != 0);
}

/* recompose writes the normal form of a reference by some steps (RFC 3986, section 5.3), and returns its length. */
static size_t recompose(reference *r, unsigned steps, buffer o)
{
	char text[48];

	prepare(r, steps, text);
	put_component(&o, 0, r->x.scheme, of_scheme(steps), ':');
	put(&o, "//", r->x.host.p ? 2 : 0);
	put_component(&o, 0, r->x.userinfo, steps, '@');
	put_component(&o, 0, r->x.host, of_host(r, steps), 0);
	put_component(&o, ':', r->x.port, 0, 0);
	if (is_dotless(r, steps) && remaining(r, steps & IRI_PERCENT_NORMALIZATION) < length(r))
		put_dotless(&o, r, steps);
	else
		put_path(&o, r, 0, length(r), steps);
	put_component(&o, '?', r->x.query, steps | QUERY, 0);
	put_component(&o, '#', r->x.fragment, steps, 0);
	if (o.rule && o.state < o.rule->table->accept)
		return SIZE_MAX;
	return ended(&o);
}

size_t iri_normalize(const char *s, size_t n, unsigned steps, char *out, size_t cap)
{
	buffer o = {out, 0, cap, NULL, 0};
	reference r;

	return parse(IRI_RULE_IRI_REFERENCE, s, n, &r) ? recompose(&r, steps & IRI_FOR_COMPARISON, o) : SIZE_MAX;
}

size_t iri_to_iri(const char *s, size_t n, char *out, size_t cap)
{
	buffer o = {out, 0, cap, NULL, 0};
	reference r;

	return parse(IRI_RULE_IRI_REFERENCE, s, n, &r) ? recompose(&r, IRI_PERCENT_NORMALIZATION | IRI_DECODE_UTF8 | NON_ASCII, o) : SIZE_MAX;
}

/* put_encoded percent-encodes all octets but those of some characters: of unreserved ones in a value, otherwise of ASCII. */
static size_t put_encoded(const char *s, size_t n, bool value, char *out, size_t cap)
{
	const unsigned char *p = (const unsigned char *)s;
	buffer o = {out, 0, cap, NULL, 0};
	size_t i, size;

	for (i = 0; i < n; i += size) {
		size = length_of(p[i]);
		if (value ? size <= n - i && in(&decoded, p + i, size) : size == 1) {
			put(&o, s + i, size);
		} else {
			put_octet(&o, p[i]);
			size = 1;
		}
	}
	return ended(&o);
}

size_t iri_to_uri(const char *s, size_t n, char *out, size_t cap)
{
	return iri_valid(IRI_RULE_IRI_REFERENCE, s, n) ? put_encoded(s, n, false, out, cap) : SIZE_MAX;
}

size_t iri_encode_query_value(const char *s, size_t n, char *out, size_t cap) { return put_encoded(s, n, true, out, cap); }

/* directory returns the path of a base up to its last slash, with which relative paths are merged (section 5.2.3). */
static slice directory(const reference *base)
{
	slice x = base->x.path;

	if (x.n == 0 && base->x.host.p)
		return piece("/", 0, 1);
	while (x.n > 0 && x.p[x.n - 1] != '/')
		x.n--;
	return x;
}

size_t iri_resolve(const char *base, size_t base_len, const char *s, size_t n, char *out, size_t cap)
{
	unsigned steps = IRI_DOT_SEGMENTS;
	buffer o = {out, 0, cap, NULL, 0};
	reference b, r;

	if (!parse(IRI_RULE_IRI, base, base_len, &b) || !parse(IRI_RULE_IRI_REFERENCE, s, n, &r))
		return SIZE_MAX;
	if (!r.x.scheme.p && !r.x.host.p) {
		r.x.userinfo = b.x.userinfo;
		r.x.host = b.x.host;
		r.x.port = b.x.port;
		if (r.x.path.n == 0) {
			steps = 0; /* the path of the base stays as it is */
			r.x.path = b.x.path;
			if (!r.x.query.p)
				r.x.query = b.x.query;
		} else if (r.x.path.p[0] != '/') {
			r.dir = directory(&b);
		}
	}
	if (!r.x.scheme.p)
		r.x.scheme = b.x.scheme;
	return recompose(&r, steps, o);
}

/* colon_first reports whether a path has a colon in its first segment, where it would be the delimiter of a scheme. */
static bool colon_first(slice path)
{
	size_t i = first(path.p, 0, path.n, ':', '/', '/', '/');

	return i < path.n && path.p[i] == ':';
}

static bool has_one(slice x, char a, char b, char c, char d) { return first(x.p, 0, x.n, a, b, c, d) < x.n; }

/* separate reports whether no component has a delimiter at which iri_split would end it. Only addresses in brackets have colons. */
static bool separate(const iri_components *x)
{
	bool rooted = x->path.n > 0 && x->path.p[0] == '/', bracket = x->host.n > 0 && x->host.p[0] == '[';

	if (has_one(x->scheme, ':', '/', '?', '#') || has_one(x->userinfo, '@', '/', '?', '#') || has_one(x->host, '@', '/', '?', '#') ||
	    has_one(x->port, '@', '/', '?', '#') || has_one(x->path, '?', '#', '#', '#') || has_one(x->query, '#', '#', '#', '#'))
		return false;
	if (x->host.p)
		return (bracket ? x->host.p[x->host.n - 1] == ']' : !has_one(x->host, ':', ':', ':', ':')) && (x->path.n == 0 || rooted);
	if (x->userinfo.p || x->port.p || (rooted && x->path.n > 1 && x->path.p[1] == '/'))
		return false;
	return x->scheme.p || !colon_first(x->path);
}

size_t iri_compose(const iri_components *x, char *out, size_t cap)
{
	buffer o = {out, 0, cap, NULL, 0}, checked = {NULL, 0, 0, IRI_RULE_IRI_REFERENCE, IRI_RULE_IRI_REFERENCE->start};
	reference r;

	r.x = *x;
	r.dir = piece("", 0, 0);
	return separate(x) && recompose(&r, 0, checked) != SIZE_MAX ? recompose(&r, 0, o) : SIZE_MAX;
}

/* equal_paths compares the normal forms of the paths of references, both with a scheme or both without. */
static bool equal_paths(const reference *a, const reference *b, unsigned steps)
{
	bool encoded = steps & IRI_PERCENT_NORMALIZATION, more;
	climber x, y;
	size_t i, k, m, n;

	if (!is_dotless(a, steps) || !is_dotless(b, steps))
		return equal_text(a->x.path, steps, b->x.path, steps); /* if only one is dotless, only it begins with a slash */
	x = climb(a, encoded);
	y = climb(b, encoded);
	do {
		more = climbs(&x, &i, &k);
		if (more != climbs(&y, &m, &n))
			return false;
	} while (more && equal_text(piece(a->x.path.p, i, k), steps, piece(b->x.path.p, m, n), steps));
	return !more;
}

bool iri_equal(const char *s, size_t n, const char *s2, size_t n2, unsigned steps)
{
	char text_a[48], text_b[48];
	reference a, b;

	if (!parse(IRI_RULE_IRI_REFERENCE, s, n, &a) || !parse(IRI_RULE_IRI_REFERENCE, s2, n2, &b))
		return false;
	steps &= IRI_FOR_COMPARISON;
	prepare(&a, steps, text_a);
	prepare(&b, steps, text_b);
	return equal_text(a.x.scheme, of_scheme(steps), b.x.scheme, of_scheme(steps)) && equal_text(a.x.userinfo, steps, b.x.userinfo, steps) &&
		equal_text(a.x.host, of_host(&a, steps), b.x.host, of_host(&b, steps)) && equal_text(a.x.port, 0, b.x.port, 0) && equal_paths(&a, &b, steps) &&
		equal_text(a.x.query, steps | QUERY, b.x.query, steps | QUERY) && equal_text(a.x.fragment, steps, b.x.fragment, steps);
}

/*
 * Relative references. A reference is a suffix of the target after dot segments that lead there from the base.
 */

typedef struct {
	const char *before; /* NULL if there is no reference */
	size_t len;         /* of before and of the "../" after it; the last slash may be missing */
	size_t from;        /* the offset of the suffix */
} way;

/* add keeps the shorter of two ways, of equal ones the first. */
static void add(way *best, const char *before, size_t len, size_t from)
{
	way y = {before, len, from};

	if (!best->before || len + best->from < best->len + from)
		*best = y;
}

/* add_relative adds the way from a directory to a path, if there is one: up to the longest common prefix that ends with a slash. */
static void add_relative(way *best, const reference *dir, slice path, size_t path_end)
{
	climber c = climb(dir, false);
	size_t start, end, k, n = remaining(dir, false), i = n, common = 0, slashes = 0, up = 0;

	while (climbs(&c, &start, &end)) {
		bool slash = at(dir, start) == '/';

		i -= end - start;
		for (k = 0; k < end - start && i + k < path.n && at(dir, start + k) == path.p[i + k];)
			k++;
		if (k < end - start) { /* the segments after this one differ, too */
			common = 0;
			up = slashes + (slash && k == 0);
		}
		if (slash && k > 0 && common == 0)
			common = i + 1;
		slashes += slash;
	}
	if (common == 0 && n > 0) {
		if (path.n == 0 || path.p[0] != '/')
			return;
		common = 1; /* removing every segment of a rootless path leaves a slash */
	}
	path = piece(path.p, common, path.n);
	if (up > 0)
		add(best, "", 3 * up - (path.n == 0), path_end - path.n);
	else if (path.n == 0)
		add(best, ".", 1, path_end);
	else if (path.p[0] == '/' || colon_first(path))
		add(best, "./", 2, path_end - path.n);
	else
		add(best, "", 0, path_end - path.n);
}

/* equal compares the beginnings of two strings. */
static bool equal(const char *s, const char *s_end, const char *t, const char *t_end)
{
	return s_end - s == t_end - t && memcmp(s, t, (size_t)(t_end - t)) == 0;
}

static const char *end_of(slice x) { return x.p + x.n; }

size_t iri_relativize(const char *base, size_t base_len, const char *target, size_t n, char *out, size_t cap)
{
	reference b, t;
	slice path, query;
	way best = {NULL, 0, 0};
	buffer o = {out, 0, cap, NULL, 0};
	bool clean, rooted, two_slashes;
	size_t path_end;

	if (!parse(IRI_RULE_IRI, base, base_len, &b) || !parse(IRI_RULE_IRI, target, n, &t))
		return SIZE_MAX;
	path = t.x.path;
	path_end = (size_t)(end_of(path) - target);
	query = t.x.query.p ? t.x.query : path;
	if (equal(base, end_of(b.x.path), target, end_of(path))) {
		if (equal(base, end_of(b.x.query.p ? b.x.query : b.x.path), target, end_of(query)))
			add(&best, "", 0, (size_t)(end_of(query) - target));
		if (t.x.query.p)
			add(&best, "", 0, path_end);
	}
	if (!t.x.host.p && path.n > 3 && memcmp(path.p, "/.//", 4) == 0)
		t.x.path = piece(path.p, 2, path.n); /* what put_dotless puts before a path is not a dot segment of it */
	clean = remaining(&t, false) == length(&t); /* otherwise resolution does not lead to it */
	rooted = is_rooted(&t);
	two_slashes = rooted && length(&t) > 1 && at(&t, 1) == '/';
	if (clean && equal(base, b.x.path.p, target, path.p)) {
		b.x.path = directory(&b);
		add_relative(&best, &b, t.x.path, path_end);
		if (rooted)
			add(&best, two_slashes ? "/." : "", two_slashes ? 2 : 0, path_end - length(&t));
	}
	if (clean && t.x.host.p && equal(base, end_of(b.x.scheme), target, end_of(t.x.scheme)))
		add(&best, "", 0, t.x.scheme.n + 1);
	if (clean)
		add(&best, "", 0, 0);
	if (!best.before)
		return SIZE_MAX;
	put(&o, best.before, strlen(best.before));
	while (o.n < best.len)
		put(&o, "../", best.len - o.n < 3 ? 2 : 3);
	put(&o, target + best.from, n - best.from);
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
