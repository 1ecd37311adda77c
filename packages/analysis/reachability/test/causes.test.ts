import { FabricBuilder } from "@fabriclab/fabric";
import {
  endportName,
  lidTable,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { auditUnicast, type Cause } from "../src/index.ts";

/** `A-a-b-c-d-D`: four switches in a row, port 1 to the left, 2 to the right, 3 to a host, 4 free. */
function row(): Fabric {
  const builder = new FabricBuilder("row");
  const switches = ["a", "b", "c", "d"].map((name) =>
    builder.addSwitch(name, 4),
  );
  for (const [i, sw] of switches.entries()) {
    const next = switches[i + 1];
    if (next !== undefined) builder.connect(sw, 2, next, 1);
    builder.connect(sw, 3, builder.addHost("ABCD".charAt(i)), 1);
  }
  return builder.build();
}

/** Tables by which hosts have the LIDs 1, 2, …; `port` says where a switch sends those of a host. */
function tablesOf(
  fabric: Fabric,
  port: (sw: number, host: number) => number,
): ForwardingTables {
  const { switchCount, hostCount } = fabric;
  const lids = lidTable(
    Uint16Array.from({ length: switchCount + hostCount }, (_, endport) =>
      Math.max(0, endport - switchCount + 1),
    ),
    new Uint8Array(switchCount + hostCount),
  );
  return {
    lids,
    lft: Array.from({ length: switchCount }, (_, sw) =>
      Uint8Array.from({ length: hostCount + 1 }, (_entry, lid) =>
        lid === 0 ? NO_PORT : port(sw, lid - 1),
      ),
    ),
    lanes: 1,
    engine: "drawn",
    pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
    pathSl: () => 0 as Sl,
  };
}

const fabric = row();
const [b, c, d] = ["b", "c", "d"].map(
  (name) => fabric.findNode(name) ?? -1,
) as [number, number, number];
const D = 3;

/** Right tables of the row but for some entries for the LID of a host, switch -> port. */
const but = (
  wrong: Readonly<Record<number, number>>,
  host: (number: number) => boolean = (one) => one === D,
): ForwardingTables =>
  tablesOf(fabric, (sw, to) =>
    host(to) && wrong[sw] !== undefined
      ? wrong[sw]
      : to === sw
        ? 3
        : to < sw
          ? 1
          : 2,
  );

const causesOf = (tables: ForwardingTables, of = fabric): readonly Cause[] =>
  auditUnicast(of, tables).causes;

const lidOfD = { lid: D + 1, owner: fabric.switchCount + D, cycle: undefined };

describe("the cause of unreachable pairs", () => {
  it("is none where all arrive", () => {
    expect(causesOf(but({}))).toEqual([]);
  });

  it("is an entry that is not there, with the port towards a neighbour that delivers", () => {
    // A and B cannot reach D: over b, c and d they would
    const mend = { ports: [2], node: c, arrives: true, switches: 3 };
    expect(causesOf(but({ [b]: NO_PORT }))).toEqual([
      {
        fault: "no-entry",
        node: b,
        port: NO_PORT,
        pairs: 2,
        lids: 1,
        entries: [{ ...lidOfD, pairs: 2, mend }],
      },
    ]);
  });

  it.each([
    ["an uncabled port", 4, "not-cabled"],
    ["a port that the switch does not have", 5, "no-such-port"],
    ["somebody else's port", 3, "wrong-endport"],
    ["the switch itself", 0, "wrong-endport"],
  ] as const)("is an entry that names %s", (_, port, fault) => {
    const mend = { ports: [2], node: d, arrives: true, switches: 2 };
    expect(causesOf(but({ [c]: port }))).toEqual([
      {
        ...{ fault, node: c, port, pairs: 3, lids: 1 },
        entries: [{ ...lidOfD, pairs: 3, mend }],
      },
    ]);
  });

  it("is, of a cycle, the entry that leads away, not the one that leads back", () => {
    const host = fabric.endportNode[fabric.switchCount + D];
    const mend = { ports: [3], node: host, arrives: true, switches: 1 };
    const cycle = { switches: [d, c], others: [] };
    expect(causesOf(but({ [d]: 1 }))).toEqual([
      {
        ...{ fault: "loop", node: d, port: 1, pairs: 3, lids: 1 },
        entries: [{ ...lidOfD, pairs: 3, mend, cycle }],
      },
    ]);
    expect(causesOf(but({ [c]: 1 }))[0]).toMatchObject({
      ...{ node: c, port: 1 },
      entries: [{ mend: { ports: [2] }, cycle: { switches: [c, b] } }],
    });
  });

  it("names the other entries of a cycle that lead away, too, behind one by which packets would arrive", () => {
    // All six send on to the next one, the host's own switch as well: up to the far side of the ring each of them leads away
    const six = ring(6);
    const names: number[] = ["a", "b", "c", "d", "e", "f"].map(
      (name) => six.findNode(name) ?? -1,
    );
    const towards = (sw: number): number => {
      const start = six.portStart[sw] ?? 0;
      const next = names[(names.indexOf(sw) + 1) % 6];
      return (
        [1, 2, 3].find(
          (num) => six.portNode[six.portPeer[start + num - 1] ?? -1] === next,
        ) ?? 0
      );
    };
    const own = (sw: number): number =>
      six.attachment((six.switchCount + sw) as EndportIx)?.num ?? 0;
    const found = causesOf(
      tablesOf(six, (sw, host) =>
        host === sw && host !== names[0] ? own(sw) : towards(sw),
      ),
      six,
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      fault: "loop",
      node: names[0],
      pairs: 5,
      entries: [
        {
          mend: { ports: [own(names[0] ?? 0)] },
          cycle: { switches: names, others: [names[1], names[2]] },
        },
      ],
    });
  });

  it("is a cable that is not there, for all LIDs that go by its port", () => {
    // c sends those of both its neighbours to the right by the free port: A, B and C miss D, and A, B and D miss C
    const [found, ...others] = causesOf(but({ [c]: 4 }, (host) => host >= 2));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ node: c, port: 4, pairs: 6, lids: 2 });
    expect(found?.entries.map(({ lid, pairs }) => [lid, pairs])).toEqual([
      [3, 3],
      [4, 3],
    ]);
  });

  it("gives a shortest way where no neighbour delivers", () => {
    // neither b nor c has an entry: A's and B's packets end at b, C's at c
    const found = causesOf(but({ [b]: NO_PORT, [c]: NO_PORT }));
    expect(found.map(({ node, pairs }) => [node, pairs])).toEqual([
      [b, 2],
      [c, 1],
    ]);
    expect(found.map(({ entries }) => entries[0]?.mend)).toEqual([
      { ports: [2], node: c, arrives: false, switches: 3 },
      { ports: [2], node: d, arrives: true, switches: 2 },
    ]);
  });
});

