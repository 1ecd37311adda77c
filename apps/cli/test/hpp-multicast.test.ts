import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const [SOURCES, MEMBERS, REPEATS] = [12, 24, 3];
const scenario = (ports: number, sl: string): string =>
  folder.write(
    `hpp-${ports}.yaml`,
    `topology: { kind: fat-tree, ports: ${ports}, levels: 1 }
routing: single-lid
multicast: spanning-tree
switch: { kind: hpp }
arbiter: matrix
replication: bulletin-board
link: { byteTime: 1.6ns, flight: 0ns }
traffic:
  - { kind: multicast-operation, sources: ${SOURCES}, group: ${MEMBERS}, size: 256B, repeats: ${REPEATS}, interval: 2us${sl} }
  - { kind: poisson, load: 0.4, size: 256B, sl: [0, 1], slChoice: random }
metrics: [completion, { kind: latency, split: traffic }]
`,
  );

interface Result {
  readonly status: string;
  readonly packets: Record<
    "injected" | "delivered" | "dropped" | "inFlight",
    number
  >;
  readonly metrics: unknown;
}
async function run(ports: number, sl = ""): Promise<Result> {
  const { code, out } = await fabriclab(
    "run",
    scenario(ports, sl),
    "--checked",
    "--json",
  );
  expect(code).toBe(0);
  return JSON.parse(out) as Result;
}

describe("atomic multicast beside unicast on one HPP switch", () => {
  it.each([34, 64])("of %i ports delivers every copy", async (ports) => {
    const { status, packets, metrics } = await run(ports);
    expect(status).toBe("finished");
    const copies = SOURCES * REPEATS * (MEMBERS - 1);
    expect(JSON.stringify(metrics)).toContain(`"deliveries":${copies}`);
    // A multicast packet is injected once, and delivered at all members but its source.
    const multicasts = SOURCES * REPEATS;
    const { injected, delivered, dropped, inFlight } = packets;
    expect(dropped).toBe(0);
    expect(injected - multicasts + copies).toBe(delivered + inFlight);
  });

  it("takes the mixed virtual channel where no service level is named, not one for unicast", async () => {
    const [absent, mixed, unicast] = [
      await run(40),
      await run(40, ", sl: 2"),
      await run(40, ", sl: 0"),
    ];
    expect(absent.metrics).toEqual(mixed.metrics);
    expect(absent.metrics).not.toEqual(unicast.metrics);
  });
});
