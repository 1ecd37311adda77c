import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildExecutable, executablePath } from "./executable/build.ts";
import { nodeVersions } from "./node-versions.ts";
import { apps, root } from "./workspace.ts";

/** A run of a second or less that passes through every family, on several seeds, which threads compute. */
const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: cyclic
traffic: { kind: poisson, load: 0.3, size: 256B }
measure: { warmup: 20us, maxTime: 200us }
seed: 1
`;

type Run = (...args: string[]) => string;

function runner(
  program: string,
  before: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Run {
  return (...args) => {
    const all = [...before, ...args];
    const result = spawnSync(program, all, { encoding: "utf8", env });
    if (result.status !== 0)
      throw new Error(
        `${program} ${all.join(" ")} ended with ${result.status ?? "no status"}\n${result.stdout}${result.stderr}${result.error?.message ?? ""}`,
      );
    // Why: a warning of Node.js would stand before every result.
    if (result.stderr !== "")
      throw new Error(`${program} ${all.join(" ")} says: ${result.stderr}`);
    return result.stdout;
  };
}

/** A result as text, without the only thing in it that is not a function of experiment and seed. */
function comparable(json: string): string {
  return JSON.stringify(
    JSON.parse(json),
    (key, value: unknown) => (key === "wallSeconds" ? undefined : value),
    1,
  );
}

const cliVersion = (): string | undefined =>
  apps().find((p) => p.shortName === "cli")?.manifest.version;

/** Every runner says the version and computes the same result. */
function compareRuns(runs: ReadonlyMap<string, Run>): void {
  const folder = mkdtempSync(join(tmpdir(), "fabriclab-command-"));
  try {
    const file = join(folder, "small.yaml");
    writeFileSync(file, scenario);
    let first: readonly [name: string, result: string] | undefined;
    for (const [name, run] of runs) {
      const version = run("--version").trim();
      if (version !== cliVersion())
        throw new Error(
          `${name}: --version says '${version}', not '${cliVersion() ?? ""}'`,
        );
      const args = ["run", file, "--seeds", "2", "--json", "--quiet"];
      const result = comparable(run(...args));
      first ??= [name, result];
      if (result !== first[1])
        throw new Error(
          `${first[0]} and ${name} differ:\n${first[1]}\n${result}`,
        );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The built command starts on every supported Node.js that can be had here, and computes the same result on each. */
export function checkCommand(): number {
  const main = join(root, "apps/cli/dist/main.js");
  const { nodes, absent } = nodeVersions();
  const versions = nodes.map((node) => runner(node)("--version").trim());
  compareRuns(
    new Map(
      nodes.map((node, i) => [versions[i] ?? node, runner(node, [main])]),
    ),
  );
  console.log(
    `fabriclab ${cliVersion() ?? ""}: the same result on Node ${versions.join(", ")}`,
  );
  if (absent.length > 0)
    console.log(
      `not checked: npm could not install Node ${absent.join(", ")} here`,
    );
  return 0;
}

/** The one command that the executable lacks says so. */
function refusesQueries(env: NodeJS.ProcessEnv): void {
  const folder = mkdtempSync(join(tmpdir(), "fabriclab-sweep-"));
  try {
    const file = join(folder, "small.yaml");
    writeFileSync(file, scenario);
    const results = join(folder, "results");
    const flags = ["--vary", "load=0.1,0.2", "--jobs", "2", "--quiet"];
    runner(executablePath, [], env)("sweep", file, ...flags, "-o", results);
    const { status, stderr } = spawnSync(
      executablePath,
      ["query", "SELECT 1", results],
      { encoding: "utf8", env },
    );
    if (status !== 2 || !stderr.includes("E_QUERY_NO_DUCKDB"))
      throw new Error(
        `the executable's query ended with ${status ?? "no status"}: ${stderr}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the single-file executable, and runs it where there is no Node.js and nothing else. */
export function checkExecutable(): number {
  buildExecutable(executablePath);
  const home = mkdtempSync(join(tmpdir(), "fabriclab-home-"));
  const env = { HOME: home, PATH: "/nonexistent" };
  try {
    compareRuns(
      new Map([
        [
          "the built command",
          runner(process.execPath, [join(root, "apps/cli/dist/main.js")]),
        ],
        ["the executable", runner(executablePath, [], env)],
      ]),
    );
    refusesQueries(env);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log(`${executablePath}: starts without Node.js, the same result`);
  return 0;
}
