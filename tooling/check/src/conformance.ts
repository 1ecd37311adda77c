/** Which kits of `@fabriclab/testing-conformance` examine a kind of plugin; a kind without an entry has none. */
const kitsOf: Readonly<Record<string, readonly string[]>> = {
  topology: ["topologyKit"],
  addressing: ["addressingKit"],
  routing: ["routingKit"],
  tables: ["tablesKit", "multicastTablesKit", "laneTablesKit"],
  switch: ["switchKit"],
  arbiter: ["arbiterKit"],
  "lane-scheduler": ["laneSchedulerKit"],
  replication: ["replicationKit"],
  select: ["selectKit"],
  drop: ["dropKit"],
  hca: ["hcaKit"],
  traffic: ["trafficKit"],
  pattern: ["patternKit"],
  metric: ["metricKit"],
};

/** Families whose packages are plugins, each with a conformance test. */
export const pluginFamilies: readonly string[] = [
  "topology",
  "addressing",
  "routing",
  "tables",
  "switch",
  "hca",
  "traffic",
  "metrics",
];

/** As much of a plugin as its kit is known by. */
export interface Exported {
  /** Name under which the package exports it. */
  readonly exported: string;
  readonly kind: string;
}

/**
 * What is missing of a package's conformance tests: a file that calls a kit, and, for every plugin, one that calls a kit of its kind and names it beyond
 * the import.
 *
 * @param tests texts of the package's test/*.conformance.test.ts
 */
export function conformanceProblems(
  family: string,
  plugins: readonly Exported[],
  tests: readonly string[],
): string[] {
  if (!pluginFamilies.includes(family)) return [];
  if (!tests.some((text) => /\b\w+Kit\(/.test(text)))
    return ["has no test/*.conformance.test.ts that calls a kit"];
  return plugins.flatMap(({ exported, kind }) => {
    const kits = kitsOf[kind];
    if (kits === undefined) return [];
    const examined = tests.some(
      (text) =>
        kits.some((kit) => new RegExp(`\\b${kit}\\(`).test(text)) &&
        [...text.matchAll(new RegExp(`\\b${exported}\\b`, "g"))].length > 1,
    );
    return examined
      ? []
      : [
          `no test/*.conformance.test.ts calls ${kits.join(" or ")} with ${exported}`,
        ];
  });
}
