import { FabricBuilder } from "@fabriclab/fabric";
import { flood } from "@fabriclab/paths";
import {
  portMaskWords,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
} from "@fabriclab/spec";
import {
  chain,
  fabricWithGroups,
  randomFabric,
  ring,
} from "@fabriclab/testing-fabrics";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { parseOptions } from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditMulticast, unsentMlids } from "../src/index.ts";

/** Tables of one MLID from `switch name -> ports`. */
function masks(
  fabric: Fabric,
  ports: Readonly<Record<string, readonly number[]>>,
  group: Omit<MulticastGroup, "id" | "name">,
): { multicast: MulticastTables } {
  const words = portMaskWords(fabric);
  const table = new Int32Array(fabric.switchCount * words);
  for (const [name, list] of Object.entries(ports))
    for (const num of list) {
      const at = (fabric.findNode(name) ?? 0) * words + (num >> 5);
      table[at] = (table[at] ?? 0) | (1 << (num & 31));
    }
  return {
    multicast: {
      groups: [{ id: 0, name: "drawn", ...group }],
      mlidCount: 1,
      firstMlid: 0,
      words,
      masks: table,
      plan: "drawn",
      mlids: () => [0xc000 as Mlid],
    },
  };
}

const hosts = (fabric: Fabric, names: string): EndportIx[] =>
  [...names].map(
    (name) => fabric.nodeEndport[fabric.findNode(name) ?? 0] as EndportIx,
  );

// A-a-b-c-C with B at b. Ports: a: 1 b, 2 A; b: 1 a, 2 c, 3 B; c: 1 b, 2 C
const row = chain(3);
const tree = { a: [1, 2], b: [1, 2, 3], c: [1, 2] };
const all = hosts(row, "ABC");

describe("multicast tables that are right", () => {
  it("reach every member once, and cost what the drawing shows", () => {
    const audits = auditMulticast(
      row,
      masks(row, tree, { members: all, sources: all }),
    );
    for (const audit of audits)
      expect(audit).toMatchObject({
        members: 2,
        missing: [],
        duplicated: [],
        strangers: [],
        loop: undefined,
        dead: 0,
        // the source's cable, two between switches, two to members
        crossings: 5,
        bound: { crossings: 5, kind: "exact", known: 5 },
      });
    expect(audits.map(({ depth }) => depth)).toEqual([3, 2, 3]);
  });
});

