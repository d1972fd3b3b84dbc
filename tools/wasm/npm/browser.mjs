import { instantiate } from "./instantiate.mjs";

const response = await fetch(new URL("./iri.wasm", import.meta.url));
if (!response.ok) throw new Error(`iri: ${response.url}: ${response.status} ${response.statusText}`);

// Not compileStreaming, which fails where a server does not call the file application/wasm.
export const { valid, check, split, ranges, resolve, normalize, toURI, toIRI, validColumn, columnErrors } = await instantiate(
  await WebAssembly.compile(await response.arrayBuffer()),
);
export { IRIError } from "./errors.mjs";
