import { defineSelect, nextPort, PAPERS, type Select } from "@fabriclab/spec";
import { z } from "zod";
import { vaidya1999 } from "./citations.ts";
import { guardHops, guardParam, insists } from "./guard.ts";

const params = z.object({ guard: guardParam() });

function createLfu(
  switches: number,
  ports: number,
  lanes: number,
  guard: number | undefined,
): Select {
  const limit = guardHops(guard, switches);
  /** Packets granted, by (switch * ports + port) * lanes + VL. Floats, so that no run is long enough to wrap them. */
  const used = new Float64Array(switches * ports * lanes);
  return {
    pick(sw, preferred, candidates, hops, _credits, _at, lane, lanesBy) {
      if (insists(hops, limit, preferred)) return preferred;
      const first = sw * ports * lanes;
      // Where SL2VL tells outputs apart, the packet's VL is another by each port.
      const uses = (port: number): number =>
        used[first + port * lanes + (lanesBy?.[port] ?? lane)]!;
      let best = nextPort(candidates, 0);
      for (
        let port = nextPort(candidates, best + 1);
        port >= 0;
        port = nextPort(candidates, port + 1)
      ) {
        if (uses(port) < uses(best)) best = port;
      }
      return best;
    },
    granted(sw, port, lane) {
      used[(sw * ports + port) * lanes + lane]!++;
    },
  };
}

/** The port that has sent the fewest packets on the packet's VL. One counter per port and VL, and nothing else, is what it costs (Kim et al., section 3.4). */
export const lfu = defineSelect({
  name: "lfu",
  summary:
    "Least frequently used: the port that was granted the fewest packets on the packet's VL, the lowest of several.",
  cites: [PAPERS.kim2007, vaidya1999],
  params,
  claims: { livelockFree: true },
  build: ({ guard }) => ({
    name: "lfu",
    needsCredits: false,
    create: (switches, ports, lanes) =>
      createLfu(switches, ports, lanes, guard),
  }),
});
