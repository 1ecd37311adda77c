import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { ring } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const SWITCHES = 4;
const BYTES = 256;
/** Ticks from one packet of a flow to the next through buffers of one packet: its length and the round trip of its credit. */
const SPACING = 4 * BYTES + 140;
const END = 400_000;

/** Every host to the one `step` switches on, from the start without a pause. */
const shots = (step: number, sl: number, count: number): Shot[] =>
  Array.from({ length: SWITCHES * count }, (_, k) => ({
    source: SWITCHES + (k % SWITCHES),
    dlid: ((k + step) % SWITCHES) + 1,
    birth: 0,
    bytes: BYTES,
    sl,
  }));

describe.each([{ packets: 0 }, { packets: 1 }])(
  "a cycle of lane 0 on links that lane 1 fills, output buffers of %o",
  (outputBuffer) => {
    it("is seen at any time, also while all of its links are busy", () => {
      const { fabric, tables } = ring(SWITCHES);
      const network = createNetwork({
        fabric,
        tables: { ...tables, lanes: 2 },
        switchModels: [
          modelOf({ lanes: 2, outputBuffer, inputBuffer: { packets: 1 } }),
        ],
        hca: plainHca,
        traffic: [
          // Three switches on: no one-way ring carries that on one lane.
          scripted(shots(SWITCHES - 1, 0, 12)),
          scripted(shots(1, 1, Math.ceil(END / SPACING) + 10)),
        ],
        tickPs: 1000,
        checked: true,
      });
      play(network, END / 4);
      let moved = 0;
      for (let tick = END / 4; tick < END; tick += 997) {
        moved += deliveries(play(network, tick)).length;
        const cycle = network.diagnose() ?? [];
        expect(cycle, `${tick}`).toHaveLength(
          outputBuffer.packets === 0 ? SWITCHES : 2 * SWITCHES,
        );
        expect(new Set(cycle.map(({ lane }) => lane))).toEqual(new Set([0]));
      }
      // Each link carries a flow of lane 1 all the time, at its full rate.
      const due = (SWITCHES * (END - END / 4)) / SPACING;
      expect(moved).toBeGreaterThan(0.98 * due);
      expect(moved).toBeLessThan(1.02 * due);
    });
  },
);
