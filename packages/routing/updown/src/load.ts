import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** What the routes of all ordered pairs of hosts add up to. */
export interface RouteLoad {
  /** Routes over the channel between switches that carries most. */
  readonly busiest: number;
  /** Hops between switches of all routes together. */
  readonly hops: number;
}

/** Switch -> host ports cabled to it. */
export function hostsAt(fabric: Fabric): Int32Array {
  const hosts = new Int32Array(fabric.switchCount);
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  ) {
    const sw = fabric.attachment(endport as EndportIx)?.sw;
    if (sw !== undefined) hosts[sw] = (hosts[sw] ?? 0) + 1;
  }
  return hosts;
}
