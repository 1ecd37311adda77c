import {
  JOURNAL_SOURCE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  parseOptions,
  type Traffic,
} from "@fabriclab/spec";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { describe, expect, it } from "vitest";
import {
  context,
  fabric,
  networkOf,
  play,
} from "../../../core/connection/examples/two-paths.part.ts";

const make = (options: object): Traffic =>
  mpeg2.create(
    context,
    parseOptions(mpeg2, { sl: 0, frames: 2, ...options }),
    {},
  );

/** Frame packets that arrive of each stream, and when the first of its host's packets does. */
function run(traffic: Traffic) {
  const frames = new Map<number, number>();
  const { streams } = traffic.frames!;
  let first = Infinity;
  let settled = 0;
  expect(traffic.done!(0)).toBe(false);
  play(networkOf([traffic]), 1e9, (records, at, baseTick) => {
    settled += 1;
    const tag = records[at + JOURNAL_TAG]!;
    if (tag < 0) return;
    expect(records[at + JOURNAL_SOURCE]).toBe(
      traffic.streams[tag % streams]!.source,
    );
    frames.set(tag, (frames.get(tag) ?? 0) + 1);
    first = Math.min(first, baseTick + records[at + JOURNAL_TIME]!);
  });
  // Complete with the last of all its packets, those of control among them.
  expect(traffic.done!(settled)).toBe(true);
  expect(traffic.done!(settled - 1)).toBe(false);
  return { frames, first };
}

describe("streams with connections", () => {
  it("send all of their frames, once their paths are reserved", () => {
    const traffic = make({ load: 0.1, connection: {} });
    const { streams, packets } = traffic.frames!;
    const { frames, first } = run(traffic);
    expect(frames.size).toBe(2 * streams);
    for (const [tag, count] of frames) expect(count).toBe(packets(tag));
    const report = traffic.report!();
    expect(report["connection.open"]!.value).toBe(streams);
    // No packet of 1 KiB is there before a probe of 64 bytes and its ACK went over a switch at least.
    expect(first).toBeGreaterThan(2 * (64 * 4 + 40 + 100));
    // Hosts send a load of 0.1, and each of their packets crosses two cables of hosts and up to three between switches.
    const held = report["connection.reserved"]!;
    expect(held.detail!["max"]).toBeLessThanOrEqual(1);
    expect(held.value).toBeGreaterThan(
      (4 * 2 * 0.1) / (2 * fabric.linkCount) / 1.2,
    );
  });

  it("send nothing when they are refused and are to give up", () => {
    const traffic = make({
      load: 0.1,
      connection: { limit: 1e-6, refused: "give-up" },
    });
    const { frames } = run(traffic);
    expect(frames.size).toBe(0);
    expect(traffic.report!()["connection.open"]!.detail!["refused"]).toBe(
      traffic.frames!.streams,
    );
  });

  it("go without reservation when they are refused and are to send all the same", () => {
    const traffic = make({ load: 0.1, connection: { limit: 1e-6 } });
    expect(run(traffic).frames.size).toBe(2 * traffic.frames!.streams);
  });

  it("have one receiver and one path", () => {
    for (const other of [
      { multicast: { scheme: "replicated-unicast" } },
      { paths: "random" },
    ])
      expect(() => make({ load: 0.1, connection: {}, ...other })).toThrow(
        expect.objectContaining({ code: "E_MPEG2_CONNECTION" }),
      );
  });
});
