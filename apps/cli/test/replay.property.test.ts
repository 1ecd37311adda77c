import { creditLoops } from "@fabriclab/analysis-deadlock";
import { randomStream } from "@fabriclab/kernel";
import { hostEndports } from "@fabriclab/paths";
import { irregularFabric } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import {
  shortestTables,
  withRandomLanes,
} from "../../../packages/core/sim/test/random-tables.ts";
import { findReplay } from "../src/audit/replay.ts";
import { loadRegistry } from "../src/plugins.ts";

const registry = await loadRegistry();

/** Irregular fabrics of 6 to 15 switches, random shortest paths on them, and how those that have credit loops were replayed. */
async function replays(lanes: number | undefined) {
  const outcomes: { name: string; status: string; same: boolean }[] = [];
  for (let seed = 1; seed <= 40; seed++) {
    const fabric = irregularFabric({
      switches: 6 + (seed % 10),
      ports: 6,
      extraLinks: 2 + (seed % 13),
      seed,
    });
    const random = randomStream(seed, "tables");
    const shortest = shortestTables(fabric, random);
    const tables =
      lanes === undefined
        ? shortest
        : withRandomLanes(fabric, shortest, lanes, random);
    const { loops } = creditLoops(fabric, tables, { remedies: false });
    if (loops.length === 0) continue;
    const outcome = await findReplay({
      registry,
      fabric,
      tables,
      loops,
      endports: hostEndports(fabric, tables),
    });
    outcomes.push({
      name: `seed ${seed}`,
      status: outcome.status,
      same: outcome.status === "replayed" && outcome.sameChannels,
    });
  }
  return outcomes;
}

describe("random tables with credit loops", () => {
  it.each([undefined, 1, 2])(
    "hang on the loop's channels in most cases (lanes drawn: %s)",
    async (lanes) => {
      const outcomes = await replays(lanes);
      expect(outcomes.length).toBeGreaterThan(15);
      const hung = outcomes.filter(({ same }) => same);
      expect(hung.length / outcomes.length).toBeGreaterThan(0.8);
    },
    120_000,
  );
});
