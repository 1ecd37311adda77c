import { FabricBuilder } from "@fabriclab/fabric";
import {
  portMask,
  portsOf,
  type ForwardingTables,
  type Select,
  type SelectFactory,
} from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { createNetwork, type Network } from "../src/index.ts";
import { dice } from "./random-runs.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { modelOf, plainHca, tablesOf } from "./yardstick.ts";

const base = { hca: plainHca, tickPs: 1000, checked: true };

/** Switches 0 and 1 with hosts at ports 1 and 2 (LIDs 1, 2 and 3, 4) and two cables between their ports 3 and 4. */
function pair(): {
  fabric: ReturnType<FabricBuilder["build"]>;
  tables: ForwardingTables;
} {
  const builder = new FabricBuilder("pair");
  const refs = ["S0", "S1"].map((name) => builder.addSwitch(name, 4));
  refs.forEach((ref, s) => {
    for (const port of [1, 2])
      builder.connect(ref, port, builder.addHost(`H${s}${port}`), 1);
  });
  for (const port of [3, 4]) builder.connect(refs[0]!, port, refs[1]!, port);
  const fabric = builder.build();
  const lft = [Uint8Array.of(255, 1, 2, 3, 3), Uint8Array.of(255, 3, 3, 1, 2)];
  const portSets = [
    Int32Array.of(0, 1 << 1, 1 << 2, 0b11000, 0b11000),
    Int32Array.of(0, 0b11000, 0b11000, 1 << 1, 1 << 2),
  ];
  return {
    fabric,
    tables: { ...tablesOf(fabric, lft, 1), portSets, portSetWords: 1 },
  };
}

/** Least frequently used port per lane, lowest on ties. */
const leastUsed: SelectFactory = {
  name: "lfu",
  needsCredits: false,
  create(switches, ports) {
    const uses = new Float64Array(switches * ports);
    return {
      pick: (sw, _, candidates) =>
        portsOf(candidates).reduce((best, port) =>
          uses[sw * ports + port]! < uses[sw * ports + best]! ? port : best,
        ),
      granted: (sw, port) => {
        uses[sw * ports + port]!++;
      },
    };
  },
};
const maxCredit: SelectFactory = {
  name: "max-credit",
  needsCredits: true,
  create: () => ({
    pick: (_, __, candidates, ___, credits, at) =>
      portsOf(candidates).reduce((best, port) =>
        credits[at + port]! > credits[at + best]! ? port : best,
      ),
    granted: () => undefined,
  }),
};
/** The next number is drawn when a packet is granted, so that the order of heads within a tick does not matter. */
const random = (seed: number): SelectFactory => ({
  name: "random",
  needsCredits: false,
  create(switches) {
    const roll = dice(seed);
    const draw = Array.from({ length: switches }, () => roll(1 << 30));
    return {
      pick: (sw, _, candidates) => {
        const ports = portsOf(candidates);
        return ports[draw[sw]! % ports.length]!;
      },
      granted: (sw) => {
        draw[sw] = roll(1 << 30);
      },
    };
  },
});

function network(
  select: SelectFactory | undefined,
  shots: Shot[],
  inputBuffer: { packets: number } | { bytes: number } = { packets: 4 },
): Network {
  return createNetwork({
    ...base,
    ...pair(),
    switchModels: [
      modelOf({ inputBuffer, ...(select === undefined ? {} : { select }) }),
    ],
    traffic: [scripted(shots)],
  });
}

/** Two packets of 1 KiB from the hosts of switch 0 to those of switch 1, a tick apart. */
const two: Shot[] = [
  { source: 2, dlid: 3, birth: 0, bytes: 1024, tag: 0 },
  { source: 3, dlid: 4, birth: 1, bytes: 1024, tag: 1 },
];
/** Alone on its way: 4L and three links of 20 ns and two switches of 100 ns. */
const alone = 4096 + 60 + 200;

