import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { afterEach, describe, expect, it } from "vitest";
import { workFolder } from "./command.ts";
import { missingPrograms, Subnet } from "./opensm-subnet.ts";
import { done, entries } from "./way-back-tables.ts";

const folder = workFolder();
let subnet: Subnet | undefined;
afterEach(async () => {
  await subnet?.stop();
  subnet = undefined;
});

const PODS = 4;

/**
 * Two roots, four pods of two switches and three leaves. Two leaves of a pod have one host each and cables to the next such leaf: neighbours of equal rank. The
 * third has `hosts` hosts, so that the others miss some, and no such cables: OpenSM would sort its hosts by where it has them in memory.
 */
function pods(hosts: number): string {
  const builder = new FabricBuilder("pods");
  const roots = [0, 1].map((i) => builder.addSwitch(`root${i}`, 2 * PODS));
  const manager = builder.addHost("H-0000000000100000");
  const ring: NodeRef[] = [];
  for (let pod = 0; pod < PODS; pod++) {
    const middle = [0, 1].map((i) => {
      const sw = builder.addSwitch(`pod${pod}-${i}`, 5);
      for (const [at, root] of roots.entries())
        builder.connect(root, 2 * pod + i + 1, sw, at + 1);
      return sw;
    });
    for (let i = 0; i < 3; i++) {
      const leaf = builder.addSwitch(`leaf${pod}-${i}`, 5 + hosts);
      for (const [at, sw] of middle.entries())
        builder.connect(leaf, at + 1, sw, i + 3);
      for (let at = 0; at < (i < 2 ? 1 : hosts); at++)
        builder.connect(
          leaf,
          at + 5,
          pod + i + at === 0 ? manager : builder.addHost(`h${pod}-${i}-${at}`),
          1,
        );
      if (i < 2) ring.push(leaf);
    }
  }
  for (const [i, leaf] of ring.entries())
    builder.connect(leaf, 3, ring[(i + 1) % ring.length]!, 4);
  return writeIbnetdiscover(builder.build());
}

describe.skipIf(missingPrograms.length > 0)("the real OpenSM's own", () => {
  it.each([1, 2, 4])(
    "ftree routes as ours does, entry by entry, where leaves have cables to each other and some lack hosts that others have: %i",
    async (hosts) => {
      const net = folder.at(`${hosts}.topo`);
      writeFileSync(net, pods(hosts));
      const tables = folder.at(`${hosts}`);
      await done(
        ...["route", "--fabric", net, "--routing", "ftree", "-o", tables],
      );
      subnet = await Subnet.start(net);
      copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
      subnet.opensm("ftree");
      const ours = readFileSync(join(tables, "opensm-lfts.dump"), "utf8");
      expect(entries(subnet.read("opensm-lfts.dump"))).toEqual(entries(ours));
    },
  );
});
