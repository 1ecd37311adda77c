import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { latency } from "@fabriclab/metrics-latency";
import { cyclic } from "@fabriclab/routing-cyclic";
import { negativeFirst } from "@fabriclab/routing-negative-first";
import {
  compose,
  describe as description,
  describeExperiment,
  experimentHash,
  runExperiment,
  type Experiment,
} from "@fabriclab/sim";
import {
  canonicalJson,
  defineRouting,
  defineUnicastTables,
  FabricError,
  type ForwardingTables,
  type PacketDraft,
  parseOptions,
} from "@fabriclab/spec";
import { lfu } from "@fabriclab/switch-path-select";
import { linear } from "@fabriclab/tables-linear";
import { sl2vlLanes } from "@fabriclab/tables-service-lanes";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fabricDigest, tablesDigest } from "../src/experiment-hash.ts";
import { toJson } from "../src/to-json.ts";
import { experiment, use, type Lab } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));
const treeTables = {
  addressing: use(multipleLid),
  routing: use(cyclic),
  unicast: use(linear),
  multicast: use(multicastUnion),
};
const operation = use(multicastOperation, { sources: "all", group: "50%" });
const background = { ...use(poisson, { load: 0.1 }), pattern: use(uniform) };
const lab = (more: Partial<Lab> = {}): Experiment =>
  experiment({
    fabric: tree,
    tables: treeTables,
    traffic: [operation],
    ...more,
  });

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return FabricError.is(error) ? error.code : String(error);
  }
  return undefined;
}

describe("compose", () => {
  it("chooses the largest tick that divides every delay", () => {
    // 4 ns per byte, 20 ns flight, 100 ns routing.
    expect(compose(lab()).tickPs).toBe(4000);
    expect(compose(lab({ relay: { routingDelay: "101ns" } })).tickPs).toBe(
      1000,
    );
    expect(
      compose({ ...lab(), link: { byteTime: ps(1600), flight: ps(400) } })
        .tickPs,
    ).toBe(400);
  });

  it("numbers the groups of all traffic through, and each traffic finds its own", async () => {
    const one = compose(lab());
    const two = compose(lab({ traffic: [operation, background, operation] }));
    expect(two.groups).toHaveLength(2 * one.groups.length);
    expect(two.groups.map(({ id }) => id)).toEqual([...two.groups.keys()]);
    const result = await runExperiment(
      lab({ traffic: [operation, operation] }),
    );
    expect(result.status).toBe("finished");
    expect(result.verdict).toBe(
      `Finished: ${result.packets.delivered} copies delivered.`,
    );
    expect(result.packets.delivered).toBe(2 * 8 * 3);
  });

  it("gives every traffic random streams of its own: another traffic changes none", () => {
    const births = (traffic: Lab["traffic"]): number[] => {
      const composed = compose(lab({ traffic }));
      const poissons = composed.traffic.find(({ finite }) => !finite);
      return (poissons?.streams ?? []).flatMap((stream) => {
        const draft: PacketDraft = {
          birth: 0,
          dlid: 0,
          bytes: 0,
          sl: 0,
          tag: 0,
          flags: 0,
          retryAt: -1,
        };
        return Array.from({ length: 5 }, () =>
          stream.next(draft) ? draft.birth * 65536 + draft.dlid : -1,
        );
      });
    };
    expect(births([operation, background])).toEqual(births([background]));
    expect(births([background, operation])).toEqual(births([background]));
  });

  it("takes given tables as they are", async () => {
    const given = compose(lab({ traffic: [background] })).tables;
    const computed = await runExperiment(lab({ traffic: [background] }));
    expect(
      await runExperiment(lab({ traffic: [background], tables: { given } })),
    ).toEqual(computed);
  });

  it("leaves out hosts without a cable", () => {
    const builder = new FabricBuilder("one idle");
    const sw = builder.addSwitch("S", 4);
    for (const port of [1, 2, 3])
      builder.connect(sw, port, builder.addHost(`H${port}`), 1);
    builder.addHost("idle");
    expect(
      compose(
        lab({
          fabric: builder.build(),
          tables: {
            addressing: use(sequential),
            routing: use(upDown),
            unicast: use(linear),
          },
          traffic: [background],
        }),
      ).hosts,
    ).toEqual([1, 2, 3]);
  });

  it("refuses what cannot be run", () => {
    const { multicast: _, ...unicastOnly } = treeTables;
    const oneHost = new FabricBuilder("one host");
    oneHost.connect(oneHost.addSwitch("S", 2), 1, oneHost.addHost("H"), 1);
    expect(codeOf(() => compose(lab({ tables: unicastOnly })))).toBe(
      "E_SIM_NO_MULTICAST_TABLES",
    );
    expect(codeOf(() => compose(lab({ traffic: [] })))).toBe(
      "E_SIM_NO_TRAFFIC",
    );
    const crowd = Array.from({ length: 257 }, () => background);
    expect(codeOf(() => compose(lab({ traffic: crowd })))).toBe(
      "E_SIM_TOO_MUCH_TRAFFIC",
    );
    expect(codeOf(() => compose(lab({ fabric: oneHost.build() })))).toBe(
      "E_SIM_NO_HOSTS",
    );
    expect(codeOf(() => compose(lab({ measure: { confidence: 95 } })))).toBe(
      "E_SIM_CONFIDENCE",
    );
    expect(codeOf(() => compose(lab({ measure: { precision: 0 } })))).toBe(
      "E_SIM_MEASURE",
    );
    expect(codeOf(() => compose(lab({ seed: 0.5 })))).toBe("E_SIM_SEED");
  });

  it("refuses a warm-up as long as the longest run", () => {
    const refusal = (warmup: number): unknown => {
      try {
        const measure = { warmup: ps(warmup), maxTime: ps(1_000_000) };
        compose(lab({ traffic: [background], measure }));
        return "none";
      } catch (error) {
        return error;
      }
    };
    expect(refusal(999_999)).toBe("none");
    for (const warmup of [1_000_000, 2_000_000])
      expect(refusal(warmup)).toMatchObject({
        code: "E_SIM_MEASURE",
        where: { path: "measure.warmup" },
        got: `${warmup / 1_000_000}us`,
        expected: "auto, or less than measure.maxTime, 1us",
      });
  });

  it("refuses two metrics with results of one name", () => {
    const twice = lab({
      traffic: [background],
      metrics: [use(latency), use(latency, { split: "sl" })],
    });
    expect(codeOf(() => compose(twice))).toBe("E_SIM_METRIC_NAME");
  });
});

