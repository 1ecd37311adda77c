import { FabricBuilder } from "@fabriclab/fabric";
import { createNetwork, type Network } from "@fabriclab/network";
import {
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type PacketDraft,
  type Stream,
  type Traffic,
} from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { bytes, type EndportIx, type Lid, type Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { build } from "./drafted.ts";

/** Switch S with hosts A, B (endports 1, 2; LIDs 1, 2). */
const fabric: Fabric = (() => {
  const builder = new FabricBuilder("two hosts");
  const sw = builder.addSwitch("S", 2);
  builder.connect(sw, 1, builder.addHost("A"), 1);
  builder.connect(sw, 2, builder.addHost("B"), 1);
  return builder.build();
})();
const tables: ForwardingTables = {
  lids: {
    baseLid: Uint16Array.from([0, 1, 2]),
    lmc: new Uint8Array(3),
    owner: Int32Array.from([-1, 1, 2]),
    topLid: 2,
  },
  lft: [Uint8Array.from([255, 1, 2])],
  pathLid: (_, to) => to as number as Lid,
  pathSl: () => 0 as Sl,
  lanes: 1,
  engine: "by hand",
};

/** Switches, links and ticks: 4 ns a byte, 20 ns of flight, 100 ns of routing, ticks of 1 ns. */
const networkOf = (hca: object, traffic: Traffic[]): Network =>
  createNetwork({
    fabric,
    tables,
    switchModels: [
      relay.build(
        parseOptions(relay, {
          virtualLanes: 2,
          routingDelay: "100ns",
          inputBuffer: "4 packets",
        }),
        {
          arbiter: roundRobin.build(parseOptions(roundRobin, {})),
          laneScheduler: roundRobinLanes.build(
            parseOptions(roundRobinLanes, {}),
          ),
          replication: asynchronous.build(parseOptions(asynchronous, {})),
        },
      ),
    ],
    hca: build(hca),
    traffic,
    tickPs: 1000,
    link: { byteTimePs: 4000, flightPs: 20_000 },
    checked: true,
    injections: false,
  });

/** Delivered packets as [tag, time]. */
function delivered(hca: object, ...traffic: Traffic[]): [number, number][] {
  const network = networkOf(hca, traffic);
  const seen: [number, number][] = [];
  while (!network.idle() && network.now < 1e6) {
    network.run(1e6);
    const { records, count, baseTick } = network.journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
      seen.push([
        records[at + JOURNAL_TAG]!,
        baseTick + records[at + JOURNAL_TIME]!,
      ]);
    network.clearJournal();
  }
  return seen;
}

interface Shot {
  readonly birth: number;
  readonly sl: number;
  readonly tag: number;
}

/** Packets of 256 bytes from A to B. */
const script = (
  shots: readonly Shot[],
  retryAt: (k: number) => number = () => -1,
): Traffic => {
  let next = 0;
  const stream: Stream = {
    source: 1 as EndportIx,
    serviceLevels: [...new Set(shots.map(({ sl }) => sl))],
    next(draft: PacketDraft) {
      const wait = retryAt(next);
      draft.retryAt = wait;
      const shot = shots[next];
      if (shot === undefined || wait >= 0) return false;
      next += 1;
      Object.assign(draft, shot, { dlid: 2, bytes: 256, flags: 0 });
      return true;
    },
  };
  return {
    streams: [stream],
    finite: true,
    maxPacketBytes: bytes(256),
    minPacketBytes: bytes(256),
  };
};

describe("in a network", () => {
  it("adds the DMA to the zero-load latency", () => {
    // 30 + 2·256 of DMA, 400 to the link, 256·4 + 2·20 + 100 on the way, 300 to the receiver; born at 7.
    expect(
      delivered(
        {
          wqeDelay: "30ns",
          dmaRate: "4Gb/s",
          sendDelay: "400ns",
          receiveDelay: "300ns",
        },
        script([{ birth: 7, sl: 0, tag: 1 }]),
      ),
    ).toEqual([[1, 7 + 30 + 512 + 400 + 1024 + 40 + 100 + 300]]);
  });

  it("adds the second DMA where there are receive buffers, and takes every packet whole", () => {
    // There at 512 + 1024 + 2·20 + 100, then 30 and 256·8 (1 Gb/s are 8 ns a byte), and 300 to the receiver.
    expect(
      delivered(
        {
          wqeDelay: "30ns",
          dmaRate: "4Gb/s",
          receiveBuffer: "1KiB",
          receiveRate: "1Gb/s",
          receiveDelay: "300ns",
        },
        script([{ birth: 0, sl: 0, tag: 1 }]),
      ),
    ).toEqual([[1, 30 + 512 + 1024 + 40 + 100 + 30 + 2048 + 300]]);
  });

  it("empties receive buffers at the rate of sending, unless told otherwise", () => {
    expect(
      delivered(
        { dmaRate: "4Gb/s", receiveBuffer: "1KiB" },
        script([{ birth: 0, sl: 0, tag: 1 }]),
      ),
    ).toEqual([[1, 512 + 1024 + 40 + 100 + 512]]);
  });

  it("holds the sender back by a slow receiver, and shares it by the lanes' weights", () => {
    // 40 packets of each of two levels; the receiver takes 1 Gb/s, 2048 ns a packet, and that of VL 1 three times as often.
    const bursts = () => [
      script(Array.from({ length: 40 }, () => ({ birth: 0, sl: 0, tag: 0 }))),
      script(Array.from({ length: 40 }, () => ({ birth: 0, sl: 1, tag: 1 }))),
    ];
    const hca = {
      dmaRate: "100Gb/s",
      receiveBuffer: "4 packets",
      receiveRate: "1Gb/s",
      laneWeights: [4, 12, ...Array.from({ length: 14 }, () => 1)],
    };
    const seen = delivered(hca, ...bursts());
    expect(seen).toHaveLength(80);
    // The first is there at 20 ns of its DMA (256 bytes at 0.08 ns, 20.48 rounded up), 1024 + 140 later.
    const first = 21 + 1024 + 140;
    expect(seen.map(([, time]) => time)).toEqual(
      Array.from({ length: 80 }, (_, k) => first + (k + 1) * 2048),
    );
    const turns = seen.slice(8, 48).map(([tag]) => tag);
    expect(turns.filter((tag) => tag === 1)).toHaveLength(30);
  });

  it("goes on with an endless level when another level has ended", () => {
    // On VL 0 one packet; on VL 1 one each 2000 ns, for ever.
    let tag = 0;
    const endless: Traffic = {
      ...script([]),
      finite: false,
      streams: [
        {
          source: 1 as EndportIx,
          serviceLevels: [1],
          next(draft: PacketDraft) {
            tag += 1;
            const birth = 2000 * tag;
            Object.assign(draft, { birth, sl: 1, tag, dlid: 2, bytes: 256 });
            draft.flags = 0;
            draft.retryAt = -1;
            return true;
          },
        },
      ],
    };
    const once = script([{ birth: 0, sl: 0, tag: 0 }]);
    const seen = delivered({ dmaRate: "8Gb/s" }, once, endless);
    const way = 256 + 1024 + 140;
    expect(seen.slice(0, 3)).toEqual([
      [0, way],
      [1, 2000 + way],
      [2, 4000 + way],
    ]);
    // One is born at 2000 k; those whose way ends by 1 ms arrive.
    expect(seen).toHaveLength(1 + Math.floor((1e6 - way) / 2000));
  });

  it.each([
    ["one level", [0, 0, 0]],
    ["two levels in turn", [0, 1, 0, 1]],
    ["two levels, the second one last", [0, 0, 1, 1]],
    ["two levels, the first one last", [1, 1, 0]],
  ])("is idle when all queue pairs have ended: %s", (_, levels) => {
    const network = networkOf(
      { dmaRate: "100Gb/s" },
      levels.map((sl, tag) => script([{ birth: 10 * tag, sl, tag }])),
    );
    network.run(1e6);
    expect(network.counts.delivered).toBe(levels.length);
    expect(network.idle()).toBe(true);
  });

  it("paces a backlog by the slower of DMA and link", () => {
    const ten = script(
      Array.from({ length: 10 }, (_, tag) => ({ birth: 0, sl: 0, tag })),
    );
    const first = (perByte: number): number => 256 * perByte + 1024 + 140;
    // 1 Gb/s are 8 ns a byte: a packet every 2048 ns. At 8 Gb/s the link's 1024 ns count.
    expect(delivered({ dmaRate: "1Gb/s" }, ten).at(-1)).toEqual([
      9,
      first(8) + 9 * 2048,
    ]);
    const again = script(
      Array.from({ length: 10 }, (_, tag) => ({ birth: 0, sl: 0, tag })),
    );
    expect(delivered({ dmaRate: "8Gb/s" }, again).at(-1)).toEqual([
      9,
      first(1) + 9 * 1024,
    ]);
  });

  it("sends a packet when a timer is due, on whichever lane it goes", () => {
    // The stream names tick 5000 for a packet of SL 1; the lane that asked first is that of SL 0.
    let asked = 0;
    const timed = script(
      [
        { birth: 0, sl: 0, tag: 1 },
        { birth: 5000, sl: 1, tag: 2 },
      ],
      (k) => (k === 1 && asked++ === 0 ? 5000 : -1),
    );
    const closed: Traffic = { ...timed, delivered: () => [] };
    expect(delivered({ dmaRate: "8Gb/s" }, closed)).toEqual([
      [1, 256 + 1024 + 140],
      [2, 5000 + 256 + 1024 + 140],
    ]);
  });

  it("lets an answer go before what is born later, when traffic reacts to deliveries", () => {
    let answers = 0;
    const reply: Stream = {
      source: 1 as EndportIx,
      serviceLevels: [1],
      next(draft) {
        draft.retryAt = -1;
        if (answers === 0) return false;
        answers -= 1;
        Object.assign(draft, { dlid: 2, bytes: 256, sl: 1, tag: 3, flags: 0 });
        draft.birth = 1420;
        return true;
      },
    };
    const open = script([
      { birth: 0, sl: 0, tag: 1 },
      { birth: 50_000, sl: 0, tag: 2 },
    ]);
    const closed: Traffic = {
      ...open,
      streams: [...open.streams, reply],
      delivered: ({ tag }) => {
        if (tag !== 1) return [];
        answers += 1;
        return [1 as EndportIx];
      },
    };
    expect(delivered({ dmaRate: "8Gb/s" }, closed)).toEqual([
      [1, 1420],
      [3, 1420 + 1420],
      [2, 50_000 + 1420],
    ]);
  });
});
