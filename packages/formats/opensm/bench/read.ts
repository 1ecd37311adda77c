/**
 * Writes the dumps of a fat tree into a folder for once, and reads them: `node --conditions=fabriclab-source bench/read.ts ports=36 levels=3`.
 * Prints size, wall time, CPU time and megabytes per CPU second of each reader, and the peak of the resident memory.
 */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions, type ForwardingTables } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { Lid, Sl } from "@fabriclab/units";
import {
  lftsChunks,
  readGuid2lid,
  readLfts,
  readSl2vl,
  sl2vlOf,
  writeGuid2lid,
  writeSl2vl,
} from "../src/index.ts";

const options = { ports: 36, levels: 3 };
for (const argument of process.argv.slice(2)) {
  const [key, value] = argument.split("=");
  options[key as keyof typeof options] = Number(value);
}
const fabric = fatTree.build(parseOptions(fatTree, options));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
/** Ports that are no routing: reading does not care. */
const tables: ForwardingTables = {
  lids,
  lft: Array.from({ length: fabric.switchCount }, (_, sw) =>
    Uint8Array.from({ length: lids.topLid + 1 }, (__, lid) =>
      lids.baseLid[sw] === lid ? 0 : 1 + ((7 * lid + 3 * sw) % options.ports),
    ),
  ),
  lanes: 8,
  engine: "none",
  pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
  pathSl: () => 0 as Sl,
};

const folder = mkdtempSync(join(tmpdir(), "fabriclab-read-"));
try {
  measure("lfts", lftsChunks(fabric, tables), (bytes) =>
    readLfts(bytes, fabric),
  );
  measure(
    "sl2vl",
    [writeSl2vl(fabric, lids, sl2vlOf(fabric, tables))],
    (bytes) => readSl2vl(bytes, fabric),
  );
  measure("guid2lid", [writeGuid2lid(fabric, lids)], (bytes) =>
    readGuid2lid(bytes, fabric),
  );
} finally {
  rmSync(folder, { recursive: true });
}

function measure(
  name: string,
  text: Iterable<string>,
  read: (bytes: Iterable<Uint8Array>) => unknown,
): void {
  const file = join(folder, name);
  const descriptor = openSync(file, "w");
  for (const part of text) writeSync(descriptor, part);
  closeSync(descriptor);
  const megabytes = statSync(file).size / 1e6;
  for (let round = 0; round < 2; round++) {
    const before = process.cpuUsage();
    const start = performance.now();
    read(bytesOf(file));
    const wall = (performance.now() - start) / 1000;
    const used = process.cpuUsage(before);
    const cpu = (used.user + used.system) / 1e6;
    console.log(
      `${name} ${megabytes.toFixed(1)} MB: ${wall.toFixed(2)} s wall, ${cpu.toFixed(2)} s CPU, ${(megabytes / cpu).toFixed(0)} MB per CPU second, peak ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB resident`,
    );
  }
  rmSync(file);
}

function* bytesOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, "r");
  const chunk = new Uint8Array(2 ** 20);
  for (
    let length = readSync(descriptor, chunk);
    length > 0;
    length = readSync(descriptor, chunk)
  )
    yield chunk.subarray(0, length);
  closeSync(descriptor);
}