describe("tables that do not fit", () => {
  const good = compose(lab({ traffic: [background] })).tables;
  const given = (fields: Partial<ForwardingTables>) =>
    lab({
      traffic: [background],
      tables: {
        given: {
          ...good,
          pathLid: (from, to) => good.pathLid(from, to),
          pathSl: (from, to) => good.pathSl(from, to),
          ...fields,
        },
      },
    });

  it("are refused before the run", () => {
    expect(codeOf(() => compose(given({})))).toBeUndefined();
    expect(codeOf(() => compose(given({ lft: good.lft.slice(1) })))).toBe(
      "E_SPEC_TABLES_FABRIC",
    );
    expect(
      codeOf(() =>
        compose(given({ lft: good.lft.map((table) => table.slice(0, 4)) })),
      ),
    ).toBe("E_SIM_TABLES_PORT");
    expect(
      codeOf(() =>
        compose(
          given({
            lft: good.lft.map((table) =>
              table.map((port) => (port === 4 ? 5 : port)),
            ),
          }),
        ),
      ),
    ).toBe("E_SIM_TABLES_PORT");
    expect(
      codeOf(() =>
        compose(
          given({
            lids: {
              ...good.lids,
              baseLid: good.lids.baseLid.map((lid, i) =>
                i === tree.switchCount ? 0 : lid,
              ),
            },
          }),
        ),
      ),
    ).toBe("E_SIM_HOST_WITHOUT_LID");
    expect(
      codeOf(() =>
        compose(given({ pathLid: (from) => good.pathLid(from, from) })),
      ),
    ).toBe("E_SIM_PATH_LID");
    expect(() => compose(given({ lanes: 2 }))).toThrow(
      expect.objectContaining({
        code: "E_SIM_LANES",
        hint: "virtualLanes: 2 of the switch",
      }) as Error,
    );
  });

  it("are refused with the name of what chose their lanes", () => {
    const tables = { ...treeTables, lanes: use(sl2vlLanes) };
    // OpenSM's SL2VL goes up to VL 14.
    expect(() => compose(lab({ tables }))).toThrow(
      expect.objectContaining({
        code: "E_SIM_LANES",
        message:
          "the tables of cyclic with lanes by sl2vl-lanes need more virtual lanes than the switches have",
        expected: "at least 15",
      }) as Error,
    );
  });

  it("are refused where switches cannot tell so many groups apart", () => {
    const groups = (count: number) =>
      given({
        multicast: {
          groups: [],
          mlidCount: count,
          firstMlid: 0,
          words: 1,
          masks: new Int32Array(count * tree.switchCount),
          plan: "by hand",
          mlids: () => [],
        },
      });
    const withSixteen = (experiment: Experiment): Experiment => {
      const { use: of } = experiment.switchModel;
      const plugin: typeof of.plugin = {
        ...of.plugin,
        build: (options, parts) => ({
          ...of.plugin.build(options, parts),
          multicastGroups: 16,
        }),
      };
      return {
        ...experiment,
        switchModel: { ...experiment.switchModel, use: { ...of, plugin } },
      };
    };
    expect(codeOf(() => compose(withSixteen(groups(16))))).toBeUndefined();
    expect(codeOf(() => compose(withSixteen(groups(17))))).toBe(
      "E_SIM_MULTICAST_GROUPS",
    );
    expect(codeOf(() => compose(groups(17)))).toBeUndefined();
  });
});

