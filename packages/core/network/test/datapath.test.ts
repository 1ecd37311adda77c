import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain, ring, star } from "./small-fabrics.ts";
import {
  meshFabric,
  meshTables,
  modelOf,
  plainHca,
  yardstickTraffic,
} from "./yardstick.ts";

const base = { hca: plainHca, tickPs: 1000, checked: true };
const burst = (
  source: number,
  dlid: number,
  count: number,
  bytes: number,
  tag = 0,
): Shot[] =>
  Array.from({ length: count }, () => ({ source, dlid, birth: 0, bytes, tag }));

describe.each([{ packets: 0 }, { packets: 1 }, { packets: 4 }])(
  "output buffers of %o",
  (outputBuffer) => {
    it("lets one flow have the whole link when buffers cover the round trip", () => {
      const { fabric, tables } = chain(3, 1);
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [modelOf({ outputBuffer, inputBuffer: { packets: 4 } })],
        traffic: [scripted(burst(3, 3, 100, 256))],
      });
      const seen = deliveries(play(network, 1e6));
      expect(seen.map((h) => h.time)).toEqual(
        Array.from(
          { length: 100 },
          (_, k) => (k + 1) * 1024 + 4 * 20 + 3 * 100,
        ),
      );
    });

    it("spaces packets by 4L + 140 ns when the next switch has room for one only", () => {
      const { fabric, tables } = chain(3, 1);
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [modelOf({ outputBuffer, inputBuffer: { packets: 1 } })],
        traffic: [scripted(burst(3, 3, 20, 256))],
      });
      const times = deliveries(play(network, 1e6)).map((h) => h.time);
      expect(times.slice(1).map((time, k) => time - times[k]!)).toEqual(
        Array.from({ length: 19 }, () => 1024 + 140),
      );
    });

    it("shares an output equally between the inputs that want it", () => {
      const { fabric, tables } = star(5);
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [modelOf({ outputBuffer })],
        traffic: [
          scripted([1, 2, 3, 4].flatMap((h) => burst(1 + h, 1, 50, 128, h))),
        ],
      });
      const order = deliveries(play(network, 1e6)).map((h) => h.tag);
      expect(order).toHaveLength(200);
      for (let k = 0; k + 4 <= 200; k += 4)
        expect(order.slice(k, k + 4).sort()).toEqual([1, 2, 3, 4]);
    });

    it("keeps mixed sizes in order and loses none, with buffers in bytes", () => {
      const K = 4;
      const fabric = meshFabric(K);
      const shots: Shot[] = Array.from({ length: 4000 }, (_, k) => ({
        source: 16 + (k % 16),
        dlid: (((k % 16) + 1 + ((k * 2654435761) % 15)) % 16) + 1,
        birth: Math.floor(k / 16) * 300,
        bytes: [64, 100, 1000, 2048, 333][(k * 7) % 5]!,
        tag: k,
      }));
      const network = createNetwork({
        ...base,
        fabric,
        tables: meshTables(K, fabric, 1),
        switchModels: [
          modelOf({
            inputBuffer: { bytes: 4096 },
            outputBuffer:
              outputBuffer.packets === 0
                ? outputBuffer
                : { bytes: 2048 * outputBuffer.packets },
          }),
        ],
        traffic: [scripted(shots)],
      });
      const seen = deliveries(play(network, 1e8));
      expect(seen.map((h) => h.tag).sort((a, b) => a - b)).toEqual(
        shots.map((shot) => shot.tag),
      );
      const last = new Map<string, number>();
      for (const h of seen) {
        const flow = `${h.source} ${h.place}`;
        expect(h.tag).toBeGreaterThan(last.get(flow) ?? -1);
        last.set(flow, h.tag);
      }
    });

    it("ends with a wait-for cycle when a ring is routed in a cycle on one lane", () => {
      const { fabric, tables } = ring(4);
      const shots = [0, 1, 2, 3].flatMap((h) =>
        burst(4 + h, ((h + 3) % 4) + 1, 12, 256, h),
      );
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [modelOf({ outputBuffer, inputBuffer: { packets: 1 } })],
        traffic: [scripted(shots)],
      });
      play(network, 1e6);
      expect(network.counts.inFlight).toBeGreaterThan(0);
      const cycle = network.diagnose()!;
      expect(
        cycle
          .filter((step) => step.stage === "input")
          .map((step) => step.node)
          .sort(),
      ).toEqual([0, 1, 2, 3]);
      cycle.forEach((step, k) => {
        const { node, stage, port, lane } = cycle[(k + 1) % cycle.length]!;
        expect(step.waitsFor).toEqual({ node, stage, port, lane });
        expect(step.source).toBe(4 + ((step.destination - 4 + 1) % 4));
      });
      expect(network.idle()).toBe(false);
    });

    it("finds no deadlock in a busy network that moves", () => {
      const K = 4;
      const fabric = meshFabric(K);
      const network = createNetwork({
        ...base,
        fabric,
        tables: meshTables(K, fabric, 2),
        switchModels: [
          modelOf({ lanes: 2, outputBuffer, inputBuffer: { packets: 1 } }),
        ],
        traffic: [
          yardstickTraffic({
            K,
            lanes: 2,
            bytes: 256,
            load: 0.9,
            switchCount: 16,
          }),
        ],
      });
      for (let t = 1000; t < 50_000; t += 1000) {
        play(network, t);
        expect(network.diagnose()).toBeUndefined();
      }
    });

    it("serves switches of 40 and of 254 ports", () => {
      for (const hosts of [40, 254]) {
        const { fabric, tables } = star(hosts);
        const shots = Array.from({ length: hosts }, (_, h) => ({
          source: 1 + h,
          dlid: ((h * 7 + 5) % hosts) + 1,
          birth: 0,
          bytes: 64,
          tag: h,
        })).concat(
          Array.from({ length: hosts - 1 }, (_, h) => ({
            source: 2 + h,
            dlid: 1,
            birth: 10_000,
            bytes: 64,
            tag: 1000 + h,
          })),
        );
        const network = createNetwork({
          ...base,
          fabric,
          tables,
          switchModels: [modelOf({ outputBuffer })],
          traffic: [scripted(shots)],
        });
        const seen = deliveries(play(network, 1e6));
        expect(seen.map((h) => h.tag).sort((a, b) => a - b)).toEqual(
          shots.map((shot) => shot.tag),
        );
        // One output serves its requests back to back, in port order from the input after the one served last.
        const last = seen.filter((h) => h.tag >= 1000);
        const served = Array.from({ length: hosts }, (_, h) => h).find(
          (h) => (h * 7 + 5) % hosts === 0,
        )!;
        expect(last.map((h) => h.tag)).toEqual(
          Array.from(
            { length: hosts - 1 },
            (_, k) => 1000 + ((served + k) % (hosts - 1)),
          ),
        );
        expect(last.at(-1)!.time - last[0]!.time).toBe((hosts - 2) * 256);
      }
    });
  },
);
