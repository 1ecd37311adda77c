import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutLinks } from "@fabriclab/fabric";
import {
  hostEndports,
  LidTree,
  PathClasses,
  PathWalker,
  WALK_ENDS,
} from "@fabriclab/paths";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";

/**
 * Tables that are wrong in every way: entries drawn from what is there (mostly cabled ports, so that long ways, loops and deliveries all come about),
 * missing entries, port 0, ports that do not exist, missing switches' cables, endports without LIDs, LMC up to 2.
 */
const broken = randomFabric({
  maxSwitches: 7,
  maxExtraLinks: 5,
  maxHosts: 5,
  mixedLinks: false,
})
  .chain((fabric) =>
    fc
      .subarray([...Array(fabric.linkCount).keys()], {
        maxLength: Math.floor(fabric.linkCount / 4),
      })
      .map((links) => withoutLinks(fabric, links)),
  )
  .chain((fabric) =>
    fc
      .record({
        lmc: fc.array(fc.nat({ max: 2 }), {
          minLength: fabric.endportCount,
          maxLength: fabric.endportCount,
        }),
        without: fc.array(fc.nat({ max: 7 }), {
          minLength: fabric.endportCount,
          maxLength: fabric.endportCount,
        }),
        salt: fc.nat(),
        noise: fc.constantFrom(0, 0.1, 0.5),
        /** With exactly one way out per switch nothing arrives by chance: half of the entries for a LID point at one tree. */
        entries: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
          minLength: 64,
          maxLength: 64,
        }),
      })
      .map((plan) => tablesOf(fabric, plan)),
  );

interface Plan {
  readonly lmc: readonly number[];
  readonly without: readonly number[];
  readonly salt: number;
  readonly noise: number;
  readonly entries: readonly number[];
}

function tablesOf(fabric: Fabric, plan: Plan) {
  const base = new Uint16Array(fabric.endportCount);
  const lmc = Uint8Array.from(plan.lmc);
  let next = 4;
  for (let endport = 0; endport < base.length; endport++) {
    if (plan.without[endport] === 0) continue;
    base[endport] = next;
    next += 4;
  }
  const lids = lidTable(base, lmc);
  let draw = plan.salt;
  const chance = (): number => plan.entries[(draw = (draw * 5 + 7) % 64)] ?? 0;
  const lft = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const start = fabric.portStart[sw] ?? 0;
    const radix = (fabric.portStart[sw + 1] ?? 0) - start;
    return Uint8Array.from({ length: lids.topLid + 1 }, (__, lid) => {
      const owner = lids.owner[lid] ?? -1;
      if (chance() < plan.noise)
        return [255, 0, radix + 1, 1][Math.floor(chance() * 4)] ?? 255;
      if (owner === sw) return 0;
      for (let num = 1; num <= radix; num++)
        if (
          owner >= 0 &&
          (fabric.portPeer[start + num - 1] ?? -1) >= 0 &&
          fabric.endportPort[owner] === fabric.portPeer[start + num - 1]
        )
          return num;
      return 1 + Math.floor(chance() * radix * 0.999);
    });
  });
  const tables: ForwardingTables = {
    lids,
    lft,
    lanes: 4,
    engine: "broken",
    pathLid: (source, destination) =>
      ((base[destination] ?? 0) +
        ((source * 7 + plan.salt) % 2 ** (lmc[destination] ?? 0))) as Lid,
    pathSl: (source, destination) =>
      ((source + destination * plan.salt) % 3) as Sl,
  };
  return { fabric, tables };
}

describe("a LID's forwarding from all switches", () => {
  it("ends as a packet from each switch does, by the same channels and as many hops", () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(broken, ({ fabric, tables }) => {
        const tree = new LidTree(fabric, tables);
        const walker = new PathWalker(fabric, tables);
        for (let lid = 1; lid < tables.lids.topLid + 2; lid++) {
          tree.load(lid as Lid);
          let delivering = 0;
          for (let sw = 0; sw < fabric.switchCount; sw++) {
            const end = walker.walk(sw as EndportIx, lid as Lid);
            met.add(end);
            expect(WALK_ENDS[tree.end[sw] ?? -1]).toBe(end);
            const switches = [sw];
            const channels: number[] = [];
            for (let at = sw; channels.length < walker.length;) {
              channels.push(tree.channel[at] ?? -1);
              at = tree.next[at] ?? -1;
              if (at < 0) break;
              switches.push(at);
            }
            expect(channels).toEqual([
              ...walker.channels.subarray(0, walker.length),
            ]);
            if (end === "delivered") {
              delivering += 1;
              expect(tree.hops[sw]).toBe(switches.length);
            } else {
              expect(tree.hops[sw]).toBe(0);
            }
            if (walker.length === 0) expect(tree.channel[sw]).toBe(-1);
          }
          expect(tree.delivering).toBe(delivering);
          const order = [...tree.order.subarray(0, delivering)];
          expect(order).toEqual(
            [...Array(fabric.switchCount).keys()]
              .filter((sw) => (tree.hops[sw] ?? 0) > 0)
              .sort(
                (a, b) => (tree.hops[b] ?? 0) - (tree.hops[a] ?? 0) || a - b,
              ),
          );
        }
      }),
    );
    // The tables above are worth nothing unless every way to end has come about.
    expect([...met].sort()).toEqual([
      "dead-port",
      "delivered",
      "loop",
      "no-path",
      "unattached",
      "wrong-endport",
    ]);
  });
});

