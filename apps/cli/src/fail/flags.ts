import { FabricError, type Fabric } from "@fabriclab/spec";
import type { ListFiles } from "../compare/candidates.ts";
import type { TableFlags } from "../table-flags.ts";
import { wholeNumber } from "../flags.ts";
import { namedRemovals } from "../named-removal.ts";
import {
  everyRemoval,
  nothingToTake,
  randomRemovals,
  type Drawn,
  type Removal,
} from "../removals.ts";

/** What the user gave on the command line. */
export interface FailFlags extends TableFlags, ListFiles {
  readonly nodeNameMap?: string;
  readonly remove?: readonly string[];
  readonly randomLinks?: string;
  readonly randomSwitches?: string;
  readonly draws?: string;
  readonly each?: "switch" | "link";
  readonly endpoints: string;
  readonly samples?: string;
  readonly byRate?: true;
  readonly seed?: string;
  readonly jobs?: string;
  readonly output?: string;
}

const MOST_DRAWS = 100_000;
/** Seeds are below this. */
const SEEDS = 2 ** 32;

/** Other words for what fails, and ours. */
const SYNONYMS: Readonly<Record<string, "switch" | "link">> = {
  cable: "link",
  cables: "link",
  links: "link",
  port: "link",
  switches: "switch",
  router: "switch",
};

/** For commander: `switch` or `link`. @throws FabricError `E_CLI_USAGE` */
export function eachOf(word: string): "switch" | "link" {
  if (word === "switch" || word === "link") return word;
  const meant = SYNONYMS[word.toLowerCase()];
  const isNode = /^(?:node|host|hca|adapter|endpoint)s?$/i.test(word);
  throw new FabricError({
    code: "E_CLI_USAGE",
    message: "--each takes every switch, or every link, one at a time.",
    where: { path: "--each" },
    got: word,
    expected: "switch or link",
    hint:
      meant === undefined
        ? `${isNode ? "a host" : "a node, or one cable of it (node:port),"} is taken away by --remove`
        : meant === "link"
          ? "a cable between switches is a link: --each link"
          : `--each ${meant}`,
  });
}

/** Refuses no failure, and several kinds of them. @throws FabricError `E_CLI_USAGE`, `E_CLI_OPTION_CONFLICT` */
export function checkWay({
  remove,
  randomLinks,
  randomSwitches,
  draws,
  each,
}: FailFlags): void {
  if (draws !== undefined && (randomLinks ?? randomSwitches) === undefined)
    throw new FabricError({
      code: "E_CLI_OPTION_CONFLICT",
      message: "--draws draws what fails several times, and nothing is drawn.",
      where: { path: "--draws" },
      got: "--draws without --random-links or --random-switches",
      expected: "one of them, with how many fail together",
    });
  const given = [
    ...(remove === undefined ? [] : ["--remove"]),
    ...(randomLinks === undefined ? [] : ["--random-links"]),
    ...(randomSwitches === undefined ? [] : ["--random-switches"]),
    ...(each === undefined ? [] : ["--each"]),
  ];
  if (given.length === 1) return;
  throw new FabricError({
    code: given.length === 0 ? "E_CLI_USAGE" : "E_CLI_OPTION_CONFLICT",
    message:
      given.length === 0
        ? "Nothing fails."
        : `${given.join(" and ")} do not go together.`,
    where: { path: given[1] ?? "--remove" },
    got: given.length === 0 ? "no failure" : given.join(" and "),
    expected: "one of --remove, --random-links, --random-switches, --each",
  });
}

/**
 * What the flags take away.
 *
 * @throws FabricError what `namedRemovals` and `randomRemovals` refuse; `E_CLI_NO_SUCH_CABLE` for a fabric without cables
 */
export function removalsOf(
  fabric: Fabric,
  flags: FailFlags,
  seed: number,
): Removal[] {
  const { remove, each } = flags;
  if (each !== undefined) {
    const every = everyRemoval(fabric, each);
    if (every.length > 0) return every;
    throw nothingToTake(`--each ${each}`);
  }
  const drawn = drawnOf(flags);
  if (drawn !== null) {
    const draws = wholeNumber("--draws", flags.draws, 2, MOST_DRAWS) ?? 1;
    return randomRemovals(
      fabric,
      drawn,
      Array.from({ length: draws }, (_, draw) => (seed + draw) % SEEDS),
    );
  }
  const named = namedRemovals(fabric, remove ?? []);
  return [
    {
      label: named.map(({ label }) => label).join(", "),
      links: [...new Set(named.flatMap(({ links }) => links))],
    },
  ];
}

/** What is left to chance; null where nothing is. @throws FabricError `E_CLI_BAD_NUMBER` */
export function drawnOf(flags: FailFlags): Drawn | null {
  const { randomLinks, randomSwitches } = flags;
  const links = wholeNumber("--random-links", randomLinks, 1, 1e6);
  if (links !== undefined) return { what: "link", count: links };
  const switches = wholeNumber("--random-switches", randomSwitches, 1, 1e6);
  return switches === undefined ? null : { what: "switch", count: switches };
}
