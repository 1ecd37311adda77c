import {
  defineDrop,
  defineSelect,
  defineSwitch,
  portsOf,
} from "@fabriclab/spec";
import { relay } from "@fabriclab/switch-relay";
import { z } from "zod";

/** A choice of ports that a user might write: the port that has been used least. */
export const leastUsed = defineSelect({
  name: "least-used",
  summary: "The port that has been used least.",
  cites: [],
  params: z.object({}),
  claims: { livelockFree: false },
  build: () => ({
    name: "least-used",
    needsCredits: false,
    create(switches, ports) {
      const uses = new Float64Array(switches * ports);
      return {
        pick(sw, preferred, candidates) {
          let best = preferred;
          for (const port of portsOf(candidates))
            if ((uses[sw * ports + port] ?? 0) < (uses[sw * ports + best] ?? 0))
              best = port;
          return best;
        },
        granted(sw, port) {
          uses[sw * ports + port] = (uses[sw * ports + port] ?? 0) + 1;
        },
      };
    },
  }),
});

/** Drops what has been head of its queue for a microsecond. */
export const impatient = defineDrop({
  name: "impatient",
  summary: "Drops what has been head of its queue for a microsecond.",
  cites: [],
  params: z.object({}),
  claims: { selective: false },
  build: () => ({
    name: "impatient",
    create: (_, tickPs) => ({
      patience: () => 1_000_000 / tickPs,
      dropped: () => 1,
      sent: () => undefined,
    }),
  }),
});

/** A relay that leaves out what it is given. */
export const stubborn = defineSwitch({
  ...relay,
  name: "stubborn",
  build: (options, { arbiter, laneScheduler, replication }) =>
    relay.build(options, { arbiter, laneScheduler, replication }),
});
