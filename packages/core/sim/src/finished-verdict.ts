import { many } from "@fabriclab/spec";
import { copies } from "./copy-words.ts";
import type { Drive } from "./drive.ts";
import { saturatedWords } from "./saturated-beside.ts";
import type { Saturation } from "./statistics/saturation.ts";

/**
 * What is to be said of finite traffic that has come to its end.
 *
 * @param expected deliveries; undefined where nobody knows
 * @param mixed endless traffic ran beside it, of which `saturated` are those entries that are, and `untold` says of which nobody can tell
 */
export function finishedVerdict(
  drive: Drive,
  expected: number | undefined,
  mixed: boolean,
  saturated: ReadonlyMap<number, Saturation>,
  untold: string,
): string {
  const also = untold === "" ? "" : `; ${untold}`;
  // Beside endless traffic the engine comes a little farther than what is measured.
  const { delivered } = mixed ? drive.sums : drive.engine.counts;
  const { dropped } = drive.engine.counts;
  const words = saturatedWords(drive, saturated);
  if (words !== undefined)
    return `Finished: ${finiteWords(drive, expected)}, but ${words}${also}. All is measured, from the start.`;
  if (mixed)
    return `Finished: ${finiteWords(drive, expected)}; endless traffic ran beside it (${many(delivered, "delivery", "deliveries")} in all)${also}. All is measured, from the start: warm-up and precision are for endless traffic alone.`;
  const { composition } = drive;
  const changed = (composition.experiment.changes ?? []).length > 0;
  const lost = dropped === 0 ? "" : `, ${dropped} dropped`;
  if (expected !== undefined && delivered + dropped > expected)
    return `Finished: ${copies(composition, delivered)} delivered${lost}, ${delivered + dropped - expected} more than the traffic expected: ${changed ? "packets that were under way when the tables changed went on by both" : "the forwarding tables lead copies of multicasts to hosts that are no members, too"}.`;
  if (expected !== undefined && delivered + dropped !== expected)
    return `Finished: ${copies(composition, delivered)} delivered of ${expected} that the traffic expected${lost}: ${whyFewer(drive)}.`;
  return `Finished: ${copies(composition, delivered)} delivered${lost}.`;
}

/** Why fewer copies came to an end than were expected. */
function whyFewer({ composition, sums }: Drive): string {
  const waits = composition.traffic.some(
    ({ finite, delivered }, index) =>
      finite && delivered !== undefined && sums.dropped[index]! > 0,
  );
  if (waits) return "what waits for those that were dropped is never sent";
  if ((composition.experiment.changes ?? []).length === 0)
    return "the forwarding tables do not lead where the traffic sends";
  const leftOut = composition.hasLeftOut()
    ? "a re-sweep left out of their groups the members that were cut off, and "
    : "";
  return `${leftOut}of packets that were under way when links failed or tables changed, copies that were still to be made are neither delivered nor dropped`;
}

/**
 * `the finite traffic is delivered`, or how much of it, where some of it was dropped or never came.
 *
 * @param expected deliveries and drops of it; undefined where nobody knows, or where it does not matter
 */
export function finiteWords(drive: Drive, expected?: number): string {
  const { composition, sums } = drive;
  let settled = 0;
  let dropped = 0;
  for (const [index, { finite }] of composition.traffic.entries()) {
    if (!finite) continue;
    settled += sums.settled[index]!;
    dropped += sums.dropped[index]!;
  }
  const isShort = expected !== undefined && settled < expected;
  if (dropped === 0 && !isShort) return "the finite traffic is delivered";
  const delivered = settled - dropped;
  const words = `${copies(composition, delivered)} of the finite traffic ${delivered === 1 ? "is" : "are"} delivered${dropped === 0 ? "" : ` and ${dropped} dropped`}`;
  return isShort
    ? `${words} of ${expected} that it expected (${whyFewer(drive)})`
    : words;
}
