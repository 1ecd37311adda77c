import { libraries, markdownUnder } from "./repository.ts";

/** A page of the site that is made from a Markdown file of the repository. */
export interface Source {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Path of the page: `guides/audit.md`. */
  readonly page: string;
}

/** Pages that stand elsewhere in the site than in the repository. */
const moved: Readonly<Record<string, string>> = {
  "CONTRIBUTING.md": "contributing.md",
  "apps/cli/README.md": "guides/cli.md",
  "apps/bench/README.md": "bench.md",
  "apps/cli/src/reproduce/README.md": "design/reproductions.md",
};

/** Files to which links may point, and the page that takes their place. */
export const insteadOf: Readonly<Record<string, string>> = {
  "README.md": "/",
  "apps/docs/README.md": "/",
};

/** All Markdown files that become pages, READMEs of packages last. */
export function sources(): Source[] {
  const pages = markdownUnder("apps/docs")
    .filter((file) => !(file in insteadOf))
    .map((file) => ({ file, page: file.slice("apps/docs/".length) }));
  return [
    ...pages,
    ...Object.entries(moved).map(([file, page]) => ({ file, page })),
    ...libraries().map(({ path, family, shortName }) => ({
      file: `${path}/README.md`,
      page: `packages/${family}/${shortName}.md`,
    })),
  ];
}
