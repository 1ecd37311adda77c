import type { HcaModel, PacketDraft, Stream, Traffic } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { createNetwork, type NetworkConfig } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain, star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** The same packets, as management packets. */
const management = (traffic: Traffic): Traffic => ({
  ...traffic,
  streams: traffic.streams.map((stream) => ({ ...stream, management: true })),
});

const base = {
  hca: plainHca,
  tickPs: 1000,
  checked: true,
  switchModels: [modelOf({ lanes: 16 })],
};
const run = (config: Omit<NetworkConfig, keyof typeof base>, until = 1e6) =>
  play(createNetwork({ ...base, ...config }), until);
const burst = (count: number, shot: Omit<Shot, "birth">): Shot[] =>
  Array.from({ length: count }, (_, tag) => ({ birth: 0, tag, ...shot }));
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "none";
};

/** SL2VL of every switch of `fabric` with one entry for all. */
const sl2vlOf = (fabric: NetworkConfig["fabric"], vl: number): Uint8Array[] =>
  Array.from({ length: fabric.switchCount }, (_, sw) => {
    const row = fabric.portStart[sw + 1]! - fabric.portStart[sw]! + 1;
    return new Uint8Array(row * row * 16).fill(vl);
  });

describe("a management packet", () => {
  it.each([0, 3, 15])(
    "stays on VL15 where SL2VL says %i, which holds for data",
    (vl) => {
      const { fabric, tables } = chain(3, 1);
      const shot = { source: 3, dlid: 3, birth: 0, bytes: 256, sl: 2 };
      const seen = run({
        fabric,
        tables: { ...tables, sl2vl: sl2vlOf(fabric, vl) },
        traffic: [
          scripted([{ ...shot, tag: 1 }]),
          management(scripted([{ ...shot, tag: 2 }])),
        ],
      });
      expect(deliveries(seen).map(({ tag, lane }) => [tag, lane])).toEqual(
        vl === 15
          ? [[2, 15]]
          : [
              [2, 15],
              [1, vl],
            ],
      );
    },
  );

  it("that is multicast stays on VL15, too", () => {
    const { fabric, tables } = star(4);
    const seen = run({
      fabric,
      tables: {
        ...withMulticast(fabric, tables, [[[1, 2, 3, 4]]]),
        sl2vl: sl2vlOf(fabric, 15),
      },
      traffic: [
        management(
          scripted([{ source: 1, dlid: 0xc000, birth: 0, bytes: 64 }]),
        ),
      ],
    });
    expect(deliveries(seen).map(({ lane }) => lane)).toEqual([15, 15, 15]);
  });

  it.each([0, 4])(
    "waits for the packet on the link and for no other, with output buffers of %i packets",
    (packets) => {
      const { fabric, tables } = star(2);
      const seen = run({
        fabric,
        tables,
        switchModels: [modelOf({ lanes: 16, outputBuffer: { packets } })],
        traffic: [
          scripted(burst(20, { source: 1, dlid: 2, bytes: 1024 })),
          management(
            scripted([{ source: 1, dlid: 2, birth: 10, bytes: 64, tag: 99 }]),
          ),
        ],
      } as Omit<NetworkConfig, keyof typeof base>);
      // 4 ns per byte: the first packet of data is on the link until 4096.
      const found = deliveries(seen).find(({ tag }) => tag === 99);
      expect(found).toMatchObject({ lane: 15, time: 4096 + 256 + 140 });
    },
  );

  it("goes first out of a switch, whatever the lane scheduler likes", () => {
    // Two hosts fill the port of the third for ever; the fourth sends one management packet.
    const { fabric, tables } = star(4);
    const seen = run({
      fabric,
      tables,
      traffic: [
        scripted([
          ...burst(20, { source: 1, dlid: 3, bytes: 1024 }),
          ...burst(20, { source: 2, dlid: 3, bytes: 1024, sl: 1 }),
        ]),
        management(
          scripted([{ source: 4, dlid: 3, birth: 10_000, bytes: 64, tag: 99 }]),
        ),
      ],
    });
    // The port sends packets of 4096 ns from 120 on without a gap; one is on it when the packet is ready at 10120, until 12408.
    expect(deliveries(seen).find(({ tag }) => tag === 99)?.time).toBe(
      120 + 3 * 4096 + 256 + 20,
    );
  });

  it("needs a switch model of 16 lanes, and one thread", () => {
    const { fabric, tables } = star(2);
    const traffic = [
      management(scripted([{ source: 1, dlid: 2, birth: 0, bytes: 64 }])),
    ];
    const make = (lanes: number, more: Partial<NetworkConfig> = {}) =>
      codeOf(() =>
        createNetwork({
          ...base,
          fabric,
          tables,
          traffic,
          switchModels: [modelOf({ lanes })],
          ...more,
        }),
      );
    expect(make(15)).toBe("E_NETWORK_MANAGEMENT_LANE");
    expect(make(16)).toBe("none");
    const partition = { partOf: new Uint8Array(3), part: 0 };
    expect(make(16, { partition })).toBe("E_NETWORK_UNSUPPORTED");
  });
});

