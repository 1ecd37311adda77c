// A shard of two runs: the first is finished when the process is killed; another process does the second one and puts the shard's file into its place.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  digest,
  experimentKey,
  openJournal,
  readResults,
  shardStore,
  type RunRecord,
} from "@fabriclab/experiment-store";

const folder = mkdtempSync(join(tmpdir(), "results-"));
const code = { fabriclab: "1.0.0" };

/** Instead of a simulation. */
const simulated = (seed: number): RunRecord => ({
  point: 0,
  seed,
  stage: "design",
  key: experimentKey({ topology: "fat-tree", load: 0.3 }, seed, code),
  factors: { load: 0.3 },
  status: "converged",
  metrics: {
    latency: { value: 1500 + seed, unit: "ns", detail: { max: 2900 } },
    throughput: { value: 0.3, unit: "1", detail: { offered: 0.3 } },
  },
});

const runs = [simulated(1), simulated(2)];
const shard = digest(runs.map(({ key }) => key).join(" "));

const before = await openJournal(folder, shard);
before.append(runs[0]!);
const kept = await shardStore(folder).get(shard);
console.log(`killed; rows in shards: ${kept?.rows.length ?? 0}`);

const after = await openJournal(folder, shard);
for (const run of runs) {
  const isKept = after.finished.has(run.key);
  console.log(`seed ${run.seed}: ${isKept ? "in the journal" : "computed"}`);
  if (!isKept) after.append(run);
}
before.close();
after.close();

const about = {
  experiment: "a tree",
  factors: [
    { name: "load", column: "load", kind: "number" as const, unit: "" },
  ],
  versions: code,
  // As the metrics' plugins have them: `{ ...latency.values, ...throughput.values }`.
  values: {
    latency: {
      text: "Time of a packet from its birth to the arrival of its last bit, mean over delivered copies.",
      details: { max: ["ns", "Greatest latency of a packet."] as const },
    },
    throughput: {
      text: "Bytes on the wire that arrived, as a share of the data rate of all host links.",
      details: {
        offered: [
          "1",
          "Load that the sources were to offer, as a share of the host link's data rate.",
        ] as const,
      },
    },
  },
};
await shardStore(folder).put(shard, about, runs);
console.log(
  `in the folder: ${readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/").replace(shard, "<shard>"))
    .sort()
    .join(", ")}`,
);

const { rows, columns } = await readResults(folder);
for (const { seed, latency } of rows)
  console.log(`seed ${seed}: latency ${latency}`);
for (const { name, unit, description, metric } of columns)
  if (metric !== undefined) console.log(`${name} [${unit}] ${description}`);
rmSync(folder, { recursive: true });
