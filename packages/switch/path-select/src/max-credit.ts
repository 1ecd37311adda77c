import { defineSelect, nextPort, PAPERS, type Select } from "@fabriclab/spec";
import { z } from "zod";
import { vaidya1999 } from "./citations.ts";
import { guardHops, guardParam, insists } from "./guard.ts";

const params = z.object({ guard: guardParam() });

function createMaxCredit(switches: number, guard: number | undefined): Select {
  const limit = guardHops(guard, switches);
  return {
    pick(_sw, preferred, candidates, hops, credits, at) {
      if (insists(hops, limit, preferred)) return preferred;
      let best = nextPort(candidates, 0);
      for (
        let port = nextPort(candidates, best + 1);
        port >= 0;
        port = nextPort(candidates, port + 1)
      ) {
        if (credits[at + port]! > credits[at + best]!) best = port;
      }
      return best;
    },
    granted: () => undefined,
  };
}

/**
 * The port with the most room behind it. Kim et al. use the credits that flow control has anyway. SL2VL leaves a packet one usable VL per port, so
 * the credits of its usable VLs are those of that VL.
 */
export const maxCredit = defineSelect({
  name: "max-credit",
  summary:
    "The port with the most credits on the packet's VL, the lowest of several.",
  cites: [PAPERS.kim2007, vaidya1999],
  params,
  claims: { livelockFree: true },
  build: ({ guard }) => ({
    name: "max-credit",
    needsCredits: true,
    create: (switches) => createMaxCredit(switches, guard),
  }),
});
