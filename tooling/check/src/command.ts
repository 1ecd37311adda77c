import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemNode } from "./consumer.ts";
import { apps, root } from "./workspace.ts";

/** A run of a second or less that passes through every family. */
const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: cyclic
traffic: { kind: poisson, load: 0.3, size: 256B }
measure: { warmup: 20us, maxTime: 200us }
seed: 1
`;

function fabriclab(node: string, ...args: string[]): string {
  const main = join(root, "apps/cli/dist/main.js");
  const result = spawnSync(node, [main, ...args], { encoding: "utf8" });
  if (result.status !== 0)
    throw new Error(
      `${node} ${main} ${args.join(" ")} ended with ${result.status ?? "no status"}\n${result.stdout}${result.stderr}`,
    );
  return result.stdout;
}

/** A result as text, without the only thing in it that is not a function of experiment and seed. */
function comparable(json: string): string {
  return JSON.stringify(
    JSON.parse(json),
    (key, value: unknown) => (key === "wallSeconds" ? undefined : value),
    1,
  );
}

/** The built command starts, and computes the same on the system's Node.js as on the pinned one. */
export function checkCommand(): number {
  const expected = apps().find((p) => p.shortName === "cli")?.manifest.version;
  const version = fabriclab(systemNode(), "--version").trim();
  if (version !== expected)
    throw new Error(`--version says '${version}', not '${expected ?? ""}'`);
  const folder = mkdtempSync(join(tmpdir(), "fabriclab-command-"));
  try {
    const file = join(folder, "small.yaml");
    writeFileSync(file, scenario);
    const [a, b] = [systemNode(), process.execPath].map((node) =>
      comparable(fabriclab(node, "run", file, "--json", "--quiet")),
    );
    if (a !== b)
      throw new Error(
        `${systemNode()} and ${process.execPath} differ:\n${a ?? ""}\n${b ?? ""}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `fabriclab ${version}: the same result on ${systemNode()} and Node ${process.version}`,
  );
  return 0;
}
