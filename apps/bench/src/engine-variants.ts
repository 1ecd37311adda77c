import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const engine = fileURLToPath(
  new URL("../../../packages/core/network/src", import.meta.url),
);
const copies = fileURLToPath(new URL("../.engines", import.meta.url));

/** The calls across the plugin boundary in the engine's loop, and what somebody who inlines round-robin by hand would write instead. */
const inlinings: readonly (readonly [call: string, text: string])[] = [
  [
    "pickInput(index * V + lane, requests)",
    "((inlineWord = requests & (-1 << inputTurn[index * V + lane]!)), 31 - Math.clz32((inlineWord = inlineWord !== 0 ? inlineWord : requests) & -inlineWord))",
  ],
  [
    "inputGranted(index * V + lane, num);",
    "inputTurn[index * V + lane] = num + 1;",
  ],
  [
    "pickLane(index, lanes)",
    "((inlineWord = lanes & (-1 << laneTurn[index]!)), 31 - Math.clz32((inlineWord = inlineWord !== 0 ? inlineWord : lanes) & -inlineWord))",
  ],
  [
    "laneGranted(index, lane, M[(p + K_BYTES) | 0]!);",
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

/** Features that are off in a plain run, and the value of their constant in the loop then. */
const featuresOff: Readonly<Record<string, string>> = {
  MULTICAST: "false",
  UNIFORM: "true",
  CLOSED: "false",
  DROP: "false",
  SHOW_AHEAD: "false",
  PARTS: "false",
  REMAP: "false",
  WAITS: "false",
  QUEUES: "false",
};

/**
 * Writes a copy of the packet engine with another text of its loop.
 * @returns URL of the copy's index
 */
function writeCopy(name: string, change: (loop: string) => string): string {
  const copy = `${copies}/${name}`;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(engine, copy, { recursive: true });
  writeFileSync(
    `${copy}/loop.ts`,
    change(readFileSync(`${copy}/loop.ts`, "utf8")),
  );
  return new URL(`../.engines/${name}/index.ts`, import.meta.url).href;
}

const outOfDate = (what: string): Error =>
  new Error(
    `the engine's loop has no "${what}"; bring apps/bench/src/engine-variants.ts up to date`,
  );

/**
 * The engine with the round-robin arbiter and lane scheduler written into the loop by hand: what the plugin boundary costs is the difference.
 * @throws Error when the loop no longer has one of the calls
 */
export const writeInlinedEngine = (): string =>
  writeCopy("inlined", (loop) => {
    for (const [call, text] of inlinings) {
      if (!loop.includes(call)) throw outOfDate(call);
      loop = loop.replace(call, text);
    }
    return loop;
  });

/**
 * The engine whose loop has no text for mixed sizes, multicast, closed-loop traffic, drop policies, show-ahead, SL2VL, threads, waits of ports and lengths of queues: what these
 * cost runs that do not use them is the difference.
 * @throws Error when the loop no longer has one of their constants
 */
export const writeBareEngine = (): string =>
  writeCopy("bare", (loop) => {
    for (const [constant, value] of Object.entries(featuresOff)) {
      const declaration = new RegExp(`^ *const ${constant} = [^;]*;\\n`, "m");
      if (!declaration.test(loop)) throw outOfDate(`const ${constant}`);
      loop = loop
        .replace(declaration, "")
        .replace(new RegExp(`(?<![\\w.])${constant}(?!\\w)`, "g"), value);
    }
    return transformSync(loop, {
      loader: "ts",
      format: "esm",
      target: "es2022",
      minifySyntax: true,
    }).code;
  });

/** Removes the copies. */
export const removeEngineCopies = (): void =>
  rmSync(copies, { recursive: true, force: true });
