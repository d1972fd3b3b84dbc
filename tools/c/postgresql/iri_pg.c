/*
 * iri_pg gives PostgreSQL the functions of iri.sql. The library is part of the module, so that there
 * is one file to install:
 *
 *	cc -O2 -fPIC -shared -I$(pg_config --includedir-server) -IDIR iri_pg.c DIR/libiri.a -o iri_pg.so
 *
 * A process of the server loads the module when it first calls a function, which is after fork(). So
 * it must not be in shared_preload_libraries.
 */
#include "postgres.h"

#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"

#include "iri.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(iri_is);
PG_FUNCTION_INFO_V1(iri_mistake);
PG_FUNCTION_INFO_V1(iri_part);
PG_FUNCTION_INFO_V1(iri_resolved);
PG_FUNCTION_INFO_V1(iri_normal);

void _PG_init(void);

void _PG_init(void)
{
	if (process_shared_preload_libraries_in_progress)
		ereport(ERROR, errmsg("iri_pg must not be preloaded"), errdetail("The runtime of Go does not survive fork()."));
	if (GetDatabaseEncoding() != PG_UTF8 && GetDatabaseEncoding() != PG_SQL_ASCII)
		ereport(ERROR, errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("iri_pg needs a database in UTF8"));
}

#define BYTES(t) ((const uint8_t *)VARDATA_ANY(t))
#define LENGTH(t) ((size_t)VARSIZE_ANY_EXHDR(t))

/* A call keeps the number of the rule that it was given last: mostly a constant. */
typedef struct {
	int32_t rule;
	size_t length;
	char name[32];
} last_rule;

static int32_t rule_of(FunctionCallInfo fcinfo, const text *name)
{
	last_rule *last = (last_rule *)fcinfo->flinfo->fn_extra;
	int32_t rule;

	if (last && last->length == LENGTH(name) && memcmp(last->name, BYTES(name), last->length) == 0)
		return last->rule;
	rule = iri_rule((const char *)BYTES(name), LENGTH(name));
	if (rule < 0)
		ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("no rule \"%s\"", text_to_cstring(name)));
	if (LENGTH(name) > sizeof last->name)
		return rule;
	if (!last)
		fcinfo->flinfo->fn_extra = last = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, sizeof *last);
	last->rule = rule;
	last->length = LENGTH(name);
	memcpy(last->name, BYTES(name), last->length);
	return rule;
}

/* iri_is(value, rule) tells whether a value matches a rule. */
Datum iri_is(PG_FUNCTION_ARGS)
{
	text *value = PG_GETARG_TEXT_PP(0);
	bool valid = iri_valid(rule_of(fcinfo, PG_GETARG_TEXT_PP(1)), BYTES(value), LENGTH(value)) == 1;

	PG_FREE_IF_COPY(value, 0); /* of a value out of line, in an index */
	PG_RETURN_BOOL(valid);
}

/* iri_mistake(value, rule) says what is wrong with a value: NULL if nothing is. */
Datum iri_mistake(PG_FUNCTION_ARGS)
{
	text *value = PG_GETARG_TEXT_PP(0);
	int32_t rule = rule_of(fcinfo, PG_GETARG_TEXT_PP(1));
	int64_t n = iri_message(rule, BYTES(value), LENGTH(value), NULL, 0);
	char *message;

	if (n < 0)
		elog(ERROR, "iri_message: %d", (int)n);
	if (n == 0)
		PG_RETURN_NULL();
	message = palloc(n + 1);
	iri_message(rule, BYTES(value), LENGTH(value), message, n + 1);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(message, n));
}

/* iri_part(value, component) is a component of a reference: NULL if there is none. */
Datum iri_part(PG_FUNCTION_ARGS)
{
	text *value = PG_GETARG_TEXT_PP(0), *name = PG_GETARG_TEXT_PP(1);
	iri_parts p;
	iri_span span;
	unsigned c = 1;

	while (c <= IRI_FRAGMENT && (strlen(iri_component_name(c)) != LENGTH(name) ||
				     memcmp(iri_component_name(c), BYTES(name), LENGTH(name)) != 0))
		c++;
	if (c > IRI_FRAGMENT)
		ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("no component \"%s\"", text_to_cstring(name)));
	if (iri_split(iri_rule("IRI-reference", 13), BYTES(value), LENGTH(value), &p, NULL) != IRI_OK || !(p.present >> c & 1))
		PG_RETURN_NULL();
	span = (&p.scheme)[c - IRI_SCHEME];
	PG_RETURN_TEXT_P(cstring_to_text_with_len((const char *)BYTES(value) + span.begin, span.end - span.begin));
}

/* result makes a text of what a function has written with the room that is always enough. */
static Datum result(FunctionCallInfo fcinfo, const char *out, int64_t n)
{
	if (n < 0)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out, n));
}

/* iri_resolved(base, reference) is what a reference refers to: NULL if one of both is none. */
Datum iri_resolved(PG_FUNCTION_ARGS)
{
	text *base = PG_GETARG_TEXT_PP(0), *reference = PG_GETARG_TEXT_PP(1);
	size_t room = LENGTH(base) + LENGTH(reference) + 4;
	char *out = palloc(room);

	return result(fcinfo, out, iri_resolve(BYTES(base), LENGTH(base), BYTES(reference), LENGTH(reference), out, room));
}

/* iri_normal(value) is the normal form by syntax (RFC 3987, section 5.3.2): NULL if it has none. */
Datum iri_normal(PG_FUNCTION_ARGS)
{
	text *value = PG_GETARG_TEXT_PP(0);
	size_t room = LENGTH(value) + 8;
	char *out = palloc(room);

	return result(fcinfo, out, iri_normalize(BYTES(value), LENGTH(value), IRI_LEVEL_IRI_SYNTAX, out, room));
}
