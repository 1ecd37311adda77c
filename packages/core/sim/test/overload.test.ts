import { FabricBuilder } from "@fabriclab/fabric";
import { LiveRun, runExperiment, type Measure } from "@fabriclab/sim";
import {
  JOURNAL_BIRTH,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  type Fabric,
} from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { scripted, type Sent } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** 256 bytes of 100 ns each. */
const PACKET_NS = 25_600;
/** With ticks of 1 ps, for which `FLIGHT` sees, 84 packet times are more than 2^31 ticks. */
const FLIGHT = ps(1);

/** One packet a packet time on each of some ways, `count` times; hosts by their index. */
const steadily = (
  ways: readonly (readonly [from: number, to: number])[],
  count: number,
): Sent[] =>
  Array.from({ length: count }, (_, k) =>
    ways.map(([from, to]) => ({ from, to, at: PACKET_NS * k, bytes: 256 })),
  ).flat();

const sending = (
  sent: readonly Sent[],
  fabric: Fabric = star(4),
  measure: Partial<Measure> = {},
) => ({
  ...experiment({
    fabric,
    routing: upDown,
    traffic: [use(scripted(sent))],
    measure,
  }),
  link: { byteTime: ps(100_000), flight: FLIGHT },
});

/** B and C both send to A, whose link takes a half. */
const toA = [
  [1, 0],
  [2, 0],
] as const;

/** Two switches with two hosts each and one cable: A and B on S, C and D on T. */
const dumbbell = (() => {
  const builder = new FabricBuilder("dumbbell");
  const [s, t] = [builder.addSwitch("S", 3), builder.addSwitch("T", 3)];
  for (const [at, name] of ["A", "B", "C", "D"].entries())
    builder.connect(at < 2 ? s : t, (at % 2) + 1, builder.addHost(name), 1);
  builder.connect(s, 3, t, 3);
  return builder.build();
})();

describe("finite traffic that offers a link more than it carries for so long that packets wait for 2^31 ticks", () => {
  it("ends saturated, with what its receiver is offered, before a tenth of it has been sent", async () => {
    const { status, verdict, metrics, simulatedPs } = await runExperiment(
      sending(steadily(toA, 1500)),
    );
    expect(status).toBe("saturated");
    // 3000 packets are born in 1499 packet times.
    expect(verdict).toContain(
      "A is offered 2 times what its link carries (76.8ms of packets are born for it in 38.4ms)",
    );
    expect(verdict).toContain(
      "2.15ms, 2^31 ticks of 1ps, before all of it is delivered",
    );
    expect(verdict).toMatch(/The busiest link, \S+ to A:1, carries packets/);
    expect(simulatedPs).toBeLessThan(1499 * PACKET_NS * 100);
    expect(metrics["latency"]?.absent).toMatch(/^saturated/);
    // One of four links is full, but for what came before its first packet.
    expect(metrics["throughput"]?.value).toBeCloseTo(1 / 4, 2);
  });

  it("would have packets wait for longer than the bound, and come to its end", async () => {
    let longest = 0;
    const run = new LiveRun(sending(steadily(toA, 250)));
    await run.advance(600 * PACKET_NS * 1000, (journal) => {
      const { records, count } = journal;
      for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
        longest = Math.max(
          longest,
          records[at + JOURNAL_TIME]! -
            journalBirth(journal, records[at + JOURNAL_BIRTH]!),
        );
    });
    // The last of 500 packets is born after 249 packet times, and arrives after 500 and its flights.
    expect(longest).toBeGreaterThan(2 ** 31);
    expect(longest / (PACKET_NS * 1000)).toBeCloseTo(251, 0);
    const { status } = await runExperiment(sending(steadily(toA, 250)));
    expect(status).toBe("saturated");
  });

  it("is told of a host that sends more than its link carries", async () => {
    const { verdict } = await runExperiment(
      sending(
        steadily(
          [
            [1, 0],
            [1, 2],
          ],
          300,
        ),
      ),
    );
    // 600 packets are born in 299 packet times.
    expect(verdict).toContain("B sends 2.01 times what its link carries");
    expect(verdict).not.toContain("more link");
  });

  it("is told of a link between switches", async () => {
    const { verdict } = await runExperiment(
      sending(
        steadily(
          [
            [0, 2],
            [1, 3],
          ],
          300,
        ),
        dumbbell,
      ),
    );
    expect(verdict).toContain(
      "the link S:3 to T:3 is offered 2.01 times what it carries (15.4ms of packets are born for it in 7.65ms). Packets",
    );
  });

  it("names the receiver that is offered most beside a link that is offered more", async () => {
    const { verdict } = await runExperiment(
      sending(
        steadily(
          [
            [0, 2],
            [1, 2],
            [0, 3],
          ],
          300,
        ),
        dumbbell,
      ),
    );
    // Three packets a packet time cross the cable, two of them to C; A sends two.
    expect(verdict).toMatch(
      /the link S:3 to T:3 is offered 3\.01 times what it carries \([^)]*\); C is offered 2\.01 times what its link carries \([^)]*\); 1 more link is offered too much, too\./,
    );
  });
});

describe("finite traffic that offers a link more than it carries", () => {
  it("for a while comes to its end", async () => {
    // 60 packets wait at most as long as 60 take.
    const { status, packets } = await runExperiment(sending(steadily(toA, 60)));
    expect(status).toBe("finished");
    expect(packets.delivered).toBe(120);
  });

  it("is told so where a cap comes first", async () => {
    const caps = { finiteCaps: { maxTime: ps(2_000_000_000) } };
    const { status, verdict, simulatedPs } = await runExperiment(
      sending(steadily(toA, 1500), star(4), caps),
    );
    expect(status).toBe("limit");
    expect(simulatedPs).toBe(2_000_000_000);
    // Born at 0, 25.6 … 1996.8 us: 79 of each.
    expect(verdict).toContain(
      "The finite traffic is more than links carry: A is offered 2.03 times what its link carries (4.04ms of packets are born for it in 2ms).",
    );
  });

  it("is not, nor by less, told so of traffic that a link carries", async () => {
    const caps = { finiteCaps: { maxTime: ps(2_000_000_000) } };
    const { verdict } = await runExperiment(
      sending(steadily([[1, 0]], 1500), star(4), caps),
    );
    expect(verdict).not.toContain("is offered");
  });
});
