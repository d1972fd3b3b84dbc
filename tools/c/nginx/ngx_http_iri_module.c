/*
 * ngx_http_iri_module has nginx answer 400 where the target of a request does not match a rule:
 *
 *	load_module ngx_http_iri_module.so;
 *	http {
 *		iri_library /usr/local/lib/libiri.so.1;
 *		server {
 *			iri_target origin-form;
 *
 * The master of nginx forks its workers, and what it has loaded they have. So the library, which a
 * process cannot use if it was loaded before fork(), is loaded by each worker when it begins.
 */
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#include <dlfcn.h>

#include "iri.h"

typedef struct {
	ngx_str_t library;
} main_conf;

typedef struct {
	ngx_str_t rule; /* its name; of length 0 where no rule is asked */
} loc_conf;

static ngx_int_t register_handler(ngx_conf_t *cf);
static void *create_main(ngx_conf_t *cf);
static void *create_loc(ngx_conf_t *cf);
static char *merge_loc(ngx_conf_t *cf, void *parent, void *child);
static ngx_int_t load(ngx_cycle_t *cycle);

static ngx_command_t commands[] = {
	{ngx_string("iri_library"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE1, ngx_conf_set_str_slot, NGX_HTTP_MAIN_CONF_OFFSET,
		offsetof(main_conf, library), NULL},
	{ngx_string("iri_target"), NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF | NGX_CONF_TAKE1, ngx_conf_set_str_slot,
		NGX_HTTP_LOC_CONF_OFFSET, offsetof(loc_conf, rule), NULL},
	ngx_null_command};

static ngx_http_module_t context = {NULL, register_handler, create_main, NULL, NULL, NULL, create_loc, merge_loc};

ngx_module_t ngx_http_iri_module = {NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE, NULL, NULL, load, NULL, NULL, NULL, NULL,
	NGX_MODULE_V1_PADDING};

/* What a worker has of the library. */
static int32_t (*find_rule)(const char *name, size_t len);
static int32_t (*valid)(int32_t rule, const uint8_t *text, size_t len);

static ngx_int_t load(ngx_cycle_t *cycle)
{
	main_conf *conf = ngx_http_cycle_get_module_main_conf(cycle, ngx_http_iri_module);
	uint32_t (*abi)(void);
	void *library;

	if (!conf)
		return NGX_OK; /* there is no http block */
	library = dlopen(conf->library.len ? (const char *)conf->library.data : "libiri.so.1", RTLD_NOW);
	if (!library) {
		ngx_log_error(NGX_LOG_EMERG, cycle->log, 0, "iri_library: %s", dlerror());
		return NGX_ERROR;
	}
	abi = (uint32_t(*)(void))dlsym(library, "iri_abi");
	find_rule = (int32_t(*)(const char *, size_t))dlsym(library, "iri_rule");
	valid = (int32_t(*)(int32_t, const uint8_t *, size_t))dlsym(library, "iri_valid");
	if (!abi || abi() != IRI_ABI || !find_rule || !valid) {
		ngx_log_error(NGX_LOG_EMERG, cycle->log, 0, "iri_library: not of version %d", IRI_ABI);
		return NGX_ERROR;
	}
	return NGX_OK;
}

static ngx_int_t handle(ngx_http_request_t *r)
{
	loc_conf *conf = ngx_http_get_module_loc_conf(r, ngx_http_iri_module);
	int32_t rule;

	if (conf->rule.len == 0 || r->internal || r != r->main)
		return NGX_DECLINED;
	rule = find_rule((const char *)conf->rule.data, conf->rule.len);
	if (rule < 0) {
		ngx_log_error(NGX_LOG_ERR, r->connection->log, 0, "iri_target: no rule \"%V\"", &conf->rule);
		return NGX_HTTP_INTERNAL_SERVER_ERROR;
	}
	return valid(rule, r->unparsed_uri.data, r->unparsed_uri.len) == 1 ? NGX_DECLINED : NGX_HTTP_BAD_REQUEST;
}

static ngx_int_t register_handler(ngx_conf_t *cf)
{
	ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
	ngx_http_handler_pt *handler = ngx_array_push(&core->phases[NGX_HTTP_PREACCESS_PHASE].handlers);

	if (!handler)
		return NGX_ERROR;
	*handler = handle;
	return NGX_OK;
}

static void *create_main(ngx_conf_t *cf)
{
	return ngx_pcalloc(cf->pool, sizeof(main_conf));
}

static void *create_loc(ngx_conf_t *cf)
{
	return ngx_pcalloc(cf->pool, sizeof(loc_conf));
}

static char *merge_loc(ngx_conf_t *cf, void *parent, void *child)
{
	ngx_conf_merge_str_value(((loc_conf *)child)->rule, ((loc_conf *)parent)->rule, "");
	return NGX_CONF_OK;
}
