/* The functions of iri.sql.in, on iri.h. */
#include "postgres.h"

#include "access/htup_details.h"
#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

#include "iri.h"

PG_MODULE_MAGIC;

typedef struct {
	text *value;
	const char *p;
	size_t n;
} string;

/* argument returns a text argument. Texts are UTF-8 in a database of that encoding. */
static string argument(FunctionCallInfo fcinfo, int i)
{
	text *value = PG_GETARG_TEXT_PP(i);
	string s = {value, VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};

	if (GetDatabaseEncoding() != PG_UTF8 && GetDatabaseEncoding() != PG_SQL_ASCII)
		ereport(ERROR, errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("extension iri needs a database in UTF8"));
	return s;
}

/* rule_of returns the rule with the name in an argument. */
static iri_rule rule_of(FunctionCallInfo fcinfo, int i)
{
	string name = argument(fcinfo, i);
	iri_rule rule = iri_rule_named(name.p, name.n);

	if (!rule)
		ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("there is no rule \"%s\"", text_to_cstring(name.value)));
	return rule;
}

/* row returns a row of the composite type that a function returns. */
static Datum row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc type;

	if (get_call_result_type(fcinfo, NULL, &type) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "the result is not a row");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(type), values, nulls));
}

PG_FUNCTION_INFO_V1(pg_iri_version);

Datum pg_iri_version(PG_FUNCTION_ARGS) { PG_RETURN_TEXT_P(cstring_to_text(IRI_VERSION)); }

PG_FUNCTION_INFO_V1(pg_iri_valid);

Datum pg_iri_valid(PG_FUNCTION_ARGS)
{
	string s = argument(fcinfo, 0);
	bool valid = iri_valid(rule_of(fcinfo, 1), s.p, s.n);

	PG_FREE_IF_COPY(s.value, 0); /* a copy of a toasted value, as functions in an index must not leak it */
	PG_RETURN_BOOL(valid);
}

PG_FUNCTION_INFO_V1(pg_iri_error);

Datum pg_iri_error(PG_FUNCTION_ARGS)
{
	string s = argument(fcinfo, 0);
	Datum values[2];
	bool nulls[2] = {false, false};
	iri_error e;

	if (iri_check(rule_of(fcinfo, 1), s.p, s.n, &e))
		PG_RETURN_NULL();
	while (e.offset < s.n && GetDatabaseEncoding() == PG_UTF8 && (s.p[e.offset] & 0xC0) == 0x80)
		e.offset--; /* to the first byte of a character */
	values[0] = Int32GetDatum(pg_mbstrlen_with_len(s.p, e.offset));
	values[1] = PointerGetDatum(cstring_to_text(iri_strerror(e.reason)));
	PG_RETURN_DATUM(row(fcinfo, values, nulls));
}

PG_FUNCTION_INFO_V1(pg_iri_split);

Datum pg_iri_split(PG_FUNCTION_ARGS)
{
	string s = argument(fcinfo, 0);
	iri_parts x;
	iri_span spans[8];
	Datum values[lengthof(spans)];
	bool nulls[lengthof(spans)];

	if (!iri_split(IRI_RULE_IRI_REFERENCE, s.p, s.n, &x))
		PG_RETURN_NULL();
	memcpy(spans, &x, sizeof x);
	for (int i = 0; i < lengthof(spans); i++) {
		nulls[i] = spans[i].start == SIZE_MAX;
		if (!nulls[i])
			values[i] = PointerGetDatum(cstring_to_text_with_len(s.p + spans[i].start, spans[i].end - spans[i].start));
	}
	PG_RETURN_DATUM(row(fcinfo, values, nulls));
}

#define COMPONENT(name) \
	PG_FUNCTION_INFO_V1(pg_iri_##name); \
	Datum pg_iri_##name(PG_FUNCTION_ARGS) \
	{ \
		string s = argument(fcinfo, 0); \
		iri_parts x; \
\
		if (!iri_split(IRI_RULE_IRI_REFERENCE, s.p, s.n, &x) || x.name.start == SIZE_MAX) \
			PG_RETURN_NULL(); \
		PG_RETURN_TEXT_P(cstring_to_text_with_len(s.p + x.name.start, x.name.end - x.name.start)); \
	}

COMPONENT(scheme)
COMPONENT(authority)
COMPONENT(userinfo)
COMPONENT(host)
COMPONENT(port)
COMPONENT(path)
COMPONENT(query)
COMPONENT(fragment)

PG_FUNCTION_INFO_V1(pg_iri_normalize);

Datum pg_iri_normalize(PG_FUNCTION_ARGS)
{
	string s = argument(fcinfo, 0);
	int32 steps = PG_GETARG_INT32(1);
	char *out = palloc(s.n + 8);
	size_t n;

	if (steps < 0 || steps > (int32)IRI_FOR_COMPARISON)
		ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("steps are from 0 to %u, not %d", IRI_FOR_COMPARISON, steps));
	n = iri_normalize(s.p, s.n, steps, out, s.n + 8);

	if (n == SIZE_MAX)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out, n));
}

PG_FUNCTION_INFO_V1(pg_iri_resolve);

Datum pg_iri_resolve(PG_FUNCTION_ARGS)
{
	string base = argument(fcinfo, 0), s = argument(fcinfo, 1);
	char *out = palloc(base.n + s.n + 4);
	size_t n = iri_resolve(base.p, base.n, s.p, s.n, out, base.n + s.n + 4);

	if (n == SIZE_MAX)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out, n));
}
