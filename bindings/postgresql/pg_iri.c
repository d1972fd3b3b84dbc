/* The functions of iri--1.0.sql, on iri.h. */
#include "postgres.h"

#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

#include "iri.h"

PG_MODULE_MAGIC;

typedef struct {
	text *value;
	const char *p;
	size_t n;
} string;

/* argument returns the bytes of an argument, which are UTF-8 in a database of that encoding. */
static string argument(FunctionCallInfo fcinfo, int i)
{
	text *value = PG_GETARG_TEXT_PP(i);
	string s = {value, VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};

	if (GetDatabaseEncoding() != PG_UTF8 && GetDatabaseEncoding() != PG_SQL_ASCII)
		ereport(ERROR, errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("extension iri needs a database in UTF8"));
	return s;
}

PG_FUNCTION_INFO_V1(pg_iri_valid);

Datum pg_iri_valid(PG_FUNCTION_ARGS)
{
	string s = argument(fcinfo, 0);
	bool valid = iri_valid(IRI_RULE_IRI, s.p, s.n);

	PG_FREE_IF_COPY(s.value, 0); /* of a value out of line, in an index */
	PG_RETURN_BOOL(valid);
}

PG_FUNCTION_INFO_V1(pg_iri_valid_rule);

Datum pg_iri_valid_rule(PG_FUNCTION_ARGS)
{
	string s = argument(fcinfo, 0), name = argument(fcinfo, 1);
	iri_rule rule = iri_rule_named(name.p, name.n);
	bool valid = iri_valid(rule, s.p, s.n);

	if (!rule)
		ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("there is no rule \"%s\"", text_to_cstring(name.value)));
	PG_FREE_IF_COPY(s.value, 0);
	PG_RETURN_BOOL(valid);
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
	char *out = palloc(s.n + 8);
	size_t n = iri_normalize(s.p, s.n, IRI_SYNTAX_BASED, out, s.n + 8);

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
