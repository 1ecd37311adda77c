import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, withoutProgress, workFolder } from "./command.ts";

const folder = workFolder();
const net = folder.at("net.topo");

/** Real-time traffic and best effort, so that arbitration decides who waits. */
const scenario = (
  lanes: string,
  scheduler = "vl-arbitration",
): string => `topology: { kind: file, path: net.topo }
routing: updown
lanes: ${lanes}
switch: { kind: relay, virtualLanes: 15 }
laneScheduler: ${scheduler}
traffic:
  - { kind: poisson, load: 0.35, size: 256B, pattern: uniform, sl: 0 }
  - { kind: poisson, load: 0.35, size: 256B, pattern: uniform, sl: 8 }
metrics: [latency, throughput]
measure: { maxTime: 100us }
seed: 1
`;

let made = 0;
async function run(...of: Parameters<typeof scenario>) {
  const file = folder.write(`case${++made}.yaml`, scenario(...of));
  const { code, out, err } = await fabriclab("run", file, "--json");
  return { code, out, err: withoutProgress(err) };
}

async function resultOf(...of: Parameters<typeof scenario>): Promise<unknown> {
  const { code, out, err } = await run(...of);
  expect(code, err).toBe(0);
  const { metrics, packets } = JSON.parse(out) as Record<string, unknown>;
  return { metrics, packets };
}

beforeAll(async () => {
  const size = ["--switches", "6", "--links", "9", "--hosts-per-switch", "2"];
  for (const argv of [
    ["topology", "irregular", ...size, "-o", net],
    [
      ...["route", "--fabric", net, "--routing", "updown"],
      ...["--lanes", "class-lanes", "-o", folder.at("tables")],
    ],
  ])
    expect((await fabriclab(...argv)).code).toBe(0);
});

const ofFile = "{ kind: opensm-qos, path: tables/opensm-qos.conf }";

describe("lane tables of OpenSM's options", () => {
  it("are simulated as those that the options were written from, and so is a list of the scenario's own", async () => {
    const byClass = await resultOf("class-lanes");
    expect(await resultOf(ofFile)).toEqual(byClass);
    const conf = readFileSync(folder.at("tables/opensm-qos.conf"), "utf8");
    const option = (name: string): string =>
      new RegExp(`^qos_${name} (.*)$`, "m").exec(conf)![1]!;
    expect(
      await resultOf(
        `{ kind: sl2vl-lanes, sl2vl: "${option("sl2vl")}" }`,
        `{ kind: vl-arbitration, high: "${option("vlarb_high")}", low: "${option("vlarb_low")}", highLimit: ${option("high_limit")} }`,
      ),
    ).toEqual(byClass);
    folder.write(
      "other.conf",
      conf.replace(/^qos_sl2vl .*$/m, `qos_sl2vl ${Array(16).fill(0).join()}`),
    );
    expect(
      await resultOf("{ kind: opensm-qos, path: other.conf }"),
    ).not.toEqual(byClass);
  });

  it("keep to the VLs that ports have, as OpenSM does", async () => {
    folder.write("identity.conf", "qos TRUE\n");
    // SL 8 is on VL 0 where there are eight VLs.
    const zeros = `"${[0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7].join()}"`;
    expect(
      await resultOf("{ kind: opensm-qos, path: identity.conf, vls: 8 }"),
    ).toEqual(await resultOf(`{ kind: sl2vl-lanes, sl2vl: ${zeros} }`));
  });

  it("say what of the file does not count", async () => {
    folder.write(
      "noted.conf",
      `log_file /tmp/osm.log\nqos TRUE\nqos_max_vls 1\nqos_sl2vl ${Array(8).fill("0,1").join()}\n`,
    );
    const { code, err } = await run("{ kind: opensm-qos, path: noted.conf }");
    expect(code).toBe(0);
    expect(err).toContain("noted.conf:1: options that say nothing of VLs");
    expect(err).toContain(
      "noted.conf:4: SL2VL names VL 1, and qos_max_vls is 1",
    );
  });

  it("are refused where OpenSM sets none up, where there is no file, and where one is wrong", async () => {
    folder.write("off.conf", "qos FALSE\nqos_high_limit 3\n");
    folder.write("wrong.conf", "qos TRUE\nqos_sl2vl 0,1\n");
    for (const [path, code, place] of [
      ["off.conf", "E_CLI_QOS_OFF", '"path":"lanes.path"'],
      ["none.conf", "E_CLI_UNREADABLE_FILE", '"path":"lanes.path"'],
      ["wrong.conf", "E_OPENSM_SYNTAX", '"line":2,"column":11'],
    ] as const) {
      const refused = await run(`{ kind: opensm-qos, path: ${path} }`);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain(`"code":"${code}"`);
      expect(refused.err).toContain(path);
      expect(refused.err).toContain(place);
    }
  });
});
