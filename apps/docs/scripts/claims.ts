import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Claim } from "@fabriclab/experiment-report";
import { reproductions } from "../../cli/src/reproduce/index.ts";
import {
  commandOf,
  fileOf,
  sampleOf,
  type KeptClaim,
  type KeptStudy,
} from "../src/validation/kept-claims.ts";

// Keeps the claims of a finished study for the validation page:
// node --conditions=fabriclab-source apps/docs/scripts/claims.ts reproductions/zhou2007-quick/claims.json --quick
// Runs of the quick studies that are short enough to be made again by every test run.
const sampled: Readonly<Record<string, readonly number[]>> = {
  zhou2007: [0, 1260],
  zhou2010: [0, 300],
  hpp2008: [0, 290],
  kim2007: [0, 66],
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    frames: { type: "string" },
    seeds: { type: "string" },
  },
});
const [file = ""] = positionals;
const options = {
  quick: values.quick,
  ...(values.frames === undefined ? {} : { frames: Number(values.frames) }),
  ...(values.seeds === undefined ? {} : { seeds: Number(values.seeds) }),
};
const { source, claims } = JSON.parse(readFileSync(file, "utf8")) as {
  source: string;
  claims: Claim[];
};
const tasks = reproductions[source]?.tasks(options) ?? [];
const samples = [];
for (const index of options.quick ? (sampled[source] ?? []) : [])
  samples.push(await sampleOf(source, options, index));
const study: KeptStudy = {
  paper: source,
  options,
  command: commandOf(source, options),
  runs: tasks.length,
  samples,
  claims: claims.map(
    ({
      id,
      statement,
      paper,
      quantity,
      unit,
      measured,
      ci95,
      verdict,
    }): KeptClaim => ({
      ...{ id, statement, paper, quantity, unit, measured, ci95, verdict },
    }),
  ),
};
writeFileSync(fileOf(source, options), `${JSON.stringify(study, null, 2)}\n`);
console.log(`${claims.length} claims of ${study.command} kept`);
