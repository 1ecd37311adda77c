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
