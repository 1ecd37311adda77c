import {
  choiceParam,
  defineAddressing,
  type Fabric,
  FabricError,
  type LidTable,
  lidTable,
  PAPERS,
} from "@fabriclab/spec";
import {
  fatTreeShape,
  findFatTreeShape,
  type FatTreeShape,
} from "@fabriclab/topology-fat-tree";
import { MAX_LMC } from "@fabriclab/units";
import { z } from "zod";
import { refuseOverflow, treeLmc } from "./lid-space.ts";

/**
 * The addressing of zhou2007 §3.1: every host owns 2^LMC consecutive LIDs, one for each path; every switch owns one LID after all hosts.
 *
 * Base LID of the host with index PID: `iba` 2^LMC·(PID+1), whose low LMC bits are 0 as the InfiniBand Architecture demands; `paper`
 * 2^LMC·PID+1, as printed, which no subnet manager would assign.
 *
 * @throws FabricError E_MULTIPLE_LID_UNSUPPORTED_FABRIC (not a fat tree and no `lmc` given), E_MULTIPLE_LID_PORTS, E_MULTIPLE_LID_LMC,
 * E_MULTIPLE_LID_OVERFLOW
 */
export const multipleLid = defineAddressing({
  name: "multiple-lid",
  summary: "2^LMC LIDs for every host, one for each path of a fat tree.",
  cites: [PAPERS.zhou2007],
  params: z.object({
    variant: choiceParam(["iba", "paper"], "iba").describe(
      "Base LIDs: aligned to 2^LMC (iba), or one higher than a multiple of it as printed in the paper.",
    ),
    lmc: z
      .union([z.literal("auto"), z.int().min(0).max(MAX_LMC)])
      .default("auto")
      .describe(
        "LMC of every host; auto = (n-1)·log2(m/2) from the shape of an m-port n-tree. A number serves any fabric.",
      )
      .meta({ unit: "1" }),
  }),
  claims: {
    fabrics:
      "m-port n-trees with m/2 a power of two; any fabric when lmc is given",
    aligned: { variant: "iba" },
  },
  assign(fabric, options): LidTable {
    const tree = findFatTreeShape(fabric);
    const lmc = options.lmc === "auto" ? autoLmc(fabric, tree) : options.lmc;
    const aligned = options.variant === "iba";
    const hosts = fabric.endportCount - fabric.switchCount;
    refuseOverflow(fabric.name, hosts, fabric.switchCount, lmc, aligned);

    const block = 2 ** lmc;
    const first = aligned ? block : 1;
    const baseLid = new Uint16Array(fabric.endportCount);
    for (let sw = 0; sw < fabric.switchCount; sw++)
      baseLid[sw] = first + block * hosts + sw;
    for (let i = 0; i < hosts; i++) {
      // A tree read from a file may list its hosts in any order; their labels give the PID.
      const pid = tree === undefined ? i : (tree.pid[i] ?? i);
      baseLid[fabric.switchCount + i] = first + block * pid;
    }
    const lmcs = new Uint8Array(fabric.endportCount).fill(
      lmc,
      fabric.switchCount,
    );
    return lidTable(baseLid, lmcs);
  },
});

function autoLmc(fabric: Fabric, tree: FatTreeShape | undefined): number {
  return treeLmc(tree ?? shapeOf(fabric));
}

/** Names what differs: in a tree that lost a cable or a switch, that is what to mend. */
function shapeOf(fabric: Fabric): FatTreeShape {
  try {
    return fatTreeShape(fabric);
  } catch (cause) {
    if (!FabricError.is(cause)) throw cause;
    const { where, got = "another fabric", expected = "the tree" } = cause;
    throw new FabricError({
      code: "E_MULTIPLE_LID_UNSUPPORTED_FABRIC",
      message: `${fabric.name} is not a complete m-port n-tree, so its LMC does not follow from its shape`,
      where: { path: "addressing.lmc" },
      got: `lmc: auto, and at ${where.path ?? fabric.name} ${got} where ${expected} would stand`,
      expected: "a complete m-port n-tree, or an LMC from 0 to 7",
      hint: "give lmc a number, or use the sequential addressing; the cyclic routing, which brings this addressing, serves such trees only: elsewhere, and where a part is missing, take another, such as updn, minhop or nue",
      cause,
    });
  }
}
