import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { creditLoops } from "@fabriclab/analysis-deadlock";
import { FabricBuilder } from "@fabriclab/fabric";
import { hostEndports } from "@fabriclab/paths";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { chain, ring } from "@fabriclab/testing-fabrics";
import { sharedFile } from "@fabriclab/testing-golden";
import { sl, type EndportIx, type Lid } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { findReplay, writeReplay } from "../src/audit/replay.ts";
import { replayPlans } from "../src/audit/replay-plan.ts";
import { readFabricFile } from "../src/fabric-file.ts";
import { loadRegistry } from "../src/plugins.ts";
import { readTableFolder } from "../src/table-folder.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const registry = await loadRegistry();

/** LIDs in endport order from 1; every switch of a ring sends everything on to the next one, unless it is for its own host. */
function clockwise(
  fabric: Fabric,
  onwards: readonly number[],
): ForwardingTables {
  const lids = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
    new Uint8Array(fabric.endportCount),
  );
  const lft = onwards.map((port, sw) =>
    Uint8Array.from({ length: lids.topLid + 1 }, (_, lid) => {
      const owner = (lid - 1) as EndportIx;
      if (lid === 0) return 255;
      if (owner === sw) return 0;
      const place =
        owner < fabric.switchCount ? undefined : fabric.attachment(owner);
      return place?.sw === sw ? place.num : port;
    }),
  );
  return {
    lids,
    lft,
    lanes: 1,
    engine: "clockwise",
    pathLid: (_, to) => (lids.baseLid[to] ?? 0) as Lid,
    pathSl: () => sl(0),
  };
}

const request = (fabric: Fabric, tables: ForwardingTables) => ({
  registry,
  fabric,
  tables,
  endports: hostEndports(fabric, tables),
  loops: creditLoops(fabric, tables, { remedies: false }).loops,
});

describe("a replay of a credit loop", () => {
  // Drawn: a sends on to b by port 1, every other switch to its next by port 2.
  const fabric = ring(5);
  const tables = clockwise(fabric, [1, 2, 2, 2, 2]);
  const round = ["a:1 VL0", "b:2 VL0", "c:2 VL0", "d:2 VL0", "e:2 VL0"];

  it("is a folder whose scenario hangs on the loop's channels, wherever the folder is moved", async () => {
    const outcome = await writeReplay({
      ...request(fabric, tables),
      directory: folder.at("ring"),
    });
    expect(outcome).toMatchObject({
      status: "replayed",
      loop: 0,
      sameChannels: true,
    });
    renameSync(folder.at("ring"), folder.at("moved"));
    const ran = await fabriclab(
      "run",
      join(folder.at("moved"), "scenario.yaml"),
    );
    expect(ran.code).toBe(1);
    expect(ran.out).toContain("Deadlock: 5 packets wait for each other.");
    expect(ran.out).toContain("What would open such a loop: fabriclab audit");
    const held = /in order, as an audit names them:\n {2}(.*)\n/.exec(ran.out);
    const named = held?.[1]?.split(" -> ") ?? [];
    const at = named.indexOf("a:1 VL0");
    expect([...named.slice(at), ...named.slice(0, at)]).toEqual(round);
  });

  it("says in the scenario's head which channels hang", () => {
    const text = readFileSync(
      join(folder.at("moved"), "scenario.yaml"),
      "utf8",
    );
    for (const name of round) expect(text).toMatch(`. ${name}\n`);
    expect(readdirSync(folder.at("moved"))).toContain("opensm-lfts.dump");
  });

  it("uses hosts of the audit only, and says which dependency none of them lays down", async () => {
    const hosts = hostEndports(fabric, tables);
    const outcome = await findReplay({
      ...request(fabric, tables),
      endports: hosts.slice(0, 2),
    });
    expect(outcome.status).toBe("not replayed");
    expect(outcome).toMatchObject({
      tries: 0,
      reasons: [expect.stringContaining("no pair of hosts holds") as unknown],
    });
  });

  it("hangs where the packets of a wrong entry go round", async () => {
    // Drawn: a sends everything on to b by port 1, and so does b back to a by port 1, also what is for its own host.
    const pair = chain(2);
    const right = clockwise(pair, [1, 1]);
    const lft = right.lft.map((ports) => ports.slice());
    const [, lost] = hostEndports(pair, right);
    const row = lft[1];
    if (lost === undefined || row === undefined) throw new Error("no host");
    row[right.lids.baseLid[lost] ?? 0] = 1;
    const outcome = await findReplay(request(pair, { ...right, lft }));
    expect(outcome).toMatchObject({ status: "replayed", sameChannels: true });
  });

  it("leaves no folder where nothing hangs", async () => {
    const outcome = await writeReplay({
      ...request(fabric, tables),
      endports: hostEndports(fabric, tables).slice(0, 2),
      directory: folder.at("none"),
    });
    expect(outcome.status).toBe("not replayed");
    expect(existsSync(folder.at("none"))).toBe(false);
  });

  it("is found at random where fewer hosts than edges can send", async () => {
    // A ring of four without a host at c: four edges, three hosts.
    const builder = new FabricBuilder("ring without C");
    const switches = ["a", "b", "c", "d"].map((name) =>
      builder.addSwitch(name, 3),
    );
    switches.forEach((sw, i) => {
      const next = switches[(i + 1) % 4];
      if (next !== undefined) builder.connect(sw, 1, next, 2);
      if (i !== 2) builder.connect(builder.addHost("ABCD"[i] ?? ""), 1, sw, 3);
    });
    const three = builder.build();
    const outcome = await findReplay(
      request(three, clockwise(three, [1, 1, 1, 1])),
    );
    expect(outcome).toMatchObject({ status: "replayed", sameChannels: true });
    expect(outcome.status === "replayed" && outcome.how).toMatch(
      /at random times/,
    );
    expect(
      outcome.status === "replayed" && [...outcome.channels].sort(),
    ).toEqual(["a:1 VL0", "b:1 VL0", "c:1 VL0", "d:1 VL0"]);
  });
});

