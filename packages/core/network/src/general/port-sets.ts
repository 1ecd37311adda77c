import { addPort, type ForwardingTables } from "@fabriclab/spec";
import type { EngineConfig } from "../own-endports.ts";

/** Candidate ports by `(lid * switchCount + switch) * maskWords + word`, without those that lead nowhere. */
export function packPortSets(
  config: EngineConfig,
  { portSets, portSetWords = 1, lids }: ForwardingTables,
  maskWords: number,
): Int32Array {
  if (portSets === undefined) return new Int32Array(0);
  const { switchCount, portStart, portPeer, firstPort = 1 } = config.fabric;
  const packed = new Int32Array((lids.topLid + 1) * switchCount * maskWords);
  for (const [sw, sets] of portSets.entries()) {
    const cabled = new Int32Array(maskWords);
    for (let port = portStart[sw]!; port < portStart[sw + 1]!; port++) {
      const num = port - portStart[sw]! + firstPort;
      if (num >= 1 && portPeer[port]! >= 0) addPort(cabled, num);
    }
    for (let lid = 0; lid <= lids.topLid; lid++) {
      const at = (lid * switchCount + sw) * maskWords;
      for (let w = 0; w < Math.min(maskWords, portSetWords); w++)
        packed[at + w] = (sets[lid * portSetWords + w] ?? 0) & cabled[w]!;
    }
  }
  return packed;
}
