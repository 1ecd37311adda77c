import { expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const { at, write } = workFolder();

/** Two hosts at a switch, by cables of 4xSDR (1 ns a byte) and 1xSDR (4 ns a byte). */
const file = write(
  "pair.json",
  JSON.stringify({
    format: "fabriclab-fabric",
    version: 1,
    name: "pair",
    switches: [{ name: "S", guid: "0x200", ports: 2 }],
    hosts: [
      { name: "A", guid: "0x100", ports: 1 },
      { name: "B", guid: "0x102", ports: 1 },
    ],
    links: [
      { from: [0, 1], to: [1, 1], rate: "4xSDR", flightPs: 20000 },
      { from: [0, 2], to: [2, 1], rate: "1xSDR", flightPs: 20000 },
    ],
  }),
);

const scenarioWith = (link: string, topology: string): string =>
  write(
    "scenario.yaml",
    `topology: ${topology}
routing: minhop
switch: iba
${link}
traffic:
  - { kind: constant-rate, load: 0.1, pattern: shift }
metrics: [latency]
measure: { maxTime: 100us }
`,
  );

const said = async (...argv: string[]): Promise<string> => {
  const { code, err } = await fabriclab(...argv);
  expect(code, err).toBe(0);
  return err;
};

const run = (link: string, topology: string, ...flags: string[]) =>
  said("run", scenarioWith(link, topology), ...flags);

const ofFile = "{ kind: file, path: pair.json }";
const mesh = "{ kind: mesh, columns: 2, rows: 1 }";

it("says that link.byteTime replaces the rates of a file", async () => {
  const err = await run("link: { byteTime: 4ns }", ofFile);
  expect(err).toContain(
    "note: `link: { byteTime: 4ns }` replaces the rates that the file gives 1 of 2 links (4xSDR): leave it out to simulate those",
  );
  expect(
    await run(
      "link: { byteTime: 2ns }",
      "{ kind: mesh, columns: 2, rows: 1 }",
      "--fabric",
      at("pair.json"),
    ),
  ).toContain("gives all 2 links (4xSDR, 1xSDR)");
});

it("says so once in a sweep, whatever its points and wherever the fabric is from", async () => {
  const sweep = (link: string, topology: string, ...flags: string[]) =>
    said(
      ...["sweep", scenarioWith(link, topology), "--explain"],
      ...["--vary", "load=0.1,0.2", ...flags],
    );
  const link = "link: { byteTime: 4ns }";
  const times = (text: string): number => text.split("replaces").length - 1;
  expect(times(await sweep(link, ofFile))).toBe(1);
  expect(times(await sweep(link, mesh, "--fabric", file))).toBe(1);
  expect(times(await sweep(link, mesh))).toBe(0);
});

it("says nothing where there is none, or no file gives rates", async () => {
  expect(await run("link: { flight: 20ns }", ofFile)).not.toContain("replaces");
  expect(await run("link: { byteTime: 1ns }", mesh)).not.toContain("replaces");
  expect(file).toBe(at("pair.json"));
});
