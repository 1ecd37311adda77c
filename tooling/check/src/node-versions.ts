import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemNode } from "./consumer.ts";
import { cacheFolder } from "./workspace.ts";

/** Major versions that the published packages support. */
const supported = [20, 22, 24] as const;

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return Number(/^v(\d+)\./.exec(stdout)?.[1]);
}

/** Node.js of a major version from the npm registry, kept between calls; undefined where npm cannot install it. */
function fromRegistry(major: number): string | undefined {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(cacheFolder, `node-${major}`);
  const file = join(folder, "node_modules", name, "bin/node");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    spawnSync(
      "npm",
      [
        "install",
        // Why: below the workspace's node_modules npm would take the workspace itself for the project, and fail.
        "--prefix",
        folder,
        "--no-save",
        "--no-audit",
        "--ignore-scripts",
        `${name}@${major}`,
      ],
      { cwd: folder },
    );
  }
  return existsSync(file) ? file : undefined;
}

/** An executable of each supported major version that can be had here, and the versions that cannot. */
export function nodeVersions(): {
  readonly nodes: readonly string[];
  readonly absent: readonly number[];
} {
  const here = [systemNode(), process.execPath];
  const found = supported.map(
    (major) =>
      here.find((node) => majorOf(node) === major) ?? fromRegistry(major),
  );
  return {
    nodes: found.filter((node) => node !== undefined),
    absent: supported.filter((_, i) => found[i] === undefined),
  };
}
