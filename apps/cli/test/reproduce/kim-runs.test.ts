import { PathWalker } from "@fabriclab/paths";
import { compose } from "@fabriclab/sim";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { caseOf } from "../../src/reproduce/kim2007/case.ts";
import { REPLICATIONS } from "../../src/reproduce/kim2007/cases.ts";
import { Reservations } from "../../src/reproduce/kim2007/run/reserved-paths.ts";
import {
  describeCase,
  entriesOf,
} from "../../src/reproduce/kim2007/run/describe.ts";
import {
  experimentFor,
  recordOf,
  run,
} from "../../src/reproduce/kim2007/run/task.ts";
import { SCHEME_NAMES } from "../../src/reproduce/kim2007/schemes.ts";
import { runWithBooks } from "./kim-books.ts";

const tiny = (point: Parameters<typeof caseOf>[0]) =>
  run({
    point: caseOf({ load: 0.08, ...point }),
    seed: 3,
    frames: 1,
    checked: true,
  });

/** Runs a point and holds what it counts, class by class, against the packets that its traffic draws again and the books kept beside its metrics. */
async function conserved(part: Parameters<typeof caseOf>[0]) {
  const point = caseOf({ load: 0.08, topology: "fig6like", ...part });
  const input = { point, seed: 3, frames: 1, checked: true };
  const { result, books } = await runWithBooks(await experimentFor(input));
  const record = recordOf(input, result);
  const sums = (["realTime", "bestEffort", "control"] as const).map((name) => {
    const sum = { name, drawn: 0, injected: 0, delivered: 0, dropped: 0 };
    for (const index of entriesOf(describeCase(point, 3, 1))[name])
      for (const [key, entry] of books[index]!) {
        const where = `${name} of ${key}`;
        const ended = entry.delivered + entry.dropped;
        expect(ended, where).toBeLessThanOrEqual(entry.injected);
        expect(entry.injected, where).toBeLessThanOrEqual(entry.drawn);
        sum.drawn += entry.drawn;
        sum.injected += entry.injected;
        sum.delivered += entry.delivered;
        sum.dropped += entry.dropped;
      }
    const { delivered, dropped } = sum;
    expect([name, record[name]]).toMatchObject([name, { delivered, dropped }]);
    return sum;
  });
  const left = sums.map(
    ({ injected, delivered, dropped }) => injected - delivered - dropped,
  );
  expect(left.reduce((sum, one) => sum + one)).toBe(result.packets.inFlight);
  const [video, ...endless] = sums;
  // The run ends when all video has ended; until then the others go on: at most four of a host are on their way or wait in it.
  expect(video!.delivered + video!.dropped).toBe(video!.drawn);
  for (const { drawn, delivered, dropped } of endless)
    expect(drawn - delivered - dropped).toBeLessThanOrEqual(4 * 15);
  return record;
}

