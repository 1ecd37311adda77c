import type { Io } from "../io.ts";
import { columnsOf } from "../table.ts";
import type { AuditReport, CreditLoopReport } from "./report.ts";
import { title } from "./title.ts";
import { listed, many } from "../naming/words.ts";

/** GUIDs of roots that a line gives; the JSON has all. */
const GUIDS = 3;

/** What was looked for, and for each the components found. */
function kindsOf(
  report: AuditReport,
): { readonly name: string; readonly loops: readonly CreditLoopReport[] }[] {
  return [
    { name: "unicast", loops: report.creditLoops },
    { name: "multicast", loops: report.multicastCreditLoops },
    { name: "unicast and multicast", loops: report.combinedCreditLoops },
    { name: "unicast, SL ignored", loops: report.slIgnoredCreditLoops },
  ].flatMap(({ name, loops }) => (loops === null ? [] : [{ name, loops }]));
}

/** The credit loops: what was looked for, then each cyclic component with its cycle, its pairs and its remedies. */
export function loopsText(report: AuditReport, io: Io): string {
  const kinds = kindsOf(report);
  const real = kinds.filter(({ name }) => !name.endsWith("ignored"));
  const found = real.filter(({ loops }) => loops.length > 0);
  return [
    title(
      io,
      "credit loops",
      found.map(({ name, loops }) => `${loops.length} in ${name}`),
    ),
    columnsOf(
      kinds.map(({ name, loops }) => [
        `  ${name}`,
        loops.length === 0
          ? "none"
          : `${many(loops.length, "cyclic component")} of ${loops.map(({ channels }) => channels).join(", ")} channels`,
      ]),
    ),
    ...kinds.flatMap(({ name, loops }) =>
      loops.map((loop, i) =>
        loopText(
          loop,
          loops.length === 1 ? name : `${name}, ${i + 1} of ${loops.length}`,
          io,
          i > 0 && isSame(loops[0], loop),
        ),
      ),
    ),
    ...(kinds.some(({ loops }) => loops.some(hasRanks)) ? [RANKS] : []),
  ].join("\n");
}

const RANKS =
  "  rank 0: on the switches farthest from the leaves, those with most of the hosts; every cable nearer to them counts one more";

const hasRanks = ({ pairs }: CreditLoopReport): boolean =>
  pairs.some((one) => `${one.from} ${one.to}`.includes(" at rank "));

/** A remedy opens all loops of its kind, so that they mostly share theirs. */
const isSame = (
  one: CreditLoopReport | undefined,
  other: CreditLoopReport,
): boolean =>
  JSON.stringify([one?.remedies, one?.untried]) ===
  JSON.stringify([other.remedies, other.untried]);

function loopText(
  loop: CreditLoopReport,
  name: string,
  io: Io,
  isRemedied: boolean,
): string {
  const {
    cycle,
    pairs,
    pairCount,
    pairExamples,
    senderCount,
    senderExamples,
    remedies,
    untried,
  } = loop;
  const lines = [
    "",
    `  ${name}: ${loop.channels} channels wait for each other on ${loop.vl === "several" ? "several VLs" : `VL ${loop.vl}`}; a shortest cycle:`,
    columnsOf(
      cycle.map(({ channel, vl, turn }, i) => [
        `    ${channel}`,
        `VL${vl}`,
        turn === "up" && cycle.at(i - 1)?.turn === "down"
          ? "up after down"
          : (turn ?? ""),
      ]),
    ),
  ];
  if (pairCount > 0)
    lines.push(
      `    closed by ${many(pairCount, "pair")}:`,
      columnsOf(
        pairs.map(({ from, to, count }) => [
          `      ${from} -> ${to}`,
          String(count),
        ]),
        { align: ["left", "right"] },
      ),
      ...pairExamples.map(
        ({ source, destination }, i) =>
          `      ${i === 0 ? "such as" : "       "} ${source} -> ${destination}`,
      ),
    );
  if (senderCount > 0)
    lines.push(
      `    ${pairCount > 0 ? "and by" : "closed by"} ${many(senderCount, "multicast sender")}, such as ${senderExamples
        .map(({ mlid, source }) => `${source} to ${mlid}`)
        .slice(0, 2)
        .join(", ")}`,
    );
  if (isRemedied)
    return [...lines, "    remedies: those of the first"].join("\n");
  const isSkipped = untried.some(({ kind }) => kind === "all");
  if (!isSkipped)
    lines.push(
      remedies.length === 0 ? "    no remedy was found" : "    remedies:",
    );
  if (remedies.length > 0)
    lines.push(
      columnsOf(
        remedies.map(({ what, pairsLost, rootGuids = [] }) => [
          pairsLost === 0
            ? "      loses nothing"
            : `      loses ${many(pairsLost, "pair")}`,
          rootGuids.length === 0
            ? what
            : `${what}: ${listed(rootGuids.slice(0, GUIDS), rootGuids.length)}`,
        ]),
        { columns: io.columns },
      ),
    );
  // Routings that refuse the fabric are many and say nothing about it.
  for (const { kind, why } of untried)
    if (kind !== "all" && kind !== "other-engine")
      lines.push(`      none of kind ${kind}: ${why}`);
  return lines.join("\n");
}
