import { chapters, type ErrorChapter } from "./catalogue.ts";
import { errorExample } from "./example.ts";

/** The documentation's pages about errors: file name -> Markdown. */
export function errorPages(): Map<string, string> {
  const pages = new Map(
    chapters.map((chapter) => [`${chapter.page}.md`, pageOf(chapter)]),
  );
  pages.set("index.md", indexPage());
  return pages;
}

function pageOf({ title, entries }: ErrorChapter): string {
  const parts = [`# Errors: ${title}`, ""];
  for (const [code, entry] of Object.entries(entries)) {
    parts.push(
      `## ${code}`,
      "",
      escaped(entry.means),
      "",
      ...provokedBy(entry.example),
      "",
      `Mend it: ${escaped(entry.mend)}`,
      "",
    );
    if (entry.fault === "ours") {
      parts.push("This is a bug of fabriclab; the exit code is 3.", "");
    }
  }
  return `${parts.join("\n").trimEnd()}\n`;
}

/** Why: an example stands here as `explain` prints it and as the tests execute it, whatever its length. */
const UNFORMATTED = "<!-- prettier-ignore -->";

/** A block that tests execute, or a sentence where nothing can be typed. */
function provokedBy(example: string): string[] {
  const { kind } = errorExample(example);
  return kind === "words"
    ? [`Provoked by: ${escaped(example)}.`]
    : ["Provoked by:", "", UNFORMATTED, `\`\`\`${kind}`, example, "```"];
}

function indexPage(): string {
  const parts = [
    "# Errors",
    "",
    "Every refusal has a code. `fabriclab explain CODE` prints what stands here. These pages are written by",
    "`pnpm exec node --conditions=fabriclab-source apps/cli/scripts/write-error-pages.ts`; a test fails when they are out of date.",
    "What stands in a block here, keys of a scenario, a command or a call, is executed by a test, and gives the code above it. Behind a command, `# film.txt: 8000 38`",
    "says what a file holds that it reads (film.yaml is a scenario whose traffic is the trace film.txt), with `\\n` between lines; net.yaml, net.topo, tables/ and results/ are a scenario, a fabric,",
    "its tables and a sweep.",
    "",
  ];
  for (const { title, page, entries } of chapters) {
    parts.push(`## ${title}`, "");
    for (const code of Object.keys(entries)) {
      parts.push(`- [${code}](${page}.md#${code.toLowerCase()})`);
    }
    parts.push("");
  }
  return `${parts.join("\n").trimEnd()}\n`;
}

/** Markdown's own signs, which these texts do not mean. */
const escaped = (text: string): string => text.replace(/([<>*])/g, "\\$1");
