import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sequential } from "@fabriclab/addressing-sequential";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { writeGuid2lid, writeLfts } from "@fabriclab/formats-opensm";
import { parseOptions } from "@fabriclab/spec";
import { irregularFabric, opensmUpDown } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { transcript } from "./transcript.ts";

const folder = join(import.meta.dirname, "../../docs/findings/opensm-updn");

/** The files beside the document, by the rule that they are said to follow. `REGEN=1` writes them anew. */
function files(): Map<string, string> {
  const fabric = irregularFabric({
    switches: 9,
    ports: 4,
    extraLinks: 4,
    seed: 5,
  });
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const tables = opensmUpDown(fabric, lids, [0 as SwitchIx]);
  return new Map([
    ["irregular.topo", writeIbnetdiscover(fabric)],
    [
      "roots.txt",
      "# the root of up/down: one of the switches nearest to all others\ns0\n",
    ],
    ["tables/opensm-lfts.dump", writeLfts(fabric, tables)],
    ["tables/guid2lid", writeGuid2lid(fabric, lids, false)],
  ]);
}

describe("the fabric on which OpenSM's up/down loops", () => {
  it.each([...files()])("is in %s as it was made", (name, text) => {
    const file = join(folder, name);
    if (process.env["REGEN"] === "1") {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

transcript("findings/opensm-updn.md", (into) => {
  cpSync(folder, join(into, "opensm-updn"), { recursive: true });
});

transcript("findings/shared-lane-multicast.md");
