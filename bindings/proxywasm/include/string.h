/* What iri.c needs of the standard library, which clang does not have for wasm32. */
#include <stddef.h>

#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset

static inline size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

static inline int memcmp(const void *p, const void *q, size_t n)
{
	const unsigned char *s = p, *t = q;

	for (; n > 0 && *s == *t; n--)
		s++, t++;
	return n == 0 ? 0 : *s - *t;
}
