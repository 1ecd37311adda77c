import type { ErrorEntries } from "./entry.ts";

/** analysis/logp. */
export const collectiveErrors: ErrorEntries = {
  E_LOGP_PROCESSORS: {
    means:
      "A collective operation was asked about for fewer than two processors.",
    example: "sequenceBroadcast(hppLogP, 1)",
    mend: "Give a whole number, 2 or more.",
  },
  E_LOGP_TIME: {
    means:
      "A parameter of the LogP model is not a time, or the gap between messages is 0.",
    example: "{ ...hppLogP, wireDelay: -1 }",
    mend: "Give times in ns, 0 or more; the gap above 0.",
  },
  E_LOGP_PORTS: {
    means: "The switches have a number of ports that no m-port fat tree has.",
    example: "{ ...hppLogP, ports: 7 }",
    mend: "Give an even number, 4 or more.",
  },
  E_LOGP_LAMBDA: {
    means: "The latency of the postal model is not a number of steps.",
    example: "postalSteps(0, 8)",
    mend: "Give a whole number, 1 or more.",
  },
};
