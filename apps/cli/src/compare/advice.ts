import { figures, many } from "../naming/words.ts";
import { labelOf } from "./compare.ts";
import {
  acceptedOf,
  bandwidth,
  gap,
  isAsGood,
  isMadeByOpensm,
  isSafe,
  isSound,
  isUsual,
  isWider,
  percent,
  type Accepted,
  type Judged,
} from "./judged.ts";
import type { Candidate } from "./row.ts";
import { passedOver, reservations, usualSays } from "./says.ts";

/** What to do with a fabric, and why. */
export interface Advice {
  /** Index into the rows; null where none serves. */
  readonly take: number | null;
  /** What has no compromise: everybody reaches everybody, no credit loop whoever talks. Null where `take` is that, or none is. */
  readonly safe: number | null;
  /** Sentences for people, the most important first. */
  readonly says: readonly string[];
}

/**
 * Judges rows. First come routings that leave no pair of the chosen endpoints unreachable and no credit loop among them; of those the ones whose tables
 * OpenSM makes itself, where there are any; of those the ones with most bandwidth, those as good within their confidence intervals among them; of those the
 * one with fewest reservations: other adapters that cannot reach each other, or whose traffic could loop; then fewest VLs, then bandwidth. Of those that are
 * equal in all of that the one without credit loops on any fabric comes first, for what a failure leaves may be another; then the one that needs least in
 * OpenSM's options, its default at last. What decided is said.
 */
export function advise(judged: readonly Judged[]): Advice {
  const accepted = acceptedOf(judged);
  const sound = accepted.filter(isSound);
  const inOpensm = sound.filter(isMadeByOpensm);
  const best = bestOf(inOpensm.length > 0 ? inOpensm : sound);
  if (best === undefined)
    return { take: null, safe: null, says: [nothing(accepted.length)] };
  const safe = isSafe(best) ? undefined : bestOf(inOpensm.filter(isSafe));
  const others = sound.filter((one) => !isMadeByOpensm(one));
  const above = bestOf(others);
  const fromFiles = bestOf(others.filter(isSafe));
  const usual = accepted.find(isUsual);
  const isBetter = above !== undefined && isWider(above, best);
  return {
    take: best.index,
    safe: safe?.index ?? null,
    says: [
      `Take ${labelOf(best.row)}: ${percent(best)} of full bisection bandwidth${usual === undefined || usual === best ? "" : `; OpenSM's default, minhop, gives ${percent(usual)} (${gap(usual, best)})`}.`,
      ...(isMadeByOpensm(best) ? [] : [`${FROM_FILES}.`]),
      ...(usual === undefined || usual === best ? [] : usualSays(best, usual)),
      ...tieSays(best, sound),
      ...rootsSays(best, sound),
      ...(isMadeByOpensm(best)
        ? passedOver(
            best,
            others.filter((one) => isAsGood(one, best) && !isWider(one, best)),
          )
        : []),
      ...reservations(best),
      ...(safe === undefined
        ? []
        : [
            `Without these reservations: ${labelOf(safe.row)}, ${percent(safe)} (${gap(safe, best)}), ${many(safe.figures.lanes, "data VL")}.`,
          ]),
      ...lossWithoutLists(best, accepted),
      ...(isBetter
        ? [
            `Better still: ${labelOf(above.row)}, ${percent(above)} (${gap(above, best)}); ${FROM_FILES}.`,
          ]
        : []),
      ...(isSafe(best) || fromFiles === undefined || !isWider(fromFiles, safe)
        ? []
        : [
            `Or, without these reservations: ${labelOf(fromFiles.row)}, ${percent(fromFiles)}; ${FROM_FILES}.`,
          ]),
    ],
  };
}

/** The rule among those that measure the same, as `bestOf` has it. */
const OF_EQUALS =
  "those that OpenSM makes itself come first, then those that promise no credit loops on any fabric they accept, then what needs least in its options";

/** How tables get into OpenSM that it does not make itself. */
const FROM_FILES =
  "OpenSM does not make these tables itself: write them with fabriclab route, and load them with opensm -R file -U";

