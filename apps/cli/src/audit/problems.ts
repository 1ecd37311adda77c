import type { AuditReport, CreditLoopReport, Problem } from "./report.ts";
import { many } from "../naming/words.ts";

type Findings = Pick<
  AuditReport,
  | "parted"
  | "unreachablePairs"
  | "unreachable"
  | "forwardingLoops"
  | "duplicateLids"
  | "impossiblePorts"
  | "multicast"
  | "creditLoops"
  | "multicastCreditLoops"
  | "combinedCreditLoops"
  | "allLids"
>;

/** What is wrong but harms no delivery: copies that end at no host, as OpenSM's own trees have them. It does not make an audit fail. */
export function warningsOf({
  multicast,
}: Pick<Findings, "multicast">): Problem[] {
  const dead = multicast.reduce((sum, one) => sum + one.deadCopies, 0);
  return dead === 0
    ? []
    : [
        {
          kind: "dead-copy",
          count: dead,
          what: many(
            dead,
            "multicast copy that ends at no host",
            "multicast copies that end at no host",
          ),
        },
      ];
}

/** Pairs that do not reach each other though cables join them. */
export const joinedUnreachable = ({
  unreachablePairs,
  unreachable: { disconnected },
}: Pick<AuditReport, "unreachablePairs" | "unreachable">): number =>
  unreachablePairs - disconnected;

/**
 * What makes an audit fail: pairs that do not reach each other though cables join them, hosts without a part of the fabric in which both have ports, packets that go round, LIDs that two ports have, entries that no switch can follow, members without a copy or with several, strangers with one, and
 * credit loops. Loops with the SL ignored are a question that was asked, not a property of the fabric, and long paths are only slow.
 */
export function problemsOf(findings: Findings): Problem[] {
  const { multicast } = findings;
  const total = (of: (one: (typeof multicast)[number]) => number): number =>
    multicast.reduce((sum, one) => sum + of(one), 0);
  const problems: Problem[] = [];
  const add = (
    kind: string,
    count: number,
    one: string,
    more?: string,
  ): void => {
    if (count > 0) problems.push({ kind, count, what: many(count, one, more) });
  };
  const loops = (
    kind: string,
    found: readonly CreditLoopReport[] | null,
    of: string,
  ): void => {
    add(
      kind,
      found?.length ?? 0,
      `credit loop of ${of}`,
      `credit loops of ${of}`,
    );
  };
  add("unreachable", joinedUnreachable(findings), "unreachable pair");
  add(
    "parted",
    findings.parted?.apart ?? 0,
    "pair of hosts that no cables join",
    "pairs of hosts that no cables join",
  );
  add("forwarding-loop", findings.forwardingLoops, "forwarding loop");
  add(
    "duplicate-lid",
    findings.duplicateLids.length,
    "LID that two ports have",
    "LIDs that two ports have",
  );
  add(
    "impossible-port",
    findings.impossiblePorts.reduce((sum, { lids }) => sum + lids, 0),
    "entry with a port that its switch does not have",
    "entries with ports that their switches do not have",
  );
  add(
    "missing-member",
    total(({ missing }) => missing.count),
    "multicast delivery missing",
    "multicast deliveries missing",
  );
  add(
    "uncabled-sender",
    total(({ uncabled }) => uncabled.count),
    "multicast sender without a cable",
    "multicast senders without a cable",
  );
  add(
    "duplicate",
    total(({ duplicated }) => duplicated.count),
    "multicast duplicate",
  );
  add(
    "endless",
    total(({ endless }) => endless.count),
    "endless multicast delivery",
    "endless multicast deliveries",
  );
  add(
    "stranger",
    total(({ strangers }) => strangers.count),
    "multicast delivery to a stranger",
    "multicast deliveries to strangers",
  );
  add(
    "returned",
    total(({ returned }) => returned.count),
    "multicast packet back at its sender",
    "multicast packets back at their senders",
  );
  add(
    "multicast-loop",
    total((one) => one.loops.count),
    "multicast loop",
  );
  loops("credit-loop", findings.creditLoops, "unicast");
  loops("multicast-credit-loop", findings.multicastCreditLoops, "multicast");
  loops(
    "combined-credit-loop",
    findings.combinedCreditLoops,
    "unicast and multicast together",
  );
  add(
    "lid-unreachable",
    findings.allLids?.unreachable ?? 0,
    "way to one of several LIDs that does not arrive",
    "ways to one of several LIDs that do not arrive",
  );
  add(
    "lid-credit-loop",
    findings.allLids?.creditLoops.length ?? 0,
    "credit loop of unicast to all LIDs",
    "credit loops of unicast to all LIDs",
  );
  return problems;
}
