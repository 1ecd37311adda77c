import { parseOptions } from "@fabriclab/spec";
import { hll, sll } from "@fabriclab/switch-dropping";
import { describe, expect, it } from "vitest";
import { deliveries, play } from "../../../core/network/test/scripted.ts";
import { ring } from "../../../core/network/test/small-fabrics.ts";
import { modelOf, shooting, start } from "./runs.ts";

/** Switches in a cycle, all paths clockwise: shortest paths of a network whose channels depend on each other in a cycle. */
const SWITCHES = 5;
const PACKETS = 200;
/** Every host sends 200 packets of 1 KiB, two to four switches on, at about half the rate of its link: more than the ring can carry. */
const shots = Array.from({ length: SWITCHES }, (_, s) =>
  Array.from({ length: PACKETS }, (_, k) => ({
    source: SWITCHES + s,
    dlid: ((s + 2 + ((k * 7 + s) % 3)) % SWITCHES) + 1,
    // No two hosts in step, or all are dropped together for ever.
    birth: k * (2000 + 37 * s),
    bytes: 1024,
    tag: s * PACKETS + k,
  })),
).flat();
const small = {
  virtualLanes: 1,
  management: false,
  inputBuffer: "1 packet",
  outputBuffer: "1 packet",
};
const LONG = 1e7;

const lastArrival = (seen: ReturnType<typeof play>): number =>
  Math.max(...deliveries(seen).map(({ time }) => time));

describe("clockwise paths on a ring at full load", () => {
  it("stop for ever without dropping, and the watchdog names the cycle: every switch waits for the next", () => {
    const network = start(ring(SWITCHES), modelOf(small), shooting(shots));
    const seen = play(network, LONG);
    expect(network.idle()).toBe(false);
    expect(lastArrival(seen)).toBeLessThan(50_000);
    const { delivered, dropped, inFlight } = network.counts;
    expect(delivered).toBeLessThan(shots.length);
    expect(dropped).toBe(0);
    expect(inFlight).toBeGreaterThanOrEqual(SWITCHES);
    const cycle = network.diagnose();
    expect(cycle).toBeDefined();
    expect(new Set(cycle?.map(({ node }) => node))).toEqual(
      new Set([0, 1, 2, 3, 4]),
    );
  });

  it.each([
    ["head-of-queue", hll.build(parseOptions(hll, { hv: 2 }))],
    ["switch", sll.build(parseOptions(sll, { lv: 2 }))],
  ])(
    "go on with %s lifetimes: everything is delivered or dropped",
    (_, drop) => {
      const network = start(
        ring(SWITCHES),
        modelOf(small, { drop }),
        shooting(shots, () => true),
      );
      const seen = play(network, LONG);
      expect(network.idle()).toBe(true);
      expect(network.diagnose()).toBeUndefined();
      const { injected, delivered, dropped } = network.counts;
      expect(injected).toBe(shots.length);
      expect(delivered + dropped).toBe(shots.length);
      expect(dropped).toBeGreaterThan(0);
      // Packets arrive until the last are sent; without dropping the first cycle ends it all.
      const lastBirth = Math.max(...shots.map(({ birth }) => birth));
      expect(lastArrival(seen)).toBeGreaterThan(0.95 * lastBirth);
      // Each packet has one end.
      const ends = seen.filter(({ kind }) => kind !== "injected");
      expect(new Set(ends.map(({ tag }) => tag)).size).toBe(shots.length);
      expect(ends).toHaveLength(shots.length);
    },
  );

  it("stop even so where nothing may be dropped", () => {
    const drop = hll.build(parseOptions(hll, { hv: 2 }));
    const network = start(
      ring(SWITCHES),
      modelOf(small, { drop }),
      shooting(shots),
    );
    play(network, LONG);
    expect(network.idle()).toBe(false);
    expect(network.counts.dropped).toBe(0);
    expect(network.diagnose()).toBeDefined();
  });
});
