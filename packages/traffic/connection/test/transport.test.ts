import { parseOptions, type Pattern, type Traffic } from "@fabriclab/spec";
import type { EndportIx, NodeIx, PortNum } from "@fabriclab/units";
import { FabricBuilder } from "@fabriclab/fabric";
import { connection } from "@fabriclab/traffic-connection";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutAlternate } from "../src/without-alternate.ts";
import {
  context,
  fabric,
  networkOf,
  P,
  play,
  Q,
  tables,
  transit,
} from "../../../core/connection/examples/two-paths.part.ts";

/** P has a connection to Q, the others none. */
const fromP: Pattern = { destination: (host) => (host === 0 ? 2 : -1) };
// 1000 bytes take 4 us, so at a load of 0.1 a message is ready every 40 us.
const INTERVAL = 40_000;
const make = (options: object, changed = {}): Traffic =>
  connection.create(
    { ...context, tables: { ...tables, ...changed } } as never,
    parseOptions(connection, { size: "1000B", load: 0.1, ...options }),
    { pattern: fromP },
  );
const port = (name: string, num: number): number =>
  fabric.portOf(fabric.findNode(name) as NodeIx, num as PortNum);

type Change = readonly [at: number, what: "fail" | "restore", port: number];

/** Runs until nothing is left, with changes of links at their ticks. */
function run(options: object, changes: readonly Change[], changed = {}) {
  const traffic = make(options, changed);
  const network = networkOf([traffic], changed, { changes: true });
  for (const [at, what, where] of changes) {
    while (network.now < at) {
      network.run(at);
      network.clearJournal();
    }
    if (what === "fail") network.failLink(where);
    else network.restoreLink(where);
  }
  play(network, 1e9);
  expect(network.idle()).toBe(true);
  return traffic.report!();
}

describe("a connection", () => {
  it("delivers in order, at zero load in the time that the shortest path takes", () => {
    const report = run({ messages: 5 }, []);
    expect(report["transport.messages"]).toEqual({
      value: 5,
      unit: "messages",
      detail: {
        connections: 1,
        "without alternate": 0,
        duplicates: 0,
        "out of sequence": 0,
      },
    });
    expect(report["transport.latency"]).toEqual({
      value: transit(1000, 3),
      unit: "ns",
      detail: { count: 5, max: transit(1000, 3) },
    });
    expect(report["transport.resent"]!.value).toBe(0);
    expect(report["transport.recovery"]!.absent).toMatch(/./);
  });

  it("is complete when all messages have their ACKs", () => {
    const traffic = make({ messages: 5 });
    const network = networkOf([traffic]);
    // The last message is ready at 160 us; its way and its ACK's take some 12 us.
    const done = (tick: number): boolean => {
      while (network.now < tick) {
        network.run(tick);
        network.clearJournal();
      }
      return traffic.done!(0);
    };
    const end = 4 * INTERVAL + transit(1000, 3) + transit(30, 3);
    expect(done(end - 1)).toBe(false);
    expect(done(end)).toBe(true);
    expect(make({}).done).toBeUndefined();
  });

  it("is said to be held back where its window does not allow its load", () => {
    const note = (options: object) =>
      run({ load: 1, ...options }, [])["transport.latency"]!.note;
    // With a window of one, a message leaves each round, and is ready each 4 us.
    const round = transit(1000, 3) + transit(30, 3);
    const times = Number((round / 4000).toPrecision(2));
    expect(note({ messages: 20, window: 1 })).toContain(
      `1 of 1 connection was held back, and took up to ${times} times as long to send as their load says: P -> Q;`,
    );
    expect(note({ messages: 20, window: 1, load: 0.1 })).toBeUndefined();
    expect(note({ messages: 20, window: 64 })).toBeUndefined();
    expect(note({ messages: 10, window: 1 })).toBeUndefined();
  });

  it("is said to be held back by its window where it never ends, and not where the window is enough", () => {
    const note = (options: object) => {
      const traffic = make({ load: 1, ...options });
      const network = networkOf([traffic]);
      while (network.now < 1e6) {
        network.run(1e6);
        network.clearJournal();
      }
      return traffic.report!()["transport.latency"]!.note;
    };
    const round = transit(1000, 3) + transit(30, 3);
    const times = Number((round / 4000).toPrecision(2));
    expect(note({ window: 1 })).toContain(
      `took up to ${times} times as long to send as their load says: P -> Q; their messages wait at the sender; \`window\` was full, and a connection sends one message from one acknowledgement's round trip to the next`,
    );
    // At a load of 4 us a round, each message leaves as its window opens: none waits for longer than one.
    expect(note({ window: 1, load: (0.99 * 4000) / round })).toBeUndefined();
    expect(note({ window: Math.ceil(round / 4000) })).toBeUndefined();
  });

  it("waits for ACKs when its window is full", () => {
    // A window of one at full load: the next message leaves when the ACK is there.
    const report = run({ messages: 10, window: 1, load: 1 }, []);
    const round = transit(1000, 3) + transit(30, 3);
    expect(report["transport.latency"]!.detail!["max"]).toBe(
      9 * (round - 4000) + transit(1000, 3),
    );
    expect(report["transport.resent"]!.value).toBe(0);
  });
});

