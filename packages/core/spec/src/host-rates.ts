import type { EndportIx } from "@fabriclab/units";
import type { TrafficContext } from "./traffic.ts";

/**
 * Time per byte of a host link of the mean data rate, in ps: what links of these hosts carry together, shared out evenly. Loads are fractions of that: bytes ×
 * this / (hosts × time). Exactly the time of each where all are alike.
 *
 * @param hosts one or more
 */
export function meanBytePs(
  hosts: readonly EndportIx[],
  context: Pick<TrafficContext, "bytePs">,
): number {
  const [first] = hosts;
  const alike = first === undefined ? NaN : context.bytePs(first);
  let rates = 0;
  let differ = false;
  for (const host of hosts) {
    const time = context.bytePs(host);
    differ ||= time !== alike;
    rates += 1 / time;
  }
  return differ ? hosts.length / rates : alike;
}

/**
 * The `offeredLoad` of a traffic of which each sender offers the same fraction of its own link and the other hosts are silent: the fraction times the share of
 * all host links' data rate that is the senders'.
 */
export function offeredBySenders(
  load: number,
  senders: readonly EndportIx[],
  context: Pick<TrafficContext, "bytePs" | "hosts">,
): number {
  if (senders.length === 0) return 0;
  const { hosts } = context;
  const faster = meanBytePs(hosts, context) / meanBytePs(senders, context);
  return (load * senders.length * faster) / hosts.length;
}
