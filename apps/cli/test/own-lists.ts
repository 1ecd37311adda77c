import { defineRouting } from "@fabriclab/spec";
import { updn } from "@fabriclab/routing-updn";
import { z } from "zod";

/** A routing of somebody else's with names of its own for what it takes and for what OpenSM calls it. */
export const topped = defineRouting({
  name: "topped",
  summary: "As updn, with other names.",
  cites: [],
  opensm: { engine: "mine", needs: ["my_option 7"] },
  lists: { roots: "tops" },
  params: z.object({
    tops: z.array(z.string()).optional().describe("Switches at the top."),
    // No list of nodes, though it is called as one.
    compute: z.int().default(1).describe("A number."),
  }),
  claims: { ...updn.claims },
  create: (context, { tops }) =>
    updn.create(context, { roots: tops, connectRoots: false }),
});
