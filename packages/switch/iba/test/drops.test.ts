import { parseOptions, type ReplicationFactory } from "@fabriclab/spec";
import { hll } from "@fabriclab/switch-dropping";
import {
  asynchronous,
  centralQueue,
  holdingBuffer,
  synchronous,
} from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { play } from "../../../core/network/test/scripted.ts";
import {
  star,
  withMulticast,
} from "../../../core/network/test/small-fabrics.ts";
import { modelOf, shooting, start } from "./runs.ts";

const HOSTS = 5;
const GROUP = 0xc000;
/** Every fourth packet goes to all hosts, the others mostly to host 1; two thirds may be dropped. */
const shots = Array.from({ length: 800 }, (_, tag) => ({
  source: 1 + (tag % HOSTS),
  dlid:
    tag % 4 === 0
      ? GROUP
      : tag % 5 === 0
        ? 1 + ((tag + 2) % HOSTS)
        : 1 + (tag % 3 === 0 ? 1 : 0),
  birth: 150 * tag,
  bytes: 1024,
  sl: tag % 3,
  tag,
})).filter(({ source, dlid }) => source !== dlid);
const droppable = (tag: number): boolean => tag % 3 !== 0;

const replications: readonly ReplicationFactory[] = [
  asynchronous.build({}),
  synchronous.build(parseOptions(synchronous, {})),
  synchronous.build(parseOptions(synchronous, { order: "round-robin" })),
  holdingBuffer.build(parseOptions(holdingBuffer, {})),
  centralQueue.build(parseOptions(centralQueue, {})),
];

describe.each(replications.map((replication, k) => ({ replication, k })))(
  "head-of-queue drops with replication $replication.name ($k)",
  ({ replication }) => {
    it("leave every packet delivered where it should be, or dropped once; what may not be dropped never is", () => {
      const { fabric, tables } = star(HOSTS);
      const ports = Array.from({ length: HOSTS }, (_, h) => h + 1);
      const drop = hll.build(parseOptions(hll, { hv: 0 }));
      const network = start(
        { fabric, tables: withMulticast(fabric, tables, [[ports]]) },
        modelOf(
          { management: false, virtualLanes: 3, inputBuffer: "2 packets" },
          { drop, replication },
        ),
        shooting(shots, droppable),
      );
      const seen = play(network, 1e7);
      expect(network.idle()).toBe(true);
      const ends = new Map<number, { kind: string; place: number }[]>();
      for (const { kind, place, tag } of seen)
        if (kind !== "injected")
          ends.set(tag, [...(ends.get(tag) ?? []), { kind, place }]);
      let dropped = 0;
      for (const { tag, dlid } of shots) {
        const its = ends.get(tag) ?? [];
        if (its.some(({ kind }) => kind === "dropped")) {
          // A multicast packet counts once for each receiver that it would have reached.
          dropped += dlid === GROUP ? HOSTS - 1 : 1;
          expect(droppable(tag)).toBe(true);
          expect(its).toHaveLength(1);
        } else {
          expect(its).toHaveLength(dlid === GROUP ? HOSTS - 1 : 1);
          expect(new Set(its.map(({ place }) => place)).size).toBe(its.length);
        }
      }
      expect(dropped).toBeGreaterThan(0);
      expect(network.counts.dropped).toBe(dropped);
    });
  },
);
