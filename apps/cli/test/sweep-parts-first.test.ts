import { expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const { at, write } = workFolder();

const text = `topology: { kind: mesh, columns: 2, rows: 2 }
routing: minhop
switch: iba
traffic: { kind: poisson, load: 0.1, size: 256B, pattern: uniform }
metrics: [latency]
measure: { warmup: 1us, maxTime: 100us }
`;
const file = write("mesh.yaml", text);

const explained = async (...factors: string[]): Promise<string> => {
  const { code, out, err } = await fabriclab(
    ...["sweep", file, "--explain", "-o", at("never")],
    ...factors.flatMap((one) => ["--vary", one]),
  );
  expect(code, err).toBe(0);
  return out;
};

it.each([
  ["switch=relay", "switch.routingDelay=100ns,200ns"],
  ["switch=relay", "routingDelay=100ns,200ns"],
  ["switch.kind=relay", "routingDelay=100ns,200ns"],
  ["traffic=constant-rate", "load=0.1,0.2"],
  ["traffic.kind=constant-rate", "start=0ns,100ns"],
])(
  "%s may stand before its parameter and behind it: %s",
  async (part, parameter) => {
    const name = (factor: string) => `  ${factor.split("=")[0]}: `;
    const out = await explained(parameter, part);
    expect(out).toBe(await explained(part, parameter));
    expect(out.indexOf(name(part))).toBeLessThan(out.indexOf(name(parameter)));
  },
);

it("other factors keep the order in which they are written, which is that of the points", async () => {
  const out = await explained(
    "load=0.1,0.2",
    "switch.routingDelay=100ns,200ns",
    "switch.kind=relay",
    "routing=minhop,updn",
  );
  expect(
    [...out.matchAll(/^ {2}([\w.]+): /gm)].map(([, name]) => name),
  ).toEqual(["load", "switch.routingDelay", "switch.kind", "routing"]);
});

it("a part on the command line stands before its parameter in the file", async () => {
  const asked = write(
    "asked.yaml",
    `${text}sweep:\n  vary: { switch.routingDelay: [100ns, 200ns] }\n`,
  );
  const { code, err } = await fabriclab(
    ...["sweep", asked, "--vary", "switch=relay", "-o", at("asked")],
  );
  expect(code, err).toBe(0);
  const { out } = await fabriclab(
    "query",
    `SELECT "switch", switch_routingDelay, latency_min FROM runs ORDER BY 2`,
    at("asked"),
    "--csv",
  );
  // Through two switches, the fewest between hosts: 256 bytes at 4 ns, three flights of 20 ns, and twice the delay.
  expect(out.trim().split("\r\n")).toEqual([
    "switch,switch_routingDelay,latency_min",
    "relay,100,1284",
    "relay,200,1484",
  ]);
});

it("a part whose values write the parameter themselves is refused behind it", async () => {
  const { code, err } = await fabriclab(
    ...["sweep", file, "--explain", "-o", at("never")],
    ...["--vary", "topology.columns=2,3"],
    ...["--vary", "topology=[{ kind: mesh, columns: 4, rows: 2 }]"],
  );
  expect(code).toBe(2);
  expect(err).toContain("E_SWEEP_FACTOR: Two factors set topology.");
});

it("a key that nothing has is refused as before", async () => {
  const { code, err } = await fabriclab(
    ...["sweep", file, "--explain", "-o", at("never")],
    ...["--vary", "sped=1,2", "--vary", "switch.kind=relay"],
  );
  expect(code).toBe(2);
  expect(err).toContain("There is no key sped.");
});
