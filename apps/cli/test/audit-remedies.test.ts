import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditReport } from "../src/audit/report.ts";
import { auditText } from "../src/audit/text.ts";
import type { Io } from "../src/io.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const torus = folder.at("torus.topo");
const tables = folder.at("tables");
const found = folder.at("found");
const clockwise = join(import.meta.dirname, "clockwise.ts");
const audited = ["audit", "--fabric", torus, "--tables", tables];

beforeAll(async () => {
  const size = ["--columns", "3", "--rows", "3", "--wrap"];
  await fabriclab("topology", "mesh", ...size, "-o", torus);
  const { code, err } = await fabriclab(
    ...["route", "--plugin", clockwise, "--fabric", torus],
    ...["--routing", "clockwise", "-o", tables],
  );
  expect(code, err).toBe(0);
  expect((await fabriclab(...audited, "-o", found)).code).toBe(1);
});

const report = (): AuditReport =>
  JSON.parse(readFileSync(join(found, "audit.json"), "utf8")) as AuditReport;

describe("remedies", () => {
  it("with more VLs come as files that make the same tables clean", async () => {
    const { code, out } = await fabriclab(
      ...audited,
      ...["--path-sl", join(found, "remedy-path-sl.tsv")],
      ...["--sl2vl", join(found, "remedy-sl2vl.dump")],
    );
    expect(out).toMatch(/^credit loops: ok$/m);
    expect(out.trimEnd().split("\n").at(-1)).toBe("clean");
    expect(code).toBe(0);
  });

  it("with other roots come as the GUIDs that OpenSM reads, and are named in text and JSON", () => {
    const [first] = report().creditLoops[0]?.remedies.filter(
      ({ kind }) => kind === "other-roots",
    ) ?? [undefined];
    const guids = readFileSync(join(found, "remedy-roots.txt"), "utf8");
    const topology = readFileSync(torus, "utf8");
    expect(guids).toBe(`${first?.rootGuids?.join("\n")}\n`);
    first?.roots?.forEach((name, i) => {
      const guid = first.rootGuids?.[i]?.replace(/^0x0*/, "") ?? "none";
      expect(topology).toMatch(
        new RegExp(
          `^switchguid=0x0*${guid}\\b[^]*?^Switch[^\\n]*"${name.replace(/[()]/g, "\\$&")}"`,
          "m",
        ),
      );
    });
    expect(readFileSync(join(found, "audit.txt"), "utf8")).toContain(
      first?.rootGuids?.[0] ?? "no GUID",
    );
  });

  it("name the pairs of a VL by source: as many as they say", () => {
    const plans =
      report().creditLoops[0]?.remedies.flatMap(({ plan = [] }) => plan) ?? [];
    expect(plans).not.toHaveLength(0);
    for (const { pairs, destinationsBySource } of plans)
      expect(Object.values(destinationsBySource ?? {}).flat()).toHaveLength(
        pairs ?? -1,
      );
  });

  it("are printed once for loops that share them", () => {
    const text = readFileSync(join(found, "audit.txt"), "utf8");
    expect(text.match(/remedies:$/gm)).toHaveLength(1);
    expect(text.match(/remedies: those of the first$/gm)).toHaveLength(5);
  });
});

describe("the verdict", () => {
  const quiet = (): void => undefined;
  const io: Io = {
    out: quiet,
    err: quiet,
    interactive: false,
    color: false,
    columns: 100,
  };
  const text = (
    leftOut: AuditReport["endpoints"]["leftOut"],
    problems: AuditReport["problems"] = [],
  ): string =>
    auditText(
      {
        ...report(),
        problems,
        endpoints: {
          choice: "compute",
          count: 9,
          roles: { compute: 9 },
          leftOut,
        },
      },
      io,
    )
      .trimEnd()
      .split("\n")
      .at(-1) ?? "";

  it("says among whom it holds where others could have been taken", () => {
    const nodes = { reason: "aggregation node", count: 40, examples: ["an"] };
    const loose = { reason: "not cabled", count: 2, examples: ["x"] };
    expect(text([nodes, loose])).toBe(
      "clean, among 9 endpoints (compute); left out: 40 aggregation nodes (--endpoints all takes every adapter)",
    );
    expect(
      text([nodes], [{ kind: "unreachable", count: 1, what: "1 bad pair" }]),
    ).toMatch(/^1 problem: 1 bad pair, among 9 endpoints/);
    expect(text([loose])).toBe("clean");
  });
});
