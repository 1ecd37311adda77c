import type { SwitchModel } from "@fabriclab/spec";
import { parseOptions } from "@fabriclab/spec";
import { bulletinBoard, synchronous } from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { randomRun } from "./random-runs.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const firstCome = synchronous.build(parseOptions(synchronous, {}));
const inTurn = synchronous.build(
  parseOptions(synchronous, { order: "round-robin" }),
);
const board = bulletinBoard.build(parseOptions(bulletinBoard, {}));
const base = { hca: plainHca, tickPs: 1000, checked: true };
const datapaths: Partial<SwitchModel>[] = [
  {},
  { outputBuffer: { packets: 1 } },
  { outputBuffer: { packets: 1 }, lanes: 2, crossbar: "lane" },
  { outputBuffer: { packets: 1 }, lanes: 2 },
  { lanes: 2 },
];

/** Hosts 0 … n-1 on one switch (endports 1 … n, ports 1 … n); MLID k goes to `ports[k]`. */
function run(
  model: Partial<SwitchModel>,
  hosts: number,
  ports: number[][],
  shots: Shot[],
  until = 1e6,
) {
  const { fabric, tables } = star(hosts);
  const network = createNetwork({
    ...base,
    fabric,
    tables: withMulticast(fabric, tables, [ports]),
    switchModels: [modelOf(model)],
    traffic: [scripted(shots)],
  });
  const seen = deliveries(play(network, until));
  expect(network.idle()).toBe(true);
  expect(network.counts.inFlight).toBe(0);
  /** When the copies of packet `tag` had left the switch entirely: delivery minus flight. */
  const ends = (tag: number) =>
    seen
      .filter((h) => h.tag === tag)
      .sort((a, b) => a.place - b.place)
      .map((h) => h.time - 20);
  return { network, seen, ends };
}

