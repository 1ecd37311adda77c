/** What formats the workspace, or the paths that are added: code, and everything else. */
const formatters = {
  code: ["oxfmt", "--no-error-on-unmatched-pattern"],
  texts: [
    ...["prettier", "--log-level=warn", "--no-error-on-unmatched-pattern"],
    // the other one's
    "!**/*.{ts,js,mjs,cjs}",
  ],
} as const;

/** The commands that look whether files are formatted, or format them. */
export const formatCommands = (
  how: "--check" | "--write",
): Record<keyof typeof formatters, readonly [string, ...string[]]> => ({
  code: [...formatters.code, how],
  texts: [...formatters.texts, how],
});
