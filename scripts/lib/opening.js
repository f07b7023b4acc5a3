// The simulator of the first load: the whole one without what the opening run does not do. It is made of the whole one, so
// that nothing is written or compiled twice: the run is simulated once with a mark in each stretch of code, and where none
// was left there is a trap instead. So it computes the same, or it traps; then the page goes on with the whole simulator.

import binaryen from 'binaryen';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withOpened } from './image.js';
import { root, wasmPackage } from './paths.js';

/** @typedef {{ value: number }} Mark */

/** Its types do not know these. */
const { Block, Function: Body, If } = /** @type {any} */ (binaryen);

/** What an expression is made of, by its kind. Others are left as they are, with all that is in them. */
const PARTS = new Map([
  [binaryen.BlockId, ['children']],
  [binaryen.IfId, ['condition', 'ifTrue', 'ifFalse']],
  [binaryen.LoopId, ['body']],
  [binaryen.BreakId, ['condition', 'value']],
  [binaryen.SwitchId, ['condition', 'value']],
  [binaryen.CallId, ['operands']],
  [binaryen.CallIndirectId, ['target', 'operands']],
  [binaryen.LocalSetId, ['value']],
  [binaryen.GlobalSetId, ['value']],
  [binaryen.LoadId, ['ptr']],
  [binaryen.StoreId, ['ptr', 'value']],
  [binaryen.UnaryId, ['value']],
  [binaryen.BinaryId, ['left', 'right']],
  [binaryen.SelectId, ['ifTrue', 'ifFalse', 'condition']],
  [binaryen.DropId, ['value']],
  [binaryen.ReturnId, ['value']],
]);
/** Behind these the code may not go on, or others may come to it. */
const FORKS = [
  ...[binaryen.BlockId, binaryen.IfId, binaryen.LoopId],
  ...[binaryen.BreakId, binaryen.SwitchId, binaryen.ReturnId],
];

/** @param {any} info of an expression @param {number} id its kind @returns {number[]} what it is made of */
const partsOf = (info, id) => (PARTS.get(id) ?? []).flatMap((part) => info[part]).filter(Boolean);

/**
 * Names of the functions that give and take memory. What they do hangs on all that was given before, and so on when the page
 * asks for what: they stay whole.
 *
 * @param {binaryen.Module} module
 */
function allocator(module) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {number} code */
  const visit = (code) => {
    const id = binaryen.getExpressionId(code);
    if (!PARTS.has(id)) return;
    const info = /** @type {any} */ (binaryen.getExpressionInfo(code));
    if (id === binaryen.CallId) enter(info.target);
    partsOf(info, id).forEach(visit);
  };
  /** @param {string} name */
  const enter = (name) => {
    if (names.has(name)) return;
    names.add(name);
    const { body } = binaryen.getFunctionInfo(module.getFunction(name));
    // An import has none.
    if (body) visit(body);
  };
  for (const name of ['malloc', 'realloc', 'free'])
    enter(binaryen.getExportInfo(module.getExport(`__wbindgen_${name}`)).value);
  return names;
}

/**
 * Puts something at the beginning of each stretch of code that runs as a whole or not at all; nothing for `undefined`, nor
 * in the allocator.
 *
 * @param {binaryen.Module} module
 * @param {(number: number) => number | undefined} at
 */
function atEachStretch(module, at) {
  const whole = allocator(module);
  let count = 0;
  /** @param {number} code @returns {number} */
  const begun = (code) => {
    const first = at(count++);
    const type = binaryen.getExpressionType(code);
    return first === undefined ? code : module.block(null, [first, code], type);
  };
  /** @param {number} code @returns {boolean} whether it forks */
  const visit = (code) => {
    const id = binaryen.getExpressionId(code);
    if (!PARTS.has(id)) return false;
    const info = /** @type {any} */ (binaryen.getExpressionInfo(code));
    const children = partsOf(info, id);
    const forks = children.map(visit);
    if (id === binaryen.IfId) {
      If.setIfTrue(code, begun(info.ifTrue));
      if (info.ifFalse) If.setIfFalse(code, begun(info.ifFalse));
    }
    if (id === binaryen.BlockId)
      // From behind, so that places stay.
      for (let place = children.length - 1; place > 0; place--) {
        const first = forks[place - 1] ? at(count++) : undefined;
        if (first !== undefined) Block.insertChildAt(code, place, first);
      }
    return FORKS.includes(id) || forks.includes(true);
  };
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const ours = module.getFunctionByIndex(index);
    const { body, name } = binaryen.getFunctionInfo(ours);
    // An import has none.
    if (!body || whole.has(name)) continue;
    visit(body);
    Body.setBody(ours, begun(body));
  }
  return count;
}