describe("a routing engine", () => {
  it("brings tables of its own, which multicast follows", async () => {
    const made = compose(lab({ traffic: [background] })).tables;
    const engine = defineRouting({
      name: "test-engine",
      summary: "Returns tables.",
      cites: [],
      params: z.object({}),
      claims: {
        fabrics: "one",
        minimal: true,
        deadlockFree: { lanes: 1 },
        adaptive: false,
        toleratesFaults: false,
      },
      create: () => ({ tables: () => made }),
    });
    const unused = defineUnicastTables({
      name: "test-unused",
      summary: "Must not be asked.",
      cites: [],
      params: z.object({}),
      claims: {},
      build() {
        throw new Error("an engine's tables are complete");
      },
    });
    const through = await runExperiment(
      lab({
        tables: { ...treeTables, routing: use(engine), unicast: use(unused) },
      }),
    );
    expect(through).toEqual(await runExperiment(lab()));
  });
});

describe("descriptions", () => {
  it("are plain data and name everything", () => {
    const plain = description(
      compose(lab({ traffic: [operation, background] })),
    );
    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
    expect(plain).toMatchObject({
      name: "test",
      seed: 1,
      fabric: { switches: 6, hosts: 8, links: 16 },
      tables: {
        addressing: { plugin: "multiple-lid" },
        routing: { plugin: "cyclic" },
      },
      switch: { plugin: "relay" },
      traffic: [
        { plugin: "multicast-operation" },
        { plugin: "poisson", pattern: { plugin: "uniform" } },
      ],
      composed: { tickPs: 4000, hosts: 8, multicast: { groups: 8 } },
    });
  });

  it("have a hash that changes with everything a result depends on, and with nothing else", () => {
    const hash = (run: Experiment): string =>
      experimentHash(describeExperiment(run));
    const base = hash(lab());
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    expect(hash(lab())).toBe(base);
    expect(hash({ ...lab(), threads: 2, checked: false })).toBe(base);
    const others = [
      lab({ seed: 2 }),
      lab({ traffic: [background] }),
      lab({ relay: { virtualLanes: 2 } }),
      lab({ measure: { precision: 0.01 } }),
      { ...lab(), link: { flight: ps(40_000) } },
      lab({
        fabric: fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 })),
      }),
      lab({
        fabric: fatTree.build(
          parseOptions(fatTree, { ports: 4, levels: 2, flight: "30ns" }),
        ),
      }),
      lab({ tables: { given: compose(lab()).tables } }),
    ].map(hash);
    expect(new Set([base, ...others]).size).toBe(others.length + 1);
  });

  it("hash as SHA-256 of canonical JSON", () => {
    expect(
      canonicalJson(toJson({ b: [1, { d: 2n, c: undefined }], a: "x" })),
    ).toBe('{"a":"x","b":[1,{"d":"2"}]}');
    // sha256("{}")
    expect(experimentHash({})).toBe(
      "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
    );
    expect(codeOf(() => toJson({ a: Number.NaN }))).toBe("E_SIM_NOT_JSON");
    expect(codeOf(() => toJson({ a: () => 1 }))).toBe("E_SIM_NOT_JSON");
  });

  it("tell fabrics and tables apart by their content", () => {
    expect(fabricDigest(star(3))).toBe(fabricDigest(star(3)));
    expect(fabricDigest(star(3))).not.toBe(fabricDigest(star(4)));
    const { tables } = compose(lab());
    const other = tables.lft.map((table, sw) =>
      sw === 3
        ? table.map((port, lid) => (lid === 5 ? 1 + (port % 4) : port))
        : table,
    );
    expect(tablesDigest({ ...tables, lft: other })).not.toBe(
      tablesDigest(tables),
    );
  });
});

describe("a refusal of a traffic's parameter", () => {
  it("says which traffic, where the parameter is known only with the tables", () => {
    const paths = {
      ...use(poisson, { load: 0.1, paths: "random" }),
      pattern: use(uniform),
    };
    let where: object | undefined;
    try {
      compose(lab({ traffic: [background, paths] }));
    } catch (error) {
      if (FabricError.is(error)) where = error.where;
    }
    expect(where).toEqual({ path: "traffic[1].paths" });
  });
});

it("shows metrics the ports that switches choose among only where they choose", () => {
  const fabric = mesh.build(parseOptions(mesh, {}));
  const plain = experiment({
    fabric,
    routing: negativeFirst,
    traffic: [background],
  });
  const choosing = {
    ...plain,
    switchModel: { ...plain.switchModel, select: use(lfu) },
  };
  expect(compose(plain).tables.portSets).toBeDefined();
  expect(compose(plain).metricContext.tables?.portSets).toBeUndefined();
  expect(compose(choosing).metricContext.tables?.portSets).toBeDefined();
});
