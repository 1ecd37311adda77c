import type { MetricContext, Stream, Traffic } from "@fabriclab/spec";
import { bytes, type EndportIx } from "@fabriclab/units";
import { row } from "./bench-fabrics.ts";

/** A traffic entry as metrics see one: who sends, and how much is to come. Its streams are silent. */
export function writtenTraffic(
  sources: readonly number[],
  finite: Pick<Traffic, "operations" | "expectedDeliveries"> = {},
): Traffic {
  return {
    streams: sources.map((source): Stream => ({
      source: source as EndportIx,
      serviceLevels: [0],
      next: () => false,
    })),
    finite: finite.operations !== undefined,
    maxPacketBytes: bytes(256),
    minPacketBytes: bytes(256),
    ...finite,
  };
}

/**
 * What a metric is told of a small run, for answers that can be reckoned by hand: two switches S0 and S1 with two hosts each (endports 2 and 3,
 * 4 and 5), all of which send, ticks of 4 ns, 4 ns a byte, no operations. S0:3 is cabled to S1:4.
 */
export function writtenContext(
  changed: Partial<MetricContext> = {},
): MetricContext {
  return {
    fabric: row(2, 2),
    tickPs: 4000,
    sources: 4,
    receivers: 4,
    operations: 0,
    hostBytePs: 4000,
    bytePs: () => 4000,
    offeredLoad: undefined,
    traffic: [writtenTraffic([2, 3, 4, 5])],
    ...changed,
  };
}
