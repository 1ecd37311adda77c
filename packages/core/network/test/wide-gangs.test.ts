import { parseOptions, type SwitchModel } from "@fabriclab/spec";
import { bulletinBoard } from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { dice } from "./random-runs.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const PATIENCE = 3000;
const board = bulletinBoard.build(
  parseOptions(bulletinBoard, { patience: `${PATIENCE}ns` }),
);
/** Ticks: per byte, on a cable, in a switch. */
const [BYTE, FLIGHT, ROUTING] = [4, 20, 100];

function run(
  hosts: number,
  groups: number[][],
  shots: Shot[],
  model: Partial<SwitchModel> = {},
) {
  const { fabric, tables } = star(hosts);
  const network = createNetwork({
    fabric,
    tables: withMulticast(fabric, tables, [groups]),
    switchModels: [
      modelOf({ replication: board, inputBuffer: { packets: 64 }, ...model }),
    ],
    hca: plainHca,
    traffic: [scripted(shots)],
    tickPs: 1000,
    checked: true,
  });
  const seen = deliveries(play(network, 1e7));
  expect(network.diagnose()).toBeUndefined();
  expect(network.idle()).toBe(true);
  return seen;
}

interface Packet {
  readonly tag: number;
  readonly ports: ReadonlySet<number>;
  /** Ticks on its link. */
  readonly length: number;
  readonly arrived: number;
}

/**
 * When each packet starts: the bulletin board as its document describes it, on sets of ports, walked from tick to tick. All packets are
 * multicasts, born at 0; a host sends its own back to back.
 */
function starts(queues: Map<number, Packet[]>): Map<number, number> {
  const found = new Map<number, number>();
  const outputs = new Map<number, number>();
  const inputs = new Map<number, number>();
  const served: number[] = [];
  const times = new Set<number>();
  for (const queue of queues.values())
    for (const { arrived } of queue) times.add(arrived + ROUTING);
  while (times.size > 0) {
    const now = Math.min(...times);
    times.delete(now);
    for (;;) {
      const heads = [...queues].flatMap(([input, queue]) => {
        const head = queue[0];
        if (head === undefined) return [];
        const since = Math.max(head.arrived + ROUTING, inputs.get(input) ?? 0);
        return since <= now ? [{ input, head, since }] : [];
      });
      heads.sort(
        (a, b) => a.head.arrived - b.head.arrived || a.input - b.input,
      );
      const [oldest] = [...heads].sort((a, b) => a.since - b.since);
      const starved =
        oldest !== undefined && now - oldest.since >= PATIENCE
          ? oldest
          : undefined;
      const able = heads
        .filter(({ head }) =>
          [...head.ports].every((port) => (outputs.get(port) ?? 0) <= now),
        )
        .filter(
          ({ head, input }) =>
            starved === undefined ||
            starved.input === input ||
            ![...head.ports].some((port) => starved.head.ports.has(port)),
        )
        .sort((a, b) => served.indexOf(a.input) - served.indexOf(b.input));
      const next = able[0];
      if (next === undefined) break;
      const { input, head } = next;
      found.set(head.tag, now);
      queues.get(input)!.shift();
      const end = now + head.length;
      for (const port of head.ports) outputs.set(port, end);
      inputs.set(input, end);
      times.add(end);
      const before = served.indexOf(input);
      if (before >= 0) served.splice(before, 1);
      served.push(input);
    }
  }
  return found;
}

