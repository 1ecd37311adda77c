import type { Claim } from "@fabriclab/experiment-report";
import type { Part, Study } from "../../reproduction.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { claimOf, type Statement } from "../../verdicts/statement.ts";
import { caseText, type Topology } from "../case.ts";
import {
  loads30Of,
  loadsOf,
  mixLoadsOf,
  multicastLoadsOf,
  policyLoadsOf,
  treeLoadsOf,
  viewsOf,
} from "../cases.ts";
import { Points } from "../points.ts";
import { figure7, type Ground } from "./comparisons.ts";
import {
  AT_60_RULE,
  bestAt60,
  LOW_LOAD_RULE,
  MULTIPATH_RULE,
  multipathAlone,
  nothingAtLowLoad,
  ROOT_RULE,
  rootMatters,
  SPF_RULE,
  spfBeatsUpDown,
} from "./deadlines.ts";
import {
  ABSTRACT_RULE,
  LATENCY_RULE,
  latencyReductions,
  MIX_RULE,
  NODES_30_RULE,
  nodes30,
  otherMix,
  selectors,
  SELECTORS_RULE,
  upTo,
} from "./latencies.ts";
import {
  order,
  ORDER_RULE,
  policies,
  POLICY_RULE,
  replication,
  REPLICATION_RULE,
} from "./multicast.ts";

interface Judged extends Omit<Statement, "found" | "variants"> {
  /** On a fabric of 15 nodes. */
  readonly find: (ground: Ground) => Finding;
  /** It is about one kind of fabric only. */
  readonly once?: true;
}

export const VIEW_NAMES: Readonly<Record<Topology, string>> = {
  "random-15": "random 15/23",
  fig6like: "fig6like",
  "random-30": "random 30/46",
};

/**
 * C-004-1 … C-004-13. The verdict of a claim is that on random fabrics of 15 switches and 23 links, another for every seed; that on `fig6like`
 * stands beside it.
 *
 * Why not the other way round: a waist of two links halves `fig6like`, so that uniform traffic above half the links' rate cannot pass it whatever
 * the routing, while the paper compares schemes up to 70 %; and SPF closes no cycle there, so dropping has nothing to resolve.
 */
export function claims(study: Study): Part<Claim>[] {
  const points = new Points(study);
  const [first, ...others] = viewsOf(study.options);
  const loads = loadsOf(study.options);
  /** The finding, and which of the points that it compares have runs without a number. */
  const explained = (find: Judged["find"], view: Topology): Finding => {
    const { found, stuck } = points.stuckIn(() =>
      find(figure7(points, view, loads)),
    );
    if (stuck.length === 0) return found;
    const list = stuck.map((point) => {
      const records = points.records(point);
      const count = records.filter(
        ({ status }) => status === "deadlocked",
      ).length;
      return `${caseText(point)} (${count} of ${records.length})`;
    });
    return { ...found, why: `${found.why} Deadlocked: ${list.join("; ")}.` };
  };
  return statements(study, points).map(({ find, once, ...statement }) => ({
    id: statement.id,
    make: () =>
      claimOf({
        ...statement,
        found: explained(find, first!),
        variants:
          once === true
            ? []
            : others.map((view) => ({
                name: VIEW_NAMES[view],
                found: explained(find, view),
              })),
      }),
  }));
}