describe("multicast tables that are wrong", () => {
  const [audit] = auditMulticast(
    row,
    // b does not send to B but on to c, whose host has not joined
    masks(
      row,
      { ...tree, b: [1, 2] },
      { members: hosts(row, "AB"), sources: hosts(row, "A") },
    ),
  );

  it("miss members and reach strangers", () => {
    expect(audit?.missing).toEqual(hosts(row, "B"));
    expect(audit?.strangers).toEqual(hosts(row, "C"));
  });

  it("let copies die where the mask holds only the port they came by", () => {
    const [dying] = auditMulticast(
      row,
      masks(row, { ...tree, c: [1] }, { members: all, sources: all }),
    );
    expect(dying).toMatchObject({ dead: 1, missing: hosts(row, "C") });
  });

  // Ring a-b-c-d with hosts; a sends both ways, both meet at c
  const round = ring(4);
  const meeting = masks(
    round,
    { a: [1, 2, 3], b: [1, 2], d: [1, 2], c: [3] },
    { members: hosts(round, "C"), sources: hosts(round, "A") },
  );

  it("deliver twice, and the audit says where the copies part", () => {
    const [twice] = auditMulticast(round, meeting);
    expect(twice?.duplicated).toEqual([
      {
        member: hosts(round, "C")[0],
        copies: 2,
        parting: { node: round.findNode("a"), name: "a", ports: [1, 2] },
        meeting: { node: round.findNode("c"), name: "c", ports: [1, 2] },
      },
    ]);
    expect(twice?.loop).toBeUndefined();
  });

  it("are as deep as the longest way of any copy", () => {
    // Ring a-b-c-d-e: from a to c by b, 3 switches, and by e and d, 4
    const five = ring(5);
    const [twice] = auditMulticast(
      five,
      masks(
        five,
        { a: [1, 2, 3], b: [1, 2], c: [3], d: [1, 2], e: [1, 2] },
        { members: hosts(five, "C"), sources: hosts(five, "A") },
      ),
    );
    expect(twice?.duplicated.map(({ copies }) => copies)).toEqual([2]);
    expect(twice?.depth).toBe(4);
  });

  it("are a finding where the source has no cable", () => {
    const builder = new FabricBuilder("one off");
    const a = builder.addSwitch("a", 3);
    for (const [i, name] of ["A", "B"].entries())
      builder.connect(builder.addHost(name), 1, a, i + 1);
    builder.addHost("X");
    const loose = builder.build();
    const audits = auditMulticast(
      loose,
      masks(
        loose,
        { a: [1, 2] },
        { members: hosts(loose, "AB"), sources: hosts(loose, "AX") },
      ),
    );
    expect(audits).toMatchObject([
      { uncabled: false, missing: [], bound: { crossings: 2, known: 2 } },
      {
        uncabled: true,
        missing: hosts(loose, "AB"),
        crossings: 0,
        bound: { known: undefined },
      },
    ]);
  });

  it("miss nobody who is not asked for, and those are no strangers either", () => {
    const group = { members: all, sources: all };
    const withoutC = { ...tree, b: [1, 3] };
    const [whole] = auditMulticast(row, masks(row, withoutC, group));
    expect(whole?.missing).toEqual(hosts(row, "C"));
    for (const drawn of [withoutC, tree]) {
      const audits = auditMulticast(row, masks(row, drawn, group), {
        endports: hosts(row, "AB"),
      });
      expect(audits.map(({ source }) => source)).toEqual(hosts(row, "AB"));
      for (const audit of audits)
        expect(audit).toMatchObject({
          members: 1,
          missing: [],
          strangers: [],
          depth: 2,
          // A-a-b-B
          bound: { crossings: 3, known: 3 },
        });
    }
  });

  it("send copies round", () => {
    const [cycle] = auditMulticast(
      round,
      masks(
        round,
        { a: [1, 2, 3], b: [1, 2, 3], c: [1, 2, 3], d: [1, 2, 3] },
        { members: hosts(round, "BCD"), sources: hosts(round, "A") },
      ),
    );
    expect(cycle?.loop).toHaveLength(4);
    expect(cycle).toMatchObject({
      loopMlid: 0xc000,
      endless: hosts(round, "BCD"),
      // The sender's own packet comes back: it is no stranger, and nobody gets a number of copies.
      returned: true,
      strangers: [],
      duplicated: [],
      missing: [],
    });
  });

  it("send copies round behind one member, and on to another for ever", () => {
    // Members B and C: a's copies go to B once, and round b-c-d only where a has no cable set.
    const [cycle] = auditMulticast(
      round,
      masks(
        round,
        { a: [1, 2], b: [1, 2, 3], c: [1, 2], d: [1, 2] },
        { members: hosts(round, "BC"), sources: hosts(round, "A") },
      ),
    );
    expect(cycle).toMatchObject({
      endless: hosts(round, "B"),
      missing: hosts(round, "C"),
      returned: false,
    });
  });

  /** SL2VL tables of the row that lead SL 0 to VL 0, and SL 1 to VL 0, but nothing out of some ports. */
  const lanes = (...closed: readonly [sw: string, out: number, sl: number][]) =>
    Array.from({ length: row.switchCount }, (_, sw) => {
      const ports = (row.portStart[sw + 1] ?? 0) - (row.portStart[sw] ?? 0) + 1;
      const table = new Uint8Array(ports * ports * 16);
      for (const [name, out, sl] of closed)
        if (row.findNode(name) === sw)
          for (let from = 0; from < ports; from++)
            table[(from * ports + out) * 16 + sl] = 15;
      return table;
    });

  it("lose copies for whose SL there is no VL, and the audit says where", () => {
    const { multicast } = masks(row, tree, {
      members: all,
      sources: hosts(row, "A"),
    });
    const closed = { multicast, lanes: 1, sl2vl: lanes(["b", 2, 0]) };
    const [lost] = auditMulticast(row, closed);
    expect(lost).toMatchObject({
      missing: hosts(row, "C"),
      dead: 1,
      discards: [{ node: row.findNode("b"), name: "b", port: 2 }],
      // A's cable, a-b, and B's
      crossings: 3,
    });
    const [fine] = auditMulticast(row, closed, { multicastSl: 1 });
    expect(fine).toMatchObject({ missing: [], dead: 0, discards: [] });
  });

  it("are not reached by what a host's own table keeps it from sending", () => {
    const { multicast } = masks(row, tree, { members: all, sources: all });
    const hostSl2vl = new Uint8Array(row.endportCount * 16);
    const [A] = hosts(row, "A");
    hostSl2vl[(A ?? 0) * 16] = 15;
    const audits = auditMulticast(row, { multicast, lanes: 1, hostSl2vl });
    expect(audits.map(({ missing }) => missing)).toEqual([
      hosts(row, "BC"),
      [],
      [],
    ]);
    expect(audits[0]?.discards.map(({ name, port }) => [name, port])).toEqual([
      ["A", 1],
    ]);
  });

  it("deliver a message twice that is sent by two MLIDs, which part at the source", () => {
    const { multicast } = masks(row, tree, {
      members: hosts(row, "BC"),
      sources: hosts(row, "A"),
    });
    const [twice] = auditMulticast(row, {
      multicast: {
        ...multicast,
        mlids: () => [0xc000, 0xc000] as Mlid[],
      },
    });
    expect(twice?.duplicated.map(({ copies }) => copies)).toEqual([2, 2]);
    expect(twice?.duplicated[0]?.parting?.name).toBe("A");
  });
});