describe("a choice among ports", () => {
  it("is not made without Select: both packets take the LFT's port, one after the other", () => {
    const seen = deliveries(play(network(undefined, two), 1e5));
    expect(seen.map((h) => h.time)).toEqual([alone, alone + 4096]);
  });

  it("least used: the second packet takes the other cable", () => {
    const seen = deliveries(play(network(leastUsed, two), 1e5));
    expect(seen.map((h) => h.time)).toEqual([alone, 1 + alone]);
  });

  it("most credit: the second packet takes the cable with more room", () => {
    const seen = deliveries(play(network(maxCredit, two, { packets: 1 }), 1e5));
    expect(seen.map((h) => h.time)).toEqual([alone, 1 + alone]);
  });

  it.each([
    [{ packets: 4 }, 64, 48],
    [{ bytes: 4096 + 2048 }, 96, 80],
  ] as const)(
    "shows free 64-byte blocks of buffers of %o, as the sender knows them: %i, %i after a packet of 1 KiB",
    (inputBuffer, whole, less) => {
      const rows: number[][] = [];
      const spy: Select = {
        pick(_, __, candidates, hops, credits, at) {
          rows.push([
            ...portsOf(candidates).map((port) => credits[at + port]!),
            hops,
          ]);
          return 3;
        },
        granted: () => undefined,
      };
      const third = { source: 3, dlid: 4, birth: 9000, bytes: 64, tag: 2 };
      const shots = [...two, third];
      play(
        network(
          { name: "spy", needsCredits: true, create: () => spy },
          shots,
          inputBuffer,
        ),
        1e5,
      );
      // The first is granted at 120, and leaves switch 1 from 240 to 4336; its space is known to switch 0 at 4356. The second starts at 4216 and its
      // space is known at 8452; the third is routed at 9120.
      expect(rows).toEqual([
        [whole, whole, 0],
        [less, whole, 0],
        [whole, whole, 0],
      ]);
    },
  );

  it("tells the VL by each candidate where SL2VL tells outputs apart", () => {
    const { fabric, tables } = pair();
    // Of every switch: by port 3 on VL0, by port 4 on VL1.
    const byOutput = new Uint8Array(5 * 5 * 16);
    for (let from = 0; from < 5; from++)
      byOutput.fill(1, (from * 5 + 4) * 16, (from * 5 + 5) * 16);
    const rows: (readonly number[] | undefined)[] = [];
    const spy: Select = {
      pick(_, __, candidates, ___, ____, _____, lane, lanes) {
        rows.push(
          lanes && [lane, ...portsOf(candidates).map((p) => lanes[p]!)],
        );
        return 4;
      },
      granted: (_, port, lane) => {
        rows.push([port, lane]);
      },
    };
    const send = (sl2vl: readonly Uint8Array[] | undefined): void => {
      const net = createNetwork({
        ...base,
        fabric,
        tables: { ...tables, lanes: 2, ...(sl2vl && { sl2vl }) },
        switchModels: [
          modelOf({
            lanes: 2,
            select: { name: "spy", needsCredits: false, create: () => spy },
          }),
        ],
        traffic: [scripted([{ source: 2, dlid: 3, birth: 0, bytes: 64 }])],
      });
      play(net, 1e5);
    };
    send([byOutput, byOutput]);
    // The grant in the second switch is by port 1, on VL0.
    expect(rows.splice(0)).toEqual([
      [0, 0, 1],
      [4, 1],
      [1, 0],
    ]);
    send(undefined);
    expect(rows).toEqual([undefined, [4, 0], [1, 0]]);
  });

  it("excludes the ingress, counts switches passed, and ends where the guard insists on the table's port", () => {
    const { fabric, tables } = pair();
    // Switch 1 may send a packet for LID 3 back as well.
    const portSets = [
      tables.portSets![0]!,
      Int32Array.of(0, 0b11000, 0b11000, 0b11010, 0b11100),
    ];
    const hopsSeen: number[] = [];
    const wanderer: Select = {
      pick(_, preferred, candidates, hops) {
        hopsSeen.push(hops);
        if (hops >= 5) return preferred;
        return portsOf(candidates).find((port) => port !== preferred)!;
      },
      granted: () => undefined,
    };
    const net = createNetwork({
      ...base,
      fabric,
      tables: { ...tables, portSets },
      switchModels: [
        modelOf({
          select: {
            name: "wanderer",
            needsCredits: false,
            create: () => wanderer,
          },
        }),
      ],
      // Short enough not to meet its own tail.
      traffic: [scripted([{ source: 2, dlid: 3, birth: 0, bytes: 32 }])],
    });
    const [packet] = deliveries(play(net, 1e5));
    // From its second visit on, switch 0 has one candidate besides the ingress; it is asked all the same, for the guard's sake.
    expect(hopsSeen).toEqual([0, 1, 2, 3, 4, 5]);
    expect(packet!.time).toBe(128 + 7 * 20 + 6 * 100);
    expect(packet!.place).toBe(4);
  });

  it("least used spreads packets that come one by one evenly, to the packet", () => {
    const shots = Array.from({ length: 101 }, (_, tag) => ({
      source: 2 + (tag % 2),
      dlid: 3 + (tag % 2),
      birth: tag * 1000,
      bytes: 64,
      tag,
    }));
    const net = network(leastUsed, shots);
    play(net, 1e6);
    const { packets } = net.takeChannelCounters();
    // Ports 3 and 4 of switch 0.
    expect([packets[2], packets[3]]).toEqual([51, 50]);
  });

  it.each([leastUsed, maxCredit, random(7)])(
    "$name loses nothing under load, and gives the same run again",
    (select) => {
      const roll = dice(3);
      const shots = Array.from({ length: 3000 }, (_, tag) => {
        const from = roll(4);
        return {
          source: 2 + from,
          dlid: 1 + ((from + 1 + roll(3)) % 4),
          birth: tag * 120,
          bytes: [64, 256, 1000][roll(3)]!,
          tag,
        };
      });
      const runs = [1, 2].map(() => {
        const net = network(select, shots, { bytes: 2048 });
        const seen = play(net, 1e8);
        expect(net.idle()).toBe(true);
        return seen;
      });
      expect(runs[1]).toEqual(runs[0]);
      expect(
        deliveries(runs[0]!)
          .map((h) => h.tag)
          .sort((a, b) => a - b),
      ).toEqual(shots.map(({ tag }) => tag));
    },
  );
});

