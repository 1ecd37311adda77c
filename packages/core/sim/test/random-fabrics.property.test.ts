import { sequential } from "@fabriclab/addressing-sequential";
import { runExperiment, compose, type Experiment } from "@fabriclab/sim";
import { FabricError } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { randomFabric } from "@fabriclab/testing-fabrics";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { recorder, scripted, type Seen, type Sent } from "./scripted.ts";
import { upDown } from "./up-down.ts";

const buffers = fc.record({
  inputBuffer: fc.constantFrom("1 packet", "2 packets", "5 packets"),
  outputBuffer: fc.constantFrom("0 packets", "1 packet", "3 packets"),
  virtualLanes: fc.constantFrom(1, 3),
});

/** Packets between hosts of a fabric with `hosts` host ports, in bursts. */
const bursts = (hosts: number): fc.Arbitrary<Sent[]> =>
  fc
    .array(
      fc.record({
        from: fc.nat({ max: hosts - 1 }),
        step: fc.integer({ min: 1, max: hosts - 1 }),
        bytes: fc.integer({ min: 1, max: 3000 }),
        gap: fc.constantFrom(0, 0, 0, 10, 5000),
      }),
      { minLength: 1, maxLength: 80 },
    )
    .map((drafts) => {
      let at = 0;
      return drafts.map(({ from, step, bytes, gap }) => {
        at += gap;
        return { from, to: (from + step) % hosts, bytes, at };
      });
    });

const hostPorts = (fabric: {
  endportCount: number;
  switchCount: number;
}): number => fabric.endportCount - fabric.switchCount;

describe("on random fabrics", () => {
  it("every packet arrives exactly once, where it was sent, in the order of its flow", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomFabric().chain((fabric) =>
          fc.record({
            fabric: fc.constant(fabric),
            packets: bursts(hostPorts(fabric)),
            relay: buffers,
          }),
        ),
        async ({ fabric, packets, relay }) => {
          const { plugin, seen } = recorder();
          const run = experiment({
            fabric,
            routing: upDown,
            traffic: [use(scripted(packets))],
            relay,
            metrics: [use(plugin)],
          });
          const result = await runExperiment(run);
          expect(result.status).toBe("finished");
          expect(result.packets).toEqual({
            injected: packets.length,
            delivered: packets.length,
            dropped: 0,
            inFlight: 0,
          });
          const first = fabric.switchCount;
          expect(
            [...seen]
              .sort((a, b) => a.tag - b.tag)
              .map(({ source, destination, bytes }) => [
                source - first,
                destination - first,
                bytes,
              ]),
          ).toEqual(packets.map(({ from, to, bytes }) => [from, to, bytes]));
          inOrder(seen);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("every member of a group gets every packet to it exactly once, and nobody else gets one", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomFabric({ minHosts: 3, maxHosts: 10, maxHostPorts: 1 }),
        buffers,
        fc.integer({ min: 1, max: 1000 }),
        fc.constantFrom("own", "same"),
        async (fabric, relay, seed, groups) => {
          const { plugin, seen } = recorder();
          const run: Experiment = experiment({
            fabric,
            tables: {
              addressing: use(sequential),
              routing: use(upDown),
              unicast: use(linear),
              multicast: use(multicastUnion),
            },
            traffic: [
              use(multicastOperation, {
                sources: "all",
                group: "60%",
                groups,
                repeats: 2,
                size: "700B",
              }),
            ],
            relay,
            metrics: [use(plugin)],
            seed,
          });
          const { groups: composed } = ofTrees(() => compose(run));
          const expected: string[] = [];
          for (const group of composed) {
            for (const source of group.sources) {
              for (const member of group.members)
                if (member !== source)
                  expected.push(`${source} ${member}`, `${source} ${member}`);
            }
          }
          const result = await runExperiment(run);
          expect(result.status).toBe("finished");
          expect(result.verdict).toMatch(/^Finished: /);
          expect(result.packets.delivered).toBe(expected.length);
          expect(
            seen
              .map(({ source, destination }) => `${source} ${destination}`)
              .sort(),
          ).toEqual(expected.sort());
          inOrder(seen);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** What is composed; a fabric on which paths of one source part and meet again is passed over: their union is no tree, and is refused. */
function ofTrees<T>(composed: () => T): T {
  try {
    return composed();
  } catch (error) {
    fc.pre(
      !(FabricError.is(error) && error.code === "E_MULTICAST_UNION_NOT_A_TREE"),
    );
    throw error;
  }
}

/** Deliveries of one flow are in the order in which its packets were sent. */
function inOrder(seen: readonly Seen[]): void {
  const last = new Map<string, Seen>();
  for (const delivery of [...seen].sort((a, b) => a.time - b.time)) {
    const flow = `${delivery.source} ${delivery.destination}`;
    expect(delivery.tag).toBeGreaterThanOrEqual(last.get(flow)?.tag ?? -1);
    last.set(flow, delivery);
  }
}