it("says which entry of a forwarding loop leads away, though no pair meets it", () => {
  // c sends A's packets back to d; of A and B, who alone are followed, none comes there
  const tables = but({ [c]: 2 }, (host) => host === 0);
  const { forwardingLoops, causes } = auditUnicast(fabric, tables, {
    endports: [0, 1].map((host) => (fabric.switchCount + host) as EndportIx),
  });
  expect(causes).toEqual([]);
  const mend = { ports: [1], node: b, arrives: true, switches: 3 };
  expect(forwardingLoops).toEqual([
    { lid: 1, switches: [c, d], blamed: c, mend },
  ]);
});

describe("examples of unreachable pairs", () => {
  const named = (tables: ForwardingTables, examples: number): string[] =>
    auditUnicast(fabric, tables, { examples }).unreachable.examples.map(
      ({ source, destination }) =>
        `${endportName(fabric, source)}${endportName(fabric, destination)}`,
    );

  it("are of as many causes as there is room for, the one with most pairs first", () => {
    // c hands D's packets to C (three pairs), and forgets A (C and D miss it)
    const tables = tablesOf(fabric, (sw, to) =>
      to === D && sw === c
        ? 3
        : to === 0 && sw === c
          ? NO_PORT
          : to === sw
            ? 3
            : to < sw
              ? 1
              : 2,
    );
    expect(named(tables, 1)).toEqual(["AD"]);
    expect(named(tables, 2)).toEqual(["AD", "CA"]);
    expect(named(tables, 3)).toEqual(["AD", "BD", "CA"]);
    expect(named(tables, 9)).toEqual(["AD", "BD", "CD", "CA", "DA"]);
  });

  it("are of different LIDs, where one cause concerns several", () => {
    const tables = but({ [c]: 4 }, (host) => host >= 2);
    expect(named(tables, 2)).toEqual(["AC", "AD"]);
    expect(named(tables, 0)).toEqual([]);
  });
});

it("keeps no more entries of a cause than asked for, and counts all", () => {
  const tables = but({ [c]: 4 }, (host) => host >= 2);
  const [found] = auditUnicast(fabric, tables, { entries: 1 }).causes;
  expect(found).toMatchObject({ lids: 2, pairs: 6 });
  expect(found?.entries).toHaveLength(1);
});
