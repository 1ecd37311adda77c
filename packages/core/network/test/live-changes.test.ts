import { FabricBuilder } from "@fabriclab/fabric";
import {
  DropCause,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  JournalKind,
  hasPort,
  portsOf,
} from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca, tablesOf } from "./yardstick.ts";

/** Switches 0 and 1 with hosts at ports 1 and 2 (LIDs 1, 2 and 3, 4) and cables between their ports 3 and 4. Traffic takes cable `by`. */
function pair() {
  const builder = new FabricBuilder("pair");
  const [a, b] = ["S0", "S1"].map((name) => builder.addSwitch(name, 4));
  for (const [s, ref] of [a!, b!].entries())
    for (const port of [1, 2])
      builder.connect(ref, port, builder.addHost(`H${s}${port}`), 1);
  for (const port of [3, 4]) builder.connect(a!, port, b!, port);
  const fabric = builder.build();
  const by = (port: number) =>
    tablesOf(
      fabric,
      [
        Uint8Array.of(255, 1, 2, port, port),
        Uint8Array.of(255, port, port, 1, 2),
      ],
      1,
    );
  /** Port `num` of node `node`. */
  const portOf = (node: number, num: number): PortIx =>
    (fabric.portStart[node]! + num - 1) as PortIx;
  return { fabric, by, portOf };
}

const H = { a: 2, b: 3, c: 4, d: 5 };
const start = (
  shots: readonly Shot[],
  more: Partial<NetworkConfig> = {},
): Network => {
  const { fabric, by } = pair();
  return createNetwork({
    fabric,
    tables: by(3),
    hca: plainHca,
    tickPs: 1000,
    checked: true,
    changes: true,
    switchModels: [modelOf()],
    traffic: [scripted(shots)],
    ...more,
  });
};

/** Drops with their causes, so far. */
function drops(
  network: Network,
): { tag: number; cause: number; time: number }[] {
  const { records, count, baseTick } = network.journal;
  return Array.from({ length: count }, (_, k) => k * JOURNAL_STRIDE)
    .filter((at) => records[at + JOURNAL_KIND] === JournalKind.dropped)
    .map((at) => ({
      tag: records[at + JOURNAL_TAG]!,
      time: baseTick + records[at + JOURNAL_TIME]!,
      cause: (records[at + JOURNAL_CLASS]! >> 16) & 15,
    }));
}
const packets = (
  count: number,
  gap: number,
  shot: Partial<Shot> = {},
): Shot[] =>
  Array.from({ length: count }, (_, tag) => ({
    source: H.a,
    dlid: 3,
    birth: tag * gap,
    bytes: 256,
    tag,
    ...shot,
  }));
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "none";
};

