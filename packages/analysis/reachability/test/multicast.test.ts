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
import { auditMulticast } from "../src/index.ts";

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
        bound: { crossings: 5, kind: "best-known-tree" },
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
      },
    ]);
    expect(twice?.loop).toBeUndefined();
  });

  it("send copies round", () => {
    const [circle] = auditMulticast(
      round,
      masks(
        round,
        { a: [1, 2, 3], b: [1, 2, 3], c: [1, 2, 3], d: [1, 2, 3] },
        { members: hosts(round, "BCD"), sources: hosts(round, "A") },
      ),
    );
    expect(circle?.loop).toHaveLength(4);
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
                .filter((endport) => !members.has(endport)),
            ),
          );
          expect(audit.duplicated.map(({ member }) => member)).toEqual(
            got
              .filter(
                ([endport, n]) => n > 1 && members.has(endport as EndportIx),
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
