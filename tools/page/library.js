// The page and its worker call the library here. The function start is in wasi.js.

// answerTo passes a request and its answer through the memory of the library, as JSON. Half a pair of
// surrogates is not a character: it becomes U+FFFD, which no IRI has.
function answerTo(library, request) {
  const json = JSON.stringify(request, (key, value) => value.toWellFormed?.() ?? value);
  const bytes = new TextEncoder().encode(json);
  const place = library.input(bytes.length);
  new Uint8Array(library.memory.buffer, place, bytes.length).set(bytes);
  const answer = BigInt.asUintN(64, library.answer(bytes.length)); // the place in the upper half, the length in the lower
  const [start, length] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
  return JSON.parse(new TextDecoder().decode(new Uint8Array(library.memory.buffer, start, length)));
}
