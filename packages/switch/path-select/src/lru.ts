import { defineSelect, nextPort, type Select } from "@fabriclab/spec";
import { z } from "zod";
import { vaidya1999 } from "./citations.ts";
import { guardHops, guardParam, insists } from "./guard.ts";

const params = z.object({ guard: guardParam() });

function createLru(
  switches: number,
  ports: number,
  guard: number | undefined,
): Select {
  const limit = guardHops(guard, switches);
  /** When a port was used last, by switch * ports + port, in grants of its switch; 0 = never. */
  const lastUse = new Float64Array(switches * ports);
  const grants = new Float64Array(switches);
  return {
    pick(sw, preferred, candidates, hops) {
      if (insists(hops, limit, preferred)) return preferred;
      const first = sw * ports;
      let best = nextPort(candidates, 0);
      for (
        let port = nextPort(candidates, best + 1);
        port >= 0;
        port = nextPort(candidates, port + 1)
      ) {
        if (lastUse[first + port]! < lastUse[first + best]!) best = port;
      }
      return best;
    },
    granted(sw, port) {
      lastUse[sw * ports + port] = ++grants[sw]!;
    },
  };
}

/** The port that was granted a packet longest ago, whatever its VL. Kim et al. leave it out: ordering the ports by use costs a switch more than counters. */
export const lru = defineSelect({
  name: "lru",
  summary:
    "Least recently used: the port that was granted a packet longest ago, the lowest of several that never were.",
  cites: [vaidya1999],
  params,
  claims: { livelockFree: true },
  build: ({ guard }) => ({
    name: "lru",
    needsCredits: false,
    create: (switches, ports) => createLru(switches, ports, guard),
  }),
});
