import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAddressing, numberParam, type Fabric } from "@fabriclab/spec";
import {
  experimentOf,
  parseOverride,
  parseScenario,
  readParts,
  readScenario,
} from "../src/index.ts";
import { registry, whole } from "./plugins.ts";

const read = (text: string, sets: readonly string[] = []) =>
  readScenario(text, {
    file: "net.yaml",
    registry,
    overrides: sets.map((set) => parseOverride(set)),
  });

describe("a scenario", () => {
  it("leaves out what is set to null, as if the file did not say it", () => {
    const tables = "tables={ kind: dump, path: tables/ }";
    expect(() => read(whole, [tables])).toThrow(
      expect.objectContaining({ code: "E_SCENARIO_FINISHED_TABLES" }),
    );
    const sets = ["routing=null", "addressing=null", tables];
    expect(read(whole, sets).tables?.plugin.name).toBe("dump");
    const { traffic } = read(whole, ["traffic[0].load=null"]);
    expect(traffic[0]?.options["load"]).toBe(0.5);
    // A later value counts.
    expect(read(whole, ["seed=null", "seed=7"]).seed).toBe(7);
  });

  it("names plugins and gives their options, in the units of the simulator", () => {
    const scenario = read(whole);
    expect(scenario.topology.plugin.name).toBe("fat-tree");
    expect(scenario.topology.options).toEqual({ ports: 8, levels: 3 });
    expect(scenario.link).toEqual({ byteTime: 4000, flight: 20_000 });
    // 10 m at 5 ns per metre.
    expect(read(whole.replace("flight: 20ns", "flight: 10m")).link.flight).toBe(
      50_000,
    );
    expect(scenario.traffic).toHaveLength(1);
    expect(scenario.traffic[0]?.options["size"]).toBe(256);
    expect(scenario.traffic[0]?.pattern?.plugin.name).toBe("uniform");
    expect(scenario.metrics.map((metric) => metric.plugin.name)).toEqual([
      "latency",
      "throughput",
    ]);
    expect(scenario.measure).toMatchObject({
      warmup: "auto",
      precision: 0.05,
      confidence: 0.95,
    });
    expect(scenario.seed).toBe(1);
  });

  it("notes what was written and has no effect beside the rest, with the place", () => {
    const why = "has no effect: with `load: 0` there are no messages";
    expect(read(whole).notes).toEqual([]);
    expect(read(whole, ["load=0"]).notes).toEqual([
      `traffic[0].size (net.yaml:7) ${why}`,
    ]);
    // A default is no word of the user's; a flag is.
    const silent = whole.replace("size: 256B, ", "");
    expect(read(silent, ["load=0"]).notes).toEqual([]);
    expect(read(silent, ["load=0", "traffic[0].size=1KiB"]).notes).toEqual([
      `traffic[0].size (--set traffic[0].size=1KiB) ${why}`,
    ]);
  });

  it("notes an override that a later one replaces, whole or as a part of what it sets", () => {
    expect(
      read(whole, ["load=0.1", "traffic[0].size=1KiB", "traffic[0].load=0.2"])
        .notes,
    ).toEqual([
      "--set load=0.1 has no effect: a later value of traffic[0].load replaces it",
    ]);
    expect(read(whole, ["ports=4", "topology=fat-tree"]).notes).toEqual([
      "--set ports=4 has no effect: a later value of topology replaces it",
    ]);
    expect(read(whole, ["topology=fat-tree", "ports=4"]).notes).toEqual([]);
  });

  it("knows the parameters of the plugins at hand, though its YAML was read once for others", () => {
    const parsed = parseScenario(whole, "net.yaml");
    const rails = z.number().default(1);
    const wider = {
      ...registry,
      topology: (registry.topology ?? []).map((plugin) => ({
        ...plugin,
        params: plugin.params.extend({ rails }),
      })),
    };
    const overrides = [parseOverride("rails=2")];
    const withRails = (known: typeof registry) => () =>
      readScenario(whole, {
        file: "net.yaml",
        registry: known,
        overrides,
        parsed,
      }).topology.options["rails"];
    expect(withRails(registry)).toThrow("There is no key rails");
    expect(withRails(wider)()).toBe(2);
    expect(withRails(registry)).toThrow("There is no key rails");
  });

  it("is called after its file unless it has a name", () => {
    expect(read(whole).name).toBe("net");
    expect(read(`${whole}name: study\n`).name).toBe("study");
  });

  it("takes the addressing that the routing is made for where it names none", () => {
    const short = "topology: mesh\nrouting: ROUTING\ntraffic: poisson\n";
    const name = (routing: string) =>
      read(short.replace("ROUTING", routing)).addressing?.plugin.name;
    expect(name("cyclic")).toBe("multiple-lid");
    expect(name("xy")).toBe("sequential");
  });

  it("takes the builder of tables that the routing is made for where it names none", () => {
    const text = "topology: mesh\nrouting: multipath\ntraffic: poisson\n";
    expect(read(text).tables.plugin.name).toBe("path-bit-table");
    expect(read(`${text}tables: linear\n`).tables.plugin.name).toBe("linear");
    for (const set of ["merge=0", "tables.merge=0"])
      expect(read(text, [set]).tables.options).toEqual({ merge: 0 });
  });

  it("takes the lane scheduler that the switch is made for where it names none", () => {
    const text = "topology: mesh\nrouting: xy\ntraffic: poisson\n";
    const name = (more: string) => read(text + more).laneScheduler.plugin.name;
    expect(name("")).toBe("round-robin");
    expect(name("switch: iba\n")).toBe("vl-arbitration");
    expect(name("switch: iba\nlaneScheduler: round-robin\n")).toBe(
      "round-robin",
    );
    for (const set of ["limit=3", "laneScheduler.limit=3"])
      expect(read(`${text}switch: iba\n`, [set]).laneScheduler.options).toEqual(
        { limit: 3 },
      );
  });

  it("has a scheduler of the crossbar only where it names one", () => {
    const text = "topology: mesh\nrouting: xy\ntraffic: poisson\n";
    expect(read(text).crossbarScheduler).toBeUndefined();
    expect(
      read(`${text}crossbarScheduler: round-robin\n`).crossbarScheduler?.plugin
        .name,
    ).toBe("round-robin");
  });

  it("has a choice of ports and a drop policy only where it names them", () => {
    const text = "topology: mesh\nrouting: xy\ntraffic: poisson\n";
    expect(read(text).select).toBeUndefined();
    expect(read(text).drop).toBeUndefined();
    const scenario = read(`${text}select: least-used\ndrop: lifetime\n`, [
      "select.afterHops=3",
    ]);
    expect(scenario.select?.plugin.name).toBe("least-used");
    expect(scenario.select?.options).toEqual({ afterHops: 3 });
    expect(scenario.drop?.plugin.name).toBe("lifetime");
  });

  it("caps traffic that ends by itself only where caps are written", () => {
    const caps = (traffic: string, ...sets: string[]) =>
      experimentOf(
        read(`topology: mesh\nrouting: xy\ntraffic: ${traffic}\n`, sets),
        {} as Fabric,
      ).measure.finiteCaps;
    expect(caps("multicast-operation")).toBeUndefined();
    expect(caps("multicast-operation", "measure.maxTime=1us")).toEqual({
      maxTime: 1_000_000,
    });
    expect(caps("[poisson, multicast-operation]", "maxPackets=10")).toEqual({
      maxPackets: 10,
    });
    expect(caps("poisson", "maxPackets=10")).toBeUndefined();
  });

  it("knows a least time to measure only where one is written", () => {
    const { measure } = read(whole, ["measure.minTime=3us"]);
    expect(measure.minTime).toBe(3_000_000);
    expect("minTime" in read(whole).measure).toBe(false);
  });

  it("fills every part that is left out", () => {
    const scenario = read("topology: mesh\nrouting: xy\ntraffic: poisson\n");
    expect({
      tables: scenario.tables.plugin.name,
      multicast: scenario.multicast?.plugin.name,
      switch: scenario.switch.plugin.name,
      arbiter: scenario.arbiter.plugin.name,
      laneScheduler: scenario.laneScheduler.plugin.name,
      replication: scenario.replication.plugin.name,
      hca: scenario.hca.plugin.name,
      metrics: scenario.metrics.map((metric) => metric.plugin.name),
      link: scenario.link,
      seeds: scenario.seeds,
      threads: scenario.threads,
      checked: scenario.checked,
    }).toEqual({
      tables: "linear",
      multicast: "multicast-union",
      switch: "relay",
      arbiter: "round-robin",
      laneScheduler: "round-robin",
      replication: "asynchronous",
      hca: "injector",
      metrics: ["latency", "throughput"],
      link: {},
      seeds: 1,
      threads: 1,
      checked: false,
    });
    expect(scenario.traffic[0]?.pattern?.plugin.name).toBe("uniform");
  });

  it("takes the lane tables that the routing is made for, or those that it names, or none", () => {
    const text = (routing: string): string =>
      `topology: mesh\nrouting: ${routing}\ntraffic: poisson\n`;
    expect(read(text("xy")).lanes).toBeUndefined();
    expect(read(text("torus-xy")).lanes?.plugin.name).toBe("dateline-lanes");
    expect(
      read(`${text("xy")}lanes: dateline-lanes\n`).lanes?.plugin.name,
    ).toBe("dateline-lanes");
    expect(
      read(text("torus-xy"), ["lanes.classes=2"]).lanes?.options["classes"],
    ).toBe(2);
  });

  it("may leave out the prefix of a multicast table builder", () => {
    expect(
      read(`${whole}multicast: spanning-tree\n`).multicast?.plugin.name,
    ).toBe("multicast-spanning-tree");
  });

  it("gives a pattern its own parameters", () => {
    const text = whole.replace(
      "pattern: uniform",
      "pattern: { kind: shift, by: 3 }",
    );
    expect(read(text).traffic[0]?.pattern?.options).toEqual({ by: 3 });
  });

  it("may be JSON", () => {
    const json = JSON.stringify({
      topology: "mesh",
      routing: "xy",
      traffic: ["poisson"],
    });
    expect(read(json).routing?.plugin.name).toBe("xy");
  });

  it("understands anchors", () => {
    const text =
      "topology: mesh\nrouting: xy\ntraffic: [&t { kind: poisson, load: 0.1 }, *t]\n";
    expect(
      read(text).traffic.map((traffic) => traffic.options["load"]),
    ).toEqual([0.1, 0.1]);
  });
});

