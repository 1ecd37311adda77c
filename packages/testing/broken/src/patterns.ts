import {
  definePattern,
  type Pattern,
  type PatternPlugin,
} from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";

export type BrokenPatternSetup = readonly { readonly hosts: number }[];

const broken = (
  name: string,
  permutation: boolean,
  create: (hosts: number) => Pattern,
): PatternPlugin =>
  definePattern({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { permutation },
    create,
  });

const setup = [{ hosts: 8 }];
let calls = 0;

export const brokenPatterns: readonly Broken<
  PatternPlugin,
  BrokenPatternSetup
>[] = [
  {
    fails: "every destination is another host, or none",
    plugin: broken("selfish", true, () => ({
      destination: (source) => source,
    })),
    setup,
  },
  {
    fails:
      "every host sends to one destination, and no two to the same, as claimed",
    plugin: broken("crowded", true, () => ({
      destination: (source) => (source === 0 ? 1 : 0),
    })),
    setup,
  },
  {
    fails: "some host has several destinations, or shares one, as claimed",
    plugin: broken("too-modest", false, (hosts) => ({
      destination: (source) => (source + 1) % hosts,
    })),
    setup,
  },
  {
    fails: "the same seed gives the same destinations",
    plugin: broken("fickle", true, (hosts) => {
      // Every sixth steps further: the checks before create one and, for three hosts, three; this one two.
      const step = (calls += 1) % 6 === 0 ? 2 : 1;
      return { destination: (source) => (source + step) % hosts };
    }),
    setup: [{ hosts: 3 }],
  },
  {
    fails: "the destinations it lists are those it takes",
    plugin: broken("boastful", true, (hosts) => ({
      destination: (source) => (source + 1) % hosts,
      destinations: (source) => [(source + 1) % hosts, (source + 2) % hosts],
    })),
    setup,
  },
  ...badDocuments(
    broken("document", true, (hosts) => ({
      destination: (source) => (source + 1) % hosts,
    })),
    setup,
  ),
];
