import type { Registry } from "@fabriclab/formats-scenario";
import { barrierErrors } from "./barriers.ts";
import { cliErrors } from "./cli.ts";
import { connectionErrors } from "./connections.ts";
import { collectiveErrors } from "./collectives.ts";
import { coreErrors } from "./core.ts";
import { designErrors } from "./design.ts";
import { dragonflyErrors } from "./dragonflies.ts";
import type { ErrorEntries, ErrorEntry } from "./entry.ts";
import { fileErrors } from "./files.ts";
import { formatErrors } from "./formats.ts";
import { irregularErrors } from "./irregular.ts";
import { meshErrors } from "./mesh.ts";
import { multipathErrors } from "./multipath.ts";
import { networkErrors } from "./network.ts";
import { opensmErrors } from "./opensm.ts";
import { playgroundErrors } from "./playground.ts";
import { plotErrors } from "./plots.ts";
import { scenarioErrors } from "./scenario.ts";
import { simulationErrors } from "./simulation.ts";
import { studyErrors } from "./studies.ts";
import { sweepErrors } from "./sweeps.ts";
import { switchErrors } from "./switches.ts";
import { tablesErrors } from "./tables.ts";
import { trafficErrors } from "./traffic.ts";
import { videoErrors } from "./video.ts";
import { whatIfErrors } from "./what-if.ts";

/** Where a page of the documentation begins. */
export interface ErrorChapter {
  readonly title: string;
  /** File name without `.md`. */
  readonly page: string;
  readonly entries: ErrorEntries;
}

/** Every code that this repository's packages throw. A test compares it with their sources, in both directions. */
export const chapters: readonly ErrorChapter[] = [
  { title: "The command", page: "command", entries: cliErrors },
  { title: "Scenarios", page: "scenarios", entries: scenarioErrors },
  {
    title: "Units, parameters, fabrics, paths",
    page: "core",
    entries: coreErrors,
  },
  {
    title: "Topologies, addressings, routings",
    page: "design",
    entries: designErrors,
  },
  {
    title: "Tables and multicast groups",
    page: "tables",
    entries: tablesErrors,
  },
  { title: "Paths by bits", page: "multipath", entries: multipathErrors },
  {
    title: "OpenSM's LIDs and routing engines",
    page: "opensm",
    entries: opensmErrors,
  },
  { title: "Meshes and tori", page: "mesh", entries: meshErrors },
  {
    title: "Dragonflies, Slim Flies, HyperX, tori of three dimensions",
    page: "dragonflies",
    entries: dragonflyErrors,
  },
  {
    title: "Irregular fabrics",
    page: "irregular",
    entries: irregularErrors,
  },
  { title: "Traffic", page: "traffic", entries: trafficErrors },
  { title: "Video and control", page: "video", entries: videoErrors },
  {
    title: "Host adapters and connections",
    page: "connections",
    entries: connectionErrors,
  },
  { title: "Runs", page: "simulation", entries: simulationErrors },
  { title: "The packet engine", page: "network", entries: networkErrors },
  {
    title: "Sweeps, result folders, clusters",
    page: "sweeps",
    entries: sweepErrors,
  },
  { title: "Switches", page: "switches", entries: switchErrors },
  { title: "Fabric and table files", page: "files", entries: fileErrors },
  {
    title: "Formats of other tools",
    page: "formats",
    entries: formatErrors,
  },
  {
    title: "Collective operations",
    page: "collectives",
    entries: collectiveErrors,
  },
  { title: "Barriers", page: "barriers", entries: barrierErrors },
  {
    title: "Failures, differences, jobs",
    page: "what-if",
    entries: whatIfErrors,
  },
  { title: "Playground", page: "playground", entries: playgroundErrors },
  { title: "Plots", page: "plots", entries: plotErrors },
  { title: "Studies", page: "studies", entries: studyErrors },
];

export const catalogue: ErrorEntries = Object.assign(
  {},
  ...chapters.map(({ entries }) => entries),
) as ErrorEntries;

/** The entry of a code: this repository's, or that of a plugin which explains its own. */
export function errorEntry(
  code: string,
  registry: Registry = {},
): ErrorEntry | undefined {
  const entryIn = (
    errors: Readonly<Record<string, ErrorEntry>> | undefined,
  ): ErrorEntry | undefined =>
    // Why: `constructor` and the like are in every object.
    errors !== undefined && Object.hasOwn(errors, code)
      ? errors[code]
      : undefined;
  return (
    entryIn(catalogue) ??
    Object.values(registry)
      .flat()
      .map(({ errors }) => entryIn(errors))
      .find((entry) => entry !== undefined) ??
    unwritten(code)
  );
}

/** What a package that `pnpm gen` started says until its algorithm is there: a code of its own, which no catalogue can know. */
function unwritten(code: string): ErrorEntry | undefined {
  const [, name] = /^E_([A-Z][A-Z0-9_]*)_NOT_WRITTEN$/.exec(code) ?? [];
  if (name === undefined) return undefined;
  const plugin = name.toLowerCase().replaceAll("_", "-");
  return {
    means: `The package of ${plugin} was started with pnpm gen, and its algorithm is not written yet.`,
    example: `pnpm gen --kind routing --name ${plugin} --summary "One sentence.", then pnpm unit packages/routing/${plugin}`,
    mend: `Write src/${plugin}.ts of the package, and say in src/plugin.ts what it claims; CONTRIBUTING.md tells how. Other codes of its own are explained by the plugin's \`errors\`.`,
  };
}
