import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx, Sl } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readCaOrder,
  readGroups,
  readGuid2lid,
  readGuidList,
  readLfts,
  readLidMatrix,
  readMcfdbs,
  readNodeNameMap,
  readPathSl,
  readQosOptions,
  readSl2vl,
  readTables,
  writeTables,
} from "../src/index.ts";
import { damage, pieces, soup } from "./damage.ts";

// IBFT(4,2): every port is cabled. LMC 1, two lanes with VL arbitration, hosts that send by SL bit 3, a group.
const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));

function original(): ForwardingTables {
  const lids = multipleLid.assign(fabric, parseOptions(multipleLid, {}));
  const routing = cyclic.create({ fabric, lids }, {}) as RoutingRule;
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );
  const groups = [
    {
      id: 0,
      name: "some",
      members: hosts.slice(1, 6),
      sources: hosts.slice(2),
    },
  ];
  const context = { fabric, lids, routing, routingName: "cyclic", groups };
  const unicast = linear.build(context, {});
  return {
    ...unicast,
    lanes: 2,
    sl2vl: keptLanes(),
    pathSl: (source, destination) =>
      ((source + destination) % 3 === 0 ? 8 : 1) as Sl,
    hostSl2vl: Uint8Array.from({ length: 16 }, (_, sl) => sl >> 3),
    vlArb: {
      high: [{ vl: 0, weight: 17 }],
      low: [
        { vl: 1, weight: 64 },
        { vl: 0, weight: 0 },
      ],
      highLimit: 8,
    },
    multicast: multicastUnion.build(
      context,
      parseOptions(multicastUnion, { plan: "perSource" }),
    ),
  };
}

/** Every packet keeps the lane of its SL, 0 or 1; nothing leaves by port 0. */
function keptLanes(): Uint8Array[] {
  return Array.from({ length: fabric.switchCount }, () =>
    Uint8Array.from({ length: 5 * 5 * 16 }, (_, at) =>
      Math.floor(at / 16) % 5 === 0 ? 15 : (at % 16) >> 3,
    ),
  );
}

const tables = original();
const files = writeTables(fabric, tables);

/** All that tables say, as plain values. */
function said(given: ForwardingTables): unknown {
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );
  const { lids, lft, lanes, sl2vl, hostSl2vl, vlArb, multicast } = given;
  return {
    lids,
    lft,
    lanes,
    sl2vl,
    hostSl2vl,
    vlArb,
    paths: hosts.map((s) =>
      hosts
        .filter((d) => d !== s)
        .map((d) => [given.pathLid(s, d), given.pathSl(s, d)]),
    ),
    masks: multicast?.masks,
    groups: multicast?.groups.map((group) => ({
      ...group,
      name: group.name.replace(/\s/g, " "),
      mlids: group.sources.map((source) => multicast.mlids(source, group.id)),
    })),
  };
}

