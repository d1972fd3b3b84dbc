/** The formats of JSON Schema for which this package has a rule, for ajv. */
export const formats: Record<"iri" | "iri-reference" | "uri" | "uri-reference" | "uri-template", (s: string) => boolean>;

/** The option `uriResolver` of ajv. */
export const uriResolver: {
	parse(s: string): { path: string; fragment: string | undefined };
	serialize(components: { path?: string; fragment?: string }): string;
	resolve(base: string, reference: string): string;
};
