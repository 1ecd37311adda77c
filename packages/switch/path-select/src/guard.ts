import { NO_PORT } from "@fabriclab/units";
import { z } from "zod";

/** The livelock guard's parameter, which all policies have. */
export const guardParam = () =>
  z
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      "switches passed after which a packet keeps to the forwarding table's port (livelock guard); absent = the number of switches",
    )
    .meta({ unit: "hops" });

/** Hops from which the guard insists. */
export const guardHops = (
  guard: number | undefined,
  switches: number,
): number => guard ?? switches;

/**
 * Whether the guard sends a packet by the table's port now. Also where that is the ingress: from here on every hop is the table's, so the packet
 * arrives if the table's walks do. Where the table has no port, there is nothing to insist on.
 */
export const insists = (
  hops: number,
  limit: number,
  preferred: number,
): boolean => hops >= limit && preferred !== NO_PORT;
