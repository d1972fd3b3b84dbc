import { columns } from "./columns.mjs";
import { Instance } from "./instance.mjs";
import { operations } from "./operations.mjs";
import { texts } from "./texts.mjs";
import { start } from "./wasi.mjs";

const abi = 1;

// instantiate makes the functions of this package over an instance of their own.
export async function instantiate(module) {
  const go = await start(module);
  if (go.iri_abi() !== abi) throw new Error(`iri: iri.wasm has ABI ${go.iri_abi()}, not ${abi}`);
  const instance = new Instance(go);
  const judging = texts(instance);
  return { ...judging, ...operations(instance, judging.check), ...columns(instance) };
}

export { IRIError } from "./errors.mjs";
