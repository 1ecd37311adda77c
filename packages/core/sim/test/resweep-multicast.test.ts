import { sequential } from "@fabriclab/addressing-sequential";
import { runExperiment } from "@fabriclab/sim";
import type { MulticastTables, MulticastTablesPlugin } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { chain } from "@fabriclab/testing-fabrics";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { ps, type PortIx } from "@fabriclab/units";
import { expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** The same tables with an MLID more, which reaches nobody. */
function longer(tables: MulticastTables, switches: number): MulticastTables {
  const { mlidCount, words, masks } = tables;
  const more = new Int32Array(switches * (mlidCount + 1) * words);
  for (let sw = 0; sw < switches; sw++)
    more.set(
      masks.subarray(sw * mlidCount * words, (sw + 1) * mlidCount * words),
      sw * (mlidCount + 1) * words,
    );
  return { ...tables, mlidCount: mlidCount + 1, masks: more };
}

const tablesOf = (multicast: MulticastTablesPlugin) => ({
  addressing: use(sequential),
  routing: use(upDown),
  unicast: use(linear),
  multicast: use(multicast),
});

const toAll = (sourceAt: string[]) =>
  use(multicastOperation, {
    members: ["A", "B", "C", "D"],
    sourceAt,
    size: "64KiB",
  });

it("a re-sweep may need more MLIDs, or fewer", async () => {
  const fabric = chain(4);
  let sweeps = 0;
  const counts: number[] = [];
  const growing: MulticastTablesPlugin = {
    ...multicastUnion,
    build(...given: Parameters<typeof multicastUnion.build>) {
      const tables = multicastUnion.build(...given);
      const made =
        sweeps++ % 2 === 0 ? tables : longer(tables, fabric.switchCount);
      counts.push(made.mlidCount);
      return made;
    },
  } as MulticastTablesPlugin;
  const result = await runExperiment({
    ...experiment({
      fabric,
      tables: tablesOf(growing),
      traffic: [toAll(["A", "B", "C", "D"])],
    }),
    changes: [
      { at: ps(5_000_000), resweep: true },
      { at: ps(20_000_000), resweep: true },
    ],
  });
  expect(counts.length).toBe(3);
  expect(counts[1]).toBe(counts[0]! + 1);
  expect(counts[2]).toBe(counts[0]);
  expect(result.changes!.every(({ reached }) => reached)).toBe(true);
  expect(result.status).toBe("finished");
  expect(result.packets.dropped).toBe(0);
  expect(result.packets.delivered).toBe(3 * result.packets.injected);
});

it("a re-sweep that a failed link makes impossible is refused, with the moment and the link", async () => {
  const fabric = chain(4);
  const end = fabric.endportPort[fabric.endportCount - 1] as PortIx;
  const run = runExperiment({
    ...experiment({
      fabric,
      tables: tablesOf(multicastUnion),
      traffic: [toAll(["A"])],
    }),
    changes: [
      { at: ps(5_000_000), fail: end },
      { at: ps(20_000_000), resweep: true },
    ],
  });
  await expect(run).rejects.toMatchObject({
    code: "E_TABLES_BAD_MEMBER",
    message: expect.stringContaining("(at the re-sweep of 20us)") as string,
    hint: expect.stringMatching(
      /^1 link is down then, .*D.*: restore what is needed before/,
    ) as string,
  });
});
