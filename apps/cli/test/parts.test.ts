import { FabricBuilder } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { describe, expect, it } from "vitest";
import type { AuditReport } from "../src/audit/report.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/**
 * Two parts of two switches each that no cables join; at each switch the adapters that are named, in the order of ports.
 *
 * @param hosts switch -> names of adapters
 */
function parts(name: string, hosts: readonly (readonly string[])[]): string {
  const builder = new FabricBuilder(name);
  const switches = hosts.map((_, i) => builder.addSwitch(`S${i}`, 4));
  for (const [a, b] of [
    [0, 1],
    [2, 3],
  ] as const)
    builder.connect(switches[a]!, 4, switches[b]!, 4);
  for (const [i, names] of hosts.entries())
    for (const [port, one] of names.entries())
      builder.connect(builder.addHost(one), 1, switches[i]!, port + 1);
  return folder.write(`${name}.topo`, writeIbnetdiscover(builder.build()));
}

/** Each of three machines has an adapter in both. */
const rails = parts("rails", [
  ["n1 mlx5_0", "n2 mlx5_0"],
  ["n3 mlx5_0"],
  ["n1 mlx5_1", "n2 mlx5_1"],
  ["n3 mlx5_1"],
]);
/** Each machine is at one of them. */
const broken = parts("broken", [["n1", "n2"], ["n3"], ["n4", "n5"], ["n6"]]);
/** n1 and n2 have an adapter in both, n3 and n4 in one each. */
const half = parts("half", [
  ["n1 mlx5_0", "n2 mlx5_0"],
  ["n3 mlx5_0"],
  ["n1 mlx5_1", "n2 mlx5_1"],
  ["n4 mlx5_0"],
]);

const counts =
  "no cables join 2 parts of the fabric: 2 switches with 3 host ports, 2 switches with 3 host ports";
// Three ports in one part and three in the other, both ways.
const leftOut =
  "; 18 ordered pairs of endpoints across them are left out, as no tables could join them";
const planes =
  ": any two of the hosts have ports in one of the parts, as in planes";
const missing = (pairs: string): string =>
  `, and ${pairs} of hosts that have ports in no common part: cables are missing unless these are fabrics of their own`;

const cases = [
  ["planes", rails, 0, `${counts}${leftOut}${planes}`],
  ["hosts apart", broken, 18, `${counts}${leftOut}${missing("these are")}`],
  // n3 and n4, there and back.
  [
    "two hosts apart",
    half,
    2,
    `${counts}${leftOut}${missing("2 of these are")}`,
  ],
] as const;

describe.each(cases)("a fabric of two parts: %s", (_, file, apart, said) => {
  it("has a problem in an audit only where hosts have ports in no common part", async () => {
    const argv = ["audit", "--fabric", file, "--routing", "minhop"];
    const { code, out } = await fabriclab(...argv, "--json");
    const report = JSON.parse(out) as AuditReport;
    expect(report.parted).toEqual({ across: 18, apart, what: said });
    expect(report.unreachable.disconnected).toBe(18);
    expect(report.problems).toEqual(
      apart === 0
        ? []
        : [
            {
              kind: "parted",
              count: apart,
              what: `${apart} pairs of hosts that no cables join`,
            },
          ],
    );
    expect(code).toBe(apart === 0 ? 0 : 1);
    const text = (await fabriclab(...argv)).out;
    expect(text).toContain(`  ${said}\n`);
    expect(text).not.toContain("what keeps them apart");
    if (apart === 0) expect(text).toContain("every pair that cables join");
  });

  it("is no fault of a routing in compare and fail, which say the same", async () => {
    const compared = await fabriclab(
      ...["compare", "--fabric", file, "--engines", "minhop", "--samples", "2"],
    );
    const failed = await fabriclab(
      ...["fail", "--fabric", file, "--routing", "minhop", "--samples", "2"],
      ...["--remove", "S0:1"],
    );
    for (const { code, err } of [compared, failed]) {
      expect(err).toContain(`${said}\n`);
      expect(code).toBe(0);
    }
  });
});

it("adapters of a host that are called by its name alone are of that host, where each is in another part", async () => {
  const named = parts("named", [["n1", "n2"], ["n3"], ["n1", "n2"], ["n3"]]);
  const { code, out } = await fabriclab(
    ...["audit", "--fabric", named, "--routing", "minhop", "--json"],
  );
  expect((JSON.parse(out) as AuditReport).parted).toMatchObject({
    across: 18,
    apart: 0,
  });
  expect(code).toBe(0);
});

it("adapters of a part that are called alike are of no common host", async () => {
  const alike = parts("alike", [
    ["server HCA-1", "server HCA-1"],
    ["server HCA-1"],
    ["server HCA-1", "server HCA-1"],
    ["server HCA-1"],
  ]);
  const { code, out } = await fabriclab(
    ...["audit", "--fabric", alike, "--routing", "minhop", "--json"],
  );
  expect((JSON.parse(out) as AuditReport).parted?.apart).toBe(18);
  expect(code).toBe(1);
});
