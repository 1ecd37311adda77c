import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const topo = folder.at("net.topo");

beforeAll(async () => {
  await fabriclab(
    ...["topology", "fat-tree", "--ports", "4", "--levels", "3", "-o", topo],
  );
});

/** A cable fails, and the subnet manager sweeps again. */
const failing = (routing: string): string =>
  folder.write(
    "failing.yaml",
    `topology: { kind: file, path: net.topo }
routing: ${routing}
traffic: { kind: poisson, load: 0.2, size: 256B }
measure: { maxTime: 30us }
changes:
  - { at: 10us, fail: SW<00,0>:1 }
  - { at: 20us, resweep: true }
`,
  );

/** The routings and the value of roots that a hint names. */
const named = (hint: string): string[] =>
  [
    ...(
      /(?:take|left after a failure).*?(updn.*)/.exec(hint)?.[1] ?? ""
    ).matchAll(/updn|nue|minhop/g),
  ].map(([name]) => name);

describe("a routing that refuses what a failure leaves", () => {
  it.each(["cyclic", "single-lid", "ftree"])(
    "%s: the re-sweep's refusal names routings that serve it",
    async (routing) => {
      const { code, err } = await fabriclab("run", failing(routing), "--quiet");
      expect(code).toBe(2);
      expect(err).toMatch(/E_\w+_UNSUPPORTED_FABRIC.*re-sweep of 20us/);
      const hint = /hint +(.*)\n/.exec(err)?.[1] ?? "";
      expect(named(hint)).toEqual(["updn", "minhop", "nue"]);
      for (const other of named(hint)) {
        const done = await fabriclab("run", failing(other), "--quiet");
        expect(done.code, done.err).toBe(0);
      }
    },
  );

  it("ftree: with the roots that the hint lists, as it lists them, it serves", async () => {
    const { err } = await fabriclab("run", failing("ftree"), "--quiet");
    const roots = /roots: \[[^\]]+\]/.exec(err)?.[0] ?? "";
    expect(roots).toBe("roots: [SW<00,0>, SW<01,0>, SW<10,0>, SW<11,0>]");
    const done = await fabriclab(
      ...["run", failing(`{ kind: ftree, ${roots} }`), "--quiet"],
    );
    expect(done.code, done.err).toBe(0);
  });

  it.each(["cyclic", "ftree"])("%s: fail says the same", async (routing) => {
    const flags = ["--fabric", topo, "--remove", "SW<00,0>:1", "--quiet"];
    const refused = await fabriclab("fail", ...flags, "--routing", routing);
    expect(refused.code).toBe(1);
    const hint = /hint: (.*)\n/.exec(refused.out)?.[1] ?? "";
    expect(named(hint)).toEqual(["updn", "minhop", "nue"]);
    const done = await fabriclab(
      ...["fail", ...flags, "--routing", named(hint)[0] ?? ""],
    );
    expect(done.code, done.err).toBe(0);
  });
});

describe("names with commas", () => {
  const roots = ["SW<00,0>", "SW<01,0>", "SW<10,0>", "SW<11,0>"];
  const tables = async (value: string, name: string) => {
    const done = await fabriclab(
      ...["route", "--fabric", topo, "--routing", "ftree"],
      ...["-o", folder.at(name), "--set", `roots=${value}`],
    );
    expect(done.code, done.err).toBe(0);
    return readFileSync(`${folder.at(name)}/opensm-lfts.dump`, "utf8");
  };

  it("stand in a list of --set as in quotation marks", async () => {
    expect(await tables(`[${roots.join(",")}]`, "plain")).toBe(
      await tables(JSON.stringify(roots), "quoted"),
    );
  });

  it("stand in a file of groups", async () => {
    const mesh = folder.at("mesh.topo");
    await fabriclab(
      ...["topology", "mesh", "--columns", "3", "--rows", "3", "-o", mesh],
    );
    const groups = folder.write(
      "groups.yaml",
      "- { name: g, members: [H(0,0), H(1,1), H(2,2)] }\n",
    );
    const { code, err } = await fabriclab(
      ...["route", "--fabric", mesh, "--routing", "xy", "--groups", groups],
      ...["-o", folder.at("groups")],
    );
    expect(code, err).toBe(0);
  });
});