describe("data with a management lane", () => {
  it("is on VL0 to VL14: SL 15 on VL0", () => {
    const { fabric, tables } = star(2);
    const seen = run({
      fabric,
      tables,
      traffic: [
        scripted(
          Array.from({ length: 16 }, (_, sl) => ({
            source: 1,
            dlid: 2,
            birth: 10_000 * sl,
            bytes: 64,
            sl,
          })),
        ),
      ],
    });
    expect(deliveries(seen).map(({ lane }) => lane)).toEqual([
      ...Array.from({ length: 15 }, (_, sl) => sl),
      0,
    ]);
  });

  it("is refused VL15 by the host's table, as are tables that need it for data", () => {
    const { fabric, tables } = star(2);
    const traffic = [scripted([{ source: 1, dlid: 2, birth: 0, bytes: 64 }])];
    const make = (more: Partial<NetworkConfig>) =>
      codeOf(() =>
        createNetwork({ ...base, fabric, tables, traffic, ...more }),
      );
    const slToVl = Array.from({ length: 16 }, () => 15);
    expect(make({ hca: { ...plainHca, slToVl } })).toBe("E_NETWORK_SL_TO_VL");
    expect(make({ tables: { ...tables, lanes: 16 } })).toBe("E_NETWORK_LANES");
  });
});

describe("a host adapter's queues", () => {
  /** One FIFO per host for everything, management packets first; `declared` = what the stream says of itself. */
  const merged =
    (declared: Partial<Stream>): NonNullable<HcaModel["adapt"]> =>
    (streams) => {
      const heads = streams.map((): PacketDraft | undefined => undefined);
      return [
        {
          source: streams[0]!.source,
          serviceLevels: [0],
          ...declared,
          next(draft) {
            streams.forEach((stream, k) => {
              if (heads[k] === undefined && stream.next(draft))
                heads[k] = { ...draft };
            });
            const first =
              heads.find((head) => head?.management === true) ??
              heads.find((head) => head !== undefined);
            if (first === undefined) return false;
            heads[heads.indexOf(first)] = undefined;
            Object.assign(draft, first);
            return true;
          },
        },
      ];
    };
  const at = (declared: Partial<Stream>, withData = true) => {
    const { fabric, tables } = star(2);
    return run({
      fabric,
      tables,
      hca: { ...plainHca, adapt: merged(declared) },
      traffic: [
        ...(withData
          ? [scripted(burst(3, { source: 1, dlid: 2, bytes: 64 }))]
          : []),
        management(
          scripted(burst(2, { source: 1, dlid: 2, bytes: 64, tag: 9 })),
        ),
      ],
    } as Omit<NetworkConfig, keyof typeof base>);
  };

  it("may merge management packets and data into one stream", () => {
    const seen = at({ management: true });
    expect(deliveries(seen).map(({ tag, lane }) => [tag, lane])).toEqual([
      [9, 15],
      [9, 15],
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  it("may carry management packets alone", () => {
    const seen = at({ management: true, serviceLevels: [] }, false);
    expect(deliveries(seen).map(({ lane }) => lane)).toEqual([15, 15]);
  });

  it("must declare what they draft", () => {
    expect(codeOf(() => at({}))).toBe("E_NETWORK_STREAM_LANES");
    expect(codeOf(() => at({ management: true, serviceLevels: [] }))).toBe(
      "E_NETWORK_STREAM_LANES",
    );
  });
});
