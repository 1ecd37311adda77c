import {
  defineReplication,
  type ReplicationFactory,
  type ReplicationPlugin,
} from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { misdirectingEngine, raggedEngine, type Engine } from "./engines.ts";
import { forgetful, gang } from "./parts.ts";

export type BrokenReplicationSetup = readonly { readonly engine?: Engine }[];

const asynchronous: ReplicationFactory = {
  name: "asynchronous",
  mode: "asynchronous",
};

const replication = (
  name: string,
  build: () => ReplicationFactory,
  deadlockFree = false,
): ReplicationPlugin =>
  defineReplication({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { deadlockFree },
    build,
  });

const setup = [{}];
let calls = 0;

export const brokenReplications: readonly Broken<
  ReplicationPlugin,
  BrokenReplicationSetup
>[] = [
  {
    fails: "a multicast packet is copied to every port of the mask but its own",
    plugin: replication("on-misdirecting-engine", () => asynchronous),
    setup: [{ engine: misdirectingEngine }],
  },
  {
    fails:
      "multicast among unicast: every copy arrives once, or the deadlock is named",
    plugin: replication("forgetful", () => forgetful),
    setup,
  },
  {
    fails: "the copies of a gang start together",
    plugin: replication("on-ragged-engine", () => gang),
    setup: [{ engine: raggedEngine }],
  },
  {
    fails: "no packets wait for each other on a tree, as claimed",
    // One multicast packet of a switch at a time: the others wait for it, whatever it waits for.
    plugin: replication(
      "hopeful",
      () => ({ ...asynchronous, concurrent: 1 }),
      true,
    ),
    setup,
  },
  {
    fails: "the same run gives the same deliveries",
    plugin: replication("fickle", () => ({
      ...gang,
      create(...sizes) {
        const own = gang.create(...sizes);
        // Every other network lets nobody start before a certain tick.
        const from = (calls += 1) % 2 === 0 ? 500 : 0;
        return {
          ...own,
          pick: (sw, free, now, fits) =>
            now < from ? -1 : own.pick(sw, free, now, fits),
        };
      },
    })),
    setup,
  },
  ...badDocuments(
    replication("document", () => asynchronous),
    setup,
  ),
];
