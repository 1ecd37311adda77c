import { FabricBuilder } from "@fabriclab/fabric";
import { auditMulticast, unsentMlids } from "@fabriclab/analysis-reachability";
import { portMaskWords, type MulticastTables } from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { expect, it } from "vitest";
import { multicastReports } from "../src/audit/multicast.ts";

it("names a cycle of copies once, with its MLID and who sends, and who gets copies for ever", () => {
  // Ring a-b-c-d of a host each; all ports of all switches are set.
  const fabric = ring(4);
  const hosts = [4, 5, 6, 7] as EndportIx[];
  const groups = [{ id: 0, name: "all", members: hosts, sources: hosts }];
  const multicast: MulticastTables = {
    groups,
    mlidCount: 1,
    firstMlid: 0,
    words: portMaskWords(fabric),
    masks: new Int32Array(4).fill(0b1110),
    plan: "drawn",
    mlids: () => [0xc000 as Mlid],
  };
  const [report] = multicastReports(
    fabric,
    groups,
    auditMulticast(fabric, { multicast }),
  );
  expect(report).toMatchObject({
    missing: { count: 0 },
    duplicated: { count: 0 },
    strangers: { count: 0 },
    endless: { count: 12 },
    returned: { count: 4, examples: ["A", "B", "C"] },
    loops: { count: 4 },
  });
  // Two ways round the ring.
  const { examples = [] } = report?.loops ?? {};
  expect(examples.length).toBeLessThanOrEqual(2);
  expect(examples[0]).toMatchObject({ mlid: "0xc000", source: "A" });
  expect(examples[0]?.channels).toHaveLength(4);
  expect(examples.reduce((sum, { senders }) => sum + senders, 0)).toBe(4);
});

it("names MLIDs that nobody sends to, and senders without a cable", () => {
  const builder = new FabricBuilder("one off");
  const sw = builder.addSwitch("a", 3);
  for (const [i, name] of ["A", "B"].entries())
    builder.connect(builder.addHost(name), 1, sw, i + 1);
  builder.addHost("X");
  const fabric = builder.build();
  const [a, b, x] = [1, 2, 3] as EndportIx[];
  if (a === undefined || b === undefined || x === undefined) return;
  const groups = [
    { id: 0, name: "sent", members: [a, b], sources: [x] },
    { id: 1, name: "silent", members: [a, b], sources: [] },
  ];
  const multicast: MulticastTables = {
    groups,
    mlidCount: 3,
    firstMlid: 0,
    words: 1,
    // A and B; A and B again; a port that leads nowhere
    masks: Int32Array.of(0b110, 0b110, 0b1000),
    plan: "drawn",
    mlids: () => [0xc000 as Mlid],
  };
  const reports = multicastReports(
    fabric,
    groups,
    auditMulticast(fabric, { multicast }),
    unsentMlids(fabric, multicast),
  );
  expect(
    reports.map(({ mlid, group, members, sources, finding }) => [
      mlid,
      group,
      members,
      sources,
      finding,
    ]),
  ).toEqual([
    ["0xc000", "sent", 2, 1, null],
    ["0xc001", "0xc001", 2, 2, "no-senders"],
    ["0xc002", "0xc002", 0, 0, "no-members"],
    ["", "silent", 2, 0, "no-senders"],
  ]);
  expect(reports[0]).toMatchObject({
    uncabled: { count: 1, examples: ["X"] },
    missing: { count: 2 },
    crossings: { known: null },
  });
});