/** Runs a reader: what it gives, or undefined where it refuses as it should. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    expect(error.code).toMatch(/^E_(OPENSM|SPEC|TABLES)_/);
    if (error.code.startsWith("E_OPENSM")) expect(error.message).toBeTruthy();
    return undefined;
  }
}

const names = Object.keys(files);

describe("the files of a folder", () => {
  it("are read as they were written, whole or in pieces of any size", () => {
    expect(said(readTables(files, fabric))).toEqual(said(tables));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (most) => {
        const cut = Object.fromEntries(
          Object.entries(files).map(([name, text]) => [
            name,
            pieces(text, most),
          ]),
        );
        const again = readTables(cut, fabric);
        expect(said(again)).toEqual(said(tables));
        expect(again.notes).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it("if damaged, are refused, or read as tables that are written and read again as the same", () => {
    let read = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 300 }),
        (name, damages, most) => {
          const text = damages.reduce(
            (before, one) => one(before),
            files[name] ?? "",
          );
          const given = { ...files, [name]: text };
          const first = attempt(() => readTables(given, fabric));
          const inPieces = attempt(() =>
            readTables({ ...files, [name]: pieces(text, most) }, fabric),
          );
          expect(inPieces === undefined).toBe(first === undefined);
          if (first === undefined || inPieces === undefined) {
            refused++;
            return;
          }
          read++;
          expect(said(inPieces)).toEqual(said(first));
          const again = readTables(writeTables(fabric, first), fabric);
          expect(said(again)).toEqual(said(first));
        },
      ),
      { numRuns: 800 },
    );
    expect(read).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  });
});

/** Every reader with the kind of file that it is for. */
const READERS: readonly [string, string, (text: string) => unknown][] = [
  ["readLfts", files["opensm-lfts.dump"] ?? "", (t) => readLfts(t, fabric)],
  [
    "readLfts (routes)",
    routes(fabric),
    (t) => readLfts(t, fabric, "opensm.fdbs"),
  ],
  ["readGuid2lid", files["guid2lid"] ?? "", (t) => readGuid2lid(t, fabric)],
  ["readMcfdbs", files["opensm.mcfdbs"] ?? "", (t) => readMcfdbs(t, fabric)],
  ["readQosOptions", files["opensm-qos.conf"] ?? "", (t) => readQosOptions(t)],
  ["readSl2vl", files["opensm-sl2vl.dump"] ?? "", (t) => readSl2vl(t, fabric)],
  [
    "readPathSl",
    matrix(),
    (t) => readPathSl(t, tables.lids, "path-sl.tsv", fabric),
  ],
  [
    "readGroups",
    files["multicast-groups.tsv"] ?? "",
    (t) => readGroups(t, fabric, { firstMlid: 0, mlidCount: 9 }),
  ],
  [
    "readGuidList",
    "# roots\n0x200000\n0x200001 # second\n\n0x100000\n",
    (t) => readGuidList(t, fabric),
  ],
  [
    "readLidMatrix",
    "Switch: guid 0x0000000000200000\n0x0001: 00 02 ff ff 01 # portguid 0x0000000000200000\n",
    (t) => readLidMatrix(t, fabric),
  ],
  [
    "readCaOrder",
    `0xFFFF\tDUMMY\n0x${(tables.lids.baseLid[6] ?? 0).toString(16)}\tH\n`,
    (t) => readCaOrder(t, fabric, tables.lids),
  ],
  [
    "readNodeNameMap",
    '# map\n0x200000 "leaf #1"\nS-0000000000200001 spine\n',
    (t) => readNodeNameMap(t),
  ],
];

/** All three dialects of path SLs in one file. */
function matrix(): string {
  const [a, b, c] = [6, 7, 8].map((endport) => tables.lids.baseLid[endport]);
  return `${a} ${b} 2\n# to: ${a} ${b} ${c}\n${b}: 0 - 2\n0x0000000000100000 ${c} 1\n`;
}

function routes(of: Fabric): string {
  return Array.from(
    { length: of.switchCount },
    (_, sw) =>
      `dump_ucast_routes: Switch 0x${of.nodeGuid[sw]?.toString(16) ?? ""}\nLID    : Port : Hops : Optimal\n0x0001 : 001  : 02   : yes\n0x0002 : 002  : 00   : No 1 hop path possible via port 1!\n0x0003 : UNREACHABLE\n`,
  ).join("\n");
}

describe.each(READERS)("%s", (_, text, read) => {
  it("reads its file", () => {
    expect(() => read(text)).not.toThrow();
  });

  it("reads or refuses whatever bytes it is given", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        attempt(() => read(new TextDecoder("latin1").decode(bytes)));
      }),
      { numRuns: 300 },
    );
  });

  it("reads or refuses whatever its words are put together to", () => {
    fc.assert(
      fc.property(soup(text), (words) => {
        attempt(() => read(words));
      }),
      { numRuns: 400 },
    );
  });

  // Each would take hours if reading were quadratic in the length of a line.
  it.each([
    "0",
    " ",
    "\r",
    "\t",
    ":",
    "0x1 ",
    "1 2 ",
    "Lid 1 ",
    "guid 0x",
    "# 1 : 2 ",
    "portguid ",
    '"',
    ",",
  ])("reads or refuses long lines of %j at once", (word) => {
    const long = word.repeat(Math.ceil(3e5 / word.length));
    const first = text.split("\n")[0] ?? "";
    for (const line of [
      long,
      `${first}${long}`,
      `${first}\n${long}`,
      `${first}\n0x0001 ${long}`,
      `${first}\n0x0001 : ${long}`,
      `${first.slice(0, 20)}${long}`,
    ])
      attempt(() => read(`${line}\n`));
  });
});

describe("a line without end", () => {
  it("is refused after a megabyte, and no more is read", () => {
    let given = 0;
    function* endless(): Generator<Uint8Array> {
      for (;;) {
        given++;
        yield new Uint8Array(2 ** 16).fill(48);
      }
    }
    expect(() => readLfts(endless(), fabric)).toThrow(
      /in no dialect of the file/,
    );
    expect(given).toBe(17);
  });
});
