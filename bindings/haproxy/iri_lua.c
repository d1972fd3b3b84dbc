/*
 * A module for Lua 5.3 or newer, such as the Lua in HAProxy; docs/security/haproxy.md has its functions. The default rule is IRI.
 * split, normalize and resolve return nil for a string that is not valid.
 */
#include "iri.h"

#include <lauxlib.h>
#include <lua.h>
#include <string.h>

static iri_rule rule_of(lua_State *l)
{
	size_t n;
	const char *name = luaL_optlstring(l, 2, "IRI", &n);
	iri_rule rule = iri_rule_named(name, n);

	luaL_argcheck(l, rule, 2, "unknown rule");
	return rule;
}

static int valid(lua_State *l)
{
	size_t n;
	const char *s = luaL_checklstring(l, 1, &n);

	lua_pushboolean(l, iri_valid(rule_of(l), s, n));
	return 1;
}

static int check(lua_State *l)
{
	size_t n;
	const char *s = luaL_checklstring(l, 1, &n);
	iri_error e;

	lua_pushboolean(l, iri_check(rule_of(l), s, n, &e));
	if (lua_toboolean(l, -1))
		return 1;
	lua_pushinteger(l, (lua_Integer)e.offset + 1);
	lua_pushstring(l, iri_strerror(e.reason));
	return 3;
}

static int split(lua_State *l)
{
	static const char *const names[] = {"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"};
	size_t i, n;
	const char *s = luaL_checklstring(l, 1, &n);
	iri_span spans[8];
	iri_parts x;

	if (!iri_split(rule_of(l), s, n, &x)) {
		lua_pushnil(l);
		return 1;
	}
	memcpy(spans, &x, sizeof x);
	lua_createtable(l, 0, 8);
	for (i = 0; i < 8; i++) {
		if (spans[i].start == SIZE_MAX)
			continue;
		lua_pushlstring(l, s + spans[i].start, spans[i].end - spans[i].start);
		lua_setfield(l, -2, names[i]);
	}
	return 1;
}

/* push pushes what was written to a buffer, nil if that is nothing. */
static int push(lua_State *l, luaL_Buffer *b, size_t n)
{
	if (n == SIZE_MAX)
		lua_pushnil(l);
	else
		luaL_pushresultsize(b, n);
	return 1;
}

static int normalize(lua_State *l)
{
	size_t n;
	const char *s = luaL_checklstring(l, 1, &n);
	luaL_Buffer b;

	return push(l, &b, iri_normalize(s, n, IRI_SYNTAX_BASED, luaL_buffinitsize(l, &b, n + 8), n + 8));
}

static int resolve(lua_State *l)
{
	size_t n, m;
	const char *base = luaL_checklstring(l, 1, &n), *reference = luaL_checklstring(l, 2, &m);
	luaL_Buffer b;

	return push(l, &b, iri_resolve(base, n, reference, m, luaL_buffinitsize(l, &b, n + m + 4), n + m + 4));
}

int luaopen_iri_lua(lua_State *l)
{
	static const luaL_Reg functions[] = {
		{"valid", valid}, {"check", check}, {"split", split}, {"normalize", normalize}, {"resolve", resolve}, {NULL, NULL}};

	luaL_newlib(l, functions);
	return 1;
}