describe("MLIDs that nobody is known to send to", () => {
  const planned = (
    ports: Parameters<typeof masks>[1],
    group: Parameters<typeof masks>[2],
  ): { multicast: MulticastTables } => masks(row, ports, group);

  it("are followed from all hosts whose ports they set", () => {
    // The plan knows no group at all; b does not send on to c.
    const { multicast } = planned(
      { ...tree, b: [1, 3] },
      { members: [], sources: [] },
    );
    const unnamed = { multicast: { ...multicast, groups: [] } };
    expect(unsentMlids(row, unnamed.multicast)).toEqual([
      { mlid: 0xc000, name: "0xc000", members: all, finding: "no-senders" },
    ]);
    const [A, B, C] = auditMulticast(row, unnamed);
    for (const audit of [A, B, C])
      expect(audit).toMatchObject({ group: -1, name: "0xc000", assumed: true });
    expect(A?.missing).toEqual(hosts(row, "C"));
    expect(B?.missing).toEqual(hosts(row, "C"));
    // c's copy reaches b, which delivers and sends on to a.
    expect(C?.missing).toEqual([]);
  });

  it("are named where they set no host's port, and where a group lists no sender", () => {
    const bare = planned(
      { a: [1], b: [1, 2], c: [1] },
      { members: all, sources: [] },
    );
    expect(auditMulticast(row, bare)).toEqual([]);
    expect(unsentMlids(row, bare.multicast)).toEqual([
      { mlid: 0xc000, name: "0xc000", members: [], finding: "no-members" },
      {
        mlid: undefined,
        name: "drawn",
        members: all,
        finding: "no-senders",
      },
    ]);
  });

  it("are none where every row that sets a port has its senders", () => {
    const { multicast } = planned(tree, { members: all, sources: all });
    expect(unsentMlids(row, multicast)).toEqual([]);
    const empty = planned({}, { members: all, sources: [] });
    expect(unsentMlids(row, empty.multicast).map(({ mlid }) => mlid)).toEqual([
      undefined,
    ]);
  });
});

