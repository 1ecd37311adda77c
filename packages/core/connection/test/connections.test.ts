import {
  connectionParam,
  createConnections,
  type Connection,
  type ConnectionOptions,
  type Connections,
} from "@fabriclab/connection";
import type { DeliveredPacket, Traffic } from "@fabriclab/spec";
import { bytes } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  context,
  networkOf,
  P,
  P2,
  play,
  Q,
  Q2,
  tables,
  transit,
} from "../examples/two-paths.part.ts";

/** What a link carries. */
const LINK = 250e6;
const options = (given: object = {}): ConnectionOptions =>
  connectionParam().parse(given)!;

/** The control packets alone, as a traffic. */
function traffic(
  connections: Connections,
  heard: (packet: DeliveredPacket) => void = () => {},
): Traffic {
  return {
    streams: connections.streams(),
    finite: true,
    timers: true,
    maxPacketBytes: bytes(64),
    minPacketBytes: bytes(64),
    delivered(packet) {
      heard(packet);
      return connections.delivered(packet)!;
    },
  };
}

function settle(connections: Connections, changed = {}): DeliveredPacket[] {
  const heard: DeliveredPacket[] = [];
  play(
    networkOf([traffic(connections, (packet) => heard.push(packet))], changed),
    1e9,
  );
  return heard;
}

const values = (connections: Connections): Record<string, number> =>
  Object.fromEntries(
    Object.entries(connections.report()).map(([name, { value }]) => [
      name,
      value,
    ]),
  );

describe("a connection", () => {
  it("is set up along the shortest path, in the time that probe and ACK take", () => {
    const connections = createConnections(context, options());
    const one = connections.open({
      source: P,
      destination: Q,
      rate: LINK / 2,
      at: 100,
    });
    expect(one.path()).toBeUndefined();
    const heard = settle(connections);
    // The probe goes by three switches; the ACK has the complement of its bits, 1, and goes by four.
    const there = transit(64, 3);
    expect(heard.map(({ source, time }) => [source, time])).toEqual([
      [P, 100 + there],
      [Q, 100 + there + transit(64, 4)],
    ]);
    expect(one.path()).toBe(6);
    const report = connections.report();
    expect(report["connection.set-up"]).toEqual({
      value: there + transit(64, 4),
      unit: "ns",
      detail: { count: 1, max: there + transit(64, 4) },
    });
    expect(report["connection.open"]!.value).toBe(1);
    // Four of the 18 channels of the fabric are half full: P-A, A-B, B-D, D-Q.
    expect(report["connection.reserved"]!.value).toBeCloseTo(
      (4 * 0.5) / 18,
      12,
    );
    expect(report["connection.reserved"]!.detail).toEqual({ max: 0.5 });
  });

  it("takes the next path by hops when the first has no room, and what was refused holds nothing", () => {
    const connections = createConnections(context, options());
    const open = (source: typeof P, destination: typeof Q): Connection =>
      connections.open({ source, destination, rate: 0.6 * LINK, at: 0 });
    const [first, second] = [open(P, Q), open(P2, Q2)];
    settle(connections);
    expect([first.path(), second.path()].sort()).toEqual([6, 9]);
    expect(connections.report()["connection.probes"]).toEqual({
      value: 3,
      unit: "packets",
      detail: { refused: 1, timeouts: 0, rounds: 0 },
    });
    expect(connections.report()["connection.reserved"]!.detail!["max"]).toBe(
      0.6,
    );
  });

  it("fills a link exactly up to the limit", () => {
    const connections = createConnections(context, options({ limit: 0.3 }));
    const all = [1, 2, 3].map(() =>
      connections.open({ source: P, destination: Q, rate: 0.1 * LINK, at: 0 }),
    );
    const over = connections.open({
      source: P,
      destination: Q,
      rate: 1,
      at: 50_000,
    });
    settle(connections);
    // All share P-A and D-Q, whichever path they take.
    expect(all.map((one) => one.path())).toEqual([6, 6, 6]);
    expect(over.refused()).toBe(false);
    expect(over.path()).toBe(6);
    expect(connections.report()["connection.open"]!.detail).toMatchObject({
      "default path": 1,
    });
    expect(
      connections.report()["connection.reserved"]!.detail!["max"],
    ).toBeCloseTo(1, 9);
  });
});

