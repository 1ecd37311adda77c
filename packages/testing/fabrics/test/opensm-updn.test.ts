import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sequential } from "@fabriclab/addressing-sequential";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { readTables } from "@fabriclab/formats-opensm";
import {
  channelDependencies,
  components,
  hopsTo,
  UNREACHABLE,
} from "@fabriclab/paths";
import { parseOptions } from "@fabriclab/spec";
import { sharedFile } from "@fabriclab/testing-golden";
import type { SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { irregularFabric, opensmUpDown } from "../src/index.ts";

/** What OpenSM 3.3.23 made of simulated fabrics; skipped where absent. */
const oracle = sharedFile("oracle");

describe.skipIf(oracle === undefined)("OpenSM's rule of updn, restated", () => {
  it.each(["ft_4p3t", "ft_8p2t", "ft_8p3t", "mesh_4x4", "torus_4x4", "irr_15"])(
    "gives the tables that OpenSM gave %s, entry by entry",
    (name) => {
      const folder = join(oracle ?? "", name);
      const read = (...path: string[]) => readFileSync(join(folder, ...path));
      const { fabric } = readIbnetdiscover(
        read("ibnetdiscover.txt").toString("utf8"),
      );
      const dumped = readTables(
        {
          "lfts.dump": gunzipSync(read("updn_roots", "lfts.dump.gz")).toString(
            "utf8",
          ),
          "guid2lid.txt": read("updn_roots", "guid2lid.txt").toString("utf8"),
        },
        fabric,
      );
      const roots = read(`${name}.roots`)
        .toString("utf8")
        .trim()
        .split(/\s+/)
        .map((guid) => fabric.findGuid(BigInt(guid)) as number as SwitchIx);
      expect(opensmUpDown(fabric, dumped.lids, roots).lft).toEqual(dumped.lft);
    },
  );
});

describe("irregular fabrics", () => {
  const options = { switches: 12, ports: 5, extraLinks: 6, seed: 3 };
  const fabric = irregularFabric(options);

  it("are connected and have the cables that were asked for", () => {
    // 12 hosts, 11 cables of the tree, 6 more
    expect([fabric.hostCount, fabric.linkCount]).toEqual([12, 12 + 11 + 6]);
    expect(hopsTo(fabric, 0 as SwitchIx)).not.toContain(UNREACHABLE);
  });

  it("are the same for the same seed", () => {
    expect(irregularFabric(options)).toEqual(fabric);
    expect(irregularFabric({ ...options, seed: 4 }).portPeer).not.toEqual(
      fabric.portPeer,
    );
  });
});

// oracle/README §6.1: with the restated rule, loops are rare on 15 switches with 9 extra cables and frequent on 30 switches with 40
describe("OpenSM's rule of updn", () => {
  it("closes credit loops on some irregular fabrics, and on most dense ones", () => {
    const looping = (switches: number, ports: number, extraLinks: number) =>
      Array.from({ length: 30 }, (_, seed) =>
        irregularFabric({ switches, ports, extraLinks, seed }),
      ).filter((fabric) => {
        const lids = sequential.assign(fabric, parseOptions(sequential, {}));
        const tables = opensmUpDown(fabric, lids, [0 as SwitchIx]);
        const graph = channelDependencies(fabric, tables);
        return components(graph).cyclic.length > 0;
      }).length;
    const sparse = looping(15, 5, 9);
    const dense = looping(30, 6, 40);
    expect(sparse).toBeLessThan(10);
    expect(dense).toBeGreaterThan(sparse);
  });
});