/** Who still gets copies after more steps than there are channels: copies are followed step by step, equal ones as one. */
function endlessOf(
  fabric: Fabric,
  multicast: MulticastTables,
  {
    source,
    mlids,
  }: { readonly source: EndportIx; readonly mlids: readonly Mlid[] },
): Set<EndportIx> {
  const { portStart, portPeer, portNode, nodeEndport, switchCount } = fabric;
  const { words, masks: table, mlidCount } = multicast;
  const row = (mlids[0] ?? 0) - 0xc000 - multicast.firstMlid;
  let copies = new Set([fabric.endportPort[source] ?? -1]);
  const reached = new Set<EndportIx>();
  for (let step = 0; step < 2 * fabric.portCount; step++) {
    const next = new Set<number>();
    const got = new Set<EndportIx>();
    for (const channel of copies) {
      const peer = portPeer[channel] ?? 0;
      const node = portNode[peer] ?? 0;
      const come = peer - (portStart[node] ?? 0) + 1;
      if (node >= switchCount) {
        got.add(((nodeEndport[node] ?? 0) + come - 1) as EndportIx);
        continue;
      }
      const first = portStart[node] ?? 0;
      const ports = (portStart[node + 1] ?? 0) - first;
      for (let num = 0; num <= ports; num++) {
        const word = table[(node * mlidCount + row) * words + (num >> 5)] ?? 0;
        if (num === come || ((word >> (num & 31)) & 1) === 0) continue;
        if (num === 0) got.add((nodeEndport[node] ?? 0) as EndportIx);
        else if ((portPeer[first + num - 1] ?? -1) >= 0)
          next.add(first + num - 1);
      }
    }
    copies = next;
    if (step >= fabric.portCount) for (const one of got) reached.add(one);
  }
  return reached;
}

it("audits trees that senders share as it does their floods, one by one", () => {
  fc.assert(
    fc.property(
      fabricWithGroups(
        randomFabric({
          maxSwitches: 7,
          maxHosts: 8,
          maxHostPorts: 1,
          minHosts: 2,
        }),
        { maxGroups: 3, maxSources: 4 },
      ),
      fc.infiniteStream(fc.nat({ max: 2 ** 20 })),
      fc.nat({ max: 3 }),
      ({ fabric, groups }, stream, damage) => {
        const served = groups.filter(({ members, sources }) =>
          sources.every((source) =>
            members.some((member) => member !== source),
          ),
        );
        const multicast = multicastSpanningTree.build(
          { fabric, groups: served } as never,
          parseOptions(multicastSpanningTree, {}),
        );
        for (let i = 0; i < damage && multicast.masks.length > 0; i++) {
          const at = (stream.next().value as number) % multicast.masks.length;
          const bit = (stream.next().value as number) % 5;
          multicast.masks[at] = (multicast.masks[at] ?? 0) ^ (1 << bit);
        }
        for (const audit of auditMulticast(fabric, { multicast })) {
          const [mlid] = audit.mlids;
          const { deliveries, crossings, dead, loop } = flood(
            fabric,
            multicast,
            audit.source,
            mlid ?? (0 as Mlid),
          );
          const group = served.find(({ id }) => id === audit.group);
          const members = new Set(group?.members);
          members.delete(audit.source);
          const got = [...deliveries.entries()].filter(([, n]) => n > 0);
          expect(new Set(audit.missing)).toEqual(
            new Set([...members].filter((m) => deliveries[m] === 0)),
          );
          expect(new Set(audit.strangers)).toEqual(
            new Set(
              got
                .map(([endport]) => endport as EndportIx)
                .filter(
                  (endport) =>
                    endport !== audit.source && !members.has(endport),
                ),
            ),
          );
          expect(audit.returned).toBe((deliveries[audit.source] ?? 0) > 0);
          const endless = endlessOf(fabric, multicast, audit);
          expect(new Set(audit.endless)).toEqual(
            new Set([...endless].filter((one) => members.has(one))),
          );
          expect(audit.duplicated.map(({ member }) => member)).toEqual(
            got
              .map(([endport, n]) => [endport as EndportIx, n] as const)
              .filter(
                ([endport, n]) =>
                  n > 1 && members.has(endport) && !endless.has(endport),
              )
              .map(([endport]) => endport),
          );
          expect(audit.dead).toBe(dead);
          expect(audit.loop === undefined).toBe(loop === undefined);
          expect(audit.crossings).toBe(crossings.reduce((a, b) => a + b, 0));
          if (audit.missing.length === 0 && loop === undefined)
            expect(audit.bound.crossings).toBeLessThanOrEqual(audit.crossings);
        }
      },
    ),
    { numRuns: 300 },
  );
});
