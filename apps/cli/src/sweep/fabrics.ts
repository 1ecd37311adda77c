import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { digest, publish, type FactorValue } from "@fabriclab/experiment-store";
import {
  buildFabric,
  extendRegistry,
  parseScenario,
  readScenario,
  topKeys,
  type Override,
  type Registry,
} from "@fabriclab/formats-scenario";
import type { Factor } from "@fabriclab/experiment-sweep";
import { FabricError, type Fabric } from "@fabriclab/spec";
import { readFabricFile } from "../fabric-file.ts";
import { fabricText } from "../fabric-text.ts";
import type { Tell } from "../topology-file.ts";
import { filePlugins, nameOf } from "../recipe.ts";
import type { SweepRequest } from "./request.ts";

const FORMAT = "fabriclab-fabrics-1";
/** Fabrics that a folder keeps; a sweep over more of them keeps none, and says so. */
const MOST = 64;

/** `fabrics/index.json`: which points were simulated on which fabric. */
interface FabricIndex {
  readonly format: string;
  readonly fabrics: readonly {
    /** Beside the index. */
    readonly file: string;
    /** The factors that decide about the fabric -> the point's values. */
    readonly factors: Readonly<Record<string, FactorValue>>;
  }[];
}

/**
 * Keeps the fabrics of a sweep in its folder, so that its results can be drawn on them. A signal ends it between two of them; the same call goes on.
 *
 * @param factors with their columns' values, in the order of the request
 * @param tell told where there are too many
 */
export async function keepFabrics(
  folder: string,
  request: SweepRequest,
  factors: readonly Factor[],
  registry: Registry,
  { tell, signal }: { readonly tell: Tell; readonly signal: AbortSignal },
): Promise<void> {
  const { recipe } = request;
  const deciding =
    recipe.fabric === undefined
      ? factors.filter((factor) => decides(factor, registry))
      : [];
  const count = deciding.reduce((all, { levels }) => all * levels.length, 1);
  if (count > MOST || deciding.some(({ between }) => between !== undefined)) {
    tell(
      `the fabrics are not kept in the folder, as there are more than ${MOST}: plot --kind map needs --fabric`,
    );
    return;
  }
  const fabrics: FabricIndex["fabrics"][number][] = [];
  const fileOf = fabricFiles(folder);
  for (const choice of combinations(deciding)) {
    // Lets signals have their turn: a large fabric keeps the process busy for seconds.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return;
    const fabric =
      recipe.fabric === undefined
        ? fabricOf(request, factors, choice, registry)
        : readFabricFile(recipe.fabric).fabric;
    // What no point can be simulated on is those points' failure, not the folder's.
    if (fabric === undefined) continue;
    fabrics.push({
      file: await fileOf(fabric),
      factors: Object.fromEntries(
        choice.map(({ name, level }) => [name, level]),
      ),
    });
  }
  const index: FabricIndex = { format: FORMAT, fabrics };
  const text = `${JSON.stringify(index, null, 2)}\n`;
  const file = join(folder, "fabrics", "index.json");
  await keep(file, text);
}

/** Sees to it that a file holds the text: what a loss of power left of one is written again. */
async function keep(file: string, text: string): Promise<void> {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  await publish(file, Buffer.from(text, "utf8"));
}

/** Whether a factor sets anything of the topology. */
const decides = ({ levels, name, between }: Factor, registry: Registry) => {
  const paths = new Set(
    levels.flatMap(({ sets }) => sets.map(({ path }) => path)),
  );
  if (between !== undefined) paths.add(name);
  return [...paths].some((path) => {
    const [top = ""] = path.split(/[.[]/, 1);
    if (top === "topology") return true;
    // A key that occurs once, such as `ports`: a topology's, unless a scenario has a key of that name.
    return (
      top === path &&
      !topKeys.includes(path) &&
      (registry.topology ?? []).some(({ params }) => path in params.shape)
    );
  });
};

interface Choice {
  readonly name: string;
  readonly level: FactorValue;
  readonly sets: Factor["levels"][number]["sets"];
}

function combinations(factors: readonly Factor[]): Choice[][] {
  return factors.reduce<Choice[][]>(
    (all, { name, levels }) =>
      all.flatMap((choice) =>
        levels.map(({ level, sets }) => [...choice, { name, level, sets }]),
      ),
    [[]],
  );
}

/** The fabric of a combination; the other factors have their first values. */
function fabricOf(
  { recipe }: SweepRequest,
  factors: readonly Factor[],
  choice: readonly Choice[],
  registry: Registry,
): Fabric | undefined {
  const sets = factors.flatMap(
    ({ name, unit, levels, between }) =>
      choice.find((one) => one.name === name)?.sets ??
      levels[0]?.sets ??
      (between === undefined
        ? []
        : [
            {
              path: name,
              value: unit === "" ? between[0] : `${between[0]}${unit}`,
            },
          ]),
  );
  try {
    return buildFabric(
      readScenario(recipe.text, {
        file: nameOf(recipe),
        registry: extendRegistry(registry, filePlugins(recipe)),
        overrides: [
          ...recipe.overrides,
          ...sets.map(({ path, value }): Override => ({
            path,
            value,
            flag: path,
          })),
        ],
        parsed: parseScenario(recipe.text, nameOf(recipe)),
        sweep: true,
      }),
    );
  } catch (error) {
    if (FabricError.is(error)) return undefined;
    throw error;
  }
}

/** Writes a fabric's file, named after what is in it. @returns its name */
function fabricFiles(folder: string): (fabric: Fabric) => Promise<string> {
  return async (fabric) => {
    const { text } = fabricText(fabric, "json");
    const name = `${digest(text).slice(0, 16)}.json`;
    const file = join(folder, "fabrics", name);
    await keep(file, text);
    return name;
  };
}

/**
 * The fabric on which a point of a result folder was simulated, where the folder keeps it.
 *
 * @param factors of the point
 * @throws FabricError what reading the fabric throws
 */
export function keptFabric(
  folder: string,
  factors: Readonly<Record<string, FactorValue>>,
): Fabric | undefined {
  let index: Partial<FabricIndex> | null;
  try {
    index = JSON.parse(
      readFileSync(join(folder, "fabrics", "index.json"), "utf8"),
    ) as Partial<FabricIndex> | null;
  } catch {
    return undefined;
  }
  if (index?.format !== FORMAT || index.fabrics === undefined) return undefined;
  const found = index.fabrics.find((one) =>
    Object.entries(one.factors).every(
      ([name, level]) => factors[name] === level,
    ),
  );
  // Why the base name: the index may be somebody else's, and names no file elsewhere.
  return found === undefined
    ? undefined
    : readFabricFile(join(folder, "fabrics", basename(found.file))).fabric;
}
