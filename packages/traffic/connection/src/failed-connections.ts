import { many, type Fabric, type MetricValue } from "@fabriclab/spec";
import type { Ends } from "./message-stream.ts";
import { pairNames } from "./pair-names.ts";

/**
 * How many connections have used up their retries, with what is left of their messages: `outstanding` were sent and have no ACK (some of them may have
 * been handed on), `unsent` never left; of endless connections nobody knows the latter. `retrying` are those that were sending again when the run ended.
 *
 * @param messages of each connection; Infinity = endless
 */
export function failedConnections(
  fabric: Fabric,
  ends: readonly Ends[],
  messages: number,
): MetricValue {
  const failed = ends.filter(({ sender }) => sender.failed);
  const retrying = ends.filter(({ sender }) => sender.isRetrying);
  let outstanding = 0;
  let unsent = 0;
  for (const { sender } of failed) {
    outstanding += sender.outstanding;
    unsent += messages - sender.acknowledgedCount - sender.outstanding;
  }
  const all = many(ends.length, "connection");
  const notes: string[] = [];
  const late = failed.filter(({ sender }) => sender.answeredLate);
  const unheard = failed.filter(({ sender }) => !sender.answeredLate);
  const failedWords = (some: readonly Ends[]): string =>
    `${some.length} of ${all} failed, their retries used up, and ${some.length === 1 ? "sends" : "send"} nothing more: ${pairNames(fabric, some)}`;
  if (unheard.length > 0)
    notes.push(
      `${failedWords(unheard)}; \`restore\` or \`resweep\` among the changes mends a path, and a longer \`timeout\` or \`retries: unlimited\` outlasts an outage that ends`,
    );
  if (late.length > 0)
    notes.push(
      `${failedWords(late)}; their messages arrived and were acknowledged, but the acknowledgements came after the last retry: a longer \`timeout\` waits for them`,
    );
  if (retrying.length > 0)
    notes.push(
      `${retrying.length} of ${all} ${retrying.length === 1 ? "was" : "were"} sending again when the run ended: ${pairNames(fabric, retrying)}`,
    );
  return {
    value: failed.length,
    unit: "connections",
    detail: {
      outstanding,
      ...(messages === Infinity ? {} : { unsent }),
      retrying: retrying.length,
    },
    ...(failed.length === 0
      ? {}
      : {
          failure: `${failed.length} of ${all} failed (${many(outstanding + (messages === Infinity ? 0 : unsent), "message")} without an acknowledgement)`,
        }),
    ...(notes.length === 0 ? {} : { note: notes.join("; ") }),
  };
}