describe("an override", () => {
  it("may leave out the number of an entry that is alone in its list", () => {
    for (const path of ["traffic.load", "traffic[0].load"])
      expect(read(whole, [`${path}=0.4`]).traffic[0]?.options["load"]).toBe(
        0.4,
      );
  });

  it("sets a key by its whole path", () => {
    expect(
      read(whole, ["traffic[0].load=0.4"]).traffic[0]?.options["load"],
    ).toBe(0.4);
    expect(read(whole, ["measure.precision=0.1"]).measure.precision).toBe(0.1);
  });

  it("sets a key by its last word where that is unambiguous", () => {
    const scenario = read(whole, [
      "load=0.4",
      "virtualLanes=2",
      "byteTime=1ns",
      "seed=7",
    ]);
    expect(scenario.traffic[0]?.options["load"]).toBe(0.4);
    expect(scenario.switch.options["virtualLanes"]).toBe(2);
    expect(scenario.link.byteTime).toBe(1000);
    expect(scenario.seed).toBe(7);
  });

  it("sets a parameter of a plugin that is given as a name only", () => {
    expect(
      read(whole, ["addressing.base=paper"]).addressing?.options["base"],
    ).toBe("paper");
  });

  it("sets a parameter of a part that the scenario leaves out", () => {
    const text = "topology: mesh\nrouting: xy\ntraffic: poisson\n";
    for (const set of ["virtualLanes=4", "switch.virtualLanes=4"])
      expect(read(text, [set]).switch.options["virtualLanes"]).toBe(4);
    expect(
      read(text, ["switch.kind=relay", "virtualLanes=4"]).switch.options[
        "virtualLanes"
      ],
    ).toBe(4);
    expect(read(text, ["load=0.9"]).traffic[0]?.options["load"]).toBe(0.9);
  });

  it("sets a parameter of the addressing and the lanes that come with the routing", () => {
    const text = (routing: string): string =>
      `topology: mesh\nrouting: ${routing}\ntraffic: poisson\n`;
    expect(
      read(text("cyclic"), ["base=paper"]).addressing?.options["base"],
    ).toBe("paper");
    expect(read(text("torus-xy"), ["classes=2"]).lanes?.options).toEqual({
      classes: 2,
    });
    // Finished tables leave no addressing to set anything of.
    const dump = "topology: mesh\ntables: dump\ntraffic: poisson\n";
    expect(() => read(dump, ["base=paper"])).toThrow(
      expect.objectContaining({ code: "E_SCENARIO_UNKNOWN_KEY" }),
    );
  });

  it("sets a parameter of what the scenario says rather than one of the addressing that comes with the routing", () => {
    const loaded = defineAddressing({
      name: "multiple-lid",
      summary: "An addressing with a parameter that traffic has, too.",
      cites: [],
      params: z.object({ load: numberParam({ default: 0 }) }),
      claims: { fabrics: "any", aligned: true },
      assign: () => {
        throw new Error("a parser must not run a plugin");
      },
    });
    const scenario = readScenario(
      "topology: mesh\nrouting: cyclic\ntraffic: poisson\n",
      {
        file: "net.yaml",
        registry: { ...registry, addressing: [loaded] },
        overrides: [parseOverride("load=0.9")],
      },
    );
    expect(scenario.traffic[0]?.options["load"]).toBe(0.9);
    expect(scenario.addressing?.options["load"]).toBe(0);
  });

  it("replaces a plugin", () => {
    const scenario = read(whole, [
      "routing=xy",
      "traffic[0].pattern=shift",
      "traffic[0].pattern.by=2",
    ]);
    expect(scenario.routing?.plugin.name).toBe("xy");
    expect(scenario.traffic[0]?.pattern?.options).toEqual({ by: 2 });
  });

  it("that comes later wins", () => {
    expect(
      read(whole, ["load=0.4", "load=0.6"]).traffic[0]?.options["load"],
    ).toBe(0.6);
  });
});

describe("parts named on a command line", () => {
  const parts = {
    routing: "cyclic",
    addressing: "multiple-lid",
    multicast: "union",
  };

  it("are found with their parameters", () => {
    const read = readParts(parts, {
      registry,
      overrides: [parseOverride("base=paper")],
    });
    expect(read.addressing.options["base"]).toBe("paper");
    expect(read.multicast.plugin.name).toBe("multicast-union");
  });

  it("know no keys but theirs", () => {
    const set = (text: string) => () =>
      readParts(parts, { registry, overrides: [parseOverride(text)] });
    expect(set("load=0.4")).toThrow(
      expect.objectContaining({ code: "E_SCENARIO_UNKNOWN_KEY" }),
    );
    expect(set("seed=4")).toThrow(
      expect.objectContaining({ code: "E_SCENARIO_UNKNOWN_KEY" }),
    );
  });
});