describe.each(datapaths)("gangs on %o", (datapath) => {
  it.each([firstCome, inTurn, board])(
    "$name: of three packets for {1,2}, {3,4}, {2,3} the first two start together, the third when both have its outputs free (T-003-8)",
    (replication) => {
      const { ends } = run(
        { ...datapath, replication },
        7,
        [
          [1, 2],
          [3, 4],
          [2, 3],
        ],
        [
          { source: 5, dlid: 0xc000, birth: 0, bytes: 64, tag: 0 },
          { source: 6, dlid: 0xc001, birth: 0, bytes: 256, tag: 1 },
          { source: 7, dlid: 0xc002, birth: 0, bytes: 64, tag: 2 },
        ],
      );
      // All three heads are routed at 20 + 100; output 3 is free at 120 + 1024.
      expect(ends(0)).toEqual([120 + 256, 120 + 256]);
      expect(ends(1)).toEqual([120 + 1024, 120 + 1024]);
      expect(ends(2)).toEqual([1144 + 256, 1144 + 256]);
    },
  );

  it("synchronous: unicast leaves reserved outputs alone; the copies start together", () => {
    // Output 3 is busy with a long packet until 120 + 4096 when the gang {3, 4} arrives; then unicast for 4 comes, whose output idles.
    const shots: Shot[] = [
      { source: 1, dlid: 3, birth: 0, bytes: 1024, tag: 0 },
      { source: 2, dlid: 0xc000, birth: 100, bytes: 64, tag: 1 },
      { source: 5, dlid: 4, birth: 200, bytes: 64, tag: 2 },
    ];
    const { ends } = run(
      { ...datapath, replication: firstCome },
      5,
      [[3, 4]],
      shots,
    );
    expect(ends(1)).toEqual([4216 + 256, 4216 + 256]);
    expect(ends(2)).toEqual([4216 + 512]);
  });

  it("bulletin board: unicast takes what is free, until the gang loses patience", () => {
    // Two trains of packets keep outputs 3 and 4 busy, from 120 and from 320 on: the two are never idle in the same tick.
    const train = (source: number, dlid: number, birth: number): Shot[] =>
      Array.from({ length: 20 }, (_, k) => ({
        source,
        dlid,
        birth,
        bytes: 256,
        tag: 100 * source + k,
      }));
    const { ends } = run(
      { ...datapath, replication: board },
      5,
      [[3, 4]],
      [
        ...train(1, 3, 0),
        { source: 2, dlid: 0xc000, birth: 100, bytes: 64, tag: 1 },
        ...train(5, 4, 200),
      ],
    );
    // 13107.2 ns after 220 the gang keeps both outputs: 3 from 120 + 13 * 1024 = 13432 on, and 4 from 320 + 13 * 1024 = 13632 on.
    expect(ends(112)).toEqual([13432]);
    expect(ends(512)).toEqual([13632]);
    expect(ends(1)).toEqual([13632 + 256, 13632 + 256]);
    expect(ends(113)).toEqual([13888 + 1024]);
    expect(ends(513)).toEqual([13888 + 1024]);
  });

  it("first-come: a packet that arrived earlier and becomes head later takes over a younger one's reservation", () => {
    // Input 1: a long unicast packet to 5 until 120 + 4096, and behind it, arrived at 4116, the gang A {3, 4}; input 2: the gang B {3, 4}, arrived
    // at 4150. Output 3 is busy with a packet of input 6 from 3000 + 120 to 3120 + 4096 = 7216.
    const shots: Shot[] = [
      { source: 1, dlid: 5, birth: 0, bytes: 1024, tag: 0 },
      { source: 1, dlid: 0xc000, birth: 0, bytes: 64, tag: 1 },
      { source: 2, dlid: 0xc000, birth: 4130, bytes: 64, tag: 2 },
      { source: 6, dlid: 3, birth: 3000, bytes: 1024, tag: 3 },
    ];
    const { ends } = run(
      { ...datapath, replication: firstCome },
      6,
      [[3, 4]],
      shots,
    );
    expect(ends(3)).toEqual([7216]);
    expect(ends(1)).toEqual([7472, 7472]);
    expect(ends(2)).toEqual([7728, 7728]);
  });

  it("round-robin: the input after the one served last is next", () => {
    const shots: Shot[] = [1, 2, 3].flatMap((source) =>
      [0, 1].map((k) => ({
        source,
        dlid: 0xc000,
        birth: 0,
        bytes: 64,
        tag: 10 * source + k,
      })),
    );
    const { seen } = run(
      { ...datapath, replication: inTurn },
      6,
      [[5, 6]],
      shots,
    );
    expect(seen.filter((h) => h.place === 5).map((h) => h.tag)).toEqual([
      10, 20, 30, 11, 21, 31,
    ]);
  });

  it("a gang waits for room behind every output, with credits that come back", () => {
    // Host 1's gangs {2, 3}: with one packet of buffer each follows the last when its space is known to the host again: 4L + 140 ns apart.
    const shots: Shot[] = Array.from({ length: 5 }, (_, tag) => ({
      source: 1,
      dlid: 0xc000,
      birth: 0,
      bytes: 64,
      tag,
    }));
    const { seen } = run(
      { ...datapath, inputBuffer: { packets: 1 }, replication: firstCome },
      3,
      [[2, 3]],
      shots,
    );
    expect(seen.filter((h) => h.place === 3).map((h) => h.time)).toEqual(
      [0, 1, 2, 3, 4].map((k) => k * (256 + 140) + 396),
    );
  });
});

describe("gangs of random runs", () => {
  it.each(Array.from({ length: 24 }, (_, seed) => seed))(
    "deliver every copy once and keep flows in order, run %i",
    (seed) => {
      const replication = [firstCome, inTurn, board][seed % 3]!;
      const plain = randomRun(1000 + seed, 300);
      const gangs = randomRun(1000 + seed, 300, () => ({ replication }));
      const network = createNetwork(gangs);
      const seen = play(network, 1e8).filter((h) => h.kind !== "injected");
      if (network.diagnose() !== undefined) {
        // Reservations can deadlock; that is found, and named.
        expect(network.counts.inFlight).toBeGreaterThan(0);
        expect(
          network.diagnose()!.some(({ reason }) => reason === "gang"),
        ).toBe(true);
        return;
      }
      expect(network.idle()).toBe(true);
      if (plain.switchModels[0]!.drop !== undefined) return;
      // The same copies as asynchronous replication delivers, whatever their times. Answers of a closed loop are another number.
      const reached = (list: typeof seen): string[] =>
        list
          .filter((h) => h.tag < 1_000_000)
          .map((h) => `${h.kind} ${h.tag} ${h.place}`)
          .sort();
      expect(reached(seen)).toEqual(
        reached(
          play(createNetwork(plain), 1e8).filter((h) => h.kind !== "injected"),
        ),
      );
    },
  );
});
