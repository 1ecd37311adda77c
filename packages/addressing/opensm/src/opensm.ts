import { endportsInGuidOrder } from "@fabriclab/fabric";
import {
  FabricError,
  lidTable,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import { many, UNICAST_LID_MAX, type EndportIx } from "@fabriclab/units";
import { managerEndport, seenFrom } from "./manager.ts";

/** What the plugin's parameters say. */
export interface OpensmOptions {
  readonly lmc: number;
  readonly sm?: string | undefined;
}

/**
 * The LIDs that OpenSM 3.3.23 gives to a fabric it has never seen.
 *
 * The subnet manager's own port comes first; all others, port 0 of switches and host ports in one sequence, follow in map order (byte-reversed GUIDs).
 * A host port takes 2^LMC LIDs, the first a multiple of 2^LMC; LIDs that this passes over stay unused, also for the switches that come later, which take
 * one LID each.
 *
 * Complexity: O(e log e) for e endports.
 * @throws FabricError E_OPENSM_LIDS_OVERFLOW, E_OPENSM_LIDS_NO_SM
 */
export function assignOpensm(
  fabric: Fabric,
  { lmc, sm }: OpensmOptions,
): LidTable {
  const baseLid = new Uint16Array(fabric.endportCount);
  const lmcs = new Uint8Array(fabric.endportCount);
  const manager = managerEndport(fabric, sm);
  const seen = seenFrom(fabric, manager);
  const inOrder = endportsInGuidOrder(fabric).filter((one) => one !== manager);
  const turns: EndportIx[] = [
    ...(manager === undefined ? [] : [manager]),
    ...inOrder.filter((endport) => seen[endport] === 1),
    ...inOrder.filter((endport) => seen[endport] !== 1),
  ];
  let next = 1;
  for (const endport of turns) {
    const block = endport < fabric.switchCount ? 1 : 2 ** lmc;
    const base = Math.ceil(next / block) * block;
    next = base + block;
    if (next - 1 > UNICAST_LID_MAX) throw overflow(fabric, lmc);
    baseLid[endport] = base;
    lmcs[endport] = endport < fabric.switchCount ? 0 : lmc;
  }
  return lidTable(baseLid, lmcs);
}

function overflow(fabric: Fabric, lmc: number): FabricError {
  const hosts = fabric.endportCount - fabric.switchCount;
  return new FabricError({
    code: "E_OPENSM_LIDS_OVERFLOW",
    message: `${fabric.name} needs more unicast LIDs than a subnet has`,
    where: { path: "addressing.lmc" },
    got: `${many(hosts, "host port")} of ${many(2 ** lmc, "LID")} each and ${many(fabric.switchCount, "switch", "switches")}`,
    expected: `LIDs up to ${UNICAST_LID_MAX}`,
    hint: lmc > 0 ? "take a smaller LMC" : "take a smaller fabric",
  });
}
