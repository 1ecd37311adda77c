import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { cyclic } from "@fabriclab/routing-cyclic";
import { runExperiment } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { recorder, scripted, type Sent } from "./scripted.ts";

/** The paper's packet sizes, 32 B to 128 KB. */
const SIZES = Array.from({ length: 13 }, (_, i) => 32 * 2 ** i);

/** T = 4L + 20(h+1) + 100h ns, SPEC §1. */
const closedForm = (bytes: number, switches: number): number =>
  4 * bytes + 20 * (switches + 1) + 100 * switches;

/** Runs packets on IBFT(ports, levels) under cyclic routing; their latencies in ps, by tag. */
async function latencies(
  ports: number,
  levels: number,
  packets: readonly Sent[],
): Promise<number[]> {
  const fabric = fatTree.build(parseOptions(fatTree, { ports, levels }));
  const { plugin, seen } = recorder();
  const result = await runExperiment(
    experiment({
      fabric,
      tables: {
        addressing: use(multipleLid),
        routing: use(cyclic),
        unicast: use(linear),
      },
      traffic: [use(scripted(packets))],
      metrics: [use(plugin)],
    }),
  );
  expect(result.status).toBe("finished");
  expect(result.packets).toEqual({
    injected: packets.length,
    delivered: packets.length,
    dropped: 0,
    inFlight: 0,
  });
  const found: number[] = [];
  for (const { tag, birth, time } of seen) found[tag] = time - birth;
  return found;
}

/** Switches on the way between two hosts of IBFT(ports, levels): 2(n - α) - 1 with α digits of their labels in common. */
function switchesBetween(
  ports: number,
  levels: number,
  a: number,
  b: number,
): number {
  const half = ports / 2;
  const digits = (pid: number): number[] =>
    Array.from({ length: levels }, (_, i) =>
      i === 0
        ? Math.floor(pid / half ** (levels - 1))
        : Math.floor(pid / half ** (levels - 1 - i)) % half,
    );
  const one = digits(a);
  const other = digits(b);
  const common = one.findIndex((digit, i) => digit !== other[i]);
  return 2 * (levels - common) - 1;
}

describe("zero-load latency", () => {
  it("has the values of T-CORE-1", async () => {
    expect(closedForm(32, 5)).toBe(748);
    expect(closedForm(1024, 1)).toBe(4236);
    expect(closedForm(131072, 5)).toBe(524908);
    expect(
      await latencies(4, 3, [
        { from: 0, to: 15, bytes: 32, at: 0 },
        { from: 0, to: 1, bytes: 1024, at: 1000_000 },
        { from: 3, to: 12, bytes: 131072, at: 2000_000 },
      ]),
    ).toEqual([748_000, 4_236_000, 524_908_000]);
  });

  it.each([
    { ports: 4, levels: 3, hosts: 16 },
    { ports: 8, levels: 2, hosts: 32 },
  ])(
    "is the closed form for every pair of IBFT($ports,$levels) and every packet size of the paper",
    async ({ ports, levels, hosts }) => {
      const packets: Sent[] = [];
      const expected: number[] = [];
      let at = 0;
      for (const bytes of SIZES) {
        for (let from = 0; from < hosts; from += 1) {
          for (let to = 0; to < hosts; to += 1) {
            if (from === to) continue;
            const ns = closedForm(
              bytes,
              switchesBetween(ports, levels, from, to),
            );
            packets.push({ from, to, bytes, at });
            expected.push(ns * 1000);
            // The next one starts in an empty network.
            at += ns + 1000;
          }
        }
      }
      expect(await latencies(ports, levels, packets)).toEqual(expected);
    },
  );
});
