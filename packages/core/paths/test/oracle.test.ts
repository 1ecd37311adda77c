import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { channelDependencies, findCycle, PathWalker } from "@fabriclab/paths";
import { lidTable, type ForwardingTables } from "@fabriclab/spec";
import { sharedFile } from "@fabriclab/testing-golden";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";

/**
 * OpenSM's own tables (LFTs, path SLs), with what an independent script and ibdmchk found in them: hop histogram, unreachable pairs, busiest channel, and
 * whether the channel-dependency graph has a cycle, with the SLs and without.
 */
interface Verdict {
  readonly topology: string;
  readonly variant: string;
  readonly unreachable: number;
  readonly hops: Record<string, number>;
  readonly busiest: number;
  readonly withSl: string;
  readonly withoutSl: string;
}

const path = sharedFile("oracle/verdicts.tsv");
const read = (file: string): string =>
  readFileSync(sharedFile(`oracle/${file}`) ?? "", "utf8");

const verdicts: Verdict[] =
  path === undefined
    ? []
    : readFileSync(path, "utf8")
        .split("\n")
        .slice(1)
        .map((line) => line.split("\t"))
        .filter(
          (cells) =>
            cells[2] === "True" &&
            sharedFile(`oracle/${cells[0] ?? ""}/${cells[1] ?? ""}/lft.txt`) !==
              undefined &&
            !/_lmc|torus/.test(cells[1] ?? ""),
        )
        .map(
          ([
            topology = "",
            variant = "",
            ,
            unreachable,
            hops,
            busiest,
            ,
            withSl = "",
            withoutSl = "",
          ]) => ({
            topology,
            variant,
            unreachable: Number(unreachable),
            hops: JSON.parse(hops ?? "{}") as Record<string, number>,
            busiest: Number(busiest),
            withSl,
            withoutSl,
          }),
        );

function tablesOf(topology: string, variant: string) {
  const { fabric } = readIbnetdiscover(read(`${topology}/ibnetdiscover.txt`));
  const byGuid = new Map<string, number>();
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    const port = fabric.endportPort[endport] ?? -1;
    byGuid.set(
      String(
        port < 0
          ? fabric.nodeGuid[fabric.endportNode[endport] ?? -1]
          : fabric.portGuid[port],
      ),
      endport,
    );
  }
  const base = new Uint16Array(fabric.endportCount);
  for (const line of read(`${topology}/${variant}/guid2lid.txt`).split("\n")) {
    const [, guid, lid] = /^(0x[0-9a-f]+) (\d+)/.exec(line) ?? [];
    if (guid !== undefined)
      base[byGuid.get(String(BigInt(guid))) ?? -1] = Number(lid);
  }
  const lids = lidTable(base, new Uint8Array(base.length));
  const lft = Array.from({ length: fabric.switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  for (const line of read(`${topology}/${variant}/lft.txt`).split("\n")) {
    const [, guid, ports] = /^\d+ (0x[0-9a-f]+) .*? : (.*)$/.exec(line) ?? [];
    if (guid === undefined) continue;
    const sw = byGuid.get(String(BigInt(guid))) ?? -1;
    for (const [i, port] of (ports ?? "").split(" ").entries())
      if (port !== "-") (lft[sw] ?? new Uint8Array())[i + 1] = Number(port);
  }
  const sls = new Map<string, number>();
  if (sharedFile(`oracle/${topology}/${variant}/pathsl.txt`) !== undefined) {
    const lines = read(`${topology}/${variant}/pathsl.txt`).split("\n");
    const columns = (/LIDs: (.*)$/.exec(lines[0] ?? "")?.[1] ?? "").split(" ");
    for (const line of lines.slice(1)) {
      const [source, row] = line.split(": ");
      for (const [i, sl] of (row ?? "").split(" ").entries())
        if (sl !== "-") sls.set(`${source} ${columns[i]}`, Number(sl));
    }
  }
  const tables: ForwardingTables = {
    lids,
    lft,
    lanes: 8,
    engine: variant,
    pathLid: (_, destination) => (base[destination] ?? 0) as Lid,
    pathSl: (source, destination) =>
      (sls.get(`${base[source]} ${base[destination]}`) ?? 0) as Sl,
  };
  return { fabric, tables };
}

describe("OpenSM's tables", () => {
  it.skipIf(path === undefined)("are there to be read", () => {
    expect(verdicts.length).toBeGreaterThan(30);
  });

  it.each(
    verdicts.map(
      (verdict) => [verdict.topology, verdict.variant, verdict] as const,
    ),
  )(
    "%s by %s: same hops, busiest channel and cycles as the independent check",
    (topology, variant, verdict) => {
      const { fabric, tables } = tablesOf(topology, variant);
      const walker = new PathWalker(fabric, tables);
      const hops: Record<string, number> = {};
      const routes = new Int32Array(fabric.portCount);
      let unreachable = 0;
      for (
        let source = fabric.switchCount;
        source < fabric.endportCount;
        source++
      ) {
        for (
          let destination = fabric.switchCount;
          destination < fabric.endportCount;
          destination++
        ) {
          if (source === destination) continue;
          if (
            walker.walk(
              source as EndportIx,
              tables.pathLid(source as EndportIx, destination as EndportIx),
            ) !== "delivered"
          )
            unreachable += 1;
          hops[walker.length - 1] = (hops[walker.length - 1] ?? 0) + 1;
          for (const channel of walker.channels.subarray(1, walker.length - 1))
            routes[channel] = (routes[channel] ?? 0) + 1;
        }
      }
      expect(unreachable).toBe(verdict.unreachable);
      expect(hops).toEqual(verdict.hops);
      expect(Math.max(...routes)).toBe(verdict.busiest);
      const word = (found: ForwardingTables): string =>
        findCycle(channelDependencies(fabric, found)) === undefined
          ? "acyclic"
          : "cyclic";
      expect(word(tables)).toBe(
        verdict.withSl.startsWith("acyclic") ? "acyclic" : "cyclic",
      );
      if (verdict.withoutSl !== "None")
        expect(word({ ...tables, pathSl: () => 0 as Sl })).toBe(
          verdict.withoutSl.startsWith("acyclic") ? "acyclic" : "cyclic",
        );
    },
  );
});
