import {
  experimentOf,
  readScenario,
  readSweep,
  type Registry,
} from "@fabriclab/formats-scenario";
import { compose } from "@fabriclab/sim";
import { isMap, isSeq, parseDocument } from "yaml";
import type { Block } from "./blocks.ts";
import { placeOf } from "./blocks.ts";

/** What a fragment needs to be a scenario, key by key. */
const around: Readonly<Record<string, string>> = {
  topology: "{ kind: fat-tree, ports: 4, levels: 2 }",
  routing: "single-lid",
  traffic: "{ kind: poisson, load: 0.1, size: 256B, pattern: uniform }",
  metrics: "latency",
};

/**
 * A fragment with the keys that it leaves out.
 *
 * @param given keys and values that it stands among: `topology: fig6like; routing: spf`
 */
export function wholeScenario(text: string, given = ""): string {
  const { contents } = parseDocument(text);
  if (isSeq(contents))
    return wholeScenario(`traffic:\n${text.replace(/^(?=.)/gm, "  ")}`, given);
  if (!isMap(contents)) return text;
  const named = given
    .split(";")
    .map((one) => /^\s*(\w+): (.+?)\s*$/.exec(one))
    .flatMap((found) =>
      found === null ? [] : [[found[1] ?? "", found[2] ?? ""] as const],
    );
  const missing = Object.entries({
    ...around,
    ...Object.fromEntries(named),
  }).filter(([key]) => !contents.has(key));
  return `${text.trimEnd()}\n${missing.map(([key, value]) => `${key}: ${value}\n`).join("")}`;
}

/** What is said against a block of YAML when it is read and composed into a run, which does not start; undefined = nothing. */
export function scenarioProblem(
  block: Block,
  registry: Registry,
): string | undefined {
  try {
    const text = wholeScenario(block.text, block.given);
    const { file } = block;
    // what varies, and the scenario around it
    if (/^sweep:/m.test(text)) readSweep(text, file, {});
    compose(experimentOf(readScenario(text, { file, registry, sweep: true })));
    return undefined;
  } catch (error) {
    return `${placeOf(block)}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
