import { pathUsage } from "@fabriclab/metrics-path-usage";
import { FabricBuilder } from "@fabriclab/fabric";
import {
  parseOptions,
  type ForwardingTables,
  type Metric,
  type MetricContext,
} from "@fabriclab/spec";
import {
  writtenContext,
  writtenJournal,
  type JournalEntry,
} from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";

/** Three switches in a ring, port 2 of each to port 1 of the next, with a host each at port 3. Endports: switches 0 to 2, hosts 3 to 5. */
const builder = new FabricBuilder("ring");
const switches = ["S0", "S1", "S2"].map((name) => builder.addSwitch(name, 3));
switches.forEach((sw, i) => {
  builder.connect(sw, 2, switches[(i + 1) % 3]!, 1);
  builder.connect(sw, 3, builder.addHost(`H${i}`), 1);
});
const fabric = builder.build();
const [H0, H1, H2] = [3, 4, 5] as const;

/** H1 has LID 1, to which all send the short way, LID 2, to which S0 and S2 send the long way, and LID 3, another name of the first. */
const lft = [
  [255, 2, 1, 2],
  [255, 3, 3, 3],
  [255, 1, 1, 1],
].map((ports) => Uint8Array.from(ports));
const tables = {
  lids: {
    baseLid: Uint16Array.of(0, 0, 0, 0, 1, 0),
    owner: Int32Array.of(-1, H1, H1, H1),
    topLid: 3,
  },
  lft,
  lanes: 1,
} as unknown as ForwardingTables;

const make = (context: Partial<MetricContext> = { tables }, top = 5): Metric =>
  pathUsage.create(
    writtenContext({ fabric, ...context }),
    parseOptions(pathUsage, { paths: true, top }),
  );
const packets = (count: number, source: number, dlid: number): JournalEntry[] =>
  Array.from({ length: count }, () => ({ source, place: H1, dlid }));
const seen = (metric: Metric, entries: readonly JournalEntry[]): Metric => {
  metric.observe(writtenJournal(entries));
  return metric;
};

describe("the paths of pairs", () => {
  it("are counted by their channels: two LIDs of one way are one path", () => {
    const result = seen(make(), [
      ...packets(5, H0, 1),
      ...packets(1, H0, 3),
      ...packets(2, H0, 2),
      ...packets(4, H2, 1),
      { kind: "dropped", source: H0, place: 0 },
    ]).result(100);
    expect(result["path-usage.paths"]).toEqual({
      value: 1.5,
      unit: "paths",
      detail: { pairs: 2, min: 1, max: 2, chosen: 0 },
    });
    // Of H0's two ways 6 and 2 packets: (6 + 2)² / (36 + 4) = 1.6 ways of equal use, of two.
    expect(result["path-usage.evenness"]).toEqual({
      value: 0.8,
      unit: "1",
      detail: { pairs: 1, min: 0.8 },
    });
    expect(result["path-usage.favourite"]).toEqual({
      value: 10 / 12,
      unit: "1",
      detail: {
        "H0 -> H1: S0:2": 6,
        "H2 -> H1: S2:1": 4,
        "H0 -> H1: S0:1 S2:1": 2,
      },
    });
  });

  it("are named as many as asked for", () => {
    const entries = [...packets(3, H0, 2), ...packets(2, H2, 1)];
    const named = seen(make({ tables }, 1), entries).result(100);
    expect(named["path-usage.favourite"]!.detail).toEqual({
      "H0 -> H1: S0:1 S2:1": 3,
    });
    expect(named["path-usage.evenness"]!.absent).toBe(
      "every pair used one path",
    );
  });

  it("are told beside those that the path bits offer", () => {
    const multipath = {
      bits: 1,
      lid: () => 0,
      adaptiveLid: () => 0,
      paths: () => [
        { value: 0, hops: 2 },
        { value: 1, hops: 3 },
      ],
    } as unknown as ForwardingTables["multipath"] & object;
    const result = seen(
      make({ tables: { ...tables, multipath } }),
      packets(3, H0, 2),
    ).result(100);
    expect(result["path-usage.paths"]!.detail).toMatchObject({ offered: 2 });
  });

  it("are not those that switches choose, nor multicast trees, nor within a switch", () => {
    // Ports 1 and 2 of S0 lead to LID 2.
    const portSets = [[0, 2, 6, 2], [], []].map((masks) =>
      Int32Array.from(masks),
    );
    const adaptive = { ...tables, portSets, portSetWords: 1 };
    const context = { tables: adaptive };
    const chosen = seen(make(context), packets(7, H0, 2)).result(100);
    expect(chosen["path-usage.paths"]!.absent).toBe(
      "switches chose the paths of all packets",
    );
    const both = seen(make(context), [
      ...packets(7, H0, 2),
      ...packets(1, H2, 1),
    ]).result(100);
    expect(both["path-usage.paths"]!.detail).toMatchObject({
      pairs: 1,
      chosen: 7,
    });
    const none = seen(make(), [
      ...packets(1, H0, 0xc000),
      ...packets(1, H1, 1),
    ]).result(100);
    for (const name of ["paths", "evenness", "favourite"])
      expect(none[`path-usage.${name}`]!.absent).toMatch(/^no packet/);
  });

  it("of several runs are added before anything is reckoned, and forgotten with the warm-up", () => {
    const one = seen(make(), packets(9, H0, 2));
    one.reset(0);
    seen(one, packets(1, H0, 1));
    const merged = seen(make(), packets(1, H0, 2));
    merged.merge(one);
    expect(merged.result(100)["path-usage.evenness"]!.value).toBe(1);
    expect(merged.result(100)["path-usage.paths"]!.value).toBe(2);
  });

  it("are told where they are asked for only", () => {
    const silent = pathUsage.create(
      writtenContext({ fabric, tables }),
      parseOptions(pathUsage, {}),
    );
    expect(Object.keys(silent.result(100))).not.toContain("path-usage.paths");
    expect(pathUsage.dlids?.(parseOptions(pathUsage, {}))).toBe(false);
    expect(pathUsage.dlids?.(parseOptions(pathUsage, { paths: true }))).toBe(
      true,
    );
  });
});
