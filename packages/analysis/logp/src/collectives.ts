import { postalSteps } from "@fabriclab/spec";
import { messageTime } from "./fat-tree-latency.ts";
import { checkProcessors, type LogP } from "./parameters.ts";

/**
 * A broadcast one message after another: (P - 2) g + O_s + L + O_r, in ns. The source sends P - 1 messages, a gap apart; the last one decides.
 *
 * @throws FabricError `E_LOGP_…`
 */
export function sequenceBroadcast(model: LogP, processors: number): number {
  checkProcessors(processors);
  return (processors - 2) * model.gap + messageTime(model, processors);
}

/** The latency in steps of the postal model: ceil((O_s + L + O_r) / g). */
export const postalLatency = (model: LogP, processors: number): number =>
  Math.ceil(messageTime(model, processors) / model.gap);

/**
 * The optimal broadcast tree of the postal model, in ns: f_lambda(P) steps of a gap.
 *
 * @throws FabricError `E_LOGP_…`
 */
export const treeBroadcast = (model: LogP, processors: number): number =>
  postalSteps(postalLatency(model, processors), processors) * model.gap;

/** A broadcast by the switches: one message, in ns. */
export const hardwareBroadcast = (model: LogP, processors: number): number =>
  messageTime(model, processors);

/**
 * A barrier at a central counter, in ns: everybody sends to one, who receives P - 1 messages one after another and broadcasts in sequence.
 * O_s + L + (P - 1) O_r, then the sequence.
 *
 * @throws FabricError `E_LOGP_…`
 */
export function centralCounterBarrier(model: LogP, processors: number): number {
  checkProcessors(processors);
  return (
    messageTime(model, processors) +
    (processors - 2) * model.receiveOverhead +
    sequenceBroadcast(model, processors)
  );
}

/**
 * The dissemination barrier (Hensgen, Finkel, Manber 1988; "pairwise exchange"), in ns: ceil(log2 P) rounds of a message.
 *
 * @throws FabricError `E_LOGP_…`
 */
export function disseminationBarrier(model: LogP, processors: number): number {
  checkProcessors(processors);
  return Math.ceil(Math.log2(processors)) * messageTime(model, processors);
}

/**
 * The barrier of the switches, in ns: combine up and distribute down together pass every switch of the longest path once, in `phaseDelay` each.
 *
 * @param phaseDelay of one switch: half of its barrier latency (64 ns of 128 in the HPP switch)
 * @throws FabricError `E_LOGP_…`
 */
export const hardwareBarrier = (
  model: LogP,
  processors: number,
  phaseDelay = 64,
): number => messageTime(model, processors, phaseDelay);
