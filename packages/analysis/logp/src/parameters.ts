import { FabricError } from "@fabriclab/units";

/**
 * The parameters of a network of m-port fat-tree switches in the LogP model (Culler et al., PPoPP 1993). Times in ns.
 */
export interface LogP {
  /** Time that a processor spends to send a message, O_s. */
  readonly sendOverhead: number;
  /** Time that a processor spends to receive a message, O_r. */
  readonly receiveOverhead: number;
  /** Least time between two messages of one processor, g. */
  readonly gap: number;
  /** Latency of one switch, d. */
  readonly switchDelay: number;
  /** Latency of one wire, l. */
  readonly wireDelay: number;
  /** Ports per switch, m: an even number, 4 or more. */
  readonly ports: number;
}

/** The HPP paper's parameters; overheads and gap are not in its text and are 400 ns each by default (SPEC's choice: one remote store). */
export const hppLogP: LogP = {
  sendOverhead: 400,
  receiveOverhead: 400,
  gap: 400,
  switchDelay: 38.4,
  wireDelay: 40,
  ports: 16,
};

function refuse(
  code: `E_LOGP_${string}`,
  path: string,
  message: string,
  got: number,
  expected: string,
): never {
  throw new FabricError({
    code,
    message,
    where: { path },
    got: String(got),
    expected,
  });
}

/** @throws FabricError `E_LOGP_PROCESSORS` */
export function checkProcessors(processors: number): void {
  if (Number.isSafeInteger(processors) && processors >= 2) return;
  refuse(
    "E_LOGP_PROCESSORS",
    "processors",
    "a collective operation needs processors",
    processors,
    "a whole number, 2 or more",
  );
}

/** @throws FabricError `E_LOGP_TIME`, `E_LOGP_PORTS` */
export function checkParameters(model: LogP): void {
  const { ports, ...times } = model;
  for (const [name, time] of Object.entries(times))
    if (!(Number.isFinite(time) && time >= 0))
      refuse("E_LOGP_TIME", name, "not a time", time, "0 ns or more");
  if (model.gap === 0)
    refuse("E_LOGP_TIME", "gap", "no gap between messages", 0, "above 0 ns");
  if (!(Number.isInteger(ports) && ports >= 4 && ports % 2 === 0))
    refuse(
      "E_LOGP_PORTS",
      "ports",
      "no fat tree has switches of so many ports",
      ports,
      "an even number, 4 or more",
    );
}