describe("runs of kim2007", () => {
  it("conserve packets in every class by every scheme, drops included: without drops all traffic arrives, and a short lifetime costs no packet of control", async () => {
    const video = new Set<number>();
    for (const scheme of SCHEME_NAMES) {
      const record = await conserved({ scheme });
      expect([scheme, record.status]).toEqual([scheme, "finished"]);
      expect(record.realTime.dropped + record.bestEffort.dropped).toBe(0);
      expect(record.dmp).toBe(0);
      expect(record.dmtMs).toBeNull();
      video.add(record.realTime.delivered);
    }
    expect(video.size).toBe(1);
    // HV 0: of what waits 4.096 us at the head much is dropped.
    for (const scheme of ["spf-drop", "lfu-drop", "credit-drop"] as const) {
      const { realTime, bestEffort, control } = await conserved({
        scheme,
        hv: 0,
      });
      expect(realTime.dropped).toBeGreaterThan(0);
      expect(video).toContain(realTime.delivered + realTime.dropped);
      expect(bestEffort.dropped).toBeGreaterThan(0);
      expect(control.dropped).toBe(0);
    }
  }, 180_000);

  it("deliver the same copies of multicast packets by every replication", async () => {
    const copies = new Set<number>();
    for (const multicast of REPLICATIONS) {
      const record = await tiny({ multicast });
      expect([multicast, record.status]).toEqual([multicast, "finished"]);
      expect(record.multicastUs).toBeGreaterThan(0);
      copies.add(record.realTime.delivered);
    }
    expect(copies.size).toBe(1);
  }, 180_000);

  it("are the same again under the same seed, and others under another", async () => {
    const point = caseOf({ scheme: "lfu", load: 0.1 });
    const once = await run({ point, seed: 1, frames: 1 });
    expect(await run({ point, seed: 1, frames: 1 })).toEqual(once);
    expect(await run({ point, seed: 2, frames: 1 })).not.toEqual(once);
  }, 180_000);

  it("offer unreliable datagrams the ports of all simple paths, or of shortest ones alone", async () => {
    const offered = async (detours: number): Promise<number> => {
      const point = caseOf({ scheme: "lfu", detours });
      const { tables } = compose(
        await experimentFor({ point, seed: 1, frames: 1 }),
      );
      let ports = 0;
      for (const masks of tables.portSets ?? [])
        for (let mask of masks) for (; mask !== 0; mask &= mask - 1) ports += 1;
      return ports;
    };
    const shortest = await offered(0);
    // At each of 15 switches one at least to each of the others.
    expect(shortest).toBeGreaterThanOrEqual(15 * 14);
    expect(await offered(1)).toBeGreaterThan(shortest);
  });

  it("weigh multicast lanes by 1, R and 1 + ln R under policies 2 to 4, and share lanes under policy 1", async () => {
    const weights = await Promise.all(
      [1, 2, 3, 4].map(async (policy) => {
        const point = caseOf({ multicast: "central", policy, load: 0.08 });
        const { tables } = compose(
          await experimentFor({ point, seed: 1, frames: 1 }),
        );
        return tables.vlArb?.high.map(({ weight }) => weight);
      }),
    );
    const six = Array<number>(6).fill(20);
    // Groups of 2, 4 and 2 members: R = 3 as a whole number; 1 + ln 3 = 2.0986.
    expect(weights).toEqual([
      [...six, 20, 20],
      [...six, 20, 20],
      [...six, 60, 60],
      [...six, 42, 42],
    ]);
  });

  it("reserve the shortest path as long as its links have room, then the next, then the shortest again", async () => {
    const { fabric, ...experiment } = await experimentFor({
      point: caseOf({ scheme: "lfu", topology: "fig6like", load: 0.08 }),
      seed: 1,
      frames: 1,
    });
    const { tables } = compose({ ...experiment, fabric });
    const host = (number: number) => (fabric.switchCount + number) as EndportIx;
    const shortest = (from: number, to: number) =>
      tables.pathLid(host(from), host(to));
    const reservations = new Reservations(fabric, tables, 2);
    const take = (from: number, to: number) =>
      reservations.take(host(from), host(to));
    // The first diamond is 0-1, 0-2, 1-2, 1-3, 2-3, the second begins at 3: both of these take the link from 1 to 3.
    expect(take(0, 3)).toBe(shortest(0, 3));
    expect(take(0, 4)).toBe(shortest(0, 4));
    // It is full: from 1 to 5 by 2.
    const around = take(1, 5);
    expect(around).not.toBe(shortest(1, 5));
    const walker = new PathWalker(fabric, tables);
    expect(walker.walk(host(1), around, 0)).toBe("delivered");
    expect(
      Array.from(
        walker.channels.slice(0, walker.length),
        (channel) => fabric.nodeName[fabric.portNode[channel] ?? -1],
      ),
    ).toEqual(["H1", "S1", "S2", "S3", "S5"]);
    // The host's own link has room for no third stream: the shortest path, as there is no other.
    take(0, 9);
    expect(take(0, 9)).toBe(shortest(0, 9));
  });
});
