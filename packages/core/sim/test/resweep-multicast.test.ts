import { sequential } from "@fabriclab/addressing-sequential";
import { runExperiment, type Change, type Experiment } from "@fabriclab/sim";
import {
  FabricError,
  type MulticastTables,
  type MulticastTablesPlugin,
} from "@fabriclab/spec";
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

/** A packet of 256 bytes every 10 us, ten times; on a chain of four switches each has arrived everywhere within 10 us. */
const tenTo = (members: string[], sourceAt: string[]) =>
  use(multicastOperation, {
    ...{ members, sourceAt, size: "256B" },
    ...{ repeats: 10, interval: "10us", allowNonMember: true },
  });

const us = (time: number) => ps(time * 1_000_000);

/** A chain of four switches, and the port of D, the last of their hosts. */
const fabric = chain(4);
const end = fabric.endportPort[fabric.endportCount - 1] as PortIx;

const runWith = (
  traffic: Experiment["traffic"],
  changes: readonly Change[],
  tables = tablesOf(multicastUnion),
) => runExperiment({ ...experiment({ fabric, tables, traffic }), changes });

it("a re-sweep may need more MLIDs, or fewer", async () => {
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
  const result = await runWith(
    [toAll(["A", "B", "C", "D"])],
    [
      { at: us(5), resweep: true },
      { at: us(20), resweep: true },
    ],
    tablesOf(growing),
  );
  expect(counts.length).toBe(3);
  expect(counts[1]).toBe(counts[0]! + 1);
  expect(counts[2]).toBe(counts[0]);
  expect(result.changes!.every(({ reached }) => reached)).toBe(true);
  expect(result.status).toBe("finished");
  expect(result.packets.dropped).toBe(0);
  expect(result.packets.delivered).toBe(3 * result.packets.injected);
});

it("a re-sweep leaves out a member that is cut off, and the next takes it back", async () => {
  const result = await runWith(
    [tenTo(["A", "B", "C", "D"], ["A"])],
    [
      { at: us(25), fail: end },
      { at: us(55), resweep: true },
      { at: us(72), restore: end },
      { at: us(75), resweep: true },
    ],
  );
  expect(result.status).toBe("finished");
  // B and C get all ten; D those of 0, 10 and 20 us, and of 80 and 90 us. Those of 30, 40 and 50 us are lost at its cable.
  expect(result.packets).toMatchObject({
    injected: 10,
    delivered: 20 + 3 + 2,
    dropped: 3,
  });
  expect(result.verdict).toBe(
    "Finished: 25 copies delivered of 30 that the traffic expected, 3 dropped: a re-sweep left out of their groups the members that were cut off, and of packets that were under way when links failed or tables changed, copies that were still to be made are neither delivered nor dropped.",
  );
  expect(result.changes?.[0]).toMatchObject({
    lost: { linkDown: 3, unroutable: 0 },
    repaired: true,
  });
});

it("what is sent to a group whose listener is cut off is discarded after a re-sweep, and goes to no other group", async () => {
  const changes = [
    { at: us(25), fail: end },
    { at: us(55), resweep: true as const },
  ];
  const toD = tenTo(["A", "D"], ["A"]);
  const alone = await runWith([toD], changes);
  const beside = await runWith([toD, tenTo(["B", "C"], ["B"])], changes);
  // D gets those of 0, 10 and 20 us; C all ten.
  for (const [{ packets, changes: [fail, sweep] = [] }, others] of [
    [alone, 0],
    [beside, 10],
  ] as const) {
    expect(packets).toMatchObject({
      injected: 10 + others,
      delivered: 3 + others,
      dropped: 7,
    });
    expect(fail?.lost).toEqual({ linkDown: 3, unroutable: 0 });
    expect(sweep?.lost).toEqual({ linkDown: 0, unroutable: 4 });
  }
});

// The last MLIDs that InfiniBand has: two trees have the first two of the three from 16380 on.
it.each([0, 16_380])(
  "a source that was cut off sends to its group again once it is found; what it sends before reaches nobody: MLIDs from %i on",
  async (firstMlid) => {
    const result = await runWith(
      [tenTo(["A", "B", "C"], ["A", "D"])],
      [
        { at: us(25), fail: end },
        { at: us(55), resweep: true },
        { at: us(72), restore: end },
        { at: us(78), resweep: true },
      ],
      {
        ...tablesOf(multicastUnion),
        multicast: use(multicastUnion, { firstMlid }),
      },
    );
    // The five of D born from 30 to 70 us leave one after the other, 1.024 us each, when its cable works again, and are all gone by the re-sweep.
    expect(result.status).toBe("finished");
    expect(result.packets).toMatchObject({
      injected: 20,
      delivered: 10 * 2 + 5 * 3,
      dropped: 5,
    });
    expect(result.changes?.[2]?.lost).toEqual({ linkDown: 0, unroutable: 5 });
  },
);

it("packets under way keep their group's tree when a group before it is left out", async () => {
  const result = await runWith(
    [
      tenTo(["C", "D"], ["D"]),
      use(multicastOperation, {
        members: ["A", "B", "C"],
        sourceAt: ["A"],
        size: "256B",
        repeats: 100,
      }),
    ],
    [
      { at: us(5), fail: end },
      { at: us(7.5), resweep: true },
    ],
  );
  // Of D's group the packet of 0 us has arrived; those that follow wait at its cable for ever.
  expect(result.packets).toMatchObject({ delivered: 1 + 200, dropped: 0 });
});

it("a re-sweep that is refused says when, and which link is down", async () => {
  let sweeps = 0;
  const once: MulticastTablesPlugin = {
    ...multicastUnion,
    build(...given: Parameters<typeof multicastUnion.build>) {
      if (sweeps++ === 0) return multicastUnion.build(...given);
      throw new FabricError({
        code: "E_TABLES_BAD_MEMBER",
        message: "no trees for what is left",
      });
    },
  } as MulticastTablesPlugin;
  const run = runWith(
    [toAll(["A"])],
    [
      { at: us(5), fail: end },
      { at: us(20), resweep: true },
    ],
    tablesOf(once),
  );
  await expect(run).rejects.toMatchObject({
    code: "E_TABLES_BAD_MEMBER",
    message: "no trees for what is left (at the re-sweep of 20us)",
    hint: expect.stringMatching(
      /^1 link is down then, .*D.*: restore what is needed before/,
    ) as string,
  });
});
