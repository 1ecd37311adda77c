import { portsTowards } from "@fabriclab/paths";
import type { PathPattern } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figures, made, type Made } from "./made.ts";

const fabrics = randomFabric({
  maxSwitches: 6,
  maxExtraLinks: 4,
  maxHosts: 4,
  mixedLinks: false,
});

const ones = (mask: number): number =>
  [...mask.toString(2)].filter((digit) => digit === "1").length;

/** Reference: of the patterns that fit, the first when they are sorted by lists of what counts. */
function bestPort(
  patterns: readonly PathPattern[],
  value: number,
  lookup: string,
): number | undefined {
  const fit = patterns
    .filter(({ care, value: bits }) => (value & care) === bits)
    .map(({ care, hops, port }) =>
      lookup === "shortest"
        ? [hops, -ones(care), port]
        : [-ones(care), hops, port],
    );
  const [best] = fit.sort(
    (p, q) => p[0]! - q[0]! || p[1]! - q[1]! || p[2]! - q[2]!,
  );
  return best?.[2];
}

/** Reference: switch -> port towards a host for a value, and the switches whose walk on the patterns alone never arrives. */
function portsOf(
  { context: { fabric }, pathBits }: Made,
  host: EndportIx,
  value: number,
  lookup: string,
) {
  const towards = portsTowards(fabric);
  const out = new Uint8Array(255);
  const { sw: to, num } = fabric.attachment(host)!;
  const switches = [...Array(fabric.switchCount).keys()];
  const defaults = switches.map((at) => {
    if (at === to) return num;
    towards(at as SwitchIx, to, out);
    return out[0]!;
  });
  const wanted = switches.map((at) =>
    at === to || pathBits.bits === 0
      ? defaults[at]!
      : (bestPort(pathBits.patterns(at as SwitchIx, to), value, lookup) ??
        defaults[at]!),
  );
  const arrives = (from: number): boolean => {
    let at = from;
    for (let hop = 0; hop < fabric.switchCount && at !== to; hop++)
      at =
        fabric.portNode[
          fabric.portPeer[fabric.portStart[at]! + wanted[at]! - 1]!
        ]!;
    return at === to;
  };
  const lost = switches.filter((at) => !arrives(at));
  return {
    ports: wanted.map((port, at) => (lost.includes(at) ? defaults[at]! : port)),
    defaults,
    lost,
  };
}

describe("on any fabric", () => {
  it("every switch has, for every host and value, the port of the pattern that the rule takes, or its default port where that leads nowhere", () => {
    fc.assert(
      fc.property(
        fabrics,
        fc.constantFrom("shortest", "specific"),
        (fabric, lookup) => {
          const all = made(fabric, { tables: { lookup } });
          const { tables, plan, context, pathBits } = all;
          const column = (lid: number): number[] =>
            tables.lft.map((table) => table[lid]!);
          let mended = 0;
          for (
            let endport = fabric.switchCount;
            endport < fabric.endportCount;
            endport++
          ) {
            const host = endport as EndportIx;
            for (let value = 0; value < 2 ** pathBits.bits; value++) {
              const { ports, defaults, lost } = portsOf(
                all,
                host,
                value,
                lookup,
              );
              expect(column(plan.lid(host, value))).toEqual(ports);
              expect(column(plan.adaptiveLid(host))).toEqual(defaults);
              expect(column(context.lids.baseLid[host]!)).toEqual(defaults);
              mended += lost.length;
            }
          }
          expect(
            figures(tables, "entries mended with the default port"),
          ).toEqual([mended]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("the adaptive LID offers the default port, and those by which a path is at most so many cables longer than a shortest one", () => {
    fc.assert(
      fc.property(
        fabrics,
        fc.constantFrom(0, 1, 2, "any"),
        (fabric, adaptiveDetour) => {
          const { tables, plan, pathBits } = made(fabric, {
            tables: { adaptiveDetour },
          });
          for (
            let endport = fabric.switchCount;
            endport < fabric.endportCount;
            endport++
          ) {
            const host = endport as EndportIx;
            const { sw: to } = fabric.attachment(host)!;
            const lid = plan.adaptiveLid(host);
            for (let at = 0; at < fabric.switchCount; at++) {
              if (at === to) continue;
              const patterns = pathBits.patterns(at as SwitchIx, to);
              const fewest = (port: number): number =>
                Math.min(
                  ...patterns
                    .filter((one) => one.port === port)
                    .map(({ hops }) => hops),
                );
              const within = patterns.filter(
                ({ port }) =>
                  adaptiveDetour === "any" ||
                  fewest(port) <=
                    Math.min(...patterns.map(({ hops }) => hops)) +
                      Number(adaptiveDetour),
              );
              const due = new Set([
                tables.lft[at]![lid]!,
                ...within.map(({ port }) => port),
              ]);
              const offered = [...Array(32).keys()].filter(
                (port) => (tables.portSets![at]![lid]! >>> port) & 1,
              );
              expect(offered).toEqual([...due].sort((a, b) => a - b));
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
