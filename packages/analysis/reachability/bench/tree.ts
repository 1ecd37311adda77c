import { fatTree } from "@fabriclab/topology-fat-tree";
import { hopsTo } from "@fabriclab/paths";
import { lidTable, parseOptions } from "@fabriclab/spec";
export function big(ports: number, levels: number) {
  const fabric = fatTree.build(parseOptions(fatTree, { ports, levels }));
  const k = ports / 2;
  const lids = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
    new Uint8Array(fabric.endportCount),
  );
  const lft = Array.from({ length: fabric.switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(255),
  );
  // level: distance from a switch with hosts
  const level = new Int32Array(fabric.switchCount).fill(-1);
  let at: number[] = [];
  for (let h = fabric.switchCount; h < fabric.endportCount; h++) {
    const s = fabric.attachment(h as never)!.sw;
    if (level[s]! < 0) {
      level[s] = 0;
      at.push(s);
    }
  }
  for (let d = 1; at.length > 0; d++) {
    const nx: number[] = [];
    for (const s of at)
      for (let p = fabric.portStart[s]!; p < fabric.portStart[s + 1]!; p++) {
        const q = fabric.portPeer[p]!;
        if (q < 0) continue;
        const n = fabric.portNode[q]!;
        if (n < fabric.switchCount && level[n]! < 0) {
          level[n] = d;
          nx.push(n);
        }
      }
    at = nx;
  }
  const hostsAt = new Map<number, number[]>();
  for (let h = fabric.switchCount; h < fabric.endportCount; h++) {
    const s = fabric.attachment(h as never)!.sw;
    hostsAt.set(s, [...(hostsAt.get(s) ?? []), h]);
  }
  const cand = new Uint8Array(255);
  const fill = (leaf: number, dests: number[]) => {
    const row = hopsTo(fabric, leaf as never);
    for (let s = 0; s < fabric.switchCount; s++) {
      if (s === leaf) continue;
      let n = 0;
      const first = fabric.portStart[s]!;
      for (let p = first; p < fabric.portStart[s + 1]!; p++) {
        const q = fabric.portPeer[p]!;
        if (q < 0) continue;
        const m = fabric.portNode[q]!;
        if (m < fabric.switchCount && row[m]! + 1 === row[s]!)
          cand[n++] = p - first + 1;
      }
      for (const h of dests) {
        const j = h < fabric.switchCount ? h : h - fabric.switchCount;
        lft[s]![h + 1] = cand[Math.floor(j / k ** level[s]!) % n]!;
      }
    }
    for (const h of dests)
      lft[leaf]![h + 1] = h === leaf ? 0 : fabric.attachment(h as never)!.num;
  };
  for (let s = 0; s < fabric.switchCount; s++)
    fill(s, [s, ...(hostsAt.get(s) ?? [])]);
  return {
    fabric,
    tables: {
      lids,
      lft,
      lanes: 1,
      engine: "d-mod-k",
      pathLid: (_: number, d: number) => lids.baseLid[d]! as never,
      pathSl: () => 0 as never,
    },
  };
}