/** Lines that OpenSM's options need beside the engine's name. */
const needs = ({ row }: Accepted): number =>
  (row.opensm?.needs?.length ?? 0) + (row.lists === null ? 0 : 1);

/** The engines that measure the same as the best, besides it. */
function tied(best: Accepted, sound: readonly Accepted[]): string[] {
  const measured = ({ figures }: Accepted): string =>
    JSON.stringify([
      figures.bisection.value.toFixed(1),
      figures.unreachable.all,
      figures.loopChannels.all,
      figures.lanes,
    ]);
  return [
    ...new Set(
      sound
        .filter((one) => measured(one) === measured(best))
        .map(({ row }) => row.engine),
    ),
  ].filter((engine) => engine !== best.row.engine);
}

/** That others are as good, and by which rule one was taken. */
function tieSays(best: Accepted, sound: readonly Accepted[]): string[] {
  const others = tied(best, sound);
  return others.length === 0
    ? []
    : [
        `${others.join(", ")} ${others.length === 1 ? "measures" : "measure"} the same here (bandwidth, pairs, loops, VLs). Of equal ones ${OF_EQUALS}.`,
      ];
}

/** That the routing takes fewer fabrics without lists, where it is as good with some. */
function rootsSays(best: Accepted, sound: readonly Accepted[]): string[] {
  const { engine, lists, takes, withoutLists } = best.row;
  if (withoutLists === null || lists !== null || takes !== "") return [];
  const named = bestOf(
    sound.filter(
      (one) =>
        one.row.engine === engine &&
        one.row.lists !== null &&
        isAsGood(one, best),
    ),
  );
  return named === undefined
    ? []
    : [
        `Without lists ${engine} takes ${withoutLists} only: when a cable fails it may refuse what is left, and OpenSM goes on with minhop. ${labelOf(named.row)}, ${percent(named)}, takes that, too.`,
      ];
}

function bestOf(some: readonly Accepted[]): Accepted | undefined {
  const [top] = some.toSorted((a, b) => bandwidth(b) - bandwidth(a));
  if (top === undefined) return undefined;
  return some
    .filter((one) => isAsGood(one, top))
    .toSorted(
      (a, b) =>
        Number(a.figures.unreachable.all > 0) -
          Number(b.figures.unreachable.all > 0) ||
        Number(a.figures.loopChannels.all > 0) -
          Number(b.figures.loopChannels.all > 0) ||
        a.figures.lanes - b.figures.lanes ||
        bandwidth(b) - bandwidth(a) ||
        Number(b.row.deadlockFree) - Number(a.row.deadlockFree) ||
        needs(a) - needs(b) ||
        Number(isUsual(b)) - Number(isUsual(a)) ||
        a.index - b.index,
    )[0];
}

/** What the lists are worth to the engine that is advised. */
function lossWithoutLists(
  best: Accepted,
  accepted: readonly Accepted[],
): string[] {
  if (best.row.lists === null) return [];
  const { engine } = best.row;
  const bare = accepted.find(
    ({ row }) => row.engine === engine && row.lists === null,
  );
  return [
    bare === undefined
      ? `Without the lists ${engine} refuses this fabric.`
      : `${bare.row.takes === "" ? "Without the lists" : "With those of --set"} ${engine} gives ${percent(bare)} (${gap(bare, best)}).`,
  ];
}

const nothing = (accepted: number): string =>
  accepted === 0
    ? "No routing was accepted; the table says why."
    : accepted === 1
      ? "The one routing that was accepted does not serve: it leaves pairs of endpoints unreachable, or credit loops."
      : `None of ${many(accepted, "accepted routing")} serves: each leaves pairs of endpoints unreachable, or credit loops.`;

/** `310 ms`, `4.2 s`: two significant figures, so that a line of the table is as long on a fast machine. */
export const seconds = (value: number | null): string => {
  if (value === null) return "";
  const [scaled, unit] = value < 1 ? [1000 * value, "ms"] : [value, "s"];
  return `${figures(Number(scaled.toPrecision(2)))} ${unit}`;
};

/** The lists that a row was given, by name. */
export const listsName = ({
  lists,
  takes,
}: Pick<Candidate, "lists" | "takes">): string =>
  lists ?? (takes === "" ? "none" : "--set");
