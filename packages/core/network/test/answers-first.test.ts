import type { PacketDraft, Traffic } from "@fabriclab/spec";
import type { Bytes, EndportIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { play, scripted, type Shot } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** Ticks from birth to delivery of a packet of 64 bytes through the empty star: 4 ns per byte, 20 + 100 + 20 ns. */
const LATENCY = 256 + 140;

/** Host `source` answers each of its deliveries to LID `dlid`, `delays[k]` ticks after the k-th. */
function answering(
  source: number,
  dlid: number,
  delays: readonly number[],
): Traffic {
  const waiting: number[] = [];
  let answered = 0;
  let last = 0;
  return {
    streams: [
      {
        source: source as EndportIx,
        serviceLevels: [0],
        next(draft: PacketDraft) {
          const birth = waiting.shift();
          draft.retryAt = -1;
          if (birth === undefined) return false;
          Object.assign(draft, {
            birth,
            dlid,
            bytes: 64,
            sl: 0,
            tag: 100 + answered++,
            flags: 0,
          });
          return true;
        },
      },
    ],
    finite: true,
    maxPacketBytes: 64 as Bytes,
    minPacketBytes: 64 as Bytes,
    delivered({ destination, time }) {
      if (destination !== (source as EndportIx)) return [];
      const delay = delays[answered + waiting.length];
      if (delay === undefined) return [];
      last = Math.max(last, time + delay);
      waiting.push(last);
      return [destination];
    },
  };
}

/** The asking packets are of the answering traffic, whose `delivered` is told of its own packets only. */
function asking(traffic: Traffic, shots: readonly Shot[]): Traffic {
  return {
    ...traffic,
    streams: [...scripted(shots).streams, ...traffic.streams],
  };
}

function injections(
  asks: readonly Shot[],
  own: readonly Shot[],
  delays: readonly number[],
  model: { outputs: number; general: boolean; flightNs?: number },
) {
  const { fabric, tables } = star(3);
  const network = createNetwork({
    fabric,
    tables,
    hca: plainHca,
    tickPs: 1000,
    checked: true,
    switchModels: [
      modelOf({
        inputBuffer: { packets: 4 },
        outputBuffer: { packets: model.outputs },
      }),
    ],
    traffic: [asking(answering(2, 1, delays), asks), scripted(own)],
    ...(model.general ? { changes: true } : {}),
  });
  const seen = play(network, 1e6)
    .filter(({ kind, source }) => kind === "injected" && source === 2)
    .map(({ tag, time }) => [tag, time]);
  expect(network.idle()).toBe(true);
  return seen;
}

const ask = (birth: number): Shot => ({
  source: 1,
  dlid: 2,
  birth,
  bytes: 64,
  tag: 1,
});
const later = (birth: number, tag: number): Shot => ({
  source: 2,
  dlid: 3,
  birth,
  bytes: 64,
  tag,
});

describe.each([
  { outputs: 0, general: false },
  { outputs: 1, general: false },
  { outputs: 0, general: true },
  { outputs: 1, general: true },
])("a host's answers, %o", (model) => {
  it("do not wait for packets of the same lane that are born later", () => {
    expect(
      injections(
        [ask(0), ask(2000)],
        [later(10_000, 2), later(20_000, 3)],
        [0, 0],
        model,
      ),
    ).toEqual([
      [100, LATENCY],
      [101, 2000 + LATENCY],
      [2, 10_000],
      [3, 20_000],
    ]);
  });

  it("go in the order of birth, also when they are born later themselves", () => {
    // Answers born at 6000 + 396 and, asked later, at 3000 + 396.
    expect(
      injections(
        [ask(0), ask(2000)],
        [later(100, 2), later(5000, 3), later(9000, 4)],
        [6000, 5000],
        model,
      ),
    ).toEqual([
      [2, 100],
      [3, 5000],
      [100, 6000 + LATENCY],
      [101, 7000 + LATENCY],
      [4, 9000],
    ]);
  });

  it("of whatever times are sent as from one queue in the order of birth", () => {
    const times = fc.array(fc.integer({ min: 0, max: 20_000 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(times, times, times, (asks, own, delays) => {
        asks.sort((a, b) => a - b);
        own.sort((a, b) => a - b);
        const seen = injections(
          asks.map(ask),
          own.map((birth, k) => later(birth, 2 + k)),
          delays,
          model,
        );
        // Asking packets go one behind the other; nothing else comes to this host.
        let free = 0;
        let last = 0;
        const births: { tag: number; birth: number; known: number }[] = [];
        asks.forEach((birth, k) => {
          const start = Math.max(birth, free);
          free = start + 256;
          const known = start + LATENCY;
          const delay = delays[k];
          if (delay === undefined) return;
          last = Math.max(last, known + delay);
          births.push({ tag: 100 + k, birth: last, known });
        });
        own.forEach((birth, k) => {
          births.push({ tag: 2 + k, birth, known: 0 });
        });
        // A server: the earliest born of those that are there, whenever the link is free.
        let t = 0;
        const expected: number[][] = [];
        const rest = [...births];
        while (rest.length > 0) {
          const ready = Math.min(...rest.map(({ birth }) => birth));
          t = Math.max(t, ready);
          const next = rest
            .filter(({ birth }) => birth <= t)
            .sort((a, b) => a.birth - b.birth)[0]!;
          expected.push([next.birth, t]);
          rest.splice(rest.indexOf(next), 1);
          t += 256;
        }
        const birthOf = new Map(births.map(({ tag, birth }) => [tag, birth]));
        expect(seen.map(([tag, time]) => [birthOf.get(tag!)!, time!])).toEqual(
          expected,
        );
      }),
      { numRuns: 60 },
    );
  });
});
