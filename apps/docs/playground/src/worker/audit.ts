import { routeCounts } from "@fabriclab/analysis-balance";
import { creditLoops, type CreditLoop } from "@fabriclab/analysis-deadlock";
import {
  auditMulticast,
  auditUnicast,
  type Cause,
} from "@fabriclab/analysis-reachability";
import { endportName, FabricError, type Fabric } from "@fabriclab/spec";
import { hostEndports } from "@fabriclab/paths";
import { endportIx, type EndportIx } from "@fabriclab/units";
// Why by its path: as catalogue.ts.
import { causeReport, mendText } from "../../../../cli/src/audit/causes.ts";
import { duplicateLids } from "../../../../cli/src/audit/duplicate-lids.ts";
import {
  duplicateWords,
  type DuplicateLidReport,
} from "../../../../cli/src/audit/report-lids.ts";
import { many } from "../../../../cli/src/naming/words.ts";
import type { AuditView, CauseView, CycleView } from "../shared/findings.ts";
import { portName, stepOf } from "./names.ts";
import type { Routed } from "./session.ts";

const EXAMPLES = 5;
/** Causes that are listed; as many as the command writes. */
const CAUSES = 10;
const number = (value: number): string => value.toLocaleString("en");

/**
 * Follows all paths and copies, and looks for credit loops and for uneven loads: the analyses that `fabriclab audit` runs. Remedies are looked for apart.
 *
 * @param without endports that are taken to send and receive nothing
 * @throws FabricError `E_CLI_TOO_FEW_ENDPOINTS`, as `fabriclab audit` does
 */
export function audit(
  { fabric, tables, sharedLids = [] }: Routed,
  without: readonly number[],
  onProgress: (text: string) => void,
): AuditView {
  const gone = new Set(without);
  const left = hostEndports(fabric, tables).filter(
    (endport) => !gone.has(endport),
  );
  // Of no pair all is true, and says nothing.
  if (left.length < 2)
    throw new FabricError({
      code: "E_CLI_TOO_FEW_ENDPOINTS",
      message: "there are fewer than two hosts between which to audit paths",
      where: { path: fabric.name },
      got: String(left.length),
      expected: "at least two hosts that are cabled and have LIDs",
    });
  const endports = gone.size === 0 ? {} : { endports: left };
  const percent = (part: string) => (done: number, total: number) =>
    onProgress(`${part} ${Math.floor((100 * done) / Math.max(1, total))} %`);
  const findings: string[] = [];
  const problems: string[] = [];
  if (gone.size > 0)
    findings.push(
      `audited without ${without.map((one) => endportName(fabric, endportIx(one))).join(", ")}`,
    );

  const unicast = auditUnicast(fabric, tables, {
    ...endports,
    examples: EXAMPLES,
    onProgress: percent("following paths:"),
  });
  const { unreachable } = unicast;
  if (unreachable.count > 0)
    problems.push(
      `${number(unreachable.count)} of ${number(unicast.pairs)} pairs of hosts do not reach each other, such as ${unreachable.examples
        .map(
          (one) =>
            `${endportName(fabric, one.source)} to ${endportName(fabric, one.destination)} (${one.end})`,
        )
        .join(", ")}`,
    );
  else
    findings.push(
      `all ${number(unicast.pairs)} pairs of hosts reach each other`,
    );
  if (unicast.loopCount > 0)
    problems.push(`${number(unicast.loopCount)} forwarding loops`);
  const twice = duplicateLids(fabric, sharedLids);
  if (twice.length > 0) problems.push(duplicateText(twice));
  findings.push(hopsText(unicast.hops, unicast.nonMinimal.count));

  if (tables.multicast !== undefined) {
    const audits = auditMulticast(fabric, tables, {
      onProgress: percent("following multicasts:"),
    });
    const bad = audits.filter(
      ({ missing, duplicated, endless, loop }) =>
        missing.length + duplicated.length + endless.length > 0 ||
        loop !== undefined,
    );
    if (bad.length > 0)
      problems.push(
        `${number(bad.length)} of ${number(audits.length)} multicasts miss a member, reach one twice, or go round`,
      );
    else
      findings.push(
        `every member of ${number(audits.length)} multicasts gets one copy`,
      );
  }

  const traffic = tables.multicast === undefined ? "unicast" : "both";
  const { loops } = creditLoops(fabric, tables, {
    ...endports,
    traffic,
    examples: EXAMPLES,
    remedies: false,
    onProgress: percent("looking for credit loops:"),
  });
  if (loops.length > 0)
    problems.push(
      `${loops.length === 1 ? "a credit loop: packets" : `${number(loops.length)} credit loops: packets`} can wait for each other for ever`,
    );
  else findings.push("no credit loop: no cycle of packets can wait for itself");

  onProgress("counting routes");
  const { routes, max, mean, channels } = routeCounts(fabric, tables);
  const [busiest] = channels;
  if (busiest !== undefined)
    findings.push(
      `${number(max)} routes over the busiest channel between switches (${portName(fabric, busiest)}), ${number(Math.round(10 * mean) / 10)} in the mean`,
    );
  return {
    isClean: problems.length === 0,
    verdict:
      problems.length === 0
        ? `The tables of ${tables.engine} are sound.`
        : `The tables of ${tables.engine} have a problem: ${problems.join("; ")}.`,
    findings,
    causes: unicast.causes
      .slice(0, CAUSES)
      .map((cause) => causeView(fabric, cause)),
    causeCount: unicast.causes.length,
    cycles: loops.map((loop, k) => cycleView(fabric, loop, k, loops.length)),
    routes,
  };
}

