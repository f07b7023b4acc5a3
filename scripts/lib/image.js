// A simulator that has opened its scenario already: its memory begins as it is behind that, so that nothing of it has to
// read one. Whoever opens another scenario, or this one twice, meets a trap.

import binaryen from 'binaryen';

/** Its types do not know this. */
const { Table } = /** @type {any} */ (binaryen);

const PAGE = 65_536;
/** So many zeros between two pieces of memory are not written down. */
const APART = 64;

/**
 * `whole` with the memory that it has when all lanes of `scenario` have been opened.
 *
 * @param {Uint8Array} whole
 * @param {any} core its package, that has started no simulator yet
 * @param {string} scenario as JSON, word for word
 */
export function withOpened(whole, core, scenario) {
  const wasm = core.initSync({ module: whole });
  const text = new TextEncoder().encode(scenario);
  const lanes = Uint32Array.from(JSON.parse(scenario).queues.keys());
  /** @param {Uint8Array} bytes @param {number} align */
  const give = (bytes, align) => {
    const at = wasm.__wbindgen_malloc(bytes.length, align);
    new Uint8Array(wasm.memory.buffer).set(bytes, at);
    return at;
  };
  const problems = [...wasm.check(give(text, 1), text.length)];
  const which = give(new Uint8Array(lanes.buffer), 4);
  const engine = [...wasm.engine_new(give(text, 1), text.length, which, lanes.length)];
  if (problems[1] !== 0 || engine[2] !== 0) throw new Error('The simulator refuses the opening.');

  const module = binaryen.readBinary(whole);
  const memory = new Uint8Array(wasm.memory.buffer);
  // Nobody comes back to what calls have left on the stack, which is below everything else.
  memory.fill(0, 0, stackEnd(module));
  const segments = pieces(memory).map(([from, to]) => ({
    offset: module.i32.const(from),
    data: memory.slice(from, to),
  }));
  module.setMemory(memory.length / PAGE, -1, null, segments, false, false, '0');
  // What it holds for JavaScript has its places there.
  const places = module.getTable(
    binaryen.getExportInfo(module.getExport('__wbindgen_externrefs')).value,
  );
  Table.setInitial(places, wasm.__wbindgen_externrefs.length);
  module.addGlobal(OPENED, binaryen.i32, true, module.i32.const(0));
  const { i32, local } = module;
  answer(module, 'check', problems, text);
  answer(module, 'engine_new', engine, text, [
    trapIf(module, i32.ne(local.get(3, binaryen.i32), i32.const(lanes.length))),
    ...Array.from(lanes, (lane, place) => {
      const given = i32.load(4 * place, 4, local.get(2, binaryen.i32));
      return trapIf(module, i32.ne(given, i32.const(lane)));
    }),
    trapIf(module, module.global.get(OPENED, binaryen.i32)),
    module.global.set(OPENED, i32.const(1)),
  ]);
  return module.emitBinary();
}

/** The engine has been given away. */
const OPENED = 'opened';

/** @param {binaryen.Module} module @returns {number} */
function stackEnd(module) {
  const pointer = binaryen.getGlobalInfo(module.getGlobalByIndex(0));
  const { value } = /** @type {any} */ (binaryen.getExpressionInfo(pointer.init));
  if (!pointer.mutable || typeof value !== 'number') throw new Error('Where is the stack?');
  return value;
}

/** Where memory is not zero. @param {Uint8Array} memory */
function pieces(memory) {
  /** @type {[from: number, to: number][]} */
  const found = [];
  for (let at = 0; at < memory.length; at++) {
    if (memory[at] === 0) continue;
    const last = found.at(-1);
    if (last && at - last[1] < APART) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

/**
 * An export that says what it is known to say, if its first two parameters are the text.
 *
 * @param {binaryen.Module} module
 * @param {string} name
 * @param {readonly number[]} said
 * @param {Uint8Array} text
 * @param {readonly number[]} [more] what else has to be done or to hold
 */
function answer(module, name, said, text, more = []) {
  const { i32, local } = module;
  const internal = binaryen.getExportInfo(module.getExport(name)).value;
  const { params, results } = binaryen.getFunctionInfo(module.getFunction(internal));
  const at = binaryen.expandType(params).length;
  const sum = at + 1;
  /** @param {number} index */
  const get = (index) => local.get(index, binaryen.i32);
  // FNV-1a.
  const added = i32.mul(
    i32.xor(get(sum), i32.load8_u(0, 1, i32.add(get(0), get(at)))),
    i32.const(0x01000193),
  );
  const next = i32.add(get(at), i32.const(1));
  const body = module.block(null, [
    trapIf(module, i32.ne(get(1), i32.const(text.length))),
    local.set(sum, i32.const(SUM_OF_NOTHING)),
    module.loop(
      'each byte',
      module.block(null, [
        local.set(sum, added),
        module.br('each byte', i32.lt_u(local.tee(at, next, binaryen.i32), get(1))),
      ]),
    ),
    trapIf(module, i32.ne(get(sum), i32.const(sumOf(text)))),
    ...more,
    module.return(module.tuple.make(said.map((value) => i32.const(value)))),
  ]);
  module.removeFunction(internal);
  module.addFunction(internal, params, results, [binaryen.i32, binaryen.i32], body);
}

const SUM_OF_NOTHING = 0x811c9dc5 | 0;
/** @param {Uint8Array} text */
const sumOf = (text) =>
  text.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), SUM_OF_NOTHING);

/** @param {binaryen.Module} module @param {number} condition */
const trapIf = (module, condition) => module.if(condition, module.unreachable());
