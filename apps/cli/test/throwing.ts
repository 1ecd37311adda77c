import {
  defineRouting,
  defineTopology,
  defineTraffic,
  FabricError,
} from "@fabriclab/spec";
import { minhop } from "@fabriclab/routing-minhop";
import { mesh } from "@fabriclab/topology-mesh";
import { poisson } from "@fabriclab/traffic-poisson";
import { z } from "zod";

/** Plugins of somebody else's, each with a bug of its own. Lines that throw say so, so that tests find them. */
const routing = {
  summary: "Does not work.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "none",
    minimal: false,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: false,
  },
} as const;

export const early = defineRouting({
  ...routing,
  name: "early",
  create() {
    throw new TypeError("no roots"); // early throws
  },
});

export const late = defineRouting({
  ...routing,
  name: "late",
  create: () => ({
    candidates() {
      throw new RangeError("no such table"); // late throws
    },
  }),
});

export const wordy = defineRouting({
  ...routing,
  name: "wordy",
  create() {
    // What a plugin throws need not be an Error.
    throw "only words";
  },
});

export const empty = defineRouting({
  ...routing,
  name: "empty",
  create: () => undefined as never,
});

export const promised = defineRouting({
  ...routing,
  name: "promised",
  create: (() => Promise.reject(new Error("not yet"))) as never,
});

export const choosy = defineRouting({
  ...routing,
  name: "choosy",
  create() {
    throw new FabricError({
      code: "E_CHOOSY_UNSUPPORTED_FABRIC",
      message: "not this one",
    });
  },
});

/** Everything of it works but what it promises. */
export const unsure = {
  ...minhop,
  name: "unsure",
  claims: {
    ...routing.claims,
    get deadlockFree(): boolean {
      throw new Error("not sure"); // unsure throws
    },
  },
};

export const unsized = defineTopology({
  ...mesh,
  name: "unsized",
  claims: {
    ...mesh.claims,
    sizes() {
      throw new Error("no sizes"); // unsized throws
    },
  },
});

export const plain = defineRouting({
  ...routing,
  name: "plain",
  errors: {
    E_PLAIN_UNSUPPORTED_FABRIC: {
      means: "It routes no fabric.",
      example: "any fabric",
      mend: "Take another routing.",
    },
  },
  create() {
    throw new FabricError({
      code: "E_PLAIN_UNSUPPORTED_FABRIC",
      message: "not this one either",
    });
  },
});

export const worn = defineTraffic({
  ...poisson,
  name: "worn",
  create(context, options, parts) {
    const traffic = poisson.create(context, options, parts);
    return {
      ...traffic,
      streams: traffic.streams.map((stream) => ({
        ...stream,
        next() {
          throw new Error("worn out"); // worn throws
        },
      })),
    };
  },
});

export const ticking = defineTraffic({
  ...poisson,
  name: "ticking",
  create(context, options, parts) {
    setTimeout(() => {
      throw new Error("too late"); // ticking throws
    });
    return poisson.create(context, options, parts);
  },
});

export const partial = defineTraffic({
  ...poisson,
  name: "partial",
  create: () => ({}) as never,
});
