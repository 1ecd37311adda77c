import { auditMulticast } from "@fabriclab/analysis-reachability";
import { portMaskWords, type MulticastTables } from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { expect, it } from "vitest";
import { multicastReports } from "../src/audit/multicast.ts";

it("names a circle of copies once, with its MLID and who sends, and who gets copies for ever", () => {
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
