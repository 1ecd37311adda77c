import type { Claim } from "@fabriclab/experiment-report";
import type { Part, Study } from "../../reproduction.ts";
import { ALWAYS_RULE, always, type Finding } from "../../verdicts/rules.ts";
import { claimOf, type Statement } from "../../verdicts/statement.ts";
import {
  GROUPS,
  LANES,
  sizesOf,
  SOURCES,
  VIEW_NAMES,
  viewsOf,
  type View,
} from "../cases.ts";
import { Points } from "../points.ts";
import { FREE_RULE, noCongestion } from "./congestion.ts";
import { growth, GROWTH_RULE } from "./growth.ts";
import {
  moreLanes,
  MORE_LANES_RULE,
  sharedLanes,
  SHARED_RULE,
} from "./lanes.ts";
import { speedUp } from "./ratios.ts";
import { similar, SIMILAR_RULE } from "./similar.ts";

interface Judged extends Omit<Statement, "found" | "variants"> {
  /** Views that make a difference to it, beside own groups and a source in the centre. */
  readonly views: readonly View[];
  readonly find: (view: View) => Finding;
  /** The same with the single packet of one-source multicast among the cases. */
  readonly withSingle?: () => Finding;
}

/**
 * C-000-1 … C-000-8. The verdict of a claim is that with own groups and, from one source, with the source in the centre; the other readings stand
 * beside it.
 */
export function claims(study: Study): Part<Claim>[] {
  const points = new Points(study);
  const sizes = sizesOf(study.options);
  const run = viewsOf(study.options);
  return statements(points, sizes).map(
    ({ views, find, withSingle, ...statement }) => ({
      id: statement.id,
      make: () =>
        claimOf({
          ...statement,
          found: find("own"),
          variants: [
            ...views
              .filter((view) => run.includes(view))
              .map((view) => ({ name: VIEW_NAMES[view], found: find(view) })),
            ...(withSingle === undefined
              ? []
              : [
                  {
                    name: "one-source multicast included",
                    found: withSingle(),
                  },
                ]),
          ],
        }),
    }),
  );
}

function statements(points: Points, sizes: readonly number[]): Judged[] {
  const grows = (factor: "size" | "group" | "sources") => (view: View) =>
    growth(points, sizes, view, factor);
  const both: readonly View[] = ["same", "anywhere"];
  const quantity = (factor: string) =>
    `speed-up over unicast at the ${factor} / at the other end, geometric mean over the cases`;
  return [
    {
      id: "C-000-1",
      statement: "Multicast is faster than unicast in every case.",
      paper: "Remark 1: outperforms unicast in all simulation cases.",
      quantity: "makespan unicast / multicast, least favourable of the cases",
      criterion: ALWAYS_RULE,
      views: both,
      find: (view) =>
        always(
          LANES.flatMap((lanes) =>
            SOURCES.flatMap((sources) =>
              GROUPS.map((group) =>
                speedUp(points, { view, sources, group }, lanes, sizes),
              ),
            ),
          ),
        ),
    },
    {
      id: "C-000-2",
      statement: "The speed-up over unicast grows with message size.",
      paper: "Remark 2: the larger the message size, the better.",
      quantity: quantity("largest size"),
      criterion: GROWTH_RULE,
      views: both,
      find: grows("size"),
    },
    {
      id: "C-000-3",
      statement: "The speed-up over unicast grows with the size of the group.",
      paper: "Remark 2: the larger the multicast group, the better.",
      quantity: quantity("largest group"),
      criterion: GROWTH_RULE,
      views: both,
      find: grows("group"),
    },
    {
      id: "C-000-4",
      statement: "The speed-up over unicast grows with the number of sources.",
      paper: "Remark 2: the larger the number of source nodes, the better.",
      quantity: quantity("largest number of sources"),
      criterion: GROWTH_RULE,
      views: both,
      find: grows("sources"),
    },
    {
      id: "C-000-5",
      statement:
        "More virtual lanes make both schemes faster, unicast most of all.",
      paper:
        "Remark 3: better with more virtual lanes, especially for unicast.",
      quantity:
        "makespan 1VL / 4VL-shared, least favourable of the cases and schemes",
      criterion: MORE_LANES_RULE,
      views: both,
      find: (view) => moreLanes(points, sizes, view, false),
      withSingle: () => moreLanes(points, sizes, "own", true),
    },
    {
      id: "C-000-6",
      statement:
        "At an equal number of lanes, shared lanes are faster than dedicated ones, which shows at small sizes only.",
      paper:
        "Remark 3 and Figures 11, 12, 14, 15, 17, 18, 20, 21: clear in panels (a), not when the data size is large.",
      quantity:
        "makespan dedicated / shared over the small sizes, least favourable of the cases",
      criterion: SHARED_RULE,
      views: both,
      find: (view) => sharedLanes(points, sizes, view, false),
      withSingle: () => sharedLanes(points, sizes, "own", true),
    },
    {
      id: "C-000-7",
      statement: "From one source there is never congestion.",
      paper: "Case 1: two packets never meet in one buffer.",
      quantity: "makespan / makespan without any wait, case farthest above 1",
      criterion: FREE_RULE,
      views: ["anywhere"],
      find: (view) => noCongestion(points, sizes, view),
    },
    {
      id: "C-000-8",
      statement:
        "All-source results are similar to multi-source ones, and take longer.",
      paper: "Case 3: similar to multi-source, longer.",
      quantity: "makespan from all / from 40 %, least of the cases",
      criterion: SIMILAR_RULE,
      views: ["same"],
      find: (view) => similar(points, sizes, view),
    },
  ];
}
