import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { connect } from "./cable.ts";
import { completePeer, draftsOf, type NodeBlock } from "./draft.ts";
import type { Notes } from "@fabriclab/reading";
import type { OneSidedCable } from "./one-sided.ts";
import type { Remarks } from "./remark.ts";

/** The fabric, and what the file says about LIDs, by endport. */
export interface Assembled {
  readonly fabric: Fabric;
  readonly baseLid: readonly number[];
  readonly lmc: readonly number[];
  /** Line on which an endport's LID stands. */
  readonly lines: readonly number[];
  readonly oneSided: readonly OneSidedCable[];
}

/**
 * Builds the fabric. Both ends of a cable describe it; either alone is enough.
 *
 * @throws FabricError E_IBNETDISCOVER_PORT, E_IBNETDISCOVER_NODE_TWICE, and what the builder refuses, with its place in the file.
 */
export function assemble(
  blocks: readonly NodeBlock[],
  remarks: Remarks,
  flight: Ps,
  file: string | undefined,
  notes: Notes,
): Assembled {
  const drafts = draftsOf(blocks, notes);
  for (const draft of [...drafts.values()])
    for (const record of draft.records) completePeer(drafts, record, notes);

  const builder = new FabricBuilder(remarks.name ?? file ?? "ibnetdiscover");
  const order = [...drafts.values()].sort(
    (a, b) => Number(b.isSwitch) - Number(a.isSwitch),
  );
  const refs: NodeRef[] = [];
  for (const draft of order) {
    const name = draft.name ?? draft.id;
    const place = {
      ...(file === undefined ? {} : { file }),
      line: draft.line,
      column: 1,
    };
    const ref = placed(place, () =>
      draft.isSwitch
        ? builder.addSwitch(name, draft.ports, draft.guid)
        : builder.addHost(name, draft.ports, draft.guid, draft.portGuids),
    );
    refs.push(ref);
    if (
      draft.guid === undefined ||
      remarks.madeUp === "all" ||
      remarks.madeUp.has(draft.id)
    )
      builder.markGuidMadeUp(ref);
    if (remarks.radixMadeUp === "all" || remarks.radixMadeUp.has(draft.id))
      builder.markRadixMadeUp(ref);
  }
  const oneSided = connect(builder, order, refs, remarks, flight, notes);
  const fabric = builder.build();

  const baseLid: number[] = [];
  const lmc: number[] = [];
  const lines: number[] = [];
  for (const draft of order) {
    for (
      let num = draft.isSwitch ? 0 : 1;
      num <= (draft.isSwitch ? 0 : draft.ports);
      num++
    ) {
      const given = draft.lids.get(num);
      baseLid.push(given?.lid ?? 0);
      lmc.push(given?.lmc ?? 0);
      lines.push(given?.line ?? draft.line);
    }
  }
  return { fabric, baseLid, lmc, lines, oneSided };
}

function placed<T>(
  where: {
    readonly file?: string;
    readonly line: number;
    readonly column: number;
  },
  make: () => T,
): T {
  try {
    return make();
  } catch (error) {
    throw FabricError.is(error) ? error.at(where) : error;
  }
}
