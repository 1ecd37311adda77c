import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";

const engine = fileURLToPath(
  new URL("../../../packages/core/network/src", import.meta.url),
);
const copy = fileURLToPath(new URL("../.inlined", import.meta.url));

/** The calls across the plugin boundary in the engine's loop, and what somebody who inlines round-robin by hand would write instead. */
const inlinings: readonly (readonly [call: string, text: string])[] = [
  [
    "arbiter.pick(index * V + lane, requests)",
    "((inlineWord = requests & (-1 << inputTurn[index * V + lane]!)), 31 - Math.clz32((inlineWord = inlineWord !== 0 ? inlineWord : requests) & -inlineWord))",
  ],
  [
    "arbiter.granted(index * V + lane, num);",
    "inputTurn[index * V + lane] = num + 1;",
  ],
  [
    "scheduler.pick(index, lanes)",
    "((inlineWord = lanes & (-1 << laneTurn[index]!)), 31 - Math.clz32((inlineWord = inlineWord !== 0 ? inlineWord : lanes) & -inlineWord))",
  ],
  [
    "scheduler.granted(index, lane, M[p + K_BYTES]!);",
    "laneTurn[index] = lane + 1;",
  ],
  [
    "const arbiter = state.arbiter;",
    "const arbiter = state.arbiter;\n  const inputTurn0 = new Uint8Array(state.flightOf.length * layout.lanes);\n  const laneTurn0 = new Uint8Array(state.flightOf.length);",
  ],
  [
    "const M = memory0;",
    "const M = memory0;\n    const inputTurn = inputTurn0;\n    const laneTurn = laneTurn0;\n    let inlineWord = 0;",
  ],
];

export const removeInlinedEngine = (): void =>
  rmSync(copy, { recursive: true, force: true });

/**
 * Writes a copy of the packet engine whose loop has the round-robin arbiter and lane scheduler inlined by hand, for the bench that measures
 * what the plugin boundary costs.
 * @returns URL of the copy's index
 * @throws Error when the loop no longer has one of the calls: then this list must follow it
 */
export function writeInlinedEngine(): string {
  removeInlinedEngine();
  mkdirSync(copy, { recursive: true });
  cpSync(engine, copy, { recursive: true });
  const file = `${copy}/loop.ts`;
  let text = readFileSync(file, "utf8");
  for (const [call, inlined] of inlinings) {
    if (!text.includes(call))
      throw new Error(
        `the engine's loop has no "${call}"; bring src/inlined-engine.ts up to date`,
      );
    text = text.replace(call, inlined);
  }
  writeFileSync(file, text);
  return new URL("../.inlined/index.ts", import.meta.url).href;
}
