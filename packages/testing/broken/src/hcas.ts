import {
  defineHca,
  type HcaModel,
  type HcaPlugin,
  type PacketDraft,
  type Stream,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { overtakingEngine, repeatingEngine, type Engine } from "./engines.ts";

export type BrokenHcaSetup = readonly { readonly engine?: Engine }[];

const model = (more: Partial<HcaModel> = {}): HcaModel => ({
  name: "broken",
  sendDelay: ps(0),
  receiveDelay: ps(0),
  ...more,
});

const hca = (name: string, build: () => HcaModel): HcaPlugin =>
  defineHca({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { inOrder: true },
    build,
  });

/** Streams whose drafts are changed. */
const changing =
  (change: (draft: PacketDraft) => void) =>
  (streams: readonly Stream[]): readonly Stream[] =>
    streams.map((stream) => ({
      ...stream,
      next(draft: PacketDraft) {
        if (!stream.next(draft)) return false;
        change(draft);
        return true;
      },
    }));

const setup = [{}];
let calls = 0;

export const brokenHcas: readonly Broken<HcaPlugin, BrokenHcaSetup>[] = [
  {
    fails: "a packet alone takes the delays of both ends longer",
    // Sends what is born at tick 7 before it is born.
    plugin: hca("backdating", () =>
      model({
        adapt: changing((draft) => {
          if (draft.birth === 7) draft.birth = 5;
        }),
      }),
    ),
    setup,
  },
  {
    fails: "every packet is sent, and to its destination",
    plugin: hca("misdirecting", () =>
      model({
        adapt: changing((draft) => {
          // The LIDs of the last two hosts of a row of three switches with three hosts each.
          if (draft.tag === 59 && draft.dlid === 12) draft.dlid = 11;
        }),
      }),
    ),
    setup,
  },
  {
    fails: "packets of a flow arrive once each",
    plugin: hca("on-repeating-engine", () => model()),
    setup: [{ engine: repeatingEngine }],
  },
  {
    fails: "packets of a flow keep their order, as claimed",
    plugin: hca("on-overtaking-engine", () => model()),
    setup: [{ engine: overtakingEngine }],
  },
  {
    fails: "the same run gives the same deliveries",
    plugin: hca("fickle", () =>
      model({
        adapt: (streams) => {
          // Every other network asks the streams in the opposite order; three networks were made for the checks before.
          const late = (calls += 1) % 2;
          return changing((draft) => {
            if (draft.birth === 40) draft.birth += late;
          })(streams);
        },
      }),
    ),
    setup,
  },
  ...badDocuments(
    hca("document", () => model()),
    setup,
  ),
];
