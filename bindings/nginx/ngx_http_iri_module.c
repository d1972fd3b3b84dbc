/*
 * ngx_http_iri_module is a request filter for nginx. With iri_target on (in http, server or location),
 * nginx answers 400 if the target of a request is not an origin-form (RFC 9112). Variables have
 * components as the client sent them: $iri_path and $iri_query of the target, $iri_host of the field
 * Host. A variable is empty if its component is absent, or if the target or the field is not valid.
 */
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#include "iri.h"

typedef struct {
	ngx_flag_t on;
} loc_conf;

static ngx_int_t add_variables(ngx_conf_t *cf);
static ngx_int_t add_handler(ngx_conf_t *cf);
static void *create(ngx_conf_t *cf);
static char *merge(ngx_conf_t *cf, void *parent, void *child);

static ngx_command_t commands[] = {
	{ngx_string("iri_target"), NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF | NGX_CONF_FLAG, ngx_conf_set_flag_slot,
		NGX_HTTP_LOC_CONF_OFFSET, offsetof(loc_conf, on), NULL},
	ngx_null_command};

static ngx_http_module_t context = {add_variables, add_handler, NULL, NULL, NULL, NULL, create, merge};

ngx_module_t ngx_http_iri_module = {
	NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NGX_MODULE_V1_PADDING};

static void *create(ngx_conf_t *cf)
{
	loc_conf *conf = ngx_pcalloc(cf->pool, sizeof *conf);

	if (conf)
		conf->on = NGX_CONF_UNSET;
	return conf;
}

static char *merge(ngx_conf_t *cf, void *parent, void *child)
{
	ngx_conf_merge_value(((loc_conf *)child)->on, ((loc_conf *)parent)->on, 0);
	return NGX_CONF_OK;
}

static ngx_int_t handle(ngx_http_request_t *r)
{
	loc_conf *conf = ngx_http_get_module_loc_conf(r, ngx_http_iri_module);

	if (!conf->on || r->internal || r != r->main || iri_valid(IRI_RULE_ORIGIN_FORM, (char *)r->unparsed_uri.data, r->unparsed_uri.len))
		return NGX_DECLINED;
	return NGX_HTTP_BAD_REQUEST;
}

/* The rewrite phase is the last one before the directive return. */
static ngx_int_t add_handler(ngx_conf_t *cf)
{
	ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
	ngx_http_handler_pt *handler = ngx_array_push(&core->phases[NGX_HTTP_REWRITE_PHASE].handlers);

	if (!handler)
		return NGX_ERROR;
	*handler = handle;
	return NGX_OK;
}

static ngx_int_t get(ngx_http_request_t *r, ngx_http_variable_value_t *v, uintptr_t component)
{
	bool host = component == offsetof(iri_parts, host);
	ngx_str_t s = host ? r->headers_in.host ? r->headers_in.host->value : (ngx_str_t)ngx_null_string : r->unparsed_uri;
	iri_span x = {0, 0};
	iri_parts parts;

	if (iri_split(host ? IRI_RULE_HOST_FIELD : IRI_RULE_ORIGIN_FORM, (char *)s.data, s.len, &parts))
		x = *(iri_span *)((char *)&parts + component);
	v->not_found = x.start == x.end;
	v->valid = !v->not_found;
	v->no_cacheable = 0;
	v->data = s.data + (v->valid ? x.start : 0);
	v->len = x.end - x.start;
	return NGX_OK;
}

static ngx_int_t add_variables(ngx_conf_t *cf)
{
	static struct {
		ngx_str_t name;
		uintptr_t component;
	} list[] = {{ngx_string("iri_path"), offsetof(iri_parts, path)}, {ngx_string("iri_query"), offsetof(iri_parts, query)},
		{ngx_string("iri_host"), offsetof(iri_parts, host)}};
	ngx_uint_t i;

	for (i = 0; i < sizeof list / sizeof *list; i++) {
		ngx_http_variable_t *variable = ngx_http_add_variable(cf, &list[i].name, 0);

		if (!variable)
			return NGX_ERROR;
		variable->get_handler = get;
		variable->data = list[i].component;
	}
	return NGX_OK;
}
