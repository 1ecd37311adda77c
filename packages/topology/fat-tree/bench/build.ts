// Time and memory to build IBFT(36,3): 11,664 hosts, 1,620 switches. Run with node --expose-gc for the memory of the result alone.
import { parseOptions } from "@fabriclab/spec";
import { fatTree, fatTreeShape } from "@fabriclab/topology-fat-tree";

const collect = (globalThis as { gc?: () => void }).gc;
collect?.();
const before = process.memoryUsage();
const start = performance.now();
const fabric = fatTree.build(parseOptions(fatTree, { ports: 36, levels: 3 }));
const built = performance.now();
fatTreeShape(fabric);
const verified = performance.now();
const peak = process.memoryUsage();
collect?.();
const after = process.memoryUsage();
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const held = (usage: NodeJS.MemoryUsage): number =>
  usage.heapUsed + usage.arrayBuffers;
console.log(
  `${fabric.hostCount} hosts, ${fabric.switchCount} switches, ${fabric.linkCount} links`,
);
console.log(
  `build ${(built - start).toFixed(0)} ms, verify the shape ${(verified - built).toFixed(0)} ms`,
);
console.log(
  `process ${megabytes(peak.rss)} MB; heap and arrays grew by ${megabytes(held(peak) - held(before))} MB, ${collect === undefined ? "" : `${megabytes(held(after) - held(before))} MB kept`}`,
);
