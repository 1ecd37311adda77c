import type { Claim } from "@fabriclab/experiment-report";
import type { Part, Study } from "../../reproduction.ts";
import {
  GROUPS,
  MODE_NAMES,
  sizesOf,
  SOURCES,
  type Mode,
  type Scheme,
} from "../cases.ts";
import { Points } from "../points.ts";
import { ratioCell } from "./case-ratio.ts";
import { figure17, FIGURE_17_RULE } from "./figure-17.ts";
import { growth, GROWTH_RULE } from "./growth.ts";
import {
  LITTLE_RULE,
  ALWAYS_RULE,
  aLittle,
  always,
  same,
  SAME_RULE,
  type Finding,
} from "../../verdicts/rules.ts";
import type { Cell } from "../../verdicts/cell.ts";
import { claimOf, type Statement } from "../../verdicts/statement.ts";
import { similar, SIMILAR_RULE } from "./similar.ts";

/** Groups that the paper has figures of. */
const FIGURE_GROUPS = [0.1, 0.4, 1];

interface Judged extends Omit<Statement, "found" | "variants"> {
  /** One source: both modes are the same experiment. */
  readonly oneSource?: true;
  readonly find: (mode: Mode) => Finding;
}

/**
 * C-001-1 … C-001-8. The verdict of a claim is the one with `own` groups, the only reading under which Figure 17 follows from the links'
 * bandwidth; the verdict with the `same` group stands beside it.
 */
export function claims(study: Study): Part<Claim>[] {
  const points = new Points(study);
  const sizes = sizesOf(study.options);
  const cell = (
    mode: Mode,
    sources: number,
    group: number,
    slower: Scheme,
    faster: Scheme,
  ): Cell => ratioCell(points, sizes, { mode, sources, group }, slower, faster);

  const statements: readonly Judged[] = [
    {
      id: "C-001-1",
      statement: "Cyclic multicast is faster than unicast in every case.",
      paper: "Remark 1: better than unicast in all cases simulated.",
      quantity: "makespan unicast / cyclic, least favourable of the cases",
      criterion: ALWAYS_RULE,
      find: (mode) =>
        always(
          SOURCES.flatMap((sources) =>
            GROUPS.map((group) =>
              cell(mode, sources, group, "unicast", "cyclic"),
            ),
          ),
        ),
    },
    {
      id: "C-001-2",
      statement:
        "From one source, cyclic multicast takes the same time as OpenSM's tree.",
      paper: "Figures 8-10: the two curves coincide.",
      quantity: "makespan OpenSM / cyclic, case farthest from 1",
      criterion: SAME_RULE,
      oneSource: true,
      find: (mode) =>
        same(
          FIGURE_GROUPS.map((group) =>
            cell(mode, 0, group, "opensm", "cyclic"),
          ),
        ),
    },
    {
      id: "C-001-3",
      statement:
        "From 40 % of the hosts to groups of 10 % and 40 %, cyclic multicast is faster than OpenSM's tree.",
      paper: "Figures 11, 12: cyclic ahead when groups are small.",
      quantity: "makespan OpenSM / cyclic, least favourable of the cases",
      criterion: ALWAYS_RULE,
      find: (mode) =>
        always(
          [0.1, 0.4].map((group) => cell(mode, 0.4, group, "opensm", "cyclic")),
        ),
    },
    {
      id: "C-001-4",
      statement:
        "From 40 % of the hosts to all, cyclic multicast is a little faster than OpenSM's tree.",
      paper: "Figure 13: a little ahead.",
      quantity: "makespan OpenSM / cyclic",
      criterion: LITTLE_RULE,
      find: (mode) => aLittle(cell(mode, 0.4, 1, "opensm", "cyclic")),
    },
    {
      id: "C-001-5",
      statement:
        "All-to-many behaves like many-to-many (the same multicast scheme is ahead), and takes longer.",
      paper: "Figures 14-16 resemble 11-13, at longer times.",
      quantity: "makespan from all / from 40 %, least over schemes and groups",
      criterion: SIMILAR_RULE,
      find: (mode) => similar(points, sizes, mode, FIGURE_GROUPS),
    },
    {
      id: "C-001-6",
      statement:
        "The speed-up of cyclic multicast over OpenSM's tree falls towards 1 as groups grow to 100 %.",
      paper: "Figure 17: high for small groups, close to 1 at 100 %.",
      quantity:
        "speed-up with groups of 10 % / with groups of 100 %, least over the sources",
      criterion: FIGURE_17_RULE,
      find: (mode) => figure17(points, sizes, mode),
    },
    {
      id: "C-001-7",
      statement:
        "From 40 % of the hosts, both multicast schemes are faster than unicast.",
      paper:
        "Case 2: the multicast schemes are ahead of unicast (Figures 11-13).",
      quantity:
        "makespan unicast / multicast scheme, least favourable of the cases",
      criterion: ALWAYS_RULE,
      find: (mode) =>
        always(
          (["cyclic", "opensm"] as const).flatMap((scheme) =>
            FIGURE_GROUPS.map((group) => {
              const found = cell(mode, 0.4, group, "unicast", scheme);
              return {
                ...found,
                name: `${scheme === "cyclic" ? "cyclic" : "OpenSM"} ${found.name}`,
              };
            }),
          ),
        ),
    },
    {
      id: "C-001-8",
      statement:
        "The speed-up of cyclic multicast over unicast grows with message size, number of sources and group size.",
      paper:
        "Introduction: the larger each of the three, the better the speed-up.",
      quantity:
        "speed-up at the highest level / at the lowest, least of the three factors",
      criterion: GROWTH_RULE,
      find: (mode) => growth(points, sizes, mode),
    },
  ];
  return statements.map(({ oneSource, find, ...statement }) => ({
    id: statement.id,
    make: () =>
      claimOf({
        ...statement,
        found: find("own"),
        variants:
          oneSource === true
            ? []
            : [{ name: MODE_NAMES.same, found: find("same") }],
      }),
  }));
}
