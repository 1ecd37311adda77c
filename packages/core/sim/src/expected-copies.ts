import type { Traffic } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** Whether the copy with this tag is meant for this endport. */
export type IsExpected = (tag: number, endport: number) => boolean;

/**
 * Whether a delivery is one of those that a traffic expects; undefined where all are.
 *
 * Why not all: OpenSM's multicast trees lead copies to hosts that are no members, too, and nobody counts these before.
 */
export function expectedCopies({ frames }: Traffic): IsExpected | undefined {
  if (frames?.isReceiver === undefined) return undefined;
  return (tag, endport) =>
    tag < 0 || frames.isReceiver!(tag % frames.streams, endport as EndportIx);
}
