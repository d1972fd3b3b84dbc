/* What the Go part of the library gives to the C part, and nobody else sees. */
#include "iri.h"

#pragma GCC visibility push(hidden)

extern char *iri_kept[4]; /* names, which stay for ever */

extern char *iri_go_version(void);
extern int32_t iri_go_rule(char *name, size_t len);
extern char *iri_go_rule_name(int32_t rule);
extern char *iri_go_reason_name(uint32_t reason);
extern char *iri_go_component_name(uint32_t component);
extern int32_t iri_go_valid(int32_t rule, uint8_t *text, size_t len);
extern int32_t iri_go_check(int32_t rule, uint8_t *text, size_t len, iri_error *e);
extern int32_t iri_go_split(int32_t rule, uint8_t *text, size_t len, iri_parts *p, iri_error *e);
extern int64_t iri_go_message(int32_t rule, uint8_t *text, size_t len, char *out, size_t cap);
extern int64_t iri_go_resolve(uint8_t *base, size_t base_len, uint8_t *reference, size_t len, char *out, size_t cap);
extern int64_t iri_go_normalize(uint8_t *text, size_t len, uint32_t level, char *out, size_t cap);
extern int64_t iri_go_to_uri(uint8_t *text, size_t len, char *out, size_t cap);
extern int64_t iri_go_to_iri(uint8_t *text, size_t len, char *out, size_t cap);
extern int64_t iri_go_column(int32_t rule, int32_t *offsets, int64_t n, uint8_t *data, uint8_t *bitmap);
extern int64_t iri_go_column_large(int32_t rule, int64_t *offsets, int64_t n, uint8_t *data, uint8_t *bitmap);
extern int64_t iri_go_column_errors(int32_t rule, int32_t *offsets, int64_t n, uint8_t *data, uint8_t *bitmap,
	int64_t first, iri_row_error *out, int64_t cap);
extern int64_t iri_go_column_errors_large(int32_t rule, int64_t *offsets, int64_t n, uint8_t *data, uint8_t *bitmap,
	int64_t first, iri_row_error *out, int64_t cap);

#pragma GCC visibility pop
