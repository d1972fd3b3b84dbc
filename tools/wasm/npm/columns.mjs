import { errorSize } from "./instance.mjs";
import { Room } from "./memory.mjs";

const chunkRows = 1 << 15; // bits of a chunk fill whole bytes
const chunkBytes = 1 << 20; // of data: a chunk stays in the cache, and memory stays small
const rowErrorSize = 8 + errorSize;
const roomForErrors = 512;

// columns makes the functions that judge many values at a time.
export function columns(instance) {
  const { go, memory } = instance;
  const offsetRoom = new Room(memory);
  const dataRoom = new Room(memory);
  const bitRoom = new Room(memory);
  const errorRoom = new Room(memory);

  // judge copies rows from begin up to end into the memory of Go and returns how many of them match.
  function judge(rule, data, offsets, begin, end) {
    const first = offsets[begin];
    const values = data.subarray(first, offsets[end]);
    offsetRoom.reserve(4 * (end - begin + 1));
    dataRoom.reserve(values.length);
    bitRoom.reserve((end - begin + 7) >> 3);
    const bytes = memory.current();
    bytes.set(values, dataRoom.at);
    const to = new Int32Array(bytes.buffer, offsetRoom.at, end - begin + 1);
    for (let i = 0; i < to.length; i++) to[i] = offsets[begin + i] - first;
    return go.iri_column(rule, offsetRoom.at, end - begin, dataRoom.at, bitRoom.at);
  }

  // mistakes returns what is wrong with the rows that judge has judged last.
  function mistakes(rule, begin, end) {
    const list = [];
    errorRoom.reserve(roomForErrors * rowErrorSize);
    for (let next = 0, count = roomForErrors; count === roomForErrors; ) {
      count = go.iri_column_errors(rule, offsetRoom.at, end - begin, dataRoom.at, bitRoom.at, next, errorRoom.at, roomForErrors);
      for (let i = 0; i < count; i++) {
        const at = errorRoom.at + i * rowErrorSize;
        const row = memory.view().getUint32(at, true);
        list.push({ row: begin + row, ...instance.errorAt(at + 8) });
        next = row + 1;
      }
    }
    return list;
  }

  function validColumn(data, offsets, rule = "IRI") {
    const number = instance.ruleNumber(rule);
    const rows = rowsOf(data, offsets);
    const bitmap = new Uint8Array((rows + 7) >> 3);
    let count = 0;
    for (let begin = 0, end; begin < rows; begin = end) {
      end = chunkEnd(offsets, begin, rows);
      count += judge(number, data, offsets, begin, end);
      bitmap.set(memory.current().subarray(bitRoom.at, bitRoom.at + ((end - begin + 7) >> 3)), begin >> 3);
    }
    return { count, bitmap };
  }

  function* columnErrors(data, offsets, rule = "IRI") {
    const number = instance.ruleNumber(rule);
    const rows = rowsOf(data, offsets);
    for (let begin = 0, end; begin < rows; begin = end) {
      end = chunkEnd(offsets, begin, rows);
      if (judge(number, data, offsets, begin, end) < end - begin) yield* mistakes(number, begin, end);
    }
  }

  return { validColumn, columnErrors };
}

// rowsOf returns the number of values of a column that is one.
function rowsOf(data, offsets) {
  if (!(data instanceof Uint8Array) || !(offsets instanceof Int32Array)) {
    throw new TypeError("iri: a column is a Uint8Array and an Int32Array");
  }
  let previous = 0;
  for (let i = 0; i < offsets.length; i++) {
    if (offsets[i] < previous) throw new RangeError(`iri: offset ${i} is ${offsets[i]}, behind ${previous}`);
    previous = offsets[i];
  }
  if (previous > data.length) throw new RangeError(`iri: the last offset is ${previous}, but there are ${data.length} bytes`);
  return Math.max(offsets.length - 1, 0);
}

// chunkEnd returns the row behind a chunk, which has eight rows or a multiple of eight, save the last.
function chunkEnd(offsets, begin, rows) {
  let end = Math.min(begin + 8, rows);
  while (end < rows && end - begin < chunkRows && offsets[Math.min(end + 8, rows)] - offsets[begin] <= chunkBytes) end += 8;
  return Math.min(end, rows);
}
