import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

it("a fabric's file that lost its bytes is written again by the same command", async () => {
  const folder = work.at("damaged");
  const file = work.write(
    "damaged.yaml",
    `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
measure: { warmup: 2us, maxPackets: 200 }
`,
  );
  const sweep = [
    ...["sweep", file, "--vary", "ports=2,4", "--seeds", "1"],
    ...["-o", folder, "--jobs", "1"],
  ];
  expect((await fabriclab(...sweep)).code).toBe(0);
  const fabrics = join(folder, "fabrics");
  const texts = (): string[] =>
    readdirSync(fabrics).map((name) =>
      readFileSync(join(fabrics, name), "utf8"),
    );
  const before = texts();
  expect(before.length).toBe(3);
  for (const name of readdirSync(fabrics))
    writeFileSync(join(fabrics, name), "");
  expect((await fabriclab(...sweep)).code).toBe(0);
  expect(texts()).toEqual(before);
}, 60_000);
