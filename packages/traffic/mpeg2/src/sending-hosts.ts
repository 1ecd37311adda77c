import { namedHosts, type TrafficContext } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { VideoOptions } from "./video-params.ts";

/** Of a host that is named and that the fabric has not. */
export const NO_SUCH_HOST = "E_MPEG2_NAMED_HOST";

/**
 * Hosts that send video, in the order of the fabric.
 *
 * @throws FabricError `E_MPEG2_NAMED_HOST`
 */
export function sendingHosts(
  context: TrafficContext,
  { sourceAt }: VideoOptions,
): readonly EndportIx[] {
  return sourceAt === undefined
    ? context.hosts
    : namedHosts(context, sourceAt, {
        code: NO_SUCH_HOST,
        path: "sourceAt",
      }).sort((a, b) => a - b);
}
