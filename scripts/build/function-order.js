// Functions that share code lie next to each other in a wasm file, so that it compresses better: deflate looks back 32 kB only, and
// the compiler's order keeps the copies of a generic function far apart.

/** Length of the pieces of code that are compared, bytes: an instruction or two. */
const PIECE = 5;

/** A piece in more functions than this is common code, and says nothing about two of them. */
const COMMON = 200;

/** The sections of a wasm file that matter here. */
const SECTION = { custom: 0, import: 2, code: 10 };

/** Reads numbers of variable length. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Error('The wasm file is cut off.');
    this.at += 1;
    return byte;
  }

  /** @returns {number} */
  number() {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  /** Returns the next `length` bytes. @param {number} length */
  take(length) {
    this.at += length;
    if (this.at > this.bytes.length) throw new Error('The wasm file is cut off.');
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** @param {Uint8Array} wasm @returns {Generator<{ id: number, body: Uint8Array }>} its sections */
function* sections(wasm) {
  const reader = new Reader(wasm, 8);
  while (reader.at < wasm.length) {
    const id = reader.byte();
    yield { id, body: reader.take(reader.number()) };
  }
}

/**
 * Returns the code of each function of the file, and the number of functions that it imports, which come first in its index.
 *
 * @param {Uint8Array} wasm
 */
export function functionsOf(wasm) {
  /** @type {Uint8Array[]} */
  const code = [];
  let imported = 0;
  for (const { id, body } of sections(wasm)) {
    const reader = new Reader(body);
    if (id === SECTION.import) imported = importsIn(reader);
    if (id !== SECTION.code) continue;
    for (let count = reader.number(); count > 0; count -= 1)
      code.push(reader.take(reader.number()));
  }
  return { code, imported };
}

/** Returns how many functions a section of imports has. @param {Reader} reader */
function importsIn(reader) {
  let functions = 0;
  for (let count = reader.number(); count > 0; count -= 1) {
    // Module and name.
    reader.take(reader.number());
    reader.take(reader.number());
    const kind = reader.byte();
    if (kind !== 0) throw new Error('The wasm file imports something other than functions.');
    reader.number();
    functions += 1;
  }
  return functions;
}

/**
 * Returns the functions in an order in which each is followed by the one that shares most code with it.
 *
 * @param {readonly Uint8Array[]} code
 */
export function similarOrder(code) {
  const pieces = code.map(piecesOf);
  /** The functions that have a piece. @type {Map<number, number[]>} */
  const having = new Map();
  for (const [at, own] of pieces.entries())
    for (const piece of own) {
      const list = having.get(piece);
      if (list) list.push(at);
      else having.set(piece, [at]);
    }
  const left = new Set(code.keys());
  const order = [];
  let shared = new Uint32Array(code.length);
  for (let next = 0; left.size > 0;) {
    order.push(next);
    left.delete(next);
    shared = shared.fill(0);
    const size = pieces[next]?.size ?? 0;
    for (const piece of pieces[next] ?? []) {
      const list = having.get(piece) ?? [];
      if (list.length <= COMMON) for (const at of list) shared[at] = (shared[at] ?? 0) + 1;
    }
    // The first of those that are left, if none shares anything.
    let best = -1;
    for (const at of left) {
      const likeness = (shared[at] ?? 0) / (1 + Math.sqrt(size * (pieces[at]?.size ?? 0)));
      if (likeness > best) [best, next] = [likeness, at];
    }
  }
  return order;
}

/** Returns hashes of half of the pieces of some code. @param {Uint8Array} code */
function piecesOf(code) {
  /** @type {Set<number>} */
  const pieces = new Set();
  for (let at = 0; at + PIECE <= code.length; at += 1) {
    let hash = 0;
    for (const byte of code.subarray(at, at + PIECE)) hash = Math.imul(hash ^ byte, 16777619) + 1;
    hash ^= hash >>> 15;
    if ((hash & 1) === 0) pieces.add(hash);
  }
  return pieces;
}

/**
 * Returns the file with names for its functions whose order is that of the places in `order`.
 *
 * @param {Uint8Array} wasm
 * @param {readonly number[]} order
 */
export function named(wasm, order) {
  const { imported } = functionsOf(wasm);
  const digits = String(order.length).length;
  const place = new Map(order.map((at, rank) => [at, String(rank).padStart(digits, '0')]));
  const names = order
    .map((_, at) => at)
    .flatMap((at) => [...bytesOf(imported + at), ...text(place.get(at) ?? '')]);
  const list = [...bytesOf(order.length), ...names];
  const functions = [1, ...bytesOf(list.length), ...list];
  const body = [...text('name'), ...functions];
  return Buffer.concat([wasm, Uint8Array.from([SECTION.custom, ...bytesOf(body.length), ...body])]);
}

/** @param {string} value */
const text = (value) => [...bytesOf(value.length), ...Buffer.from(value)];

/** Returns a number in variable length. @param {number} value @returns {number[]} */
function bytesOf(value) {
  return value < 128 ? [value] : [(value % 128) + 128, ...bytesOf(Math.floor(value / 128))];
}
