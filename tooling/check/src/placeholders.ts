/** What `pnpm gen` writes into a README in place of what its author has to say. */
export const placeholders = {
  when: "Choose it when …",
  notWhen: "Not when …",
  section: "…",
} as const;

const hints: Readonly<Record<string, string>> = {
  [placeholders.when]: "say for which fabrics or questions it is the right one",
  [placeholders.notWhen]: "say where another one is better, and which",
  [placeholders.section]: "write the section, or take its heading out",
};

/**
 * Lines of a README that still stand as the skeleton has them, each with its place and what to do. Code blocks may hold such lines: output that is cut.
 * O(lines).
 */
export function placeholderProblems(readme: string): string[] {
  let fence: string | undefined;
  return readme.split("\n").flatMap((line, i) => {
    const [mark] = /^(?:```+|~~~+)/.exec(line) ?? [];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      return [];
    }
    const hint = fence === undefined ? hints[line.trim()] : undefined;
    return hint === undefined
      ? []
      : [`README.md:${i + 1}: "${line.trim()}" is the skeleton's; ${hint}`];
  });
}
