import { citeOpenSm, defineRouting, flagParam } from "@fabriclab/spec";
import { z } from "zod";
import { createUpdn } from "./updn.ts";

/**
 * Up/down routing as OpenSM's updn carries it out, entry by entry, its flaw included: on some irregular fabrics a path turns up after it went down, and the
 * tables hold a credit loop. The routing `updown` keeps to the rule.
 *
 * @throws FabricError E_UPDN_UNSUPPORTED_FABRIC where no roots are named and none are found; E_UPDN_NO_SUCH_ROOT
 */
export const updn = defineRouting({
  name: "updn",
  summary:
    "Up/down routing from root switches, entry by entry as OpenSM's updn engine does it.",
  defaultAddressing: "opensm",
  opensm: { engine: "updn" },
  lists: { roots: "roots" },
  cites: [
    {
      key: "autonet1991",
      authors:
        "M. D. Schroeder, A. D. Birrell, M. Burrows, H. Murray, R. M. Needham, T. L. Rodeheffer, E. H. Satterthwaite, C. P. Thacker",
      title:
        "Autonet: a high-speed, self-configuring local area network using point-to-point links",
      venue: "IEEE Journal on Selected Areas in Communications 9(8), 1318-1335",
      year: 1991,
      doi: "10.1109/49.105178",
    },
    citeOpenSm("up/down routing"),
  ],
  params: z.object({
    roots: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
        error: "the name or NodeGUID of a switch, or a list of them",
      })
      .optional()
      .describe(
        "Switches of rank 0, by name or NodeGUID (0x…). Default: found as OpenSM finds them, those with more than 90 % of the hosts at one distance.",
      )
      .meta({ unit: "name" }),
    connectRoots: flagParam(false).describe(
      "Shortest paths to roots and to hosts on them, whatever their turns, so that roots reach each other (OpenSM's connect_roots); they may close credit loops.",
    ),
  }),
  claims: {
    fabrics: "any with roots named; without, those with the top of a tree",
    minimal: false,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: createUpdn,
});