describe("when a link of its path fails", () => {
  const fail: Change = [100_000, "fail", port("B", 2)];

  it("migrates when the timer of the first lost message runs out, and sends what followed again", () => {
    const report = run({ messages: 10, timeout: "100us" }, [fail]);
    // Messages 3, 4 and 5 are sent at 120, 160 and 200 us and lost. At 220 us all three go by the four switches of the other path.
    expect(report["transport.messages"]).toMatchObject({
      value: 10,
      detail: { duplicates: 0, "out of sequence": 0 },
    });
    expect(report["transport.resent"]).toEqual({
      value: 3,
      unit: "packets",
      detail: { timeouts: 1, NAKs: 0, migrations: 1 },
    });
    expect(report["transport.recovery"]).toEqual({
      value: 100_000 + transit(1000, 4),
      unit: "ns",
      detail: {
        count: 1,
        max: 100_000 + transit(1000, 4),
      },
    });
  });

  it("waits for the path to come back without migration", () => {
    const report = run({ messages: 10, timeout: "100us", migration: "none" }, [
      fail,
      [500_000, "restore", port("B", 2)],
    ]);
    // Timers at 220, 320, 420 and 520 us; the last finds the link.
    expect(report["transport.resent"]!.detail).toEqual({
      timeouts: 4,
      NAKs: 0,
      migrations: 0,
    });
    expect(report["transport.recovery"]!.value).toBe(
      400_000 + transit(1000, 3),
    );
    expect(report["transport.messages"]!.value).toBe(10);
  });

  it("fails when nothing mends its path, and says what it has not sent", () => {
    const options = { messages: 10, timeout: "100us", migration: "none" };
    const report = run(options, [fail]);
    // Message 3 is sent at 120 us and its eighth timer runs out at 920 us: then all ten are ready, three have their ACK, and nothing is unsent.
    expect(report["transport.resent"]!.detail!["timeouts"]).toBe(8);
    expect(report["transport.messages"]!.value).toBe(3);
    expect(report["transport.failed"]).toMatchObject({
      value: 1,
      unit: "connections",
      detail: { outstanding: 7, unsent: 0, retrying: 0 },
    });
    expect(report["transport.failed"]!.note).toMatch(
      /^1 of 1 connection failed, .*: P -> Q;/,
    );
    // Two timers: at 320 us messages 3 to 7 have left.
    expect(
      run({ ...options, retries: 1 }, [fail])["transport.failed"]!.detail,
    ).toEqual({ outstanding: 5, unsent: 2, retrying: 0 });
  });

  it("that its answers come late is told from a broken path", () => {
    const note = (timeout: string, changes: readonly Change[]) =>
      run({ messages: 1, timeout, migration: "none", retries: 0 }, changes)[
        "transport.failed"
      ]!.note;
    // Message and ACK take 4.38 + 0.5 us and more: a timer of 3 us runs out before, with all links up.
    expect(transit(1000, 3) + transit(30, 3)).toBeGreaterThan(3000);
    expect(note("3us", [])).toMatch(
      /^1 of 1 connection failed, .*: P -> Q; .* came after the last retry: a longer `timeout` waits for them$/,
    );
    expect(note("3us", [])).not.toContain("resweep");
    // The link is dead before the message can cross it.
    expect(note("100us", [[1, "fail", port("B", 2)]])).toContain("resweep");
    expect(note("100us", [])).toBeUndefined();
  });

  it("is complete when it has failed", () => {
    const traffic = make({ messages: 10, migration: "none", retries: 0 });
    const network = networkOf([traffic], {}, { changes: true });
    const done = (tick: number): boolean => {
      while (network.now < tick) {
        network.run(tick);
        network.clearJournal();
      }
      return traffic.done!(0);
    };
    done(100_000);
    network.failLink(port("B", 2));
    expect(done(219_999)).toBe(false);
    expect(traffic.progress!()).toBe(3);
    expect(done(220_000)).toBe(true);
    expect(traffic.progress!()).toBe(3);
  });

  it("outlasts any outage with retries without end", () => {
    const options = { messages: 10, timeout: "100us", migration: "none" };
    const repaired: Change = [5_000_000, "restore", port("B", 2)];
    const { "transport.failed": failed, "transport.messages": messages } = run(
      { ...options, retries: "unlimited" },
      [fail, repaired],
    );
    expect(failed).toEqual({
      value: 0,
      unit: "connections",
      detail: { outstanding: 0, unsent: 0, retrying: 0 },
    });
    expect(messages!.value).toBe(10);
    expect(run(options, [fail, repaired])["transport.messages"]!.value).toBe(3);
  });

  it("knows a lost ACK from a lost message", () => {
    // Message 2 is through at 84 380 ns, and its ACK on the way from D to B: it alone is sent again, and nothing was missing.
    const report = run({ messages: 3, timeout: "100us" }, [
      [84_500, "fail", port("B", 2)],
    ]);
    expect(report["transport.messages"]).toMatchObject({
      value: 3,
      detail: { duplicates: 1 },
    });
    expect(report["transport.resent"]!.value).toBe(1);
    expect(report["transport.recovery"]!.absent).toMatch(/./);
  });

  it("migrates after as many timeouts in a row as asked", () => {
    const report = run({ messages: 10, timeout: "100us", migrateAfter: 3 }, [
      fail,
    ]);
    expect(report["transport.resent"]!.detail).toMatchObject({
      timeouts: 3,
      migrations: 1,
    });
    expect(report["transport.recovery"]!.value).toBe(
      300_000 + transit(1000, 4),
    );
  });

  it("goes back to a repaired path only when that is armed again", () => {
    const both: readonly Change[] = [
      fail,
      [250_000, "restore", port("B", 2)],
      [300_000, "fail", port("C", 2)],
    ];
    // It migrates at 220 us. Message 8 of 320 us is lost on the other path; its timer runs out at 420 us, and again at 520 and 620.
    const at = (rearm: string) =>
      run({ messages: 20, timeout: "100us", rearm }, both);
    expect(at("200us")["transport.resent"]!.detail).toMatchObject({
      timeouts: 2,
      migrations: 2,
    });
    expect(at("201us")["transport.resent"]!.detail).toMatchObject({
      timeouts: 3,
      migrations: 2,
    });
    expect(at("201us")["transport.messages"]!.value).toBe(20);
    expect(at("201us")["transport.recovery"]!.detail!["max"]).toBe(
      200_000 + transit(1000, 3),
    );
  });

  it("delivers every message once and in order, whenever and wherever one link fails", () => {
    const links = [
      port("B", 2),
      port("A", 1),
      port("B", 1),
      port("D", 1),
      port("C", 2),
      port("E", 2),
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400_000 }),
        fc.constantFrom(...links),
        fc.constantFrom(0.1, 0.7, 1),
        fc.integer({ min: 1, max: 64 }),
        (at, link, load, window) => {
          const report = run({ messages: 40, timeout: "50us", load, window }, [
            [at, "fail", link],
          ]);
          expect(report["transport.messages"]!.value).toBe(40);
          expect(
            report["transport.resent"]!.detail!["migrations"],
          ).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the alternate path", () => {
  it("is another LID of the destination where the tables have no multipath plan", () => {
    const { multipath: _, ...single } = tables;
    const traffic = connection.create(
      { ...context, tables: single } as never,
      parseOptions(connection, { messages: 1 }),
      { pattern: fromP },
    );
    expect(
      traffic.report!()["transport.messages"]!.detail!["without alternate"],
    ).toBe(0);
  });

  it("is missing where all LIDs of the destination lead the same way", () => {
    const { multipath: _, ...single } = tables;
    const [a, ...others] = tables.lft;
    const same = Uint8Array.from(a!);
    same[7] = 1;
    const messages = (options: object) =>
      connection.create(
        { ...context, tables: { ...single, lft: [same, ...others] } } as never,
        parseOptions(connection, { messages: 1, ...options }),
        { pattern: fromP },
      ).report!()["transport.messages"]!;
    expect(messages({}).detail!["without alternate"]).toBe(1);
    expect(messages({}).note).toMatch(
      /^1 of 1 connection cannot migrate, having no alternate path: P -> Q;/,
    );
    expect(messages({ migration: "none" }).note).toBeUndefined();
  });

  it("is not missed where every connection has one", () => {
    const report = make({ messages: 1 }).report!();
    expect(report["transport.messages"]!.note).toBeUndefined();
  });
});

describe("connections without an alternate path", () => {
  const pair = { source: P, destination: Q };

  it("are counted, and the first named", () => {
    const said = withoutAlternate(fabric, new Array(20).fill(pair), 25);
    expect(said).toContain("20 of 25 connections cannot migrate");
    expect(said!.match(/P -> Q/g)).toHaveLength(8);
    expect(said).toContain(", and 12 more;");
    expect(withoutAlternate(fabric, [pair, pair], 2)).not.toContain("more");
    expect(withoutAlternate(fabric, [], 25)).toBeUndefined();
  });

  it("stand on one line, whatever their names are", () => {
    const builder = new FabricBuilder("forged");
    const sw = builder.addSwitch("S", 2);
    for (const [port, name] of ["P", "Q"].entries())
      builder.connect(sw, port + 1, builder.addHost(`${name}\nerror: x`), 1);
    const [source, destination] = [1, 2] as [EndportIx, EndportIx];
    expect(
      withoutAlternate(builder.build(), [{ source, destination }], 1),
    ).toContain("path: P\\nerror: x -> Q\\nerror: x;");
  });
});

describe("refusals", () => {
  const refused = (options: object, code: string) =>
    expect(() => make(options)).toThrow(expect.objectContaining({ code }));

  it("name sizes and times of nothing", () => {
    refused({ size: "0B" }, "E_CONNECTION_SIZE");
    refused({ ackSize: "0B" }, "E_CONNECTION_SIZE");
    refused({ timeout: "0" }, "E_CONNECTION_TIME");
    refused({ rearm: "0" }, "E_CONNECTION_TIME");
    refused({ probe: { probeSize: "0B" } }, "E_CONNECTION_SIZE");
    refused({ probe: { limit: 0 } }, "E_CONNECTION_LIMIT");
    refused({ probe: { timeout: "0" } }, "E_CONNECTION_TIME");
    refused({ load: 0 }, "E_SPEC_BAD_PARAMETER");
    refused({ retries: 8 }, "E_SPEC_BAD_PARAMETER");
    refused({ retries: -1 }, "E_SPEC_BAD_PARAMETER");
  });

  it("need a pattern, and numbers for all messages", () => {
    expect(() =>
      connection.create(context, parseOptions(connection, {}), {}),
    ).toThrow(expect.objectContaining({ code: "E_CONNECTION_NO_PATTERN" }));
  });
});

it("an interval of the load is what the tests reckon with", () => {
  expect((1000 * 4) / 0.1).toBe(INTERVAL);
});
