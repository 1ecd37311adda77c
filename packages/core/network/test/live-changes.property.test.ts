import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { dice, randomShots } from "./random-runs.ts";
import { play, scripted } from "./scripted.ts";
import { meshFabric, modelOf, plainHca, tablesOf } from "./yardstick.ts";

/** Shortest paths on what is left of the fabric; 255 where none is. */
function routed(fabric: Fabric, dead: ReadonlySet<number>): ForwardingTables {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const hosts = fabric.endportCount - switchCount;
  const lft = Array.from({ length: switchCount }, () =>
    new Uint8Array(hosts + 1).fill(255),
  );
  for (let h = 0; h < hosts; h++) {
    const queue = [switchCount + h];
    const seen = new Set(queue);
    for (let node = queue.shift(); node !== undefined; node = queue.shift())
      for (let port = portStart[node]!; port < portStart[node + 1]!; port++) {
        const peer = portPeer[port]!;
        const next = peer < 0 ? -1 : portNode[peer]!;
        if (next < 0 || next >= switchCount || seen.has(next)) continue;
        if (dead.has(port)) continue;
        seen.add(next);
        queue.push(next);
        lft[next]![h + 1] = peer - portStart[next]! + 1;
      }
  }
  return tablesOf(fabric, lft, 1);
}

const fabric = meshFabric(3);
const cables = Array.from({ length: fabric.linkCount }, (_, link) => [
  fabric.linkPorts[2 * link]!,
  fabric.linkPorts[2 * link + 1]!,
]);

describe("random failures, restorations and new tables", () => {
  it("lose no packet without a record, whatever the switch, and every invariant holds", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(0, 1, 3),
        fc.constantFrom({ packets: 1 }, { packets: 3 }, { bytes: 4096 }),
        fc.constantFrom(1, 2, 4),
        (seed, outputs, inputBuffer, lanes) => {
          const roll = dice(seed);
          const shots = randomShots(roll, {
            hosts: 9,
            firstHost: 9,
            groups: 0,
            packets: 300,
            gap: 60,
            start: 0,
          });
          const network = createNetwork({
            fabric,
            tables: routed(fabric, new Set()),
            hca: plainHca,
            tickPs: 1000,
            checked: true,
            changes: true,
            switchModels: [
              modelOf({
                lanes,
                inputBuffer,
                outputBuffer: { packets: outputs },
                ...(roll(2) === 0
                  ? {}
                  : {
                      drop: {
                        name: "impatient",
                        create: () => ({
                          patience: () => 20_000,
                          dropped: () => 1,
                          sent: () => undefined,
                        }),
                      },
                    }),
              }),
            ],
            traffic: [scripted(shots)],
          });
          const dead = new Set<number>();
          let records = 0;
          const read = () => {
            records += network.journal.count;
            network.clearJournal();
          };
          for (let step = 0; step < 30; step++) {
            const until = network.now + 1 + roll(1500);
            while (network.now < until) {
              network.run(until);
              read();
            }
            const [a, b] = cables[roll(cables.length)]!;
            if (dead.has(a!)) {
              network.restoreLink(roll(2) === 0 ? a! : b!);
              dead.delete(a!);
              dead.delete(b!);
            } else {
              network.failLink(roll(2) === 0 ? a! : b!);
              dead.add(a!).add(b!);
            }
            read();
            if (roll(3) === 0) network.useTables(routed(fabric, dead));
          }
          for (const [a] of cables) if (dead.has(a!)) network.restoreLink(a!);
          network.useTables(routed(fabric, new Set()));
          // Tables that change while packets flow may send some in a cycle until it is full; dropping dissolves it, else the cycle is named.
          const rest = play(network, 1e7);
          const { injected, delivered, dropped, inFlight } = network.counts;
          expect(injected).toBe(delivered + dropped + inFlight);
          expect(records + rest.length).toBe(injected + delivered + dropped);
          if (inFlight > 0) expect(network.diagnose()).toBeDefined();
          else expect(injected).toBe(300);
        },
      ),
      { numRuns: 60 },
    );
  });
});
