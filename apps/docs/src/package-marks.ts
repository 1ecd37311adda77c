/** A fenced block, with a fence longer than any inside. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(
    2,
    ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length),
  );
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}

/** Plain text as Markdown that shows it unchanged. */
export const marks = (text: string): string =>
  text
    .replace(/[\\`*_[\]|{}$]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/\s+/g, " ");
