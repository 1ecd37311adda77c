import {
  defineDrop,
  DropCause,
  PACKET_DROPPABLE,
  type Drop,
  type DropFactory,
  type DropPlugin,
} from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { impatientEngine, tardyEngine, type Engine } from "./engines.ts";

export type BrokenDropSetup = readonly { readonly engine?: Engine }[];

const LIMIT_PS = 4_000_000;

/** Four microseconds for what may be dropped. */
const limited = (_: number, tickPs: number): Drop => ({
  patience: (_queue, _sl, flags) =>
    (flags & PACKET_DROPPABLE) === 0 ? -1 : LIMIT_PS / tickPs,
  dropped: () => DropCause.headLifetime,
  sent: () => undefined,
});

const drop = (
  name: string,
  create: DropFactory["create"],
  selective = true,
): DropPlugin =>
  defineDrop({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { selective },
    build: () => ({ name, create }),
  });

/** The limit of what may be dropped, spoilt. */
const spoilt =
  (spoil: (ticks: number, queues: number, tickPs: number) => () => number) =>
  (queues: number, tickPs: number): Drop => {
    const ticks = spoil(LIMIT_PS / tickPs, queues, tickPs);
    return {
      ...limited(queues, tickPs),
      patience: (_queue, _sl, flags) =>
        (flags & PACKET_DROPPABLE) === 0 ? -1 : ticks(),
    };
  };

const setup = [{}];
let calls = 0;

export const brokenDrops: readonly Broken<DropPlugin, BrokenDropSetup>[] = [
  {
    fails: "what may not be dropped never is, as claimed",
    plugin: drop("pitiless", (queues, tickPs) => ({
      ...limited(queues, tickPs),
      patience: () => LIMIT_PS / tickPs,
    })),
    setup,
  },
  {
    fails: "what may not be dropped is dropped, too, as claimed",
    plugin: drop("too-modest", limited, false),
    setup,
  },
  {
    fails: "patience is a whole number of ticks, or -1 for ever",
    plugin: drop(
      "fractional",
      spoilt((ticks) => () => ticks + 0.5),
    ),
    setup,
  },
  {
    fails: "a limit is a time, whatever the tick",
    plugin: drop(
      "timeless",
      spoilt(() => () => 1000),
    ),
    setup,
  },
  {
    fails: "queues do not know of each other",
    plugin: drop("entangled", (queues, tickPs) => {
      let lost = 0;
      return {
        ...limited(queues, tickPs),
        patience: (_queue, _sl, flags) =>
          (flags & PACKET_DROPPABLE) === 0
            ? -1
            : LIMIT_PS / tickPs + Math.min(lost, 1),
        dropped() {
          lost++;
          return DropCause.headLifetime;
        },
      };
    }),
    setup,
  },
  {
    fails: "the same questions give the same patience",
    // Every other one is a tick more patient.
    plugin: drop(
      "fickle",
      spoilt((ticks) => {
        const more = (calls += 1) % 2;
        return () => ticks + more;
      }),
    ),
    setup,
  },
  {
    fails: "nothing is dropped that need not wait",
    plugin: drop("on-impatient-engine", limited),
    setup: [{ engine: impatientEngine }],
  },
  {
    fails:
      "in a crowd every packet arrives or is dropped, once, for a cause of its own",
    plugin: drop("mute", (queues, tickPs) => ({
      ...limited(queues, tickPs),
      dropped: () => DropCause.unroutable,
    })),
    setup,
  },
  {
    fails: "a head is dropped when its patience is over, to the tick",
    plugin: drop("on-tardy-engine", limited),
    setup: [{ engine: tardyEngine }],
  },
  ...badDocuments(drop("document", limited), setup),
];
