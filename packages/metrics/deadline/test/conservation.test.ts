import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { deadline } from "@fabriclab/metrics-deadline";
import { spf } from "@fabriclab/routing-spf";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import {
  defineMetric,
  droppedCopies,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JournalKind,
  parseOptions,
  type Frames,
  type OptionsInput,
} from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { hll } from "@fabriclab/switch-dropping";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fig6like } from "@fabriclab/topology-irregular";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { describe, expect, it } from "vitest";
import { z } from "zod";

/** All that the journal says of the frames of traffic 0. */
interface Account {
  frames: Frames | undefined;
  /** Tag -> destination -> packets. */
  readonly delivered: Map<number, Map<number, number>>;
  /** Tag -> packets. */
  readonly dropped: Map<number, number>;
}

function account() {
  const kept: Account = {
    frames: undefined,
    delivered: new Map(),
    dropped: new Map(),
  };
  const plugin = defineMetric({
    name: "account",
    summary: "Counts the packets of every frame.",
    cites: [],
    params: z.object({}),
    claims: { unit: "1" },
    create: ({ traffic }) => {
      kept.frames = traffic[0]?.frames;
      return {
        reset: () => undefined,
        merge: () => undefined,
        result: () => ({ account: { value: 0, unit: "1" } }),
        observe({ records, count }) {
          for (let i = 0; i < count; i++) {
            const at = (word: number) => records[i * JOURNAL_STRIDE + word]!;
            if (((at(JOURNAL_CLASS) >>> 8) & 0xff) !== 0) continue;
            const tag = at(JOURNAL_TAG);
            if (at(JOURNAL_KIND) === JournalKind.delivered) {
              const to = kept.delivered.get(tag) ?? new Map<number, number>();
              const place = at(JOURNAL_PLACE);
              to.set(place, (to.get(place) ?? 0) + 1);
              kept.delivered.set(tag, to);
            } else if (at(JOURNAL_KIND) === JournalKind.dropped)
              kept.dropped.set(
                tag,
                (kept.dropped.get(tag) ?? 0) + droppedCopies(at(JOURNAL_CLASS)),
              );
          }
        },
      };
    },
  });
  return { kept, plugin };
}

async function run(
  video: OptionsInput<typeof mpeg2.params>,
  drop: boolean,
  beside: boolean,
) {
  const { kept, plugin } = account();
  const { metrics, packets } = await runExperiment({
    name: "conservation",
    seed: 1,
    fabric: fig6like.build(parseOptions(fig6like, {})),
    tables: {
      addressing: use(sequential),
      routing: use(spf),
      unicast: use(linear),
      multicast: use(multicastUnion),
    },
    switchModel: {
      use: use(relay, { virtualLanes: 8 }),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
      ...(drop ? { drop: use(hll, { hv: 2 }) } : {}),
    },
    hca: use(injector),
    link: {},
    traffic: [
      use(mpeg2, video),
      ...(beside
        ? [
            {
              ...use(poisson, { load: 0.2, size: "1KiB" }),
              pattern: use(uniform),
            },
          ]
        : []),
    ],
    metrics: [use(plugin), use(deadline)],
    measure: defaultMeasure,
    threads: 1,
    checked: true,
  });
  return {
    ...kept,
    packets,
    seen: metrics["deadline"]!.detail!,
    frames: kept.frames!,
  };
}

describe("frames and packets are conserved", () => {
  it("with drops: every frame arrives, whole or damaged, and never without its first and last packet", async () => {
    const { frames, delivered, dropped, seen, packets } = await run(
      { load: 0.5, frames: 2 },
      true,
      false,
    );
    expect(packets.dropped).toBeGreaterThan(100);
    expect(packets.inFlight).toBe(0);
    let damaged = 0;
    for (let tag = 0; tag < 2 * frames.streams; tag++) {
      const to = delivered.get(tag);
      expect(to?.size).toBe(1);
      const [arrived] = to!.values();
      const lost = dropped.get(tag) ?? 0;
      expect(arrived! + lost).toBe(frames.packets(tag));
      expect(arrived).toBeGreaterThanOrEqual(Math.min(2, frames.packets(tag)));
      if (lost > 0) damaged += 1;
    }
    expect(seen).toMatchObject({
      delivered: 2 * frames.streams,
      damaged,
      lost: 0,
      incomplete: 0,
    });
  });

  it("to groups, with drops, beside other traffic: each packet is delivered or dropped once per member", async () => {
    const { frames, delivered, dropped, seen } = await run(
      {
        load: 0.2,
        frames: 2,
        multicast: { share: 0.5, groups: 2, members: [5] },
      },
      true,
      true,
    );
    let lost = 0;
    for (let tag = 0; tag < 2 * frames.streams; tag++) {
      const arrived = [...(delivered.get(tag)?.values() ?? [])];
      const drops = dropped.get(tag) ?? 0;
      expect(arrived.reduce((sum, count) => sum + count, drops)).toBe(
        frames.packets(tag) * frames.receivers!(tag % frames.streams),
      );
      if (frames.receivers!(tag % frames.streams) > 1) lost += drops;
    }
    expect(lost).toBeGreaterThan(0);
    expect(seen["incomplete"]).toBe(0);
  });

  it("to groups, beside other traffic: every member gets every packet", async () => {
    const { frames, delivered, dropped, seen } = await run(
      {
        load: 0.03,
        frames: 2,
        multicast: { share: 0.5, groups: 2, members: [3] },
      },
      false,
      true,
    );
    expect(dropped.size).toBe(0);
    let deliveries = 0;
    let several = 0;
    for (let tag = 0; tag < 2 * frames.streams; tag++) {
      const to = delivered.get(tag)!;
      for (const count of to.values()) expect(count).toBe(frames.packets(tag));
      deliveries += to.size;
      if (to.size > 1) several += 1;
    }
    expect(several).toBeGreaterThan(0);
    expect(seen).toMatchObject({
      delivered: deliveries,
      damaged: 0,
      lost: 0,
      incomplete: 0,
    });
  });
});
