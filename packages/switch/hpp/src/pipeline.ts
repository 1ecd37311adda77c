/**
 * The pipeline of the HPP switch in cycles (Wang et al. 2008, section 2.2): the receiving link control layer, the input queue, routing and
 * granting, the transmit buffer, the transmitting link control layer.
 */
export const PIPELINE = {
  receive: 2,
  inputQueue: 3,
  grant: 4,
  transmitBuffer: 2,
  transmit: 1,
} as const;

/**
 * Cycles from the header's arrival to the first bit on the next link: 12, that is 38.4 ns. The engine counts all of them before the grant: a
 * packet that is granted then takes the link at once, and packets that follow one another are not held up by the stages.
 */
export const STAGES = Object.values(PIPELINE).reduce(
  (sum: number, cycles) => sum + cycles,
  0,
);

/** Cycles that show-ahead saves where the transmitter is idle: the starting flit is on its way already. */
export const SHOWN_AHEAD = 1;

/**
 * Cycles from a barrier packet's last flit in the switch until the packet that answers it begins to leave. Inferred, so that both phases of a
 * barrier take 128 ns: 2 x (12 stages + 5 flits + 3) cycles (T-003-4).
 */
export const BARRIER_MODULE = 3;
