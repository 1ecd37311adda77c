import {
  choiceParam,
  defineAddressing,
  lidTable,
  type AddressingPlugin,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { row } from "./fabrics.ts";

export interface BrokenAddressingSetup {
  readonly cases: readonly { readonly fabric: Fabric }[];
  readonly foreign?: readonly Fabric[];
  readonly tooLarge?: readonly { readonly fabric: Fabric }[];
}

/** One LID per endport, from `first`. */
function plain(fabric: Fabric, first = 1): LidTable {
  const baseLid = Uint16Array.from(
    { length: fabric.endportCount },
    (_, i) => first + i,
  );
  return lidTable(baseLid, new Uint8Array(fabric.endportCount));
}

const claims = { fabrics: "any", aligned: true };

const addressing = (
  name: string,
  assign: (fabric: Fabric) => LidTable,
  more: Partial<AddressingPlugin> = {},
): AddressingPlugin => ({
  ...defineAddressing({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims,
    assign,
  }),
  ...more,
});

const cases = [{ fabric: row(3) }];
let calls = 0;

export const brokenAddressings: readonly Broken<
  AddressingPlugin,
  BrokenAddressingSetup
>[] = [
  {
    fails: "every endport owns 2^LMC unicast LIDs",
    plugin: addressing("forgetful", (fabric) => {
      const { baseLid, lmc } = plain(fabric);
      baseLid[2] = 0;
      return lidTable(baseLid, lmc);
    }),
    setup: { cases },
  },
  {
    fails: "every LID has the owner whose block it is in, and nobody else",
    plugin: addressing("wrong-owner", (fabric) => {
      const lids = plain(fabric);
      lids.owner[2] = 0;
      return lids;
    }),
    setup: { cases },
  },
  {
    fails: "base LIDs are multiples of 2^LMC, as claimed",
    plugin: addressing("askew", (fabric) => {
      const lmc = new Uint8Array(fabric.endportCount).fill(1);
      return lidTable(
        Uint16Array.from(lmc, (_, i) => 2 * i + 1),
        lmc,
      );
    }),
    setup: { cases },
  },
  {
    fails: "some base LID is no multiple of 2^LMC, as claimed",
    plugin: addressing("too-modest", (fabric) => plain(fabric), {
      claims: { ...claims, aligned: false },
    }),
    setup: { cases },
  },
  {
    fails:
      "base LIDs are multiples of 2^LMC with the parameters claimed, and some are not with others",
    plugin: addressing("needlessly-modest", (fabric) => plain(fabric), {
      params: z.object({
        variant: choiceParam(["iba", "paper"], "iba").describe("No matter."),
      }),
      claims: { ...claims, aligned: { variant: "iba" } },
    }),
    setup: { cases },
  },
  {
    fails: "the same input gives the same LIDs",
    plugin: addressing("fickle", (fabric) =>
      plain(fabric, 1 + ((calls += 1) % 2)),
    ),
    setup: { cases },
  },
  {
    fails: "the fabric is not written to",
    plugin: addressing("vandal", (fabric) => {
      fabric.nodeGuid[0] = (fabric.nodeGuid[0] ?? 0n) + 1n;
      return plain(fabric);
    }),
    setup: { cases: [{ fabric: row(3) }] },
  },
  {
    fails: "foreign fabrics are refused",
    plugin: addressing("all-comers", (fabric) => plain(fabric)),
    setup: { cases, foreign: [row(2)] },
  },
  {
    fails: "fabrics that need more LIDs than there are are refused",
    // 49,150 + 6 LIDs: the range is left to the table to refuse, or not at all.
    plugin: addressing("careless", (fabric) =>
      fabric.switchCount > 3 ? plain(fabric, 0xbffe) : plain(fabric),
    ),
    setup: { cases, tooLarge: [{ fabric: row(4) }] },
  },
  ...badDocuments(
    addressing("document", (fabric) => plain(fabric)),
    { cases },
  ),
];
