import { spawnSync } from "node:child_process";
import { root } from "./workspace.ts";

/**
 * Runs commands one after another, all of them, with flags and paths added to each.
 *
 * @param paths from the workspace's folder; none: everything
 * @returns the greatest exit code
 */
export function eachCommand(
  commands: Readonly<Record<string, readonly [string, ...string[]]>>,
  paths: readonly string[],
  flags: readonly string[] = [],
): number {
  const codes = Object.values(commands).map(([program, ...args]) => {
    const { status, error } = spawnSync(
      program,
      [...args, ...flags, ...(paths.length === 0 ? ["."] : paths)],
      { cwd: root, stdio: "inherit" },
    );
    if (error !== undefined) throw error;
    return status ?? 2;
  });
  return Math.max(...codes);
}