describe("the plans of a replay", () => {
  const flow = (source: number, before: number) => ({
    source: source as EndportIx,
    destination: 99 as EndportIx,
    before,
    passed: 0,
  });

  it("give every edge a host of its own, and start the farther ones first", () => {
    const [first] = replayPlans([
      [flow(1, 1), flow(2, 2)],
      [flow(1, 1)],
      [flow(3, 3)],
    ]);
    expect(first?.flows.map(({ source }) => source)).toEqual([2, 1, 3]);
    // a hop is 100 ns of routing and 20 ns of cable
    expect(first?.starts).toEqual([120, 240, 0]);
  });

  it("are random where that cannot be", () => {
    const [first] = replayPlans([[flow(1, 1)], [flow(1, 1)]]);
    expect(first?.traffic).toBe("poisson");
    expect(first?.flows).toHaveLength(1);
  });
});

const oracle = sharedFile("oracle");
const looping = (
  oracle === undefined
    ? []
    : readFileSync(join(oracle, "verdicts.tsv"), "utf8").trim().split("\n")
)
  .map((line) => line.split("\t"))
  .filter(([, , , , , , , verdict = "acyclic"]) => verdict.startsWith("CYCLE"));

describe.skipIf(oracle === undefined)(
  "OpenSM's tables with credit loops",
  () => {
    it.each(looping.map(([name = "", variant = ""]) => [name, variant]))(
      "of %s under %s hang on the channels of the loop",
      async (name, variant) => {
        const root = join(oracle ?? "", name);
        const { fabric } = readFabricFile(join(root, "ibnetdiscover.txt"));
        const tables = readTableFolder(join(root, variant), fabric);
        const asked = request(fabric, tables);
        expect(asked.loops.length).toBeGreaterThan(0);
        const outcome = await findReplay(asked);
        expect(outcome).toMatchObject({
          status: "replayed",
          sameChannels: true,
        });
      },
    );
  },
);

const kinds = [
  { traffic: "multicast", of: "multicast" },
  { traffic: "both", of: "combined" },
] as const;
const dumped = (
  oracle === undefined
    ? []
    : ["mesh_4x4", "torus_4x4", "irr_15"].flatMap((name) =>
        readdirSync(join(oracle, name)).map((variant) => ({ name, variant })),
      )
).filter(({ name, variant }) =>
  existsSync(join(oracle ?? "", name, variant, "lfts.dump.gz")),
);

describe.skipIf(oracle === undefined)(
  "OpenSM's multicast trees with credit loops",
  () => {
    it.each(dumped)(
      "of $name under $variant hang on the channels of the loop, alone and with unicast",
      async ({ name, variant }) => {
        const root = join(oracle ?? "", name);
        const { fabric } = readFabricFile(join(root, "ibnetdiscover.txt"));
        const tables = readTableFolder(join(root, variant), fabric);
        for (const { traffic, of } of kinds) {
          const { loops } = creditLoops(fabric, tables, {
            traffic,
            remedies: false,
          });
          if (loops.length === 0) continue;
          const outcome = await findReplay({
            ...request(fabric, tables),
            loops,
            of,
          });
          expect(outcome).toMatchObject({
            status: "replayed",
            sameChannels: true,
            ...(of === "multicast" ? { traffic: "multicast" } : {}),
          });
        }
      },
    );

    it("are replayed from files, too", async () => {
      const root = join(oracle ?? "", "mesh_4x4");
      const { fabric } = readFabricFile(join(root, "ibnetdiscover.txt"));
      const tables = readTableFolder(join(root, "dor"), fabric);
      const { loops } = creditLoops(fabric, tables, {
        traffic: "both",
        remedies: false,
      });
      const outcome = await writeReplay({
        ...request(fabric, tables),
        loops,
        directory: folder.at("combined"),
      });
      expect(outcome).toMatchObject({ status: "replayed", sameChannels: true });
      const text = readFileSync(
        join(folder.at("combined"), "scenario.yaml"),
        "utf8",
      );
      expect(text).toContain("multicast-operation");
      const ran = await fabriclab(
        "run",
        join(folder.at("combined"), "scenario.yaml"),
      );
      expect(ran.code).toBe(1);
    });
  },
);
