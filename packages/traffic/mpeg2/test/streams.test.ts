import { randomStream } from "@fabriclab/kernel";
import { parseOptions, type RandomStream } from "@fabriclab/spec";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { starContext, starOf } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { wireRate } from "../src/fill.ts";
import { GeneratedFrames } from "../src/generated-frames.ts";
import { codingOrder } from "../src/gop-pattern.ts";
import { make, take } from "./drafts.ts";

const hosts = starOf(["A", "B", "C", "D", "E"]);
/** Frames without chance, for answers that can be reckoned. */
const still = {
  activityCov: 0,
  noise: { I: 0, P: 0, B: 0 },
} as const;

describe("load", () => {
  it("is filled with the rates in turn, and the last stream has the rest", () => {
    // 60 Mb/s of 2 Gb/s: 3 + 4 + 5 + 6 + 8 + 10 + 15 = 51, then 3, then 4, and 2 Mb/s remain for a stream of 5.
    const traffic = make(starContext(starOf(["A", "B"])), {
      load: 0.03,
      headers: "none",
      ...still,
    });
    const rates = traffic.streams
      .filter(({ source }) => source === 1)
      .map((stream) => {
        let bytes = 0;
        const count = new Set<number>();
        for (const draft of take(stream, 20_000)) {
          bytes += draft.bytes;
          count.add(draft.tag);
        }
        return Math.round((bytes / count.size) * 8 * 30 * 1e-5) / 10;
      });
    expect(rates.map((rate) => Math.round(rate))).toEqual([
      3, 4, 5, 6, 8, 10, 15, 3, 4, 2,
    ]);
  });

  it("counts headers and padding as they come out", () => {
    expect(make(starContext(hosts), { load: 0.02 }).offeredLoad).toBeCloseTo(
      0.02,
      12,
    );
    // 25,000 bytes a frame: of 6 Mb/s, at 30 frames a second.
    const count = 20_000;
    const options = parseOptions(mpeg2, { load: 1 });
    const frames = new GeneratedFrames(
      { ...options, coded: codingOrder(options.gop) },
      25_000,
      0,
      randomStream(1, "headers"),
    );
    for (const [mtu, overhead] of [
      [1024, 34],
      [256, 34],
      [4096, 26],
    ] as const) {
      let payload = 0;
      let wire = 0;
      for (let frame = 0; frame < count; frame++) {
        const bytes = frames.bytes(frame);
        payload += bytes;
        wire += Math.ceil(bytes / 4) * 4 + Math.ceil(bytes / mtu) * overhead;
      }
      const expected = wireRate((payload / count) * 30, {
        fps: 30,
        mtu,
        overhead,
        padded: true,
      });
      expect(Math.abs(((wire / count) * 30) / expected - 1)).toBeLessThan(1e-4);
    }
  });

  it("does not change the streams that were there when it grows", () => {
    const few = make(starContext(hosts), { load: 0.01 }).streams;
    const more = make(starContext(hosts), { load: 0.02 }).streams;
    const ofFirst = (streams: typeof few) =>
      streams.filter(({ source }) => source === 1);
    const plain = (stream: (typeof few)[number]) =>
      take(stream, 100).map(({ birth, bytes, dlid, sl, flags }) => [
        birth,
        bytes,
        dlid,
        sl,
        flags,
      ]);
    // The last stream of the smaller load is scaled to its rest.
    const kept = ofFirst(few).length - 1;
    for (let k = 0; k < kept; k++)
      expect(plain(ofFirst(more)[k]!)).toEqual(plain(ofFirst(few)[k]!));
  });
});

describe("streams", () => {
  it("have one destination, one path and one service level each", () => {
    const { streams } = make(starContext(hosts), { load: 0.05 });
    const levels = streams
      .filter(({ source }) => source === 1)
      .map((stream) => {
        const taken = take(stream, 50);
        expect(new Set(taken.map(({ dlid }) => dlid)).size).toBe(1);
        expect(taken[0]!.dlid).not.toBe(100);
        return taken[0]!.sl;
      });
    expect(levels.slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0]);
  });

  it("go to every other host alike", () => {
    const { streams } = make(starContext(hosts), { load: 0.5 });
    const to = new Map<number, number>();
    for (const stream of streams) {
      const { dlid } = take(stream, 1)[0]!;
      to.set(dlid, (to.get(dlid) ?? 0) + 1);
    }
    // About 650 streams over five hosts.
    const mean = streams.length / 5;
    for (const count of to.values())
      expect(Math.abs(count - mean)).toBeLessThan(4.5 * Math.sqrt(mean));
  });

  it("end after as many frames as asked for", () => {
    const { streams, finite, countDeliveries, frames } = make(
      starContext(hosts),
      { load: 0.01, frames: 7 },
    );
    expect(finite).toBe(true);
    let packets = 0;
    for (const [index, stream] of streams.entries()) {
      const taken = take(stream, 1e5);
      packets += taken.length;
      expect(new Set(taken.map(({ tag }) => tag))).toEqual(
        new Set(
          Array.from(
            { length: 7 },
            (_, frame) => frame * streams.length + index,
          ),
        ),
      );
      for (const tag of [index, 6 * streams.length + index])
        expect(taken.filter((draft) => draft.tag === tag)).toHaveLength(
          frames!.packets(tag),
        );
    }
    expect(countDeliveries?.(packets)).toBe(packets);
  });

  it("draw no frame before it is sent, nor count one before those before it have come", () => {
    const context = starContext(hosts);
    let draws = 0;
    const random = (name: string): RandomStream => {
      const stream = context.random(name);
      const own = stream.exponential.bind(stream);
      stream.exponential = () => {
        draws++;
        return own();
      };
      return stream;
    };
    const { streams, countDeliveries } = make(
      { ...context, random },
      { load: 0.01, frames: 50_000 },
    );
    // Of each stream the activity of two groups of pictures; then a draw for a frame, and one for each group.
    const begun = draws;
    expect(begun).toBe(2 * streams.length);
    expect(countDeliveries!(0)).toBeGreaterThan(0);
    expect(draws).toBe(begun + 1);
    // Every frame has a packet, so that one more than so many have more; groups of pictures begin at most twice in eleven frames.
    const some = 10 * streams.length;
    expect(countDeliveries!(some)).toBeGreaterThan(50_000 * streams.length);
    expect(draws).toBeLessThanOrEqual(begun + some + 1 + 2 * streams.length);
  });
});

