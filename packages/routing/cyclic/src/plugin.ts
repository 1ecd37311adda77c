import { defineRouting, PAPERS } from "@fabriclab/spec";
import { completeFatTree } from "@fabriclab/topology-fat-tree";
import { z } from "zod";
import { cyclicRule } from "./cyclic.ts";

/**
 * The multiple-LID routing of zhou2007 §3.2-3.3.1 on m-port n-trees: the LID by which a source names a destination selects the path.
 *
 * Every source climbs one fixed chain of switches, whatever the destination, so copies of a multicast packet split off on the way down only.
 *
 * @throws FabricError E_CYCLIC_UNSUPPORTED_FABRIC when the fabric is no complete m-port n-tree, E_CYCLIC_LMC when a host owns fewer than
 * (m/2)^(n-1) LIDs
 */
export const cyclic = defineRouting({
  name: "cyclic",
  summary:
    "Multiple-LID routing of the m-port n-tree: the destination LID selects the path, and every source climbs one fixed chain.",
  defaultAddressing: "multiple-lid",
  cites: [PAPERS.zhou2007],
  params: z.object({}),
  claims: {
    fabrics: "complete m-port n-trees whose hosts own (m/2)^(n-1) LIDs or more",
    minimal: true,
    deadlockFree: { lanes: 1 },
    adaptive: false,
    toleratesFaults: false,
  },
  create(context) {
    return cyclicRule(
      context,
      completeFatTree(context.fabric, "E_CYCLIC_UNSUPPORTED_FABRIC"),
    );
  },
});
