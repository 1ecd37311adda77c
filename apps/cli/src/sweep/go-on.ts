import { join } from "node:path";
import { extensionOf, type Extension } from "@fabriclab/experiment-sweep";
import { FabricError } from "@fabriclab/spec";
import { oneLine, withUnit } from "@fabriclab/units";
import { many } from "../naming/words.ts";
import {
  designOf,
  hasMoreSeeds,
  mayExtend,
  withSeeds,
  type Manifest,
} from "./manifest.ts";
import { whatChanged } from "./what-changed.ts";

/** How a command goes on in a folder. */
interface GoingOn {
  /** Where the sweep is extended: its manifest from now on, and what is new, in words. */
  readonly extended?: { readonly manifest: Manifest; readonly news: string };
  /** Of a sweep that more values were added to: the folder's order of its points. */
  readonly order?: Extension;
}

/**
 * How a command goes on in a folder: with the sweep as it is, or extended by values, by seeds, or by both.
 *
 * More seeds change what was asked from the start, so that nothing tells later that they came after; more values are a batch of their own.
 *
 * @throws FabricError `E_SWEEP_OTHER`
 */
export function goOn(folder: string, found: Manifest, now: Manifest): GoingOn {
  const hasMore = hasMoreSeeds(found, now);
  const before = hasMore ? withSeeds(found, now.asked.seeds) : found;
  const earlier = before.before ?? [];
  const isSame = before.plan === now.plan;
  if (!isSame && !mayExtend(before, now)) throw other(folder, before, now);
  const all = isSame ? earlier : [...earlier, before.asked];
  const order =
    all.length === 0
      ? undefined
      : extensionOf([...all, now.asked].map(designOf));
  if (all.length > 0 && order === undefined) throw other(folder, before, now);
  const isLonger = !isSame && order?.batches.at(-1) !== 0;
  if (!isSame && !isLonger) throw other(folder, before, now);
  return {
    ...(order === undefined ? {} : { order }),
    ...(isSame && !hasMore
      ? {}
      : {
          extended: {
            manifest: {
              ...now,
              ...(all.length === 0 ? {} : { before: all }),
              ...(hasMore ? { regrouping: found.asked.seeds } : {}),
            },
            news: newsOf(found, now, isSame ? undefined : order),
          },
        }),
  };
}

/**
 * `the sweep is extended by load 0.4, 0.5; seeds 6 to 10: 6 points more beside the 9 that it has`; of seeds alone, how many runs.
 *
 * @param order where points are new
 */
function newsOf(
  before: Manifest,
  now: Manifest,
  order: Extension | undefined,
): string {
  const more = order?.batches.at(-1) ?? 0;
  const points = order?.points.length ?? pointsOf(before);
  const [had, has] = [before.asked.seeds, now.asked.seeds];
  const news = [
    ...(order === undefined ? [] : newValues(before, now)),
    ...newSeeds(now.asked.seed, had, has),
  ];
  const what =
    more > 0
      ? `${many(more, "point")} more beside the ${points - more}`
      : `${many(points * (has - had), "run")} more beside the ${points * had}`;
  return `the sweep is extended by ${news.join("; ")}: ${what} that it has`;
}

const pointsOf = ({ asked, before = [] }: Manifest): number =>
  before.length === 0
    ? asked.points
    : (extensionOf([...before, asked].map(designOf))?.points.length ??
      asked.points);

function newSeeds(first: number, had: number, has: number): string[] {
  if (has <= had) return [];
  const [from, to] = [first + had, first + has - 1];
  return [from === to ? `seed ${from}` : `seeds ${from} to ${to}`];
}

/** `load 0.4, 0.5`, for each factor that has new ones. */
const newValues = (before: Manifest, now: Manifest): string[] =>
  now.asked.factors.flatMap(({ name, unit, levels }, at) => {
    const known = new Set(
      before.asked.factors[at]?.levels.map(({ level }) => level),
    );
    const fresh = levels.filter(({ level }) => !known.has(level));
    return fresh.length === 0
      ? []
      : [
          `${name} ${fresh
            .slice(0, 8)
            .map(({ level }) => oneLine(withUnit(level, unit)))
            .join(
              ", ",
            )}${fresh.length > 8 ? ` and ${fresh.length - 8} more` : ""}`,
        ];
  });

/** @param before with as many seeds as now, where more of them are no reason */
function other(folder: string, before: Manifest, now: Manifest): FabricError {
  const changed = whatChanged(before, now);
  const [had, has] = [before.asked.seeds, now.asked.seeds];
  const isFewer = changed.startsWith("seeds, ") && has < had;
  return new FabricError({
    code: "E_SWEEP_OTHER",
    message: `The folder ${folder} holds another sweep.`,
    where: { file: join(folder, "sweep.json"), path: "-o" },
    got: `a change of ${changed}`,
    expected:
      "the sweep that the folder was begun with, or the same with more seeds (without precision and saturation) or more values (in designs grid and one-at-a-time, without saturation)",
    hint: isFewer
      ? `its first ${many(has, "seed")} of each point are there: a query over runs WHERE seed < ${now.asked.seed + has} sees them alone`
      : "choose another folder, or remove this one",
  });
}
