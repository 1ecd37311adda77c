import { definePattern } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { needHosts, permutation } from "./permutation.ts";

/** Host `s` sends to s + by, modulo the number of hosts. */
export const shift = definePattern({
  name: "shift",
  summary: "Host s sends to host s + by, modulo the number of hosts.",
  cites: [dallyTowles2004],
  params: z.object({
    by: z
      .int()
      .optional()
      .describe(
        "how far, in hosts; may be negative; absent = half the hosts, rounded down",
      )
      .meta({ unit: "hosts" }),
  }),
  claims: { permutation: true },
  create(hosts, { by = Math.floor(hosts / 2) }) {
    needHosts("shift", hosts, hosts >= 2, "at least 2 hosts");
    const step = ((by % hosts) + hosts) % hosts;
    if (step === 0) {
      throw new FabricError({
        code: "E_PATTERN_SHIFT",
        message:
          "A shift by a multiple of the number of hosts sends every host to itself",
        where: { path: "by" },
        got: `${by} with ${hosts} hosts`,
        expected: `no multiple of ${hosts}`,
      });
    }
    return permutation(
      Int32Array.from({ length: hosts }, (_, s) => (s + step) % hosts),
    );
  },
});
