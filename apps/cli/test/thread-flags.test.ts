import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { workFolder } from "./command.ts";

const folder = workFolder();

it("runs seeds on threads under a flag of V8, which threads refuse to be given", () => {
  const file = folder.write(
    "short.yaml",
    `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
traffic: { kind: poisson, load: 0.2, size: 256B }
metrics: [latency]
measure: { warmup: 1us, maxTime: 5us }
`,
  );
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["--max-old-space-size=512", "--conditions=fabriclab-source", main],
      ...["run", file, "--seeds", "2", "--jobs", "2", "--json"],
    ],
    { encoding: "utf8" },
  );
  expect(stderr).not.toContain("error");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ seeds: [1, 2] });
});