describe("control packets", () => {
  it("go before what their host sends later on the same lane", () => {
    // Q has a packet of its own for 1 ms; the answer of 812 ns does not wait for it.
    const connections = createConnections(context, options());
    const one = connections.open({ source: P, destination: Q, rate: 1, at: 0 });
    let sent = 0;
    const later: Traffic = {
      streams: [
        {
          source: Q,
          serviceLevels: [0],
          next(draft) {
            draft.retryAt = -1;
            if (sent++ > 0) return false;
            Object.assign(draft, { birth: 1e6, dlid: 2, bytes: 64, sl: 0 });
            Object.assign(draft, { tag: 0, flags: 0 });
            return true;
          },
        },
      ],
      finite: true,
      maxPacketBytes: bytes(64),
      minPacketBytes: bytes(64),
    };
    play(networkOf([later, traffic(connections)]), 1e9);
    expect(one.path()).toBe(6);
    expect(values(connections)["connection.set-up"]).toBe(
      transit(64, 3) + transit(64, 4),
    );
  });
});

describe("a refused connection", () => {
  const crowded = (given: object) => {
    const connections = createConnections(context, options(given));
    const holder = connections.open({
      source: P,
      destination: Q,
      rate: LINK,
      at: 0,
    });
    const other = connections.open({
      source: P,
      destination: Q2,
      rate: LINK,
      at: 10_000,
    });
    return { connections, holder, other };
  };

  it("goes by the routing's path without reservation", () => {
    const { connections, holder, other } = crowded({});
    settle(connections);
    expect([holder.path(), other.path()]).toEqual([6, 8]);
    expect(other.refused()).toBe(false);
    expect(connections.report()["connection.probes"]!.detail).toEqual({
      refused: 2,
      timeouts: 0,
      rounds: 0,
    });
  });

  it("tries all paths as often as asked, and gives up", () => {
    const { connections, other } = crowded({
      rounds: 3,
      retryDelay: "5us",
      refused: "give-up",
    });
    const heard = settle(connections);
    expect(other.path()).toBeUndefined();
    expect(other.refused()).toBe(true);
    expect(connections.report()["connection.probes"]).toMatchObject({
      value: 1 + 6,
      detail: { refused: 6, rounds: 2 },
    });
    // By three switches there and four back, then by four there and three back; 5 us later again.
    const round = 2 * (transit(64, 3) + transit(64, 4));
    const births = heard
      .filter(({ source, birth }) => source === P && birth >= 10_000)
      .map(({ birth }) => birth);
    expect(births).toEqual(
      [0, 1, 2].flatMap((k) => {
        const start = 10_000 + k * (round + 5000);
        return [start, start + round / 2];
      }),
    );
  });

  it("goes on trying where it is to wait", () => {
    const { connections, other } = crowded({
      retryDelay: "20us",
      refused: "wait",
    });
    play(networkOf([traffic(connections)]), 100_000);
    expect(other.path()).toBeUndefined();
    expect(other.refused()).toBe(false);
    expect(values(connections)["connection.probes"]).toBeGreaterThan(6);
    expect(connections.report()["connection.open"]!.detail!["probing"]).toBe(1);
  });
});

describe("probes", () => {
  it("that are lost count as refused after their time", () => {
    // A does not know the LID of Q with bit 0: the probe is lost there, and bit 1 is tried 2 us after its birth.
    const connections = createConnections(context, options({ timeout: "2us" }));
    const one = connections.open({ source: P, destination: Q, rate: 1, at: 0 });
    const [a, ...others] = tables.lft;
    const changed = Uint8Array.from(a!);
    changed[6] = 255;
    const heard = settle(connections, { lft: [changed, ...others] });
    expect(one.path()).toBe(7);
    expect(heard.map(({ birth }) => birth)[0]).toBe(2000);
    expect(connections.report()["connection.probes"]!.detail).toEqual({
      refused: 0,
      timeouts: 1,
      rounds: 0,
    });
  });

  it("whose answer comes too late leave no reservation behind", () => {
    // An answer takes 1328 ns: too late for 1 us, twice, so the connection goes without.
    const connections = createConnections(context, options({ timeout: "1us" }));
    const one = connections.open({ source: P, destination: Q, rate: 1, at: 0 });
    settle(connections);
    expect(one.path()).toBe(6);
    expect(values(connections)["connection.open"]).toBe(0);
    expect(values(connections)["connection.reserved"]).toBe(0);
  });

  it("of one path per pair there is one", () => {
    const { multipath: _, ...single } = tables;
    const connections = createConnections(
      { ...context, tables: single },
      options({ refused: "give-up" }),
    );
    const [fits, not] = [0.7, 0.4].map((share) =>
      connections.open({
        source: P,
        destination: Q,
        rate: share * LINK,
        at: 0,
      }),
    );
    settle(connections);
    expect(fits!.path()).toBe(6);
    expect(not!.refused()).toBe(true);
    expect(values(connections)["connection.probes"]).toBe(2);
  });
});