// 4 ns per byte, 20 ns of flight, 100 ns in a switch: a packet of 256 bytes sent at 0 is on the host's link until 1044, and from 120 to 1164 on
// the cable between the switches; the second switch sends it on from 240.
describe("a link that fails", () => {
  const { portOf } = pair();

  it.each([
    ["while the packet is on it", 200, [0]],
    ["when the next switch has begun to send the packet on", 300, []],
  ])("%s", (_, when, lost) => {
    const network = start(packets(1, 1));
    network.run(when);
    network.failLink(portOf(0, 3));
    const seen = play(network, 1e5);
    expect(
      seen.filter(({ kind }) => kind === "dropped").map(({ tag }) => tag),
    ).toEqual(lost);
    expect(deliveries(seen)).toHaveLength(1 - lost.length);
    expect(network.idle()).toBe(true);
  });

  it("loses what is on it, then what is routed to it, until it is restored", () => {
    // A packet every 2000 ns from 0 on. The cable dies at 4200, when packet 2 is on it, and comes back at 10100, when packet 5 is still on the host's link.
    const network = start(packets(8, 2000));
    network.run(4200);
    network.clearJournal();
    network.failLink(portOf(1, 3));
    network.run(10_100);
    expect(drops(network)).toEqual([
      { tag: 2, cause: DropCause.linkDown, time: 4240 },
      { tag: 3, cause: DropCause.linkDown, time: 6120 },
      { tag: 4, cause: DropCause.linkDown, time: 8120 },
    ]);
    network.clearJournal();
    network.restoreLink(portOf(0, 3));
    expect(deliveries(play(network, 1e5)).map(({ tag }) => tag)).toEqual([
      5, 6, 7,
    ]);
    expect(network.counts).toMatchObject({
      injected: 8,
      delivered: 5,
      dropped: 3,
      inFlight: 0,
    });
  });

  it("is left out by tables that know the other cable", () => {
    const { by } = pair();
    const network = start(packets(8, 2000));
    network.run(4200);
    network.failLink(portOf(0, 3));
    network.run(8100);
    network.useTables(by(4));
    const seen = play(network, 1e5);
    expect(
      seen.filter(({ kind }) => kind === "dropped").map(({ tag }) => tag),
    ).toEqual([2, 3]);
    expect(deliveries(seen).map(({ tag }) => tag)).toEqual([0, 1, 4, 5, 6, 7]);
  });

  it.each([0, 2])(
    "loses what waits for it, with output buffers of %i packets",
    (outputs) => {
      // Two hosts send ten packets each at once: from then on the cable is busy, and both inputs hold packets for it.
      const network = start(
        [...packets(10, 0), ...packets(10, 0, { source: H.b, dlid: 4 })],
        { switchModels: [modelOf({ outputBuffer: { packets: outputs } })] },
      );
      network.run(6000);
      const { inFlight, delivered } = network.counts;
      expect(inFlight).toBeGreaterThan(4);
      network.failLink(portOf(0, 3));
      play(network, 1e5);
      // What the second switch has begun to send counts as delivered since then; all else is lost.
      expect(network.counts.delivered - delivered).toBeLessThanOrEqual(1);
      expect(network.counts).toMatchObject({ injected: 20, inFlight: 0 });
      expect(network.counts.delivered + network.counts.dropped).toBe(20);
      network.restoreLink(portOf(0, 3));
      expect(network.idle()).toBe(true);
    },
  );

  it("leaves packets at the host that is behind it", () => {
    const network = start(packets(4, 2000));
    network.run(2100);
    network.failLink(portOf(2, 1));
    network.run(50_000);
    // Packet 0 had arrived, packet 1 was on the host's link; the switch had not begun to send it on.
    expect(network.counts).toMatchObject({
      injected: 2,
      delivered: 1,
      dropped: 1,
    });
    expect(network.idle()).toBe(false);
    network.clearJournal();
    network.restoreLink(portOf(0, 1));
    const seen = play(network, 1e5);
    expect(
      seen.filter(({ kind }) => kind === "injected").map(({ time }) => time),
    ).toEqual([50_001, 51_025]);
    expect(network.idle()).toBe(true);
  });

  it("leaves packets at the host that is behind it for as long as the run lasts", () => {
    const network = start(packets(4, 2000));
    const until = (tick: number): void => {
      while (network.now < tick) {
        network.run(tick);
        network.clearJournal();
      }
    };
    expect(network.quiet()).toBe(false);
    until(2100);
    network.failLink(portOf(2, 1));
    expect(network.quiet()).toBe(false);
    until(2 ** 31);
    expect(network.quiet()).toBe(true);
    expect(network.idle()).toBe(false);
    until(2 ** 33);
    expect(network.counts).toMatchObject({ injected: 2, inFlight: 0 });
    network.restoreLink(portOf(2, 1));
    const sent = play(network, 2 ** 33 + 1e5).filter(
      ({ kind }) => kind === "injected",
    );
    expect(sent.map(({ birth, time }) => [birth, time])).toEqual([
      [4000, 2 ** 33 + 1],
      [6000, 2 ** 33 + 1025],
    ]);
    // The first two waited for nothing.
    expect(network.counts.sourceWait).toBe(2 ** 34 + 1026 - 10_000);
  });

  it("costs a multicast packet the copies behind it, each accounted for", () => {
    const { fabric, by } = pair();
    const tables = withMulticast(fabric, by(3), [[[1, 2, 3]], [[1, 2, 3]]]);
    const network = start(packets(3, 5000, { dlid: 0xc000 }), { tables });
    network.run(4000);
    expect(network.counts).toMatchObject({ delivered: 3, inFlight: 0 });
    network.failLink(portOf(0, 3));
    play(network, 1e5);
    // Of each later packet one copy is delivered at the first switch, and the one for the cable is lost to the two hosts behind it.
    expect(network.counts).toMatchObject({
      injected: 3,
      delivered: 5,
      dropped: 4,
      inFlight: 0,
    });
  });

  it("is passed over by a choice among ports", () => {
    const { fabric, by } = pair();
    const both = [
      Int32Array.of(0, 2, 4, 0b11000, 0b11000),
      Int32Array.of(0, 0b11000, 0b11000, 2, 4),
    ];
    const network = start(packets(6, 2000), {
      fabric,
      tables: { ...by(3), portSets: both, portSetWords: 1 },
      switchModels: [
        modelOf({
          select: {
            name: "table",
            needsCredits: false,
            create: () => ({
              pick: (_, preferred, candidates) =>
                hasPort(candidates, preferred)
                  ? preferred
                  : portsOf(candidates).at(-1)!,
              granted: () => undefined,
            }),
          },
        }),
      ],
    });
    network.run(3000);
    network.failLink(portOf(0, 3));
    expect(deliveries(play(network, 1e5)).map(({ tag }) => tag)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
  });
});

describe("tables that replace those in use", () => {
  const { portOf, fabric, by } = pair();

  it("have the ports among which switches choose from then on", () => {
    const only = (mask: number) => ({
      ...by(3),
      portSets: [
        Int32Array.of(0, 2, 4, mask, mask),
        Int32Array.of(0, mask, mask, 2, 4),
      ],
      portSetWords: 1,
    });
    const network = start(packets(6, 2000), {
      tables: only(0b1000),
      switchModels: [
        modelOf({
          select: {
            name: "lowest",
            needsCredits: false,
            create: () => ({
              pick: (_, __, candidates) => portsOf(candidates).at(-1)!,
              granted: () => undefined,
            }),
          },
        }),
      ],
    });
    network.run(3000);
    network.failLink(portOf(0, 3));
    // Packet 2 comes to the dead link at 4120; those from 3 on find the other cable.
    network.run(5000);
    network.useTables(only(0b10000));
    expect(deliveries(play(network, 1e5)).map(({ tag }) => tag)).toEqual([
      0, 1, 3, 4, 5,
    ]);
  });

  it("have the trees of groups from then on", () => {
    const tree = (port: number) =>
      withMulticast(fabric, by(3), [[[1, 2, port]], [[1, 2, port]]]);
    const network = start(packets(4, 5000, { dlid: 0xc000 }), {
      tables: tree(3),
    });
    network.run(4000);
    network.failLink(portOf(1, 3));
    network.run(9000);
    network.useTables(tree(4));
    // Each goes to the other host of the switch and the two of the next; packet 1 cannot get there.
    expect(deliveries(play(network, 1e5)).map(({ tag }) => tag)).toEqual([
      0, 0, 0, 1, 2, 2, 2, 3, 3, 3,
    ]);
    expect(network.counts).toMatchObject({ delivered: 10, dropped: 2 });
    expect(network.idle()).toBe(true);
  });
});

describe("a change", () => {
  const { portOf, fabric, by } = pair();

  it("is refused where it makes no sense", () => {
    const network = start(packets(1, 1));
    expect(codeOf(() => network.restoreLink(portOf(0, 3)))).toBe(
      "E_NETWORK_CHANGE",
    );
    network.failLink(portOf(0, 3));
    expect(codeOf(() => network.failLink(portOf(1, 3)))).toBe(
      "E_NETWORK_CHANGE",
    );
    expect(codeOf(() => network.failLink(1000))).toBe("E_NETWORK_CHANGE");
    const plain = start(packets(1, 1), { changes: false });
    expect(codeOf(() => plain.failLink(portOf(0, 3)))).toBe("E_NETWORK_CHANGE");
    expect(codeOf(() => plain.useTables(by(4)))).toBe("E_NETWORK_CHANGE");
  });

  it("of tables is refused where their shape is another", () => {
    const network = start(packets(1, 1));
    const tables = by(4);
    const wide = { ...tables, lids: { ...tables.lids, topLid: 9 } };
    for (const other of [
      wide,
      withMulticast(fabric, tables, [[[1]], [[1]]]),
      { ...tables, vlArb: { high: [], low: [], highLimit: 0 } },
      { ...tables, sl2vl: [new Uint8Array(400), new Uint8Array(400)] },
    ])
      expect(codeOf(() => network.useTables(other))).toBe("E_NETWORK_CHANGE");
  });

  it("of tables may need other MLIDs, as many as there is room for", () => {
    const { fabric: two, by: over } = pair();
    const plan = (masks: number[][]) =>
      withMulticast(two, over(3), [masks, masks]);
    // Each packet is delivered at once: to the other host of the switch and the two of the next.
    const sent = [0xc000, 0xc000, 0xc002, 0xc002, 0xc000].flatMap((dlid, k) =>
      packets(1, 0, { dlid }).map((shot) => ({
        ...shot,
        birth: 5000 * k,
        tag: k,
      })),
    );
    const network = start(sent, {
      tables: plan([[1, 2, 3]]),
      mlidRoom: 3,
    });
    const arrived: number[] = [];
    const until = (tick: number) => {
      const tags = play(network, tick)
        .filter(({ kind }) => kind === "delivered")
        .map(({ tag }) => tag);
      arrived.push(...tags);
    };
    until(9000);
    network.useTables(plan([[1, 2, 3], [], [1, 3]]));
    until(14_000);
    network.useTables(plan([[1, 2, 3]]));
    until(1e5);
    // With the second plan MLID 2 reaches the first host of the other switch; with the third nobody.
    expect(arrived).toEqual([0, 0, 0, 1, 1, 1, 2, 4, 4, 4]);
    expect(network.counts).toMatchObject({ injected: 5, dropped: 1 });
    expect(network.idle()).toBe(true);
    expect(codeOf(() => network.useTables(plan([[1], [1], [1], [1]])))).toBe(
      "E_NETWORK_CHANGE",
    );
  });

  it("does not go with credit packets, or with gangs that cannot be told of what is discarded", () => {
    const deaf = { name: "deaf", mode: "gang", create: () => ({}) };
    for (const model of [
      { replication: deaf },
      { creditPacketBytes: 4 },
    ] as Parameters<typeof modelOf>[0][])
      expect(
        codeOf(() =>
          start(packets(1, 1), {
            tables: withMulticast(fabric, by(3), [[[1, 3]], [[1, 3]]]),
            switchModels: [modelOf(model)],
          }),
        ),
      ).toBe("E_NETWORK_UNSUPPORTED");
  });

  it("of SL2VL tables moves the heads that wait to their new lanes", () => {
    const sl2vl = (vl: number) =>
      [0, 1].map(() => new Uint8Array(400).fill(vl));
    const network = start(
      [...packets(9, 0), ...packets(9, 0, { source: H.b, dlid: 4 })],
      {
        tables: { ...by(3), sl2vl: sl2vl(0), lanes: 2 },
        switchModels: [modelOf({ lanes: 2 })],
      },
    );
    network.run(5000);
    network.useTables({ ...by(3), sl2vl: sl2vl(1), lanes: 2 });
    const seen = deliveries(play(network, 1e6));
    expect(network.counts).toMatchObject({
      delivered: 18,
      dropped: 0,
      inFlight: 0,
    });
    expect(seen.at(-1)!.lane).toBe(1);
  });
});