function statements({ options }: Study, points: Points): Judged[] {
  const reductionOf = (what: string): string => `reduction of ${what}`;
  const loads = multicastLoadsOf(options);
  const treeLoads = treeLoadsOf(options);
  const mixLoads = mixLoadsOf(options, 0.3);
  return [
    {
      id: "C-004-1",
      statement: "SPF is better than Up/Down by every quantity.",
      paper: "§5.1: all the graphs indicate that SPF outperforms Up/Down.",
      quantity: reductionOf(
        "the real-time latency from the best Up/Down root to SPF, mean over the loads",
      ),
      criterion: SPF_RULE,
      find: (ground) => spfBeatsUpDown({ ...ground, loads: treeLoads }),
    },
    {
      id: "C-004-2",
      statement:
        "Up to 40 % load, several paths and dropping do not noticeably improve DMP and DMT.",
      paper: "§5.1: no noticeably better DMP and DMT up to 40 percent.",
      quantity: reductionOf(
        "DMP or DMT from SPF up to 40 %, largest of the schemes",
      ),
      criterion: LOW_LOAD_RULE,
      find: nothingAtLowLoad,
    },
    {
      id: "C-004-3",
      statement:
        "At 60 % load the best schemes reduce DMP by 50 to 65 % and DMT by 30 to 55 % against SPF.",
      paper: "§5.1: 50-65 % for the DMP, 30-55 % for the DMT at 60 percent.",
      quantity: reductionOf("DMP from SPF at 60 %, best scheme"),
      criterion: AT_60_RULE,
      find: bestAt60,
    },
    {
      id: "C-004-4",
      statement:
        "Several paths alone halve DMP at 60 %, reduce DMT by about 30 % from 50 % on, and halve latency above 50 %.",
      paper: "§5.1: about 50 % (DMP), 30 % (DMT), half (latency).",
      quantity: reductionOf("DMP from SPF at 60 %, both selectors"),
      criterion: MULTIPATH_RULE,
      find: multipathAlone,
    },
    {
      id: "C-004-5",
      statement:
        "LFU is better for real-time and control traffic, Max-Credit for best-effort traffic.",
      paper:
        "§5.1: LFU helps real-time and control, Max-Credit reduces the latency of best-effort.",
      quantity: reductionOf(
        "the real-time latency from Multipath+Credit to Multipath+LFU, 50 % and more",
      ),
      criterion: SELECTORS_RULE,
      find: selectors,
    },
    {
      id: "C-004-6",
      statement:
        "From 50 % load on, several paths reduce latency by 40-55 % (control), 40-65 % (real-time), 30-55 % (best-effort); with dropping by up to 80, 90, 60 %.",
      paper: "§5.1, Figures 7c to 7e.",
      quantity: reductionOf(
        "the real-time latency from SPF, both selectors without dropping, 50 % and more",
      ),
      criterion: LATENCY_RULE,
      find: latencyReductions,
    },
    {
      id: "C-004-7",
      statement:
        "With 30:70 instead of 70:30, DMP and DMT are much smaller and the schemes' order is the same.",
      paper: "§5.1, Figure 8: much smaller, but the same tendency.",
      quantity: reductionOf("DMP from 70:30 to 30:70, mean over the schemes"),
      criterion: MIX_RULE,
      find: (ground) => otherMix(ground, mixLoads),
    },
    {
      id: "C-004-8",
      statement:
        "On 30 nodes at 28 % Multipath+LFU reduces latency by 70 % (real-time), 60 % (control), 90 % (best-effort); at 20 % best-effort latency rises; dropping matters less than on 15 nodes.",
      paper: "§5.1, Figure 9.",
      quantity: reductionOf(
        "the real-time latency from SPF to Multipath+LFU at 28 % on 30 nodes",
      ),
      criterion: NODES_30_RULE,
      once: true,
      find: (fifteen) =>
        nodes30(
          {
            points,
            at: { topology: "random-30" },
            loads: loads30Of(options),
          },
          fifteen,
        ),
    },
    {
      id: "C-004-9",
      statement:
        "Replication in switches is better than replicated unicast for all traffic, with a central buffer slightly best; synchronous FCFS does not deadlock.",
      paper: "§5.2, Figures 10a to 10e.",
      quantity: reductionOf(
        "the real-time latency from replicated unicast to synchronous FCFS",
      ),
      criterion: REPLICATION_RULE,
      once: true,
      find: () => replication(points, loads),
    },
    {
      id: "C-004-10",
      statement:
        "Synchronous replication is slightly better by FCFS than by round-robin.",
      paper: "§5.2, footnote 5.",
      quantity: reductionOf(
        "DMP, DMT and latencies (mean) from round-robin to FCFS",
      ),
      criterion: ORDER_RULE,
      once: true,
      find: () => order(points, loads),
    },
    {
      id: "C-004-11",
      statement:
        "Bandwidth policies are equal at low load; at high load sharing lanes (1) is best, and the logarithm (4) is the best of the others.",
      paper: "§5.2, Figure 10f.",
      quantity: reductionOf(
        "latency from policies 2, 3, 4 to policy 1 at the highest load, mean of multicast and unicast",
      ),
      criterion: POLICY_RULE,
      once: true,
      find: () => policies(points, policyLoadsOf(options)),
    },
    {
      id: "C-004-12",
      statement:
        "DMP and DMT fall by up to 52 %, latency by up to 90 % against SPF.",
      paper: "Abstract.",
      quantity: reductionOf("DMP from SPF, largest of the schemes and loads"),
      criterion: ABSTRACT_RULE,
      find: upTo,
    },
    {
      id: "C-004-13",
      statement: "How good Up/Down is depends on the root of its tree.",
      paper: "§5.1: heavily affected by the topology of the Up/Down tree.",
      quantity: reductionOf(
        "the real-time latency from the worst to the best of three roots",
      ),
      criterion: ROOT_RULE,
      find: (ground) => rootMatters({ ...ground, loads: treeLoads }),
    },
  ];
}
