import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, withoutProgress, workFolder } from "./command.ts";

const folder = workFolder();
const net = folder.at("net.topo");
const tables = folder.at("tables");
const QOS = "opensm-qos.conf";

/** Real-time traffic and best effort on one fabric, so that arbitration decides who waits. */
const scenario = (
  more: string,
): string => `topology: { kind: file, path: net.topo }
${more}
switch: { kind: relay, virtualLanes: 15, outputBuffer: 0 packets }
laneScheduler: vl-arbitration
traffic:
  - { kind: poisson, load: 0.35, size: 256B, pattern: uniform, sl: 0 }
  - { kind: poisson, load: 0.35, size: 256B, pattern: uniform, sl: 8 }
metrics: [latency, throughput]
measure: { maxTime: 100us }
seed: 1
`;

async function resultOf(name: string, more: string): Promise<unknown> {
  const file = folder.write(`${name}.yaml`, scenario(more));
  const { code, out, err } = await fabriclab("run", file, "--json");
  expect([code, withoutProgress(err)]).toEqual([0, ""]);
  const { metrics, packets } = JSON.parse(out) as Record<string, unknown>;
  return { metrics, packets };
}

/** A copy of the tables with other QoS options. */
function changed(name: string, change: (text: string) => string): string {
  const copy = folder.at(name);
  cpSync(tables, copy, { recursive: true });
  const file = join(copy, QOS);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  return copy;
}

const diff = (a: string, b: string) => fabriclab("diff", "--fabric", net, a, b);

beforeAll(async () => {
  const size = ["--switches", "6", "--links", "9", "--hosts-per-switch", "2"];
  for (const argv of [
    ["topology", "irregular", ...size, "-o", net],
    [
      ...["route", "--fabric", net, "--routing", "updown"],
      ...["--lanes", "class-lanes", "-o", tables],
    ],
  ])
    expect((await fabriclab(...argv)).code).toBe(0);
});

describe("the VL arbitration that route writes", () => {
  it("is simulated as it was computed, to the digit, and another one is not", async () => {
    const dump = (path: string) => `tables: { kind: dump, path: ${path} }`;
    const made = await resultOf("made", "routing: updown\nlanes: class-lanes");
    expect(await resultOf("read", dump("tables"))).toEqual(made);
    changed("others", (text) => text.replace("_limit 8", "_limit 0"));
    expect(await resultOf("other", dump("others"))).not.toEqual(made);
  });

  it("is compared by diff, or said not to be", async () => {
    const limit = changed("limit", (text) => text.replace("t 8", "t 9"));
    const differing = await diff(tables, limit);
    expect(differing.code).toBe(1);
    expect(differing.out).toContain(
      "\nVL arbitration differs: limit of high priority\n",
    );
    const off = changed("off", (text) => text.replace("TRUE", "FALSE"));
    const lacking = await diff(off, tables);
    expect(lacking.code).toBe(0);
    expect(lacking.out).toBe(
      `no difference: 108 entries of ${off} and ${tables} alike\nVL arbitration is not compared: ${tables} has it, ${off} has none\n`,
    );
    expect(lacking.err).toContain(`${QOS}:2: qos is FALSE, and not TRUE`);
    expect((await diff(tables, tables)).out).not.toContain("VL arbitration");
  });

  it("where tables cannot hold it is noted by run, once, and by audit", async () => {
    const hosts = changed("hosts", (text) => `${text}qos_ca_high_limit 0\n`);
    const file = folder.write(
      "hosts.yaml",
      scenario("tables: { kind: dump, path: hosts }"),
    );
    const note = `${QOS}:8: the limit of high priority of hosts (qos_ca_*) is not that of switches' external ports`;
    for (const argv of [
      ["run", file],
      ["run", file, "--seeds", "2", "--jobs", "1"],
      ["audit", "--fabric", net, "--tables", hosts],
    ]) {
      const { code, err } = await fabriclab(...argv);
      expect([code, err.split(note)]).toEqual([
        0,
        [expect.anything(), expect.anything()],
      ]);
    }
  });

  it("is refused at its line where it is wrong", async () => {
    const wrong = changed("wrong", (text) => text.replace("0:17", "0:1700"));
    const { code, err } = await fabriclab(
      ...["audit", "--fabric", net, "--tables", wrong],
    );
    expect(code).toBe(2);
    expect(err).toContain("error E_OPENSM_BAD_ARBITRATION");
    expect(err).toContain(`${join(wrong, QOS)}:5:16`);
  });
});
