import type { DefaultTheme } from "vitepress";
import { libraries, textOf } from "./repository.ts";
import { sources } from "./sources.ts";

/** What the bar on top and the bar at the side show. */
export interface Navigation {
  readonly nav: DefaultTheme.NavItem[];
  readonly sidebar: DefaultTheme.SidebarItem[];
}

/** Order of pages within a folder; those that are not named follow by their title. */
const order: Readonly<Record<string, readonly string[]>> = {
  concepts: [
    "fabric",
    "addressing",
    "routing-and-tables",
    "switch",
    "traffic",
    "metrics",
    "time",
  ],
  guides: [
    "command-line",
    "audit",
    "compare",
    "reproduce-a-figure",
    "sweeps",
    "use-the-output",
    "add-an-algorithm",
  ],
  errors: ["index"],
  design: ["engine"],
};

/** What the bar calls READMEs whose title is the name of their package. */
const named: Readonly<Record<string, string>> = {
  "guides/cli.md": "The npm package fabriclab",
  "bench.md": "Benchmarks",
};

/** The first heading of a Markdown text. */
export const titleOf = (text: string): string =>
  (/^# (.+)$/m.exec(text)?.[1] ?? "").replaceAll("`", "");

function folderItems(folder: string, extra: readonly string[] = []) {
  const first = order[folder] ?? [];
  const rank = (page: string): number => {
    const at = first.indexOf(page.slice(folder.length + 1, -3));
    return at === -1 ? first.length : at;
  };
  return sources()
    .filter(({ page }) => page.startsWith(`${folder}/`) || extra.includes(page))
    .map(({ file, page }) => ({
      page,
      text: named[page] ?? titleOf(textOf(file)),
    }))
    .sort((a, b) => rank(a.page) - rank(b.page) || (a.text < b.text ? -1 : 1))
    .map(({ page, text }) => ({
      text,
      link: `/${page.replace(/(index)?\.md$/, "")}`,
    }));
}

/** Families in the order in which a scenario names them. */
const families = [
  "topology",
  "addressing",
  "routing",
  "tables",
  "switch",
  "hca",
  "traffic",
  "metrics",
  "analysis",
  "formats",
  "experiment",
  "core",
  "testing",
];

function packageItems(): DefaultTheme.SidebarItem[] {
  const all = libraries();
  const missing = all.filter(({ family }) => !families.includes(family));
  return [...families, ...new Set(missing.map(({ family }) => family))].map(
    (family) => ({
      text: family,
      collapsed: true,
      items: all
        .filter((p) => p.family === family)
        .map(({ shortName }) => ({
          text: shortName,
          link: `/packages/${family}/${shortName}`,
        })),
    }),
  );
}

const group = (
  text: string,
  items: DefaultTheme.SidebarItem[],
  collapsed = true,
): DefaultTheme.SidebarItem => ({ text, items, collapsed });

/** A group that has something in it. */
const some = (item: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem[] =>
  (item.items ?? []).length === 0 ? [] : [item];

/** Both bars, from the files that there are. */
export const navigation = (extra: {
  readonly playground: boolean;
}): Navigation => ({
  nav: [
    { text: "Start", link: "/start" },
    { text: "Guides", link: "/guides/command-line" },
    { text: "Packages", link: "/packages/" },
    { text: "Validation", link: "/validation/" },
    { text: "Reference", link: "/reference/index.html", target: "_self" },
    ...(extra.playground
      ? [
          {
            text: "Playground",
            link: "/playground/index.html",
            target: "_self",
          },
        ]
      : []),
  ],
  sidebar: [
    { text: "Start", link: "/start" },
    ...some(group("Concepts", folderItems("concepts"), false)),
    group("Guides", folderItems("guides"), false),
    group("Packages", [
      { text: "All packages", link: "/packages/" },
      ...packageItems(),
    ]),
    group("Validation", [
      { text: "Validation", link: "/validation/" },
      ...folderItems("validation"),
    ]),
    group("Studies", folderItems("studies")),
    group("Findings", folderItems("findings")),
    group("Design", folderItems("design", ["bench.md", "contributing.md"])),
    group("Errors", folderItems("errors")),
    { text: "Glossary", link: "/glossary" },
    { text: "Reference", link: "/reference/index.html", target: "_self" },
  ],
});
