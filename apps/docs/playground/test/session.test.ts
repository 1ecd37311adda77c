import { writeTables } from "@fabriclab/formats-opensm";
import { compose } from "@fabriclab/sim";
import { endportIx } from "@fabriclab/units";
import { expect, it } from "vitest";
import { presets } from "../src/shared/presets.ts";
import { audit } from "../src/worker/audit.ts";
import { Session } from "../src/worker/session.ts";
import { openFiles } from "../src/worker/uploads.ts";
import { withFile, type Setup } from "../src/shared/setup.ts";
import { Live } from "../src/worker/live.ts";
import { routedView } from "../src/worker/ways.ts";
import { ringOf } from "./ring-fabric.ts";

const setup: Setup = {
  topology: { kind: "file", path: "ring.topo" },
  routing: "minhop",
  switch: "relay",
  traffic: [{ kind: "poisson", load: 0.3, size: "256B", pattern: "uniform" }],
  seed: 1,
};

const open = (switches: number) =>
  openFiles(
    [
      {
        name: "ring.topo",
        bytes: new TextEncoder().encode(ringOf(switches)).buffer,
      },
    ],
    "tables",
  );

it("computes tables once for all runs of a design, and anew for another design or another file of the same name", () => {
  const session = new Session();
  const tablesOf = (of: Setup) => compose(session.experiment(of)).tables;
  open(5);
  const { tables } = session.route(setup);
  expect(tables.lft).toHaveLength(5);
  expect(tablesOf(setup)).toBe(tables);
  expect(
    tablesOf({
      ...setup,
      traffic: [
        { kind: "poisson", load: 0.1, size: "64B", pattern: "uniform" },
      ],
    }),
  ).toBe(tables);
  expect(tablesOf({ ...setup, routing: "updown" }).engine).toBe("updown");
  open(6);
  expect(tablesOf(setup).lft).toHaveLength(6);
});

it("routes every experiment that is offered, with traffic that can run on the tables", () => {
  const session = new Session();
  for (const { name, setup } of presets.filter(({ name }) => name !== "large"))
    expect([name, session.route(setup).unfit]).toEqual([name, undefined]);
});

it("finds in the irregular experiment what its text says: a credit loop of minhop, none of updown and dfsssp", () => {
  const session = new Session();
  const { setup } = presets.find(({ name }) => name === "irregular")!;
  const loops = ["minhop", "updown", "dfsssp"].map(
    (routing) =>
      audit(session.route({ ...setup, routing }), [], () => undefined).cycles
        .length,
  );
  expect(loops.map((count) => count > 0)).toEqual([true, false, false]);
});

it("calls no tables sound between fewer than two hosts, as the command does not", () => {
  const session = new Session();
  openFiles(
    [
      {
        name: "ring.topo",
        bytes: new TextEncoder().encode(
          'switchguid=0x1(1)\nSwitch\t4 "S-0000000000000001"\t\t# "left" base port 0 lid 1 lmc 0\n',
        ).buffer,
      },
    ],
    "tables",
  );
  const routed = session.route(setup);
  expect(() => audit(routed, [], () => undefined)).toThrowError(
    expect.objectContaining({
      code: "E_CLI_TOO_FEW_ENDPOINTS",
      got: "0",
    }) as Error,
  );
});

it("runs on the rates of a file that takes the place of an experiment's fabric, and says where a scenario replaces them", () => {
  const session = new Session();
  open(5);
  const first = { ...presets[0]!.setup, routing: "minhop" };
  const own = withFile(first, "ring.topo");
  expect(routedView(session.route(own)).overridden).toBeUndefined();
  const packetPs = (of: Setup) =>
    new Live(session.experiment(of), () => undefined).start.packetPs;
  // 4xEDR is 100 Gb/s: 256 bytes of 80 ps each
  expect(packetPs(own)).toBe(256 * 80);
  const slow = { ...own, link: { byteTime: "4ns" } };
  expect(routedView(session.route(slow)).overridden).toBe(
    "`link: { byteTime: 4ns }` replaces the rates that the file gives all 10 links (4xEDR): leave it out to simulate those",
  );
  expect(packetPs(slow)).toBe(256 * 4000);
});

it("names the entry that keeps a pair apart, and the port by which its packets would arrive", () => {
  const session = new Session();
  open(5);
  const routed = session.route(setup);
  const { fabric, tables } = routed;
  const host = (at: number) =>
    endportIx(fabric.endportNode.indexOf(fabric.nodeName.indexOf(`h${at}`)));
  const lid = tables.pathLid(host(0), host(2));
  // Port 4 has no cable. Only packets of h0 to h2 come by: those of h4 are nearer the other way round.
  tables.lft[0]![lid] = 4;
  const { causes, causeCount, isClean } = audit(routed, [], () => undefined);
  expect(isClean).toBe(false);
  expect(causeCount).toBe(1);
  expect(causes).toEqual([
    {
      text: `1 pair: s0, LID ${lid} (h2) -> port 4, which has no cable`,
      mend: "would arrive by port 1, to s1",
    },
  ]);
});

it("names the LIDs that two ports have where tables are opened with the file, and the ports, as the command does", () => {
  const session = new Session();
  const encoded = (text: string) => new TextEncoder().encode(text).buffer;
  open(5);
  const sound = session.route(setup);
  const of = (text: string) => {
    openFiles(
      [
        { name: "ring.topo", bytes: encoded(text) },
        ...Object.entries(writeTables(sound.fabric, sound.tables)).map(
          ([name, file]) => ({ name, bytes: encoded(file) }),
        ),
      ],
      "tables",
    );
    const opened: Setup = {
      ...setup,
      tables: { kind: "dump", path: "tables" },
    };
    const { routing: _, ...dumped } = opened;
    return { dumped, found: audit(session.route(dumped), [], () => undefined) };
  };
  expect(of(ringOf(5)).found.verdict).not.toContain("LID that two ports");
  // h4 with the LID of h3: 9 in place of 10.
  const twice = ringOf(5)
    .replaceAll('"h4" lid 10', '"h4" lid 9')
    .replaceAll("# lid 10 lmc 0", "# lid 9 lmc 0");
  const { found } = of(twice);
  expect(found.isClean).toBe(false);
  expect(found.verdict).toContain(
    "1 LID that two ports have: LID 9 of h3 (0x0000000000000033) and of h4 (0x0000000000000034)",
  );
  // An engine gives out LIDs anew.
  expect(
    audit(session.route(setup), [], () => undefined).verdict,
  ).not.toContain("two ports have");
});
