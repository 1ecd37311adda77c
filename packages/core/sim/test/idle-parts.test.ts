import { pathBits } from "@fabriclab/addressing-path-bits";
import { sequential } from "@fabriclab/addressing-sequential";
import { queuePair } from "@fabriclab/hca-queue-pair";
import { minhop } from "@fabriclab/routing-minhop";
import { multipath } from "@fabriclab/routing-multipath";
import { compose, idleParts, type Use } from "@fabriclab/sim";
import { roundRobinLanes } from "@fabriclab/switch-arbiters";
import { iba } from "@fabriclab/switch-iba";
import { hll } from "@fabriclab/switch-dropping";
import { lfu } from "@fabriclab/switch-path-select";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous, centralQueue } from "@fabriclab/switch-replication";
import { vlArbitration } from "@fabriclab/switch-vl-arbitration";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { pathBitTable } from "@fabriclab/tables-path-bit-table";
import { asks } from "@fabriclab/spec";
import { kimFigure4a, star } from "@fabriclab/testing-fabrics";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import type { Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** Notes on Poisson traffic through one switch. */
const notes = (
  given: object,
  more: object = {},
  parts: object = {},
): string[] => {
  const lab = experiment({
    fabric: star(3),
    tables: {
      addressing: use(sequential),
      routing: use(upDown),
      unicast: use(linear),
    },
    traffic: [
      { ...use(poisson, { load: 0.1, ...given }), pattern: use(uniform) },
    ],
  });
  return idleParts(
    compose({ ...lab, ...more, switchModel: { ...lab.switchModel, ...parts } }),
  );
};
const lanes = (virtualLanes: number) => ({ use: use(relay, { virtualLanes }) });

describe("idle parts", () => {
  it("are none where all that is named can act", () => {
    expect(notes({})).toEqual([]);
    expect(notes({ droppable: true }, {}, { drop: use(hll) })).toEqual([]);
    expect(notes({}, {}, { drop: use(hll, { selective: false }) })).toEqual([]);
    expect(notes({ sl: [0, 1, 2, 3] }, {}, lanes(4))).toEqual([]);
    expect(
      notes({ sl: 3 }, { hca: use(queuePair, { priority: [3] }) }),
    ).toEqual([]);
  });

  it("are a builder of unicast tables beside a routing that makes whole tables", () => {
    const said = (routing: Use, builder: Use) =>
      notes(
        {},
        {
          tables: { addressing: use(sequential), routing, unicast: builder },
        },
      );
    const mine = { ...linear, name: "mine" };
    expect(said(use(minhop), use(mine))).toEqual([
      "tables: mine has no effect: routing minhop makes whole tables itself",
    ]);
    expect(said(use(minhop), use(linear))).toEqual([]);
    expect(said(use(upDown), use(mine))).toEqual([]);
    // A routing that is made for a builder has it unasked.
    const made = { ...minhop, defaultTables: "mine" };
    expect(said(use(made), use(mine))).toEqual([]);
    expect(said(use(made), use(linear))).toHaveLength(1);
  });

  it("are a builder only on fabrics for which the routing makes whole tables, from one source of tables for all", () => {
    const whole = use(minhop);
    const mixed = {
      ...upDown,
      name: "mixed",
      create: (...[context, options]: Parameters<typeof upDown.create>) =>
        context.fabric.hostCount === 3
          ? minhop.create(context, whole.options)
          : upDown.create(context, options),
    };
    const tables = {
      addressing: use(sequential),
      routing: use(mixed),
      unicast: use({ ...linear, name: "mine" }),
    };
    expect(notes({}, { tables })).toEqual([
      "tables: mine has no effect: routing mixed makes whole tables itself",
    ]);
    expect(notes({}, { tables, fabric: star(4) })).toEqual([]);
  });

  it("are told beside service levels of traffic that stand in place of those of each pair", () => {
    const layered = {
      ...upDown,
      create: (...given: Parameters<typeof upDown.create>) => ({
        ...upDown.create(...given),
        pathSl: (source: number) => (source % 2) as Sl,
        lanes: 2,
      }),
    };
    const tables = {
      addressing: use(sequential),
      routing: use(layered),
      unicast: use(linear),
    };
    expect(notes({ sl: [0, 1] }, { tables }, lanes(2))).toEqual([
      "traffic[0]: service levels of its own (0, 1) stand in place of those that the tables of test-up-down have for each pair, by which routings on several lanes keep free of credit loops: its packets may deadlock; leave them out, or take a routing that is free of them on one lane",
    ]);
    expect(notes({}, { tables }, lanes(2))).toEqual([]);
    expect(notes({ sl: [0, 1] }, {}, lanes(2))).toEqual([]);
    // Video has levels of its own unasked.
    const video = { ...use(mpeg2, { load: 0.1, frames: 1 }), name: "video" };
    expect(
      notes(
        {},
        { tables, traffic: [{ ...video, pattern: use(uniform) }] },
        lanes(8),
      ),
    ).toEqual([
      expect.stringMatching(
        /^video: service levels of its own \(0, 1, .*; it has no others, so take a routing/,
      ),
    ]);
  });

  it("are a drop policy without droppable packets, and the other way round", () => {
    expect(notes({}, {}, { drop: use(hll) })).toEqual([
      expect.stringContaining("drop has no effect: no traffic has packets"),
    ]);
    expect(notes({ droppable: true })).toEqual([
      "droppable has no effect: the scenario has no drop policy (`drop`)",
    ]);
  });

  it("are known by what a plugin declares of its parameters, whatever their names are", () => {
    const { params } = poisson;
    const mine = {
      ...poisson,
      name: "mine",
      params: params.safeExtend({
        expendable: z.boolean().default(false).meta(asks("drop", true)),
        route: z
          .enum(["fixed", "free"])
          .default("fixed")
          .meta(asks("select", "free")),
      }),
    };
    const of = (options: object, parts: object = {}) =>
      notes(
        {},
        {
          traffic: [
            { ...use(mine, { load: 0.1, ...options }), pattern: use(uniform) },
          ],
        },
        parts,
      );
    expect(of({ expendable: true })).toEqual([
      "expendable has no effect: the scenario has no drop policy (`drop`)",
    ]);
    expect(of({ expendable: true }, { drop: use(hll) })).toEqual([
      "drop has no effect: no traffic has packets that hll may drop (`droppable: true`, or `expendable: true`, or `selective: false` for all)",
    ]);
    expect(() => of({ route: "free" })).toThrow(
      expect.objectContaining({
        code: "E_SIM_NO_SELECT",
        got: "route: free, no select",
      }),
    );
  });

  it("are no drop policy beside traffic of one's own that does not say whether its packets may be dropped", () => {
    const marked = (droppable?: boolean) => ({
      ...poisson,
      name: "marked",
      create: (...given: Parameters<typeof poisson.create>) => {
        const { droppable: _, ...traffic } = poisson.create(...given);
        return droppable === undefined ? traffic : { ...traffic, droppable };
      },
    });
    const beside = (plugin: typeof poisson) =>
      notes(
        {},
        {
          traffic: [{ ...use(plugin, { load: 0.1 }), pattern: use(uniform) }],
        },
        { drop: use(hll) },
      );
    expect(beside(marked())).toEqual([]);
    expect(beside(marked(true))).toEqual([]);
    expect(beside(marked(false))).toEqual([
      expect.stringContaining("drop has no effect: no traffic has packets"),
    ]);
  });

  it("are a drop policy where video has I frames only, none of which may be dropped", () => {
    const film = (gop: string) =>
      notes(
        {},
        {
          traffic: [
            use(mpeg2, { load: 0.3, frames: 1, gop, rates: ["100Mb/s"] }),
          ],
        },
        { drop: use(hll) },
      );
    expect(film("IBB")).toEqual([]);
    expect(film("I")).toEqual([
      expect.stringContaining("drop has no effect: no traffic has packets"),
    ]);
  });

  it("are a choice among ports that no traffic leaves to switches", () => {
    const chosen = (paths: string) =>
      notes(
        { paths },
        {
          fabric: kimFigure4a(),
          tables: {
            addressing: use(pathBits, { mode: "wide" }),
            routing: use(multipath),
            unicast: use(pathBitTable),
          },
        },
        { select: use(lfu) },
      );
    expect(chosen("adaptive")).toEqual([]);
    expect(chosen("random")).toEqual([
      "select: lfu has no effect: no traffic leaves the choice to switches (`paths: adaptive`)",
    ]);
  });

  it("are a replication without multicast, and a priority of levels that no packet has", () => {
    expect(notes({}, {}, { replication: use(centralQueue) })).toEqual([
      "replication: central-queue has no effect: no traffic sends multicast packets",
    ]);
    const plain = { ...asynchronous, name: "mine" };
    expect(notes({}, {}, { replication: use(plain) })).toEqual([]);
    expect(
      notes({ sl: 3 }, { hca: use(queuePair, { priority: [5, 6] }) }),
    ).toEqual(["hca.priority has no effect: no packet has service level 5, 6"]);
  });

  it("are builders of multicast tables without multicast, but for what is used unasked", () => {
    const built = (multicast: Use) =>
      notes(
        {},
        {
          tables: {
            addressing: use(sequential),
            routing: use(upDown),
            unicast: use(linear),
            multicast,
          },
        },
      );
    expect(built(use(multicastUnion))).toEqual([]);
    expect(built(use(multicastUnion, { plan: "shared" }))).toEqual([
      "multicast: union has no effect: no traffic sends multicast packets",
    ]);
    expect(built(use(multicastSpanningTree))).toEqual([
      "multicast: spanning-tree has no effect: no traffic sends multicast packets",
    ]);
  });

  it("are what a traffic says of its own options, with its place where there are several", () => {
    const one = {
      ...use(constantRate, { load: 0.1, start: { B: "1ns" } }),
      pattern: use(pairs, { pairs: { A: "B" } }),
    };
    const line =
      "start of B has no effect: under the pattern this host sends nothing";
    expect(notes({}, { traffic: [one] })).toEqual([line]);
    const other = { ...one, pattern: use(pairs, { pairs: { B: "A" } }) };
    expect(notes({}, { traffic: [other, one] })).toEqual([
      `traffic[1]: ${line}`,
    ]);
    expect(notes({}, { traffic: [other, { ...one, name: "probe" }] })).toEqual([
      `probe: ${line}`,
    ]);
  });

  it("are all lanes but one where all packets have service levels of one lane", () => {
    const [note, ...others] = notes({}, {}, lanes(4));
    expect(note).toContain("all packets are on VL 0 of the 4 of relay");
    expect(others).toEqual([]);
    // SL 1 and SL 5 share VL 1 of 4.
    expect(notes({ sl: [1, 5] }, {}, lanes(4))[0]).toContain("on VL 1 of");
  });

  it("are VL arbitration behind output buffers that lanes reach in turn", () => {
    const told = (outputBuffer: string, weights: object, sl = [0, 1]) =>
      notes(
        { sl },
        {},
        {
          use: use(relay, { virtualLanes: 2, outputBuffer }),
          laneScheduler: use(vlArbitration, weights),
        },
      );
    const weights = { high: "1:64", low: "0:4", highLimit: 255 };
    expect(told("1 packet", weights)).toEqual([
      expect.stringMatching(
        /^vl-arbitration decides little: before it, lanes cross .* of relay in turn, .*`outputBuffer: 0 packets`/,
      ),
    ]);
    expect(told("4KiB", weights)).toHaveLength(1);
    expect(told("0 packets", weights)).toEqual([]);
    // Nobody asked for shares of the link.
    expect(told("1 packet", {})).toEqual([]);
    const mine = { ...roundRobinLanes, name: "mine" };
    const scheduled = (laneScheduler: Use) =>
      notes(
        { sl: [0, 1] },
        {},
        {
          use: use(relay, { virtualLanes: 2, outputBuffer: "1 packet" }),
          laneScheduler,
        },
      );
    expect(scheduled(use(mine))).toEqual([]);
    expect(scheduled(use({ ...mine, isToldShares: () => true }))).toEqual([
      expect.stringMatching(/^mine decides little/),
    ]);
    const crossed = {
      use: use(iba, { outputBuffer: "1 packet" }),
      laneScheduler: use(vlArbitration, weights),
    };
    expect(notes({ sl: [0, 1] }, {}, crossed)).toHaveLength(1);
    expect(
      notes(
        { sl: [0, 1] },
        {},
        {
          ...crossed,
          crossbarScheduler: use(vlArbitration, weights),
        },
      ),
    ).toEqual([]);
  });

  it("are the lanes on which hosts begin, where SL2VL tables put all packets on one", () => {
    // Two lanes, and between switches VL 0 for all, as tables of a routing with one lane have it.
    const lab = compose({
      ...experiment({
        fabric: star(3),
        tables: {
          addressing: use(sequential),
          routing: use(upDown),
          unicast: use(linear),
        },
        traffic: [
          {
            ...use(poisson, { load: 0.1, sl: [0, 1] }),
            pattern: use(uniform),
          },
        ],
      }),
    });
    const tables = (sl2vl: readonly Uint8Array[]) => ({
      ...lab,
      switchModel: { ...lab.switchModel, lanes: 2 },
      tables: { ...lab.tables, sl2vl },
    });
    const merged = idleParts(tables([new Uint8Array(16)]));
    expect(merged).toEqual([
      "the SL2VL tables leave packets one lane: service levels 0, 1 begin on VL 0, 1 and are all on VL 0 from the first switch on; without SL2VL tables each stays on its own",
    ]);
    const kept = Uint8Array.from({ length: 16 }, (_, sl) => sl % 2);
    expect(idleParts(tables([kept]))).toEqual([]);
  });

  it("are said to stay on their hosts' lanes where tables that were read have no SL2VL", () => {
    const fabric = star(3);
    const computed = compose(
      experiment({
        fabric,
        routing: upDown,
        traffic: [{ ...use(poisson, { load: 0.1 }), pattern: use(uniform) }],
      }),
    ).tables;
    const told = (sl: number[], sl2vl?: readonly Uint8Array[]) =>
      idleParts(
        compose(
          experiment({
            fabric,
            tables: {
              given: {
                ...computed,
                lanes: 2,
                ...(sl2vl === undefined ? {} : { sl2vl }),
              },
            },
            relay: { virtualLanes: 2 },
            traffic: [
              { ...use(poisson, { load: 0.1, sl }), pattern: use(uniform) },
            ],
          }),
        ),
      );
    // SL modulo two lanes.
    expect(told([0, 1, 3])).toEqual([
      "the tables that were read have no SL2VL: packets of service levels 0, 1, 3 are taken to stay on VL 0, 1, where their hosts put them; with QoS off, a subnet has all on VL 0",
    ]);
    expect(told([0, 2])).not.toContainEqual(
      expect.stringContaining("no SL2VL"),
    );
  });
});
