import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const plugin = new URL("./forgetful.ts", import.meta.url).pathname;
const fabric = folder.at("mesh.topo");
await fabriclab("topology", "mesh", "--columns=2", "--rows=2", "-o", fabric);

const route = (routing: string, ...more: string[]) =>
  fabriclab(
    ...["--plugin", plugin, "route", "--fabric", fabric],
    ...["--routing", routing, "-o", folder.at(routing), "--force", ...more],
  );

it("route warns of tables by which no pair of hosts arrives, and of those by which some do not", async () => {
  const none = await route("nowhere");
  expect(none.code).toBe(0);
  expect(none.err).toContain(
    `warning: by these tables none of the 12 ordered pairs of hosts arrives; fabriclab audit --fabric ${fabric} --tables ${folder.at("nowhere")} says why`,
  );
  expect(readdirSync(folder.at("nowhere"))).toContain("opensm-lfts.dump");
  // Four hosts: three ask for the one that is forgotten.
  const some = await route("not-to-first");
  expect(some.err).toContain(
    "warning: by these tables 3 of 12 ordered pairs of hosts do not arrive",
  );
  const audit = await fabriclab(
    ...["audit", "--fabric", fabric, "--tables", folder.at("not-to-first")],
  );
  expect(audit.code).toBe(1);
  expect(audit.out).toContain("3 unreachable pairs");
});

it("route counts the pairs for programs, and says nothing of tables by which all arrive", async () => {
  const { out } = await route("not-to-first", "--json");
  expect(JSON.parse(out)).toMatchObject({ unreachable: 3 });
  const sound = await route("xy");
  expect(sound.err).not.toContain("arrive");
  const json = await route("xy", "--json");
  expect(JSON.parse(json.out)).toMatchObject({ unreachable: 0 });
});

it("a run in which no packet arrives ends with exit code 1, and points to audit", async () => {
  const file = folder.write(
    "nowhere.yaml",
    `topology: { kind: mesh, columns: 2, rows: 2 }
routing: nowhere
traffic: { kind: poisson, load: 0.1, size: 256B }
metrics: [latency]
measure: { maxTime: 100us }
`,
  );
  for (const more of [[], ["--seeds", "2", "--jobs", "1"]]) {
    const { code, out } = await fabriclab(
      "--plugin",
      plugin,
      "run",
      file,
      ...more,
    );
    expect(code).toBe(1);
    expect(out).toContain("no packet arrived");
    expect(out).toContain("fabriclab audit");
    expect(out).not.toContain("raise measure.maxTime");
  }
});

it("run and sweep agree on a run in which a dead link costs all packets, and none is unroutable", async () => {
  const scenario = folder.write(
    "dead-link.yaml",
    `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: { kind: pairs, pairs: { "H(0,0)": "H(1,1)" } } }
measure: { maxTime: 100us }
changes: [{ at: 0ns, fail: "H(1,1):1" }]
`,
  );
  for (const more of [[], ["--seeds", "2", "--jobs", "1"]]) {
    const { code, out, err } = await fabriclab("run", scenario, ...more);
    expect(err).not.toContain("error");
    expect(out).not.toContain("fabriclab audit");
    expect(code).toBe(1);
  }
  const { code, out } = await fabriclab(
    ...["sweep", scenario, "--jobs=1", "--vary", "load=0.1,0.3"],
    ...["-o", folder.at("sweep-dead-link")],
  );
  expect(out).toContain("2 of 2 runs ended without a packet that arrived");
  expect(code).toBe(1);
});

it("a sweep lists the points of which no packet arrives, with exit code 1, also when it is asked again", async () => {
  const scenario = folder.write(
    "sweep-nowhere.yaml",
    `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
traffic: { kind: poisson, load: 0.2, size: 256B }
measure: { maxTime: 1ms }
`,
  );
  for (let time = 0; time < 2; time++) {
    const { code, out } = await fabriclab(
      ...["--plugin", plugin, "sweep", scenario, "--jobs=1"],
      ...["--vary", "routing=nowhere,xy", "-o", folder.at("sweep-nowhere")],
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /^1 of 2 runs ended without a packet that arrived: .*:\n {2}routing nowhere: 1 of 1 seed$/m,
    );
    expect(out).not.toMatch(/limit.*\n {2}routing nowhere/);
  }
});
