import { spawnSync } from "node:child_process";
import { root } from "./workspace.ts";

/** What lints the workspace, or the paths that are added. */
export const linters = {
  lint: [
    ...["oxlint", "--type-aware"],
    "--report-unused-disable-directives-severity=error",
  ],
  borders: [
    ...["eslint", "--config", "tooling/eslint/eslint.config.js"],
    // Why: of most paths there is nothing to say.
    ...["--no-warn-ignored", "--no-error-on-unmatched-pattern"],
  ],
} as const;

/**
 * Lints files and folders.
 *
 * @param paths from where it is started; none: everything
 * @returns the exit code
 */
export function lint(paths: readonly string[]): number {
  const codes = Object.values(linters).map(([program, ...args]) => {
    const { status, error } = spawnSync(
      program,
      [...args, ...(paths.length === 0 ? ["."] : paths)],
      { cwd: root, stdio: "inherit" },
    );
    if (error !== undefined) throw error;
    return status ?? 2;
  });
  return Math.max(...codes);
}