/** Whose they are, as `fabriclab audit` names them. */
function duplicateText(twice: readonly DuplicateLidReport[]): string {
  const shown = twice
    .slice(0, EXAMPLES)
    .map((one) => duplicateWords(one).join(" "));
  return `${many(twice.length, "LID that two ports have", "LIDs that two ports have")}${twice.length > shown.length ? ", such as" : ":"} ${shown.join(", ")}`;
}

function hopsText(
  hops: Readonly<Record<string, number>>,
  longer: number,
): string {
  const rows = Object.entries(hops).map(
    ([crossed, pairs]) => [Number(crossed), pairs] as const,
  );
  const pairs = rows.reduce((sum, [, count]) => sum + count, 0);
  const sum = rows.reduce((all, [crossed, count]) => all + crossed * count, 0);
  const most = rows.reduce((top, [crossed]) => Math.max(top, crossed), 0);
  return `${(sum / Math.max(1, pairs)).toFixed(2)} switches crossed in the mean, at most ${most}; ${longer === 0 ? "all paths are shortest" : `${number(longer)} paths are longer than the shortest`}`;
}

/** As `fabriclab audit` writes it. */
function causeView(fabric: Fabric, cause: Cause): CauseView {
  const report = causeReport(fabric, cause);
  const mend = mendText(report);
  return {
    text: `${many(cause.pairs, "pair")}: ${report.what}`,
    ...(mend === undefined ? {} : { mend: `would arrive ${mend}` }),
  };
}

function cycleView(
  fabric: Fabric,
  loop: CreditLoop,
  index: number,
  of: number,
): CycleView {
  const name = (endport: EndportIx): string => endportName(fabric, endport);
  const pairs = loop.pairs.examples.map(
    ({ source, destination }) => `${name(source)} to ${name(destination)}`,
  );
  if (loop.pairs.count > pairs.length)
    pairs.push(`and ${number(loop.pairs.count - pairs.length)} more pairs`);
  if (loop.senders.count > 0)
    pairs.push(`${number(loop.senders.count)} multicast senders`);
  return {
    title: `Credit loop${of === 1 ? "" : ` ${index + 1} of ${of}`}: ${loop.cycle.length} channels wait for each other, in a part of ${number(loop.channels)}`,
    steps: loop.cycle.map(({ channel, vl }) => stepOf(fabric, channel, vl)),
    pairs,
  };
}
