import type { PacketDraft, Stream, Traffic } from "@fabriclab/spec";
import type { Bytes, EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { networkOf } from "../src/create.ts";
import { createGeneralLoop } from "../src/general/loop.ts";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";
import { REBASE_TICKS } from "../src/rebase.ts";
import { dice, randomRun } from "./random-runs.ts";
import { play } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** Packets that are the same in every field. */
interface Row {
  readonly draft: Omit<PacketDraft, "retryAt">;
  readonly count: number;
}

/** A stream of these rows. @param asked counts the questions that it is asked; where it is given the stream drafts whole rows */
function streamOf(
  source: number,
  rows: readonly Row[],
  asked?: { count: number },
): Stream {
  const left = rows.map(({ count }) => count);
  let at = 0;
  const next = (draft: PacketDraft): boolean => {
    while (left[at] === 0) at++;
    draft.retryAt = -1;
    if (at === rows.length) return false;
    Object.assign(draft, rows[at]!.draft);
    left[at]!--;
    return true;
  };
  return {
    source: source as EndportIx,
    serviceLevels: [rows[0]!.draft.sl],
    next,
    ...(asked === undefined
      ? {}
      : {
          nextRun(draft) {
            asked.count++;
            if (!next(draft)) return 0;
            const others = left[at]!;
            left[at] = 0;
            return 1 + others;
          },
        }),
  };
}

/** A stream that asks to be asked again when its packet is due. */
function lateStream(source: number, draft: Row["draft"]): Stream {
  let asked = 0;
  return {
    source: source as EndportIx,
    serviceLevels: [draft.sl],
    next(to) {
      to.retryAt = asked++ === 0 ? draft.birth : -1;
      if (asked !== 2) return false;
      Object.assign(to, draft);
      return true;
    },
  };
}

/** A run of `randomRun` with three streams of rows per host; all are born at a few ticks, so that many wait for the same one. */
function rowsOf(
  seed: number,
  options: {
    readonly asked?: { count: number };
    readonly start?: number;
    readonly closed?: boolean;
    readonly late?: boolean;
  } = {},
): NetworkConfig {
  const config = randomRun(seed, 1);
  const roll = dice(31 * seed + 7);
  const { fabric } = config;
  const hosts = fabric.endportCount - fabric.switchCount;
  let tag = 0;
  const streams = Array.from({ length: 3 * hosts }, (_, k) => {
    const host = k % hosts;
    const sl = roll(4);
    let birth = options.start ?? 0;
    const rows = Array.from({ length: 8 }, (): Row => {
      birth += 5000 * roll(3);
      const dlid = 1 + ((host + 1 + roll(hosts - 1)) % hosts);
      const bytes = [64, 256, 1000][roll(3)]!;
      const draft = { birth, dlid, bytes, sl, tag: tag++, flags: 0 };
      return { draft, count: 1 + roll(5) };
    });
    return streamOf(fabric.switchCount + host, rows, options.asked);
  });
  const late = Array.from(
    { length: options.late === true ? hosts : 0 },
    (_, host) =>
      lateStream(fabric.switchCount + host, {
        birth: (options.start ?? 0) + roll(60_000),
        dlid: 1 + ((host + 1) % hosts),
        bytes: 64,
        sl: roll(4),
        tag: tag++,
        flags: 0,
      }),
  );
  const traffic: Traffic = {
    streams: [...streams, ...late],
    finite: true,
    maxPacketBytes: 1000 as Bytes,
    minPacketBytes: 64 as Bytes,
    // Nothing is sent because of a delivery, but the engine cannot know.
    ...(options.closed === true ? { delivered: () => [] } : {}),
  };
  return { ...config, traffic: [traffic] };
}

const seen = (network: Network, until: number) => ({
  happenings: play(network, until)
    .map((happening) => JSON.stringify(happening))
    .sort(),
  counts: network.counts,
  idle: network.idle(),
});

describe("streams that draft several packets at once", () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    "send what they would send one by one, run %i",
    (seed) => {
      const start = seed % 4 === 0 ? REBASE_TICKS - 30_000 : 0;
      const closed = seed % 5 === 0;
      const late = seed % 3 === 0;
      const until = start + 2e6;
      const single = seen(
        createNetwork(rowsOf(seed, { start, closed, late })),
        until,
      );
      expect(single.happenings.length).toBeGreaterThan(40);
      const asked = { count: 0 };
      const given = { asked, start, closed, late };
      expect(seen(createNetwork(rowsOf(seed, given)), until)).toEqual(single);
      expect(asked.count).toBeGreaterThan(0);
      expect(asked.count).toBeLessThan(single.counts.injected);
      expect(
        seen(networkOf(rowsOf(seed, given), createGeneralLoop), until)
          .happenings,
      ).toEqual(single.happenings);
    },
  );

  it("keep their births while the clock's base moves", () => {
    const { fabric, tables } = star(3);
    const birth = 1000;
    const rows = [1, 2].map((tag): Row => ({
      draft: { birth, dlid: 3, bytes: 4096, sl: 0, tag, flags: 0 },
      count: 90,
    }));
    // A packet takes 2^24 ticks: the row outlasts the base twice.
    const network = (asked?: { count: number }) =>
      createNetwork({
        fabric,
        tables,
        hca: plainHca,
        tickPs: 1000,
        checked: true,
        link: { byteTimePs: 4_096_000, flightPs: 20_000 },
        switchModels: [modelOf()],
        traffic: [
          {
            streams: [streamOf(1, rows, asked)],
            finite: true,
            maxPacketBytes: 4096 as Bytes,
            minPacketBytes: 4096 as Bytes,
          },
        ],
      });
    const asked = { count: 0 };
    const inRows = play(network(asked), 3.2e9);
    expect(inRows).toEqual(play(network(), 3.2e9));
    expect(inRows.length).toBeGreaterThan(2 * 60);
    expect(new Set(inRows.map((happening) => happening.birth))).toEqual(
      new Set([birth]),
    );
    expect(asked.count).toBeLessThan(4);
  });
});
