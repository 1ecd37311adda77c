import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Fabric } from "@fabriclab/spec";
import { filesOfTar, sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { OPENED_TABLES } from "../src/shared/protocol.ts";
import type { Setup } from "../src/shared/setup.ts";
import { Session } from "../src/worker/session.ts";
import { openFiles } from "../src/worker/uploads.ts";
import { pathView } from "../src/worker/ways.ts";

/** `0008f105…:12` (node and port) -> the other end of the cable, as ibnetdiscover prints it. */
function cablesOf(text: string): ReadonlyMap<string, string> {
  const cables = new Map<string, string>();
  let node = "";
  for (const line of text.split("\n")) {
    node = /^(?:Switch|Ca)\s*\d+ "[SH]-(\w+)"/.exec(line)?.[1] ?? node;
    const [, port, peer, there] =
      /^\[(\d+)\](?:\(\w+\))?\s*"[SH]-(\w+)"\[(\d+)\]/.exec(line) ?? [];
    if (port !== undefined)
      cables.set(`${node}:${port}`, `${peer ?? ""}:${there ?? ""}`);
  }
  return cables;
}

/** What OpenSM dumped: switch -> LID -> port, and the LID of each host's port. */
function tablesOf(dump: string): {
  readonly ports: ReadonlyMap<string, ReadonlyMap<number, string>>;
  readonly lids: ReadonlyMap<string, number>;
} {
  const ports = new Map<string, Map<number, string>>();
  const lids = new Map<string, number>();
  let table = new Map<number, string>();
  for (const line of dump.split("\n")) {
    const sw = /of switch Lid \d+ guid 0x(\w+)/.exec(line)?.[1];
    if (sw !== undefined) ports.set(sw, (table = new Map<number, string>()));
    const [, lid, port, guid] =
      /^0x(\w+) (\d+) # (?:Channel Adapter portguid 0x(\w+))?/.exec(line) ?? [];
    if (lid === undefined) continue;
    table.set(Number.parseInt(lid, 16), String(Number(port)));
    if (guid !== undefined) lids.set(guid, Number.parseInt(lid, 16));
  }
  return { ports, lids };
}

/** Sending ports of a path, followed by hand: from a host's port by the cables and the dumped tables. */
function followed(
  from: string,
  lid: number,
  cables: ReadonlyMap<string, string>,
  ports: ReadonlyMap<string, ReadonlyMap<number, string>>,
): string[] {
  const path = [from];
  for (
    let at = cables.get(from);
    path.length < 40;
    at = cables.get(path.at(-1)!)
  ) {
    const sw = at?.split(":")[0] ?? "";
    const table = ports.get(sw);
    if (table === undefined) return path;
    path.push(`${sw}:${table.get(lid) ?? "none"}`);
  }
  return path;
}

const hex = (guid: bigint): string => guid.toString(16).padStart(16, "0");

const portOf = (fabric: Fabric, port: number): string => {
  const node = fabric.portNode[port]!;
  return `${hex(fabric.nodeGuid[node]!)}:${port - fabric.portStart[node]! + 1}`;
};

/** The GUID that ibsim, on which OpenSM ran, gives a host's port: the node's and the port's number. */
function simulatedGuid(fabric: Fabric, endport: number): string {
  const port = fabric.endportPort[endport]!;
  const node = fabric.portNode[port]!;
  return hex(
    fabric.nodeGuid[node]! + BigInt(port - fabric.portStart[node]! + 1),
  );
}

/** Pairs of hosts whose paths are held against each other. */
const PAIRS = 400;

/** The paths that the page shows of pairs spread evenly over all, beside those that were followed by hand. */
async function compare(
  topology: string,
  dump: string,
  design: Setup,
): Promise<{ readonly shown: string[][]; readonly due: string[][] }> {
  const text = readFileSync(topology, "utf8");
  const name = basename(topology);
  const isOpened = design["routing"] === undefined;
  const encoded = (value: string): ArrayBuffer =>
    new TextEncoder().encode(value).buffer;
  openFiles(
    [
      { name, bytes: encoded(text) },
      ...(isOpened ? [{ name: "opensm-lfts.dump", bytes: encoded(dump) }] : []),
    ],
    OPENED_TABLES,
  );
  const session = new Session();
  const routed = session.route({
    topology: { kind: "file", path: name },
    switch: "relay",
    traffic: [{ kind: "poisson", load: 0.3, size: "256B", pattern: "uniform" }],
    seed: 1,
    ...design,
  });
  const { fabric } = routed;
  const cables = cablesOf(text);
  const { ports, lids } = tablesOf(dump);
  const hosts: number[] = [];
  for (let one = fabric.switchCount; one < fabric.endportCount; one++)
    if (lids.has(simulatedGuid(fabric, one))) hosts.push(one);
  const all = hosts.length ** 2;
  const [shown, due]: [string[][], string[][]] = [[], []];
  for (let k = 0; k < PAIRS; k++) {
    const pair = Math.floor((k * all) / PAIRS);
    const source = hosts[Math.floor(pair / hosts.length)]!;
    const destination = hosts[(pair + k) % hosts.length]!;
    if (source === destination) continue;
    const { end, steps } = pathView(routed, source, destination);
    expect(end).toBe("delivered");
    shown.push(steps.map(({ channel }) => portOf(fabric, channel)));
    due.push(
      followed(
        portOf(fabric, fabric.endportPort[source]!),
        lids.get(simulatedGuid(fabric, destination))!,
        cables,
        ports,
      ),
    );
  }
  return { shown, due };
}

const tarred = (path: string): string => {
  const files = filesOfTar(gunzipSync(readFileSync(path)));
  return [...files].find(([file]) => file.endsWith("opensm-lfts.dump"))![1];
};

const opened: Setup = { tables: { kind: "dump", path: OPENED_TABLES } };

describe.skipIf(sharedFile("fabrics") === undefined)(
  "paths that the playground shows, beside OpenSM's tables and the cables followed by hand",
  () => {
    it.each([
      ["qdr-irregular-11sw", "updn_roots"],
      ["qdr-irregular-11sw", "lash"],
      ["ndr-dgx-40sw", "minhop"],
      ["ndr-dgx-40sw", "ftree_roots_cn"],
    ])("%s with the tables of %s", async (fabric, engine) => {
      const { shown, due } = await compare(
        sharedFile(`fabrics/${fabric}.ibnetdiscover`)!,
        tarred(
          sharedFile(`fabrics/opensm-3.3.23/${fabric}/${engine}.dump.tgz`)!,
        ),
        opened,
      );
      expect(shown.length).toBeGreaterThan(PAIRS / 2);
      expect(shown).toEqual(due);
    });

    it.each([
      ["ft_8p3t", "minhop"],
      ["torus_4x4", "minhop"],
      ["irr_15", "minhop"],
      ["ft_8p3t", "ftree"],
    ])("%s routed by our %s", async (fabric, engine) => {
      const { shown, due } = await compare(
        sharedFile(`oracle/${fabric}/ibnetdiscover.txt`)!,
        gunzipSync(
          readFileSync(sharedFile(`oracle/${fabric}/${engine}/lfts.dump.gz`)!),
        ).toString(),
        { addressing: "opensm", routing: engine },
      );
      expect(shown.length).toBeGreaterThan(PAIRS / 2);
      expect(shown).toEqual(due);
    });
  },
);
