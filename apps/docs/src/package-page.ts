import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn, root, textOf, type Package } from "./repository.ts";
import { fenced, marks } from "./package-marks.ts";
import { testSentences } from "./test-sentences.ts";

/** The keys of a scenario by which the plugins of a family are named. */
const keyOf: Readonly<Record<string, string>> = {
  topology: "topology: { kind: NAME }",
  addressing: "addressing: NAME",
  routing: "routing: NAME",
  switch: "switch: { kind: NAME }",
  arbiter: "arbiter: NAME",
  "lane-scheduler": "laneScheduler: NAME",
  replication: "replication: NAME",
  select: "select: NAME",
  drop: "drop: NAME",
  hca: "hca: NAME",
  traffic: "traffic: [{ kind: NAME }]",
  pattern: "traffic: [{ pattern: NAME }]",
  metric: "metrics: [NAME]",
};

/** As much of a plugin as its page says. */
interface NamedPlugin {
  readonly kind: string;
  readonly name: string;
}

const isPlugin = (value: unknown): value is NamedPlugin =>
  typeof value === "object" &&
  value !== null &&
  "spec" in value &&
  "kind" in value &&
  "name" in value;

/** Packages that an installation brings along: ours, then others', without the package itself. */
export function comesAlong(
  name: string,
  manifests: ReadonlyMap<string, Package>,
): { readonly ours: string[]; readonly others: string[] } {
  const ours = new Set<string>();
  const others = new Set<string>();
  const visit = (one: string): void => {
    const known = manifests.get(one);
    if (known === undefined) {
      others.add(one);
      return;
    }
    if (ours.has(one)) return;
    ours.add(one);
    Object.keys(known.manifest.dependencies ?? {}).forEach(visit);
  };
  visit(name);
  ours.delete(name);
  return { ours: [...ours].sort(), others: [...others].sort() };
}

const list = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(", ");

// Why the base stands in the link: VitePress leaves links with a target as they are.
/** What stands below the first paragraph: how to get the package, and how to name it. */
async function summary(
  p: Package,
  manifests: ReadonlyMap<string, Package>,
  base: string,
): Promise<string> {
  const module = (await import(join(p.folder, "src/index.ts"))) as object;
  const plugins = Object.values(module).filter(isPlugin);
  const keys = plugins.flatMap(({ kind, name }) => {
    const key = keyOf[kind];
    return key === undefined ? [] : [`\`${key.replace("NAME", name)}\``];
  });
  const { ours, others } = comesAlong(p.manifest.name, manifests);
  const along = [
    ours.length === 0 ? "" : `${ours.length} of fabriclab (${list(ours)})`,
    others.length === 0 ? "" : `${others.length} of others (${list(others)})`,
  ].filter((text) => text !== "");
  return [
    `- **Install**: \`npm i ${p.manifest.name}\``,
    `- **Comes along**: ${along.length === 0 ? "nothing" : along.join("; ")}`,
    ...(keys.length === 0 ? [] : [`- **In a scenario**: ${keys.join(", ")}`]),
    `- **Exports and types**: [reference](${base}reference/modules/${p.manifest.name.replace(/[@/]/g, "_")}.html){target="_self"}`,
  ].join("\n");
}

/** Examples whose source the README does not print. */
function examples(p: Package, readme: string): string {
  const shown = filesIn(`${p.path}/examples`, /^[^.]+\.ts$/).flatMap((file) => {
    const source = textOf(file);
    const printed = file.replace(/\.ts$/, ".out");
    const name = file.slice(p.path.length + 1);
    if (readme.includes(source.trimEnd())) return [];
    return [
      `### \`${name}\``,
      "",
      fenced("ts", source),
      ...(existsSync(join(root, printed))
        ? ["It prints:", "", fenced("text", textOf(printed))]
        : []),
    ];
  });
  return shown.length === 0
    ? ""
    : ["## Examples in full", "", ...shown].join("\n");
}

/** What the package's own tests hold, sentence by sentence. */
function validation(p: Package): string {
  const files = filesIn(`${p.path}/test`, /\.test\.ts$/);
  const kits = new Set<string>();
  const rows = files.flatMap((file) => {
    const path = join(root, file);
    for (const [, kit = ""] of readFileSync(path, "utf8").matchAll(
      /\b(\w+Kit)\(/g,
    ))
      kits.add(kit);
    const sentences = testSentences(path);
    return sentences.length === 0
      ? []
      : [
          `**${file.slice(p.path.length + 6)}**`,
          "",
          ...sentences.map((sentence) => `- ${marks(sentence)}`),
          "",
        ];
  });
  return [
    "## What the tests hold",
    "",
    `Generated from the titles of this package's tests. \`pnpm unit ${p.path}\` runs them.`,
    "",
    ...(kits.size === 0
      ? []
      : [
          `The claims above are checked by the conformance kit: ${list([...kits].sort())} of [testing/conformance](/packages/testing/conformance).`,
          "",
        ]),
    ...rows,
  ].join("\n");
}

/** What speed is measured with. */
function cost(p: Package): string {
  const benches = filesIn(`${p.path}/bench`, /\.ts$/);
  return benches.length === 0
    ? ""
    : [
        "## Cost",
        "",
        "Measured by:",
        "",
        ...benches.map(
          (file) =>
            `- \`pnpm exec node --conditions=fabriclab-source ${file}\``,
        ),
        "",
      ].join("\n");
}

/**
 * The page of a package: its README, how to get it, examples in full where the README only names them, what its speed is measured with, and what its tests
 * hold.
 *
 * @param base path under which a server has the site
 */
export async function packagePage(
  p: Package,
  readme: string,
  manifests: ReadonlyMap<string, Package>,
  base = "/",
): Promise<string> {
  const [title = "", first = "", ...rest] = readme.split(/\n\n/);
  return [
    [title, first, await summary(p, manifests, base), ...rest].join("\n\n"),
    examples(p, readme),
    cost(p),
    validation(p),
  ]
    .filter((part) => part !== "")
    .join("\n");
}
