import { endportName } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Drive } from "./drive.ts";
import { entryName } from "./saturated-beside.ts";

/** Hosts that are named. */
const MOST_NAMED = 3;

/**
 * ` The cable of P(30) is down at the end: what it sends as traffic[1] (poisson) waits there.`, for each entry of endless traffic; empty where no cable of a sender is.
 *
 * @param isKnown whether something was said already of an entry that nothing of a host comes through
 */
export function cutOffWords(
  { composition, changes }: Drive,
  isKnown: (index: number) => boolean,
): string {
  const { experiment } = composition;
  const told: string[] = [];
  for (const [index, { finite, streams }] of composition.traffic.entries()) {
    if (finite || isKnown(index)) continue;
    const hosts = [...cutOff(streams, (host) => changes.isCutOff(host))];
    if (hosts.length === 0) continue;
    const names = hosts
      .slice(0, MOST_NAMED)
      .map((host) => endportName(experiment.fabric, host))
      .join(", ");
    const more = hosts.length - MOST_NAMED;
    const one = hosts.length === 1;
    told.push(
      ` The ${one ? "cable" : "cables"} of ${names}${more > 0 ? ` and ${more} more` : ""} ${one ? "is" : "are"} down at the end: what ${one ? "it sends" : "they send"} as ${entryName(experiment, index)} waits there.`,
    );
  }
  return told.join("");
}

/** Senders whose cable is down. */
export const cutOff = (
  streams: readonly { readonly source: EndportIx }[],
  isDown: (host: EndportIx) => boolean,
): ReadonlySet<EndportIx> =>
  new Set(streams.map(({ source }) => source).filter(isDown));