describe("classes of sources", () => {
  it("hold every source but the destination once, under its own LID and SL, at its own switch", () => {
    fc.assert(
      fc.property(broken, fc.boolean(), ({ fabric, tables }, all) => {
        const endports = all
          ? Array.from(
              { length: fabric.endportCount },
              (_, endport) => endport as EndportIx,
            )
          : hostEndports(fabric, tables);
        const classes = new PathClasses(
          fabric,
          tables,
          ...(all ? [endports] : []),
        );
        expect(classes.endports).toEqual(endports);
        for (const destination of endports) {
          classes.load(destination);
          const expected = new Map<string, number[]>();
          const aside = new Map<string, number>();
          for (const [i, source] of endports.entries()) {
            if (source === destination) {
              expect(classes.classOf[i]).toBe(-1);
              continue;
            }
            const index = classes.classOf[i] ?? -1;
            expect(classes.lid(index)).toBe(
              tables.pathLid(source, destination),
            );
            expect(classes.sl(index)).toBe(tables.pathSl(source, destination));
            const key = `${classes.lid(index)} ${classes.sl(index)}`;
            const counts =
              expected.get(key) ??
              new Array<number>(fabric.switchCount).fill(0);
            expected.set(key, counts);
            const at =
              source < fabric.switchCount
                ? source
                : (fabric.attachment(source)?.sw ?? -1);
            expect(classes.entry[i]).toBe(at);
            if (at < 0) aside.set(key, (aside.get(key) ?? 0) + 1);
            else counts[at] = (counts[at] ?? 0) + 1;
          }
          expect(classes.count).toBe(expected.size);
          for (let index = 0; index < classes.count; index++) {
            const key = `${classes.lid(index)} ${classes.sl(index)}`;
            expect([...classes.sources(index)]).toEqual(expected.get(key));
            expect(classes.aside(index)).toBe(aside.get(key) ?? 0);
          }
        }
      }),
    );
  });

  it("and trees together deliver exactly the pairs that packets do", () => {
    fc.assert(
      fc.property(broken, ({ fabric, tables }) => {
        const classes = new PathClasses(fabric, tables);
        const tree = new LidTree(fabric, tables);
        const walker = new PathWalker(fabric, tables);
        const histogram: Record<number, number> = {};
        const loads = new Int32Array(fabric.portCount);
        for (const destination of classes.endports) {
          classes.load(destination);
          for (let index = 0; index < classes.count; index++) {
            tree.load(classes.lid(index));
            const flow = classes.sources(index);
            for (const sw of tree.order.subarray(0, tree.delivering)) {
              const hops = tree.hops[sw] ?? 0;
              if ((flow[sw] ?? 0) === 0) continue;
              histogram[hops] = (histogram[hops] ?? 0) + (flow[sw] ?? 0);
            }
            // Farthest first: what has come by is complete before it is passed on.
            const through = Int32Array.from(flow);
            for (const sw of tree.order.subarray(0, tree.delivering)) {
              const channel = tree.channel[sw] ?? -1;
              loads[channel] = (loads[channel] ?? 0) + (through[sw] ?? 0);
              const next = tree.next[sw] ?? -1;
              if (next >= 0)
                through[next] = (through[next] ?? 0) + (through[sw] ?? 0);
            }
          }
        }
        const expected: Record<number, number> = {};
        const walked = new Int32Array(fabric.portCount);
        for (const source of classes.endports)
          for (const destination of classes.endports) {
            if (source === destination) continue;
            const lid = tables.pathLid(source, destination);
            if (
              walker.walk(source, lid, tables.pathSl(source, destination)) !==
              "delivered"
            )
              continue;
            const hops = walker.length - 1;
            expected[hops] = (expected[hops] ?? 0) + 1;
            for (const channel of walker.channels.subarray(1, walker.length))
              walked[channel] = (walked[channel] ?? 0) + 1;
          }
        expect(histogram).toEqual(expected);
        expect(loads).toEqual(walked);
      }),
    );
  });
});