describe.each([31, 32, 33, 63, 64, 100])(
  "multicasts of random masks through a switch of %i ports",
  (hosts) => {
    it("start exactly when a bulletin board of sets lets them", () => {
      const roll = dice(hosts);
      const groups = Array.from({ length: 40 }, (_, k) => {
        const size = k % 4 === 0 ? hosts : 3;
        const drawn = Array.from({ length: size }, () => 1 + roll(hosts));
        return [...new Set([...drawn, 1 + (k % hosts), hosts - (k % 3)])];
      });
      const shots = Array.from({ length: 4 * hosts }, (_, tag): Shot => ({
        source: 1 + (tag % hosts),
        dlid: 0xc000 + roll(groups.length),
        birth: 0,
        bytes: [64, 100, 256][roll(3)]!,
        tag,
      }));
      const queues = new Map<number, Packet[]>();
      for (const { source, dlid, bytes, tag } of shots) {
        const queue = queues.get(source) ?? [];
        const sent = queue.reduce((sum, { length }) => sum + length, 0);
        const ports = new Set(groups[dlid - 0xc000]);
        ports.delete(source);
        queue.push({
          tag: tag!,
          ports,
          length: bytes * BYTE,
          arrived: sent + FLIGHT,
        });
        queues.set(source, queue);
      }
      const copies = [...queues].flatMap(([, queue]) =>
        queue.flatMap(({ tag, ports, length }) =>
          [...ports].map((port) => ({ tag, port, length })),
        ),
      );
      const expected = starts(queues);
      expect(expected.size).toBe(shots.length);
      const seen = run(hosts, groups, shots).map(
        ({ tag, place, time }) => `${tag} at ${place}: ${time}`,
      );
      expect(seen.sort()).toEqual(
        copies
          .map(
            ({ tag, port, length }) =>
              `${tag} at ${port}: ${expected.get(tag)! + length + FLIGHT}`,
          )
          .sort(),
      );
    });
  },
);

it("of three packets for {1,2}, {3,4}, {2,3} of 64 ports the first two start together, the third when both have its outputs free (T-003-8)", () => {
  // In one word, across two, in the second.
  for (const [a, b, c, d] of [
    [1, 2, 3, 4],
    [31, 32, 33, 34],
    [61, 62, 63, 64],
  ] as const) {
    const [x, y, z] = [10, 11, 12];
    const seen = run(
      64,
      [
        [a, b],
        [c, d],
        [b, c],
      ],
      [
        { source: x, dlid: 0xc000, birth: 0, bytes: 64, tag: 0 },
        { source: y, dlid: 0xc001, birth: 0, bytes: 256, tag: 1 },
        { source: z, dlid: 0xc002, birth: 0, bytes: 64, tag: 2 },
      ],
    );
    const ends = (tag: number) =>
      seen.filter((h) => h.tag === tag).map((h) => h.time - FLIGHT);
    expect(ends(0)).toEqual([120 + 256, 120 + 256]);
    expect(ends(1)).toEqual([120 + 1024, 120 + 1024]);
    expect(ends(2)).toEqual([1144 + 256, 1144 + 256]);
  }
});

it.each([
  ["on one lane", 0, {}],
  [
    "on a lane of its own, whose crossbar layer shares the links with unicast's",
    1,
    { lanes: 2, crossbar: "lane" },
  ],
] as const)(
  "unicast takes outputs 33 and 64 while they are free, until the multicast for both loses patience, %s",
  (_, sl, model) => {
    // Two trains of packets keep them busy, from 120 and from 320 on: the two are never idle in the same tick.
    const train = (source: number, dlid: number, birth: number): Shot[] =>
      Array.from({ length: 20 }, (_, k) => ({
        source,
        dlid,
        birth,
        bytes: 256,
        tag: 100 * source + k,
      }));
    const seen = run(
      64,
      [[33, 64]],
      [
        ...train(1, 33, 0),
        { source: 2, dlid: 0xc000, birth: 100, bytes: 64, tag: 1, sl },
        ...train(5, 64, 200),
      ],
      model,
    );
    const ends = (tag: number) =>
      seen.filter((h) => h.tag === tag).map((h) => h.time - FLIGHT);
    // From 220 + 3000 on it keeps both: 33 from 120 + 4 * 1024 = 4216 on, and 64 from 320 + 3 * 1024 = 3392 on.
    expect(ends(103)).toEqual([4216]);
    expect(ends(502)).toEqual([3392]);
    expect(ends(1)).toEqual([4216 + 256, 4216 + 256]);
    expect(ends(104)).toEqual([4472 + 1024]);
    expect(ends(503)).toEqual([4472 + 1024]);
  },
);
