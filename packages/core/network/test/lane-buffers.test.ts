import type { LaneSchedulerFactory } from "@fabriclab/spec";
import type { Network, NetworkConfig } from "../src/index.ts";
import { createNetwork } from "../src/index.ts";
import { describe, expect, it } from "vitest";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain, star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const base = { hca: plainHca, tickPs: 1000, checked: true };
const burst = (
  source: number,
  dlid: number,
  sl: number,
  count: number,
  bytes: number,
): Shot[] =>
  Array.from({ length: count }, (_, tag) => ({
    source,
    dlid,
    birth: 0,
    bytes,
    sl,
    tag,
  }));

function networkOf(
  at: Pick<NetworkConfig, "fabric" | "tables">,
  shots: Shot[],
  model: Parameters<typeof modelOf>[0],
): Network {
  return createNetwork({
    ...base,
    ...at,
    switchModels: [modelOf(model)],
    traffic: [scripted(shots)],
  });
}

describe("input buffers that differ per lane", () => {
  it.each([
    [0, 1024 + 140],
    [1, 1024],
    [2, 1024],
  ])("SL %i is spaced by what its lane's buffer allows, %i ns", (sl, gap) => {
    // One packet on VL0, four on VL1, and VL2 has no entry: `inputBuffer`, in bytes.
    const network = networkOf(chain(3, 1), burst(3, 3, sl, 20, 256), {
      lanes: 3,
      inputBuffer: { bytes: 1024 },
      inputBufferPerLane: [{ packets: 1 }, { packets: 4 }],
    });
    const times = deliveries(play(network, 1e6)).map((h) => h.time);
    expect(times).toEqual(
      Array.from({ length: 20 }, (_, k) => 1024 + 80 + 300 + k * gap),
    );
  });

  it("without limit: nothing waits for credits, everything waits in the switch", () => {
    // Host 1 holds output 3 from 120 to 120 + 16384; host 2 sends 20 packets of 64 bytes meanwhile, 256 ns each.
    const run = (unlimited: boolean) => {
      const network = networkOf(
        star(3),
        [
          { source: 1, dlid: 3, birth: 0, bytes: 4096, tag: 100 },
          ...burst(2, 3, 1, 20, 64),
        ],
        {
          lanes: 2,
          inputBuffer: { packets: 1 },
          inputBufferPerLane: [
            { packets: 1 },
            { packets: unlimited ? Infinity : 1 },
          ],
        },
      );
      const seen = play(network, 1e6);
      expect(network.idle()).toBe(true);
      const times = (kind: string) =>
        seen.filter((h) => h.kind === kind && h.tag < 100).map((h) => h.time);
      return { injected: times("injected"), delivered: times("delivered") };
    };
    const k = Array.from({ length: 20 }, (_, k) => k);
    // The same for all lanes at once.
    const all = networkOf(star(3), burst(2, 3, 0, 3, 64), {
      inputBuffer: { packets: Infinity },
    });
    expect(deliveries(play(all, 1e6)).map((h) => h.time)).toEqual([
      396, 652, 908,
    ]);
    const free = run(true);
    expect(free.injected).toEqual(k.map((k) => k * 256));
    expect(free.delivered).toEqual(k.map((k) => 16504 + (k + 1) * 256 + 20));
    // With room for one, each leaves its host when it has heard, 20 ns later, that the one before has left the switch.
    const bound = run(false);
    expect(bound.injected).toEqual(
      k.map((k) => (k === 0 ? 0 : 16504 + k * 256 + 20 + (k - 1) * 140)),
    );
  });

  it("sixteen lanes: VL15, without flow control and first at every link, waits for one packet at most", () => {
    const first: LaneSchedulerFactory = {
      name: "highest first",
      create: () => ({
        pick: (_, lanes) => 31 - Math.clz32(lanes),
        granted: () => undefined,
      }),
    };
    const run = (managed: boolean) => {
      const { fabric, tables } = star(3);
      const late = scripted([
        { source: 1, dlid: 3, birth: 500, bytes: 64, tag: 100 },
      ]);
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [
          modelOf({
            lanes: 16,
            inputBufferPerLane: Array.from({ length: 16 }, (_, vl) => ({
              packets: vl === 15 ? Infinity : 1,
            })),
            laneScheduler: first,
          }),
        ],
        traffic: [
          scripted(burst(1, 3, 0, 4, 256)),
          scripted(burst(2, 3, 1, 4, 256)),
          {
            ...late,
            streams: late.streams.map((stream) => ({
              ...stream,
              ...(managed ? { management: true } : {}),
            })),
          },
        ],
      });
      const seen = deliveries(play(network, 1e6));
      expect(network.idle()).toBe(true);
      return seen.find(({ tag }) => tag === 100)!;
    };
    // Behind the packet on the host's link until 1024; routed at 1144, when the first packet (of host 2: VL1 goes before VL0) leaves output 3.
    expect(run(true)).toMatchObject({ lane: 15, time: 1144 + 256 + 20 });
    // On the lane of the others it waits for them, and for credits.
    expect(run(false).time).toBeGreaterThan(8 * 1024);
  });

  it("says so when more packets wait than there is memory for", () => {
    const network = networkOf(
      star(3),
      [
        { source: 1, dlid: 3, birth: 0, bytes: 50_000_000, tag: 100 },
        ...burst(2, 3, 1, 66_000, 64),
      ],
      {
        lanes: 2,
        inputBufferPerLane: [{ packets: 1 }, { packets: Infinity }],
      },
    );
    expect(() => {
      while (network.now < 17e6) {
        network.run(17e6);
        network.clearJournal();
      }
    }).toThrow(expect.objectContaining({ code: "E_NETWORK_POOL" }));
  });

  it("refuses a lane whose buffer does not hold the largest packet", () => {
    expect(() =>
      networkOf(star(2), burst(1, 2, 0, 1, 256), {
        lanes: 2,
        inputBufferPerLane: [{ packets: 1 }, { bytes: 128 }],
      }),
    ).toThrow(
      expect.objectContaining({
        code: "E_NETWORK_BUFFER",
        got: "an input buffer of 128 bytes on VL1",
      }),
    );
  });

  it("refuses sizes of lanes that are not there", () => {
    expect(() =>
      networkOf(star(2), burst(1, 2, 0, 1, 64), {
        inputBufferPerLane: [{ packets: 1 }, { packets: 2 }],
      }),
    ).toThrow(
      expect.objectContaining({
        code: "E_NETWORK_BUFFER",
        got: "2 entries",
        expected: "at most 1",
      }),
    );
  });
});
