/*
 * A request filter for nginx. With iri_target on (in http or server), nginx answers 400 to a request whose target is not in
 * a form that RFC 9112 allows for its method. The variables $iri_host, $iri_path and $iri_query have the components that
 * the client sent, and are empty for a component that is absent or not valid.
 */
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#include "iri.h"

typedef struct {
	ngx_flag_t on;
} srv_conf;

static ngx_int_t add_variables(ngx_conf_t *cf);
static ngx_int_t add_handlers(ngx_conf_t *cf);
static void *create(ngx_conf_t *cf);
static char *merge(ngx_conf_t *cf, void *parent, void *child);

static ngx_command_t commands[] = {
	{ngx_string("iri_target"), NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_CONF_FLAG, ngx_conf_set_flag_slot,
		NGX_HTTP_SRV_CONF_OFFSET, offsetof(srv_conf, on), NULL},
	ngx_null_command};

static ngx_http_module_t context = {add_variables, add_handlers, NULL, NULL, create, merge, NULL, NULL};

ngx_module_t ngx_http_iri_module = {
	NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NGX_MODULE_V1_PADDING};

static void *create(ngx_conf_t *cf)
{
	srv_conf *conf = ngx_pcalloc(cf->pool, sizeof *conf);

	if (conf)
		conf->on = NGX_CONF_UNSET;
	return conf;
}

static char *merge(ngx_conf_t *cf, void *parent, void *child)
{
	(void)cf;
	ngx_conf_merge_value(((srv_conf *)child)->on, ((srv_conf *)parent)->on, 0);
	return NGX_CONF_OK;
}

static bool valid(iri_rule rule, ngx_str_t s)
{
	return iri_valid(rule, (char *)s.data, s.len);
}

static void trim(ngx_str_t *s)
{
	while (s->len && s->data[s->len - 1] == ' ')
		s->len--;
}

/*
 * target returns the target of the request line, or an empty string if nginx could not parse the line. For HTTP/2 and
 * HTTP/3, nginx composes a line. unparsed_uri has no scheme and no authority.
 */
static ngx_str_t target(ngx_http_request_t *r)
{
	ngx_str_t s = r->request_line;

	if (!r->unparsed_uri.len)
		s.len = 0;
	for (; s.len && *s.data != ' '; s.data++)
		s.len--;
	for (; s.len && *s.data == ' '; s.data++)
		s.len--;
	trim(&s);
	if (r->http_version >= NGX_HTTP_VERSION_10) { /* HTTP/0.9 has no version in the line */
		while (s.len && s.data[s.len - 1] != ' ')
			s.len--;
		trim(&s);
	}
	return s;
}

/*
 * form returns the rule for the form of a target (RFC 9112, section 3.2), or NULL if the target has none that is allowed.
 * nginx itself refuses the asterisk-form.
 */
static iri_rule form(ngx_http_request_t *r, ngx_str_t s)
{
	if (r->request_line.len > 8 && ngx_memcmp(r->request_line.data, "CONNECT ", 8) == 0)
		return valid(IRI_RULE_AUTHORITY_FORM, s) ? IRI_RULE_AUTHORITY_FORM : NULL;
	if (valid(IRI_RULE_ORIGIN_FORM, s))
		return IRI_RULE_ORIGIN_FORM;
	return valid(IRI_RULE_ABSOLUTE_FORM, s) ? IRI_RULE_ABSOLUTE_FORM : NULL;
}

static ngx_int_t handle(ngx_http_request_t *r)
{
	srv_conf *conf = ngx_http_get_module_srv_conf(r, ngx_http_iri_module);

	return conf->on && !form(r, target(r)) ? NGX_HTTP_BAD_REQUEST : NGX_DECLINED;
}

/*
 * handle_named validates in named locations with a content handler, such as proxy_pass, which sends the target that the
 * client sent. Such a location may be the error page of a request that handle refused, or that nginx answers before any
 * phase, such as TRACE.
 */
static ngx_int_t handle_named(ngx_http_request_t *r)
{
	ngx_http_core_loc_conf_t *location = ngx_http_get_module_loc_conf(r, ngx_http_core_module);

	return location->named && r->content_handler ? handle(r) : NGX_DECLINED;
}

static ngx_int_t add(ngx_conf_t *cf, ngx_http_phases phase, ngx_http_handler_pt added)
{
	ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
	ngx_http_handler_pt *handler = ngx_array_push(&core->phases[phase].handlers);

	if (!handler)
		return NGX_ERROR;
	*handler = added;
	return NGX_OK;
}

/* The first phase comes before rewrite and return. nginx does not run it for internal redirects and subrequests. */
static ngx_int_t add_handlers(ngx_conf_t *cf)
{
	if (add(cf, NGX_HTTP_POST_READ_PHASE, handle) != NGX_OK)
		return NGX_ERROR;
	return add(cf, NGX_HTTP_PREACCESS_PHASE, handle_named);
}

/* authority returns the authority of the target if it has one, otherwise :authority or the field Host. */
static ngx_str_t authority(ngx_http_request_t *r)
{
	ngx_str_t s = ngx_null_string;

	if (r->host_end) {
		s.data = r->host_start;
		s.len = r->host_end - r->host_start;
	} else if (r->headers_in.host) {
		s = r->headers_in.host->value;
	}
	return s;
}

static ngx_int_t get(ngx_http_request_t *r, ngx_http_variable_value_t *v, uintptr_t component)
{
	bool host = component == offsetof(iri_parts, host);
	ngx_str_t s = host ? authority(r) : target(r);
	iri_span x = {0, 0};
	iri_parts parts;

	if (iri_split(host ? IRI_RULE_HOST_FIELD : form(r, s), (char *)s.data, s.len, &parts))
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
