import { many, type Fabric, type MetricValue } from "@fabriclab/spec";
import type { Ends } from "./message-stream.ts";
import { pairNames } from "./pair-names.ts";

/**
 * How many connections have used up their retries, with what is left of their messages: `outstanding` were sent and have no ACK (some of them may have
 * been handed on), `unsent` never left; of endless connections nobody knows the latter.
 *
 * @param messages of each connection; Infinity = endless
 */
export function failedConnections(
  fabric: Fabric,
  ends: readonly Ends[],
  messages: number,
): MetricValue {
  const failed = ends.filter(({ sender }) => sender.failed);
  let outstanding = 0;
  let unsent = 0;
  for (const { sender } of failed) {
    outstanding += sender.outstanding;
    unsent += messages - sender.acknowledgedCount - sender.outstanding;
  }
  return {
    value: failed.length,
    unit: "connections",
    detail: {
      outstanding,
      ...(messages === Infinity ? {} : { unsent }),
    },
    ...(failed.length === 0
      ? {}
      : {
          note: `${failed.length} of ${many(ends.length, "connection")} failed, their retries used up, and ${failed.length === 1 ? "sends" : "send"} nothing more: ${pairNames(fabric, failed)}; a longer \`timeout\`, or \`retries: unlimited\`, outlasts a longer outage`,
        }),
  };
}
