import { checkParameters, checkProcessors, type LogP } from "./parameters.ts";

/**
 * Levels of the smallest m-port fat tree for P processors: max(1, ceil(log_{m/2}(P / 2))), since a tree of h levels has 2 (m/2)^h of them.
 * (The HPP paper prints the logarithm to base 2, which would not give the constant curves that it draws.)
 *
 * @throws FabricError `E_LOGP_…`. O(levels).
 */
export function fatTreeLevels(processors: number, ports: number): number {
  checkProcessors(processors);
  let levels = 1;
  for (let holds = ports; holds < processors; holds *= ports / 2) levels += 1;
  return levels;
}

/**
 * What a message spends in the network on its longest path, in ns: (2h - 1)(d + l) + l, that is 2h - 1 switches and 2h wires.
 *
 * @param processors how many take part, packed into the smallest tree
 * @param switchDelay d, where it is not the model's (a barrier packet takes another time than data)
 */
export function networkLatency(
  model: LogP,
  processors: number,
  switchDelay = model.switchDelay,
): number {
  checkParameters(model);
  const levels = fatTreeLevels(processors, model.ports);
  return (2 * levels - 1) * (switchDelay + model.wireDelay) + model.wireDelay;
}

/** From the call of send to the end of receive, in ns: O_s + L + O_r. Also what a broadcast by the switches takes. */
export const messageTime = (
  model: LogP,
  processors: number,
  switchDelay = model.switchDelay,
): number =>
  model.sendOverhead +
  networkLatency(model, processors, switchDelay) +
  model.receiveOverhead;
