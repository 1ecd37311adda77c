import { endportName } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { isOpenLoop, sourceBirths } from "./births.ts";
import type { Composition } from "./composition.ts";
import { entryName } from "./entry-names.ts";

/** Packets of a host of which none has come through, below which nothing is claimed. */
const LEAST_BORN = 20;
/** Hosts that are named. */
const MOST_NAMED = 3;

/** Traffic entry -> hosts of it of which nothing comes through. */
export type Silent = ReadonlyMap<number, readonly EndportIx[]>;

export const NOBODY_SILENT: Silent = new Map();

/**
 * Hosts of which nothing comes through although others of their entry are heard of: of what such a host bore in the first half of the time from tick `from` to
 * `to`, 20 packets or more, no packet came to an end in all of it. Its source queue grows, though no wait of a packet shows it: packets that wait for ever have
 * none. Closed-loop traffic is never among them, as it waits by itself.
 *
 * O(packets born at hosts that were not heard of).
 *
 * @param heard whether a packet of an entry's host was delivered or dropped in that time
 */
export function silentHosts(
  composition: Composition,
  heard: (index: number, host: EndportIx) => boolean,
  from: number,
  to: number,
): Silent {
  const half = from + Math.floor((to - from) / 2);
  const silent = new Map<number, EndportIx[]>();
  for (const [index, entry] of composition.traffic.entries()) {
    if (!isOpenLoop(entry)) continue;
    const mute = new Set(
      entry.streams
        .map(({ source }) => source)
        .filter((source) => !heard(index, source)),
    );
    if (mute.size === 0) continue;
    const born = sourceBirths(composition, index, mute, [from, half]);
    const hosts = [...mute].filter(
      (host) => (born.get(host) ?? 0) >= LEAST_BORN,
    );
    if (hosts.length > 0) silent.set(index, hosts);
  }
  return silent;
}

/** `H(0,0), H(0,1), H(0,2) and 3 more`. */
export function hostsNamed(
  { experiment }: Composition,
  hosts: readonly EndportIx[],
): string {
  const names = hosts
    .slice(0, MOST_NAMED)
    .map((host) => endportName(experiment.fabric, host))
    .join(", ");
  const more = hosts.length - MOST_NAMED;
  return `${names}${more > 0 ? ` and ${more} more` : ""}`;
}

/** `nothing of what H(0,0), H(0,1) and 3 more send as traffic[0] (poisson) comes through`; empty where all are heard of. */
export function silentWords(composition: Composition, silent: Silent): string {
  return [...silent]
    .map(
      ([index, hosts]) =>
        `nothing of what ${hostsNamed(composition, hosts)} ${hosts.length === 1 ? "sends" : "send"} as ${entryName(composition.experiment, index)} comes through`,
    )
    .join(", and ");
}