/** Those of the whole one, in crates/aqm-wasm/Cargo.toml. */
const FEATURES = [
  binaryen.Features.BulkMemory,
  binaryen.Features.BulkMemoryOpt,
  binaryen.Features.MutableGlobals,
  binaryen.Features.NontrappingFPToInt,
  binaryen.Features.ReferenceTypes,
  binaryen.Features.SignExt,
  binaryen.Features.Multivalue,
].reduce((all, one) => all | one);

/** @param {number} number */
const markName = (number) => `mark ${number}`;

/** With a global for each stretch that is set when it runs. @param {Uint8Array} whole */
function marked(whole) {
  const module = binaryen.readBinary(whole);
  const one = () => module.i32.const(1);
  const count = atEachStretch(module, (number) => module.global.set(markName(number), one()));
  for (let number = 0; number < count; number++) {
    module.addGlobal(markName(number), binaryen.i32, true, module.i32.const(0));
    module.addGlobalExport(markName(number), markName(number));
  }
  return module.emitBinary();
}

/**
 * Simulates the opening run as the page does, with calls of any length and numbers for any window.
 *
 * @param {any} core the functions of the package
 * @param {string} scenario
 */
function run({ check, version, Engine }, scenario) {
  check(scenario);
  version();
  const { durationS, queues } = JSON.parse(scenario);
  const engine = new Engine(scenario, Uint32Array.from(queues.keys()));
  engine.withoutSnapshots();
  engine.sampleInterval();
  const names = columns();
  // Each is once of each length: at the start slices are as short as frames, later as long as a hurry allows.
  const lengths = [0.033, 0.016, 0.0003, 0.1, 0.5, 1, 2, 3];
  const most = [200, 2000, 500, 7000, 30_000, 200_000, 200];
  for (let slice = 0, sent = 0; engine.now() < durationS; slice++) {
    const length = lengths[slice < 1000 ? slice % 4 : slice % lengths.length];
    const toS = Math.min(durationS, Math.round((engine.now() + length) * 1e4) / 1e4);
    engine.advance(toS, most[slice % most.length]);
    const now = engine.now();
    engine.columns(names, sent);
    for (let lane = 0; lane < engine.laneCount(); lane++) {
      if (slice % 7 > 0) continue;
      engine.summary(lane);
      engine.digest(lane);
      for (const span of [5, 10, 30, 60, 120, durationS])
        for (const end of [now, now / 2, Math.max(now, span)])
          engine.window(lane, Math.max(0, end - span), end);
    }
    sent = engine.sampleCount();
  }
}

/** What the page asks of a series, by names with blanks between them. */
function columns() {
  const protocol = readFileSync(join(root, 'web/src/sim/protocol.ts'), 'utf8');
  const [, list = ''] = protocol.match(/export const COLUMNS = \[([^\]]*)\]/) ?? [];
  return Array.from(list.matchAll(/'(\w+)'/g), ([, name]) => name).join(' ');
}

let packages = 0;
/** The package's functions: each import holds one simulator for good. */
const freshPackage = () =>
  import(`${pathToFileURL(join(wasmPackage, 'aqm_wasm.js')).href}?${Date.now()}.${packages++}`);

/**
 * What of `whole` the run of `scenario` needs.
 *
 * @param {Uint8Array} whole
 * @param {string} scenario as JSON
 */
export async function onlyFor(whole, scenario) {
  const opened = withOpened(whole, await freshPackage(), scenario);
  const core = await freshPackage();
  /** @type {Record<string, Mark>} */
  const marks = core.initSync({ module: marked(opened) });
  run(core, scenario);
  const module = binaryen.readBinary(opened);
  atEachStretch(module, (number) =>
    marks[markName(number)].value === 1 ? undefined : module.unreachable(),
  );
  module.setFeatures(FEATURES);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  // As for the whole one, in crates/aqm-wasm/Cargo.toml.
  binaryen.setLowMemoryUnused(true);
  // Traps cut off what leads to them alone; then there is more to be put together.
  for (let round = 0; round < 2; round++) module.optimize();
  return module.emitBinary();
}
