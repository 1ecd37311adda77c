import { choiceParam, defineRouting, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { createUpDown } from "./updown.ts";

/**
 * Up/down routing from one root: a packet goes up any number of hops and then down any number, and never up after down, so that no cycle of channels
 * can be waited round, on any fabric and one lane.
 *
 * @throws FabricError E_UPDOWN_ROOT for a root that names no switch, E_UPDOWN_NO_ROOT where OpenSM's rule finds none
 */
export const updown = defineRouting({
  name: "updown",
  summary:
    "Up/down routing of any fabric: along a spanning tree as kim2007 does, or over all links as Autonet does.",
  lists: { root: "root" },
  cites: [
    {
      key: "schroeder1991",
      authors:
        "M. D. Schroeder, A. D. Birrell, M. Burrows, H. Murray, R. M. Needham, T. L. Rodeheffer, E. H. Satterthwaite, C. P. Thacker",
      title:
        "Autonet: a high-speed, self-configuring local area network using point-to-point links",
      venue: "IEEE Journal on Selected Areas in Communications 9(8), 1318-1335",
      year: 1991,
    },
    PAPERS.kim2007,
  ],
  params: z.object({
    mode: choiceParam(["autonet", "tree"], "autonet").describe(
      "autonet: every link is used, and has an upper and a lower end. tree: only the links of a breadth-first spanning tree are used, as in kim2007.",
    ),
    root: z
      .union([z.string().min(1), z.int().min(0)], {
        error: "the name or GUID of a switch, its index, best, or opensm",
      })
      .default("best")
      .describe(
        "Top of the order: a switch by its name, its NodeGUID (0x…) or its index in the fabric, or where no cables join parts of the fabric one of each by name with commas between; best: the one whose routes load their busiest channel least; opensm: by the rule by which OpenSM's updn finds roots.",
      )
      .meta({ unit: "name" }),
    descend: choiceParam(["unless-longer", "always"], "unless-longer").describe(
      "What a switch does in autonet mode that has a way down to the destination. always: it takes it. unless-longer: it goes up where that is shorter and no other way down leads through it.",
    ),
  }),
  claims: {
    fabrics: "any; pairs in parts that are not connected have no path",
    minimal: false,
    deadlockFree: { lanes: 1 },
    adaptive: false,
    toleratesFaults: true,
  },
  withoutEffect: ({ mode }): Record<string, string> =>
    mode === "tree"
      ? { descend: "in tree mode a packet goes down where it can" }
      : {},
  create: (context, options) => createUpDown(context, options),
});
