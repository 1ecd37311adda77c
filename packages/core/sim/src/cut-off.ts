import type { EndportIx } from "@fabriclab/units";
import type { Drive } from "./drive.ts";
import { entryName } from "./entry-names.ts";
import { hostsNamed } from "./silent.ts";

/**
 * ` The cable of P(30) is down at the end: what it sends as traffic[1] (poisson) waits there.`, for each entry of endless traffic; empty where no cable of a sender is.
 *
 * @param isKnown whether something was said already of an entry that nothing of a host comes through
 */
export function cutOffWords(
  { composition, changes }: Drive,
  isKnown: (index: number) => boolean,
): string {
  const told: string[] = [];
  for (const [index, { finite, streams }] of composition.traffic.entries()) {
    if (finite || isKnown(index)) continue;
    const hosts = [...cutOff(streams, (host) => changes.isCutOff(host))];
    if (hosts.length === 0) continue;
    const one = hosts.length === 1;
    told.push(
      ` The ${one ? "cable" : "cables"} of ${hostsNamed(composition, hosts)} ${one ? "is" : "are"} down at the end: what ${one ? "it sends" : "they send"} as ${entryName(composition.experiment, index)} waits there.`,
    );
  }
  return told.join("");
}

/** Senders whose cable is down. */
const cutOff = (
  streams: readonly { readonly source: EndportIx }[],
  isDown: (host: EndportIx) => boolean,
): ReadonlySet<EndportIx> =>
  new Set(streams.map(({ source }) => source).filter(isDown));

/** Which senders cannot send, where others of the same entry can; undefined where none or all of them cannot. */
export function cutOffBesideOthers(
  streams: readonly { readonly source: EndportIx }[],
  isDown: (host: EndportIx) => boolean,
): ((host: EndportIx) => boolean) | undefined {
  const off = cutOff(streams, isDown);
  return off.size > 0 && streams.some(({ source }) => !off.has(source))
    ? (host) => off.has(host)
    : undefined;
}