describe("groups", () => {
  it("are replaced by copies to their members, packet by packet", () => {
    const { streams, frames, countDeliveries } = make(starContext(hosts), {
      load: 0.01,
      frames: 2,
      multicast: {
        share: 1,
        groups: 1,
        members: [4],
        scheme: "replicated-unicast",
      },
    });
    let copies = 0;
    for (const [index, stream] of streams.entries()) {
      const taken = take(stream, 1e5);
      copies += taken.length;
      const to = [...new Set(taken.map(({ dlid }) => dlid))];
      expect([3, 4]).toContain(to.length);
      expect(to).not.toContain(99 + stream.source);
      expect(taken.slice(0, to.length).map(({ dlid }) => dlid)).toEqual(to);
      expect(taken.filter(({ tag }) => tag === index)).toHaveLength(
        frames!.packets(index) * to.length,
      );
    }
    expect(countDeliveries?.(copies)).toBe(copies);
  });

  it("have the members that are listed, and a stream goes to one group", () => {
    const context = starContext(hosts);
    const [a, b, c, d, e] = context.hosts;
    const { streams, frames, sourceLoad } = make(context, {
      load: 0.01,
      frames: 1,
      sourceAt: ["A", 3],
      multicast: {
        share: 1,
        members: [["C", "E"], [1]],
        scheme: "replicated-unicast",
      },
    });
    expect(new Set(streams.map(({ source }) => source))).toEqual(
      new Set([a, d]),
    );
    // Base LIDs of a star's hosts are their endports and 99.
    const groups = [[c, e], [b]].map((group) => group.map((to) => to! + 99));
    for (const [index, stream] of streams.entries()) {
      const to = [...new Set(take(stream, 1e5).map(({ dlid }) => dlid))];
      expect(groups).toContainEqual(to);
      expect(frames!.receivers!(index)).toBe(to.length);
    }
    expect(context.hosts.map((host) => sourceLoad!(host))).toEqual([
      0.01, 0, 0, 0.01, 0,
    ]);
  });

  it("leave a host's own streams as they are, whoever else sends", () => {
    const draftsOf = (options: object): readonly object[] =>
      make(starContext(hosts), { load: 0.02, frames: 2, ...options })
        .streams.filter(({ source }) => source === starContext(hosts).hosts[2])
        // Tags count the streams of all senders.
        .map((stream) =>
          take(stream, 1e5).map(({ tag: _, ...draft }) => draft),
        );
    expect(draftsOf({ sourceAt: "C" })).toEqual(draftsOf({}));
  });

  it("say who their receivers are, for trees may lead to others", () => {
    const plain = starContext(hosts);
    const multicast = { mlids: () => [0xc000] };
    const { streams, frames, isReceiver } = make(
      { ...plain, tables: { ...plain.tables, multicast } } as never,
      {
        load: 0.01,
        frames: 1,
        multicast: { share: 1, groups: 1, members: [4] },
      },
    );
    const seen = new Set<number>();
    for (const [index, { source }] of streams.entries()) {
      const receivers = plain.hosts.filter((host) =>
        // The second frame of the stream.
        isReceiver!(streams.length + index, host),
      );
      expect(receivers).toHaveLength(frames!.receivers!(index));
      expect(receivers).not.toContain(source);
      for (const host of receivers) seen.add(host);
    }
    expect(seen.size).toBe(4);
  });
});

describe("runs of packets", () => {
  it("are the packets of a frame that are the same, and all that is drafted one by one", () => {
    const options = { load: 0.02, mtu: "256B", frames: 24 };
    const single = make(starContext(hosts), options).streams;
    for (const [i, stream] of make(
      starContext(hosts),
      options,
    ).streams.entries()) {
      const packets = take(single[i], Infinity);
      let runs = 0;
      const draft = { ...packets[0]! };
      let taken = 0;
      for (;;) {
        const count = stream.nextRun!(draft);
        if (count === 0) break;
        runs += 1;
        for (let k = 0; k < count; k++) expect(draft).toEqual(packets[taken++]);
      }
      expect(taken).toBe(packets.length);
      expect(runs).toBeLessThan(packets.length / 4);
    }
  });

  it("are of one packet where packets of a frame are born apart, or go to several hosts", () => {
    for (const options of [
      { pacing: "spread" as const },
      {
        multicast: {
          share: 1,
          members: [3],
          scheme: "replicated-unicast" as const,
        },
      },
    ]) {
      const draft = {
        birth: 0,
        dlid: 0,
        bytes: 0,
        sl: 0,
        tag: 0,
        flags: 0,
        retryAt: -1,
      };
      for (const stream of make(starContext(hosts), { load: 0.02, ...options })
        .streams)
        for (let k = 0; k < 50; k++) expect(stream.nextRun!(draft)).toBe(1);
    }
  });
});
