import { defineRouting } from "@fabriclab/spec";
import { EAST, meshShape, NORTH } from "@fabriclab/topology-mesh";
import { z } from "zod";

/**
 * A plugin of somebody else's: always east, then always north around the rings of a torus. It claims nothing about deadlock, and with one
 * virtual lane the rings do lock up.
 */
export const clockwise = defineRouting({
  name: "clockwise",
  summary: "East around the ring, then north around the ring.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "tori",
    minimal: false,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: false,
  },
  errors: {
    E_CLOCKWISE_TIRED: {
      means: "The ring has been walked too often.",
      example: "a long day",
      mend: "Rest.",
    },
  },
  create({ fabric, lids }) {
    const { x, y } = meshShape(fabric);
    return {
      candidates(at, lid, out) {
        const owner = lids.owner[lid] ?? -1;
        if (owner < 0) return 0;
        const attached = fabric.attachment(owner as never);
        const target = attached?.sw ?? owner;
        out[0] =
          x[at] !== x[target]
            ? EAST
            : y[at] !== y[target]
              ? NORTH
              : (attached?.num ?? 0);
        return 1;
      },
    };
  },
});

/** What a module exports besides plugins is nobody's business. */
export const answer = 42;
