import {
  channelLoads,
  loadSummary,
  makespanLowerBound,
  operationsOf,
} from "@fabriclab/analysis-balance";
import { compose, runExperiment } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { relay } from "@fabriclab/switch-relay";
import { describe, expect, it } from "vitest";
import {
  laneCount,
  LANES,
  PAPER_MESH,
  SCHEMES,
  type Case,
  type Lanes,
  type Scheme,
} from "../../src/reproduce/zhou2010/cases.ts";
import { prepare } from "../../src/reproduce/zhou2010/run/prepare.ts";
import { run } from "../../src/reproduce/zhou2010/run/task.ts";

const SMALL = { columns: 5, rows: 4 };
const input = (point: Case, seed: number, mesh = PAPER_MESH) => ({
  point,
  seed,
  mesh,
  checked: mesh !== PAPER_MESH,
});
const at = (
  sources: number,
  group: number,
  scheme: Scheme,
  lanes: Lanes = "1VL",
  size = 32,
): Case => ({
  reading: sources === 0 ? "centre" : "own",
  sources,
  group,
  scheme,
  lanes,
  size,
});
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe("runs of zhou2010", () => {
  // An independent script's numbers; there a source may be outside its group, here it is a member: one packet less.
  it.each([
    [0, 0.4, 102, 1],
    [0, 1, 255, 1],
    [0.4, 0.4, 329, 77],
    [0.4, 1, 800, 102],
    [1, 0.4, 445, 179],
    [1, 1, 1024, 255],
  ])(
    "from %d to %d have the bounds of the independent script",
    (sources, group, unicast, multicast) => {
      for (const [scheme, expected] of [
        ["unicast", unicast],
        ["multicast", multicast],
      ] as const) {
        const bounds = [1, 2, 3].map(
          (seed) =>
            prepare(input(at(sources, group, scheme), seed)).boundPackets,
        );
        const certain = expected === 1 || (group === 1 && sources !== 0.4);
        const slack = certain ? 0 : Math.max(2, 0.12 * expected);
        expect(
          Math.abs(mean(bounds) - expected),
          `${scheme}: ${bounds.join(", ")}`,
        ).toBeLessThanOrEqual(slack);
      }
    },
  );

  it("have the bounds that the analysis of channel loads finds for their operations", () => {
    const point = at(0.4, 0.4, "multicast", "2VL-shared", 64);
    const multicast = prepare(input(point, 3));
    const unicast = prepare(input({ ...point, scheme: "unicast" }, 3));
    const { tables, groups } = compose(multicast.experiment);
    const { fabric } = multicast.experiment;
    for (const [how, { boundPackets }] of [
      ["multicast", multicast],
      ["unicast", unicast],
    ] as const) {
      const loads = channelLoads(fabric, tables, operationsOf(groups, how));
      expect(boundPackets).toBe(loadSummary(loads).max);
      expect(makespanLowerBound(fabric, loads, 64).bound).toBe(
        boundPackets * 64 * 4 * 1000,
      );
    }
  });

  it("take by multicast from (8,8) exactly 4L + 20 (h + 1) + 100 h over the 17 switches to (0,0), whatever the lanes", async () => {
    for (const lanes of LANES)
      for (const size of [32, 1024, 8192])
        expect(
          await run(input(at(0, 1, "multicast", lanes, size), 1)),
        ).toMatchObject({ makespanNs: 4 * size + 20 * 18 + 100 * 17 });
  });

  it("never wait from one source, past its own link", async () => {
    for (const scheme of SCHEMES)
      for (const lanes of LANES)
        for (const size of [32, 128, 8192])
          for (const reading of ["centre", "anywhere"] as const) {
            const point = { ...at(0, 0.4, scheme, lanes, size), reading };
            const record = await run(input(point, 2));
            expect(record.makespanNs).toBeCloseTo(record.freeMakespanNs, 6);
            expect(record.deliveryNs).toBeCloseTo(record.freeDeliveryNs, 6);
          }
  });

  it.each([
    [32, 2, 268 / 134],
    [128, 2, 652 / 512],
    [8192, 2, 32908 / 32768],
    [32, 4, 268 / 128],
  ])(
    "of one source gain at %d B by %d lanes what the link cycle max(4L, (4L + 140) / v) says",
    async (size, lanes, gain) => {
      const configuration = lanes === 2 ? "2VL-shared" : "4VL-shared";
      const [one, more] = await Promise.all(
        (["1VL", configuration] as const).map((key) =>
          run(input(at(0, 1, "unicast", key, size), 1)),
        ),
      );
      // 255 cycles and one way through the mesh, of at most 32 switches, which lanes do not shorten.
      const cycles = 254 * Math.max(4 * size, (4 * size + 140) / lanes);
      const way = 20 * 33 + 100 * 32;
      expect(one!.makespanNs / more!.makespanNs).toBeLessThanOrEqual(
        gain * 1.0005,
      );
      expect(one!.makespanNs / more!.makespanNs).toBeGreaterThan(
        gain - ((gain - 1) * way + 140) / cycles,
      );
    },
  );

  it("with dedicated lanes are those with one lane, to the last bit", async () => {
    for (const scheme of SCHEMES)
      for (const reading of ["own", "same"] as const)
        for (const [mesh, sources] of [
          [SMALL, 1],
          [PAPER_MESH, 0.4],
        ] as const) {
          const result = async (lanes: Lanes) => {
            const point = { ...at(sources, 0.4, scheme, lanes, 64), reading };
            const { experiment } = prepare(input(point, 1, mesh));
            const { metrics, packets, simulatedPs, packetHops } =
              await runExperiment(experiment);
            return JSON.stringify([metrics, packets, simulatedPs, packetHops]);
          };
          const one = await result("1VL");
          expect(await result("2VL-dedicated")).toBe(one);
          expect(await result("4VL-dedicated")).toBe(one);
          expect(await result("2VL-shared")).not.toBe(one);
        }
  });

  it("are the same with own groups and with the same one where all hosts are members", async () => {
    for (const scheme of SCHEMES) {
      const point = at(1, 1, scheme, "2VL-shared", 64);
      const own = await run(input(point, 1, SMALL));
      expect(await run(input({ ...point, reading: "same" }, 1, SMALL))).toEqual(
        own,
      );
    }
  });

  it("deliver to every member but the source, on a mesh that is not square too", async () => {
    for (const scheme of SCHEMES)
      for (const lanes of LANES)
        for (const mesh of [SMALL, { columns: 4, rows: 5 }]) {
          const record = await run(input(at(0.4, 0.4, scheme, lanes), 1, mesh));
          expect(record.deliveries).toBe(8 * 7);
          expect(record.makespanNs).toBeGreaterThan(record.boundNs);
        }
  });

  it("take buffers of packets, of bytes per lane, and of bytes in all divided among the lanes", async () => {
    const point = at(1, 0.4, "unicast", "2VL-shared", 256);
    const time = async (inputBuffer: string, lanes: Lanes = "2VL-shared") => {
      const { experiment } = prepare(input({ ...point, lanes }, 1, SMALL));
      const options = parseOptions(relay, {
        virtualLanes: laneCount(lanes),
        inputBuffer,
      });
      const { metrics } = await runExperiment({
        ...experiment,
        switchModel: {
          ...experiment.switchModel,
          use: { plugin: relay, options },
        },
      });
      return metrics["completion"]!.value;
    };
    // A buffer of as many bytes as a packet has is a buffer of one packet.
    expect(await time("256B")).toBe(await time("1 packet"));
    expect(await time("1KiB")).toBe(await time("4 packets"));
    expect(await time("1KiB")).toBeLessThan(await time("1 packet"));
    // 512 bytes in all: two packets for one lane, one for each of two.
    const total = 512;
    expect(await time(`${total / 1}B`, "1VL")).toBe(
      await time("2 packets", "1VL"),
    );
    expect(await time(`${total / 2}B`)).toBe(await time("1 packet"));
    expect(await time(`${total / 2}B`, "2VL-dedicated")).toBeGreaterThan(
      await time(`${total / 1}B`, "1VL"),
    );
  });
});