describe("a choice among the ports of switches with 40", () => {
  const CABLES = [31, 32, 33, 40];

  /** Switches 0 and 1 with hosts at ports 1 and 2 (LIDs 1, 2 and 3, 4) and cables between their upper ports. */
  function wide(offered: number[]) {
    const builder = new FabricBuilder("wide");
    const refs = ["S0", "S1"].map((name) => builder.addSwitch(name, 40));
    refs.forEach((ref, s) => {
      for (const port of [1, 2])
        builder.connect(ref, port, builder.addHost(`H${s}${port}`), 1);
    });
    for (const port of CABLES) builder.connect(refs[0]!, port, refs[1]!, port);
    const fabric = builder.build();
    const far = Array.from(portMask(offered, 2));
    // Of switch 0 the table itself has no port towards the others' hosts.
    const lft = [
      Uint8Array.of(255, 1, 2, 255, 255),
      Uint8Array.of(255, 33, 33, 1, 2),
    ];
    const portSets = [
      Int32Array.from([0, 0, 2, 0, 4, 0, ...far, ...far]),
      Int32Array.from([0, 0, ...far, ...far, 2, 0, 4, 0]),
    ];
    return {
      fabric,
      tables: { ...tablesOf(fabric, lft, 1), portSets, portSetWords: 2 },
    };
  }

  function packetsBy(
    select: SelectFactory,
    offered: number[],
    shots: Shot[],
  ): [port: number, packets: number][] {
    const net = createNetwork({
      ...base,
      ...wide(offered),
      switchModels: [modelOf({ inputBuffer: { packets: 2 }, select })],
      traffic: [scripted(shots)],
    });
    expect(deliveries(play(net, 1e6)).length).toBe(shots.length);
    expect(net.idle()).toBe(true);
    const { packets } = net.takeChannelCounters();
    return CABLES.map((port) => [port, packets[port - 1]!]);
  }

  const oneByOne = (count: number): Shot[] =>
    Array.from({ length: count }, (_, tag) => ({
      source: 2 + (tag % 2),
      dlid: 3 + (tag % 2),
      birth: tag * 1000,
      bytes: 64,
      tag,
    }));

  it("least used: each of four has every fourth packet, also beyond port 31", () => {
    expect(packetsBy(leastUsed, CABLES, oneByOne(402))).toEqual([
      [31, 101],
      [32, 101],
      [33, 100],
      [40, 100],
    ]);
  });

  it("most credit: the second of two packets takes the cable with more room behind it", () => {
    expect(packetsBy(maxCredit, [33, 40], two)).toEqual([
      [31, 0],
      [32, 0],
      [33, 1],
      [40, 1],
    ]);
  });

  it.each(CABLES)(
    "port %i is taken where it is the only one, though the table has none",
    (only) => {
      expect(packetsBy(leastUsed, [only], oneByOne(5))).toEqual(
        CABLES.map((port) => [port, port === only ? 5 : 0]),
      );
    },
  );
});
