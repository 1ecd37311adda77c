import { endportName, FabricError, type TablesContext } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** Offsets in the block of LIDs of a host. */
export interface Block {
  readonly bits: number;
  /** 2^bits. */
  readonly values: number;
  /** Offset of the LID for which switches choose at every hop. */
  readonly adaptive: number;
  /** Offset of path bits 0: the indication bit. With no bits there is one path, that of the base LID. */
  readonly first: number;
}

export const blockOf = (bits: number): Block => ({
  bits,
  values: 2 ** bits,
  adaptive: 1,
  first: bits === 0 ? 0 : 2 ** bits,
});

/**
 * Host endports with LIDs and a cable to a switch.
 *
 * @throws FabricError E_PATH_BIT_TABLE_LIDS where a host has no block of 2^(bits+1) LIDs
 */
export function hostsWithBlocks(
  { fabric, lids }: TablesContext,
  bits: number,
): EndportIx[] {
  const found: EndportIx[] = [];
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  ) {
    const host = endport as EndportIx;
    if ((lids.baseLid[host] ?? 0) === 0) continue;
    if (fabric.attachment(host) === undefined) continue;
    const lmc = lids.lmc[host] ?? 0;
    if (lmc === bits + 1) found.push(host);
    else
      throw new FabricError({
        code: "E_PATH_BIT_TABLE_LIDS",
        message: `the LIDs of ${endportName(fabric, host)} have no room for ${bits} path bits and the indication bit`,
        where: { path: "addressing" },
        got: `LMC ${lmc}`,
        expected: `LMC ${bits + 1}`,
        hint: "use the addressing path-bits",
      });
  }
  return found;
}
