import {
  numberedPath,
  overridable,
  pluginKeys,
  topKeys,
  type ParsedScenario,
  type PlacedFactor,
  type Registry,
} from "@fabriclab/formats-scenario";

/**
 * The factors in the order in which their values can be set: one that names a part (`switch`, `topology.kind`) before the parameters of that part. All others stay in
 * their order, for it is that of the points.
 *
 * Why not all that name parts first: the order is a part of what a result folder is known by.
 *
 * @param root of the scenario, in which entries have their names
 */
export function partsFirst(
  factors: readonly PlacedFactor[],
  root: ParsedScenario["root"],
  registry: Registry,
): PlacedFactor[] {
  const known = overridable(root, registry).map(dotted);
  const order = [...factors];
  for (const factor of factors) {
    const parts = pathsOf(factor, root).filter(isPart);
    if (parts.length === 0) continue;
    const own = new Set(
      factor.values.flatMap(({ sets }) => writtenBy(sets, root)),
    );
    const at = order.indexOf(factor);
    const first = order.findIndex(
      (one, i) =>
        i < at &&
        pathsOf(one, root).some((path) => needs(path, parts, own, known)),
    );
    if (first < 0) continue;
    order.splice(at, 1);
    order.splice(first, 0, factor);
  }
  return order;
}

/** What a factor sets, with entries of lists as `traffic.0`. */
export const pathsOf = (
  { name, values, open }: PlacedFactor,
  root: ParsedScenario["root"],
): string[] => [
  ...new Set(
    [
      ...values.flatMap(({ sets }) => sets.map(({ path }) => path)),
      ...(open === undefined ? [] : [name]),
    ].map((path) => numbered(path, root)),
  ),
];

/** `traffic[0].load` as `traffic.0.load`. */
const dotted = (path: string): string => path.replaceAll(/\[(\d+)\]/g, ".$1");

const numbered = (path: string, root: ParsedScenario["root"]): string =>
  dotted(numberedPath(root, path));

const KEYS: readonly string[] = pluginKeys.map(({ key }) => key);

/** `switch`, `switch.kind`, `traffic.0` or `traffic.0.kind`. */
const isPart = (path: string): boolean =>
  KEYS.includes(path.replace(/\.kind$/, "").replace(/\.\d+$/, ""));

/** The parameters that values write themselves, as `{ kind: mesh, columns: 2 }` does: another factor of them is a second one of one key, in any order. */
const writtenBy = (
  sets: PlacedFactor["values"][number]["sets"],
  root: ParsedScenario["root"],
): string[] =>
  sets.flatMap(({ path, value }) =>
    typeof value === "object" && value !== null
      ? Object.keys(value).map((key) => `${numbered(path, root)}.${key}`)
      : [],
  );

/** Whether a path is a parameter of one of the parts, or a short name that may become one: nothing in the scenario as it stands has it. */
function needs(
  path: string,
  parts: readonly string[],
  own: ReadonlySet<string>,
  known: readonly string[],
): boolean {
  const beneath = (full: string): boolean =>
    parts.some((part) => full.startsWith(`${part}.`)) && !own.has(full);
  if (path.includes(".") || topKeys.includes(path)) return beneath(path);
  const meant = known.filter((full) => full.endsWith(`.${path}`));
  return meant.length === 0 || meant.some(beneath);
}
