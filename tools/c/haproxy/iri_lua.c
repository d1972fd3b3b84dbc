/*
 * iri_lua is a module of Lua 5.3 or newer with one function, for the Lua in HAProxy:
 *
 *	local iri = require("iri_lua")
 *	iri.valid("origin-form", "/a|b")	-- false
 *
 * It loads the library, libiri.so.1 or what the variable IRI_LIBRARY names, when the function is first
 * called. HAProxy runs its Lua, then forks, and a process cannot use a library that was loaded before
 * that. So no function may be called while HAProxy reads its configuration.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include <lauxlib.h>
#include <lua.h>

#include "iri.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int32_t (*find_rule)(const char *name, size_t len);
static int32_t (*check)(int32_t rule, const uint8_t *text, size_t len, iri_error *e);
static const char *why = "iri: the library is of another version";

static void load(void)
{
	const char *name = getenv("IRI_LIBRARY");
	void *library = dlopen(name ? name : "libiri.so.1", RTLD_NOW);
	uint32_t (*abi)(void);

	if (!library) {
		why = dlerror();
		return;
	}
	abi = (uint32_t(*)(void))dlsym(library, "iri_abi");
	if (!abi || abi() != IRI_ABI)
		return;
	find_rule = (int32_t(*)(const char *, size_t))dlsym(library, "iri_rule");
	check = (int32_t(*)(int32_t, const uint8_t *, size_t, iri_error *))dlsym(library, "iri_check");
}

static int valid(lua_State *l)
{
	size_t name_len, len;
	const char *name = luaL_checklstring(l, 1, &name_len), *text = luaL_checklstring(l, 2, &len);
	int32_t rule, status;

	pthread_once(&once, load);
	if (!check)
		return luaL_error(l, "%s", why);
	rule = find_rule(name, name_len);
	status = rule < 0 ? rule : check(rule, (const uint8_t *)text, len, NULL);
	if (status == IRI_ERULE)
		return luaL_error(l, "iri: no rule \"%s\"", name);
	if (status < 0)
		return luaL_error(l, "iri: the library was loaded before fork()");
	lua_pushboolean(l, status == IRI_OK);
	return 1;
}

int luaopen_iri_lua(lua_State *l)
{
	static const luaL_Reg functions[] = {{"valid", valid}, {NULL, NULL}};
	luaL_newlib(l, functions);
	return 1;
}
