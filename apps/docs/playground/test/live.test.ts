import { expect, it } from "vitest";
import type { Frame, PacketsView } from "../src/shared/protocol.ts";
import { presets } from "../src/shared/presets.ts";
import type { Setup } from "../src/shared/setup.ts";
import { Live, valueText } from "../src/worker/live.ts";
import { Session } from "../src/worker/session.ts";
import { sampleWaits } from "../src/worker/waits.ts";

const setupOf = (wanted: string): Setup =>
  presets.find(({ name }) => name === wanted)!.setup;

it("tells of every packet on every channel, in its own time", async () => {
  const session = new Session();
  const setup = {
    ...setupOf("multicast"),
    traffic: [
      {
        kind: "multicast-operation",
        sources: 8,
        group: "40%",
        size: "1KiB",
        repeats: 2,
      },
    ],
  };
  const { fabric } = session.route(setup);
  const frames: Frame[] = [];
  const live = new Live(session.experiment(setup), (frame) =>
    frames.push(frame),
  );
  for (let k = 0; k < 2000 && !live.over; k++)
    await live.frame(live.start.packetPs / 3, true);
  const last = frames.at(-1)!;
  expect(last.finished).toBe(true);
  const flights = frames
    .map(({ packets }) => packets!)
    .flatMap((one: PacketsView) =>
      Array.from(one.channel, (channel, k) => ({
        channel,
        from: one.fromPs[k]!,
        until: one.untilPs[k]!,
      })),
    );
  const { portNode, portPeer, switchCount } = fabric;
  const toHosts = flights.filter(
    ({ channel }) => portNode[portPeer[channel]!]! >= switchCount,
  );
  const fromHosts = flights.filter(
    ({ channel }) => portNode[channel]! >= switchCount,
  );
  expect(toHosts).toHaveLength(last.counts.delivered);
  expect(fromHosts).toHaveLength(last.counts.injected);
  expect(last.counts.delivered).toBeGreaterThan(100);
  // 1 KiB at 4 ns a byte, and one packet at a time on a channel
  for (const { from, until } of flights) expect(until - from).toBe(4_096_000);
  const freeAt = new Map<number, number>();
  for (const { channel, from, until } of flights.sort(
    (a, b) => a.from - b.from,
  )) {
    expect(from).toBeGreaterThanOrEqual(freeAt.get(channel) ?? 0);
    freeAt.set(channel, until);
  }
  expect(last.packets?.held).toEqual([]);
});

it.each([100, 10, 3])(
  "shows what stands in buffers at a deadlock, seen every %i packets' time",
  async (packets) => {
    const frames: Frame[] = [];
    const session = new Session();
    const setup = setupOf("torus-deadlock");
    const { fabric } = session.route(setup);
    const live = new Live(session.experiment(setup), (frame) =>
      frames.push(frame),
    );
    for (let k = 0; k < 20_000 && !live.over; k++)
      await live.frame(packets * live.start.packetPs, true);
    const { deadlock, packets: last, counts, nowPs } = frames.at(-1)!;
    expect(deadlock).toBeDefined();
    // Packets outside the cycle may still go on when it closes, each on one link or, cut through, on two: neither is in a buffer. Those on their last link have been counted as delivered.
    const moving = frames
      .flatMap(({ packets: one }) =>
        Array.from(one!.channel, (channel, k) => ({
          channel,
          until: one!.untilPs[k]!,
        })),
      )
      .filter(
        ({ channel, until }) =>
          until >= nowPs &&
          fabric.portNode[fabric.portPeer[channel]!]! < fabric.switchCount,
      );
    const held = last!.held.length;
    expect(held).toBeLessThanOrEqual(counts.inFlight);
    expect(held + moving.length).toBeGreaterThanOrEqual(counts.inFlight);
    const channels = last!.held.map(({ channel }) => channel);
    for (const { channel } of deadlock!.steps)
      expect(channels).toContain(channel);
  },
);

it("draws an even sample of many waits, over all channels, and says of how many", async () => {
  const most = 12;
  const setup = setupOf("torus-deadlock");
  const run = async (mostWaits?: number): Promise<Frame> => {
    const frames: Frame[] = [];
    const live = new Live(
      new Session().experiment(setup),
      (frame) => frames.push(frame),
      mostWaits,
    );
    for (let k = 0; k < 20_000 && !live.over; k++)
      await live.frame(100 * live.start.packetPs, false);
    return frames.at(-1)!;
  };
  const all = await run();
  expect(all.waits).toHaveLength(all.waiting);
  const few = await run(most);
  expect(few.waiting).toBeGreaterThan(3 * most);
  expect(few.waits).toHaveLength(most);
  // Over the whole range: how far a frame comes depends on the machine, so that the two runs need not be at the same packet.
  const waits = [...few.waits];
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  const at = (share: number): number =>
    all.waits[Math.floor(share * all.waiting)]!;
  expect(waits[0]!).toBeLessThan(at(0.2));
  expect(waits[most / 2]!).toBeGreaterThan(at(0.25));
  expect(waits[most / 2]!).toBeLessThan(at(0.75));
  expect(waits.at(-1)!).toBeGreaterThan(at(0.8));
});

it("samples waits evenly over the whole range of channels, each once", () => {
  const channels = Array.from({ length: 17_000 }, (_, k) => 17_000 - k);
  const { drawn, count } = sampleWaits([...channels, ...channels], 2000);
  expect(count).toBe(17_000);
  expect(new Set(drawn).size).toBe(2000);
  // no stretch of the range without one, nor with many
  const gaps = Array.from(drawn.subarray(1), (one, k) => one - drawn[k]!);
  expect(new Set(gaps)).toEqual(new Set([8, 9]));
  expect(drawn[0]).toBe(1);
  expect(drawn.at(-1)).toBeGreaterThan(17_000 - 9);
  expect(sampleWaits([5, 3, 5], 2000)).toEqual({
    drawn: Int32Array.of(3, 5),
    count: 2,
  });
});

it("shows nothing one by one of a large fabric", async () => {
  const frames: Frame[] = [];
  const large = new Live(
    new Session().experiment({
      ...setupOf("fat-tree"),
      topology: { kind: "fat-tree", ports: 18, levels: 3 },
      routing: "minhop",
    }),
    (frame) => frames.push(frame),
  );
  expect(large.canFollow(1)).toBe(false);
  await large.frame(1, false);
  expect(frames.at(-1)?.packets).toBeUndefined();
});

it("results are written in units that suit, as the command line writes them", () => {
  expect(valueText({ value: 1_771_000_000, unit: "B/s" })).toBe("1.771 GB/s");
  expect(
    valueText({
      value: 1234.5,
      unit: "ns",
      ci95: 20,
      percentiles: { "99": 2_000_000 },
    }),
  ).toBe("1.2345 us ± 20 ns (p99 2 ms)");
  expect(valueText({ value: 0.25, unit: "1" })).toBe("0.25");
  expect(valueText({ value: NaN, unit: "ns", absent: "none" })).toBe("none");
});
