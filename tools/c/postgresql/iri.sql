-- The functions of iri_pg. Run it as a superuser, with the file of the module:
--
--	psql -v module="'/usr/lib/postgresql/15/lib/iri_pg.so'" -f iri.sql
--
-- NULL in is NULL out.

-- iri_is(value, rule): does the value match the rule?
CREATE FUNCTION iri_is(value text, rule text DEFAULT 'IRI') RETURNS boolean
	AS :module, 'iri_is' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2;

-- iri_mistake(value, rule): what is wrong with the value? NULL if nothing is.
CREATE FUNCTION iri_mistake(value text, rule text DEFAULT 'IRI') RETURNS text
	AS :module, 'iri_mistake' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- iri_part(value, component): the scheme, authority, userinfo, host, port, path, query or fragment
-- of an IRI or a relative reference. NULL if the value is neither, or has no such component.
CREATE FUNCTION iri_part(value text, component text) RETURNS text
	AS :module, 'iri_part' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 4;

-- iri_resolved(base, reference): what the reference refers to. NULL if the base is no IRI, or the
-- reference none.
CREATE FUNCTION iri_resolved(base text, reference text) RETURNS text
	AS :module, 'iri_resolved' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 4;

-- iri_normal(value): the normal form by syntax, RFC 3987, section 5.3.2. NULL if the value is no IRI
-- and no relative reference.
CREATE FUNCTION iri_normal(value text) RETURNS text
	AS :module, 'iri_normal' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 4;

-- A column of type iri takes IRIs only.
CREATE DOMAIN iri AS text CHECK (iri_is(VALUE));
