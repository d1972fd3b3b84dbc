\echo Use "CREATE EXTENSION iri" to load this file. \quit

-- NULL in is NULL out.

-- Whether a value matches a rule.
CREATE FUNCTION iri_valid(value text) RETURNS boolean
	AS 'MODULE_PATHNAME', 'pg_iri_valid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_valid(value text, rule text) RETURNS boolean
	AS 'MODULE_PATHNAME', 'pg_iri_valid_rule' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- A component of an IRI or a relative reference; NULL if it is absent, or the value is neither.
CREATE FUNCTION iri_scheme(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_scheme' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_authority(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_authority' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_userinfo(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_userinfo' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_host(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_host' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_port(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_port' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_path(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_path' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_query(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_query' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_fragment(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_fragment' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- The normal form by syntax (RFC 3986, section 6.2.2); NULL if the value is not an IRI or a relative reference.
CREATE FUNCTION iri_normalize(value text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_normalize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- The IRI that a reference refers to; NULL if base is not an IRI, or ref not an IRI or a relative reference.
CREATE FUNCTION iri_resolve(base text, ref text) RETURNS text
	AS 'MODULE_PATHNAME', 'pg_iri_resolve' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- A column of type iri holds IRIs only.
CREATE DOMAIN iri AS text CHECK (iri_valid(VALUE));
