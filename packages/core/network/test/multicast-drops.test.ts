import {
  DropCause,
  droppedCopies,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JournalKind,
  type DropFactory,
} from "@fabriclab/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNetwork, type Network } from "../src/index.ts";
import { dice, randomShots, randomTree } from "./random-runs.ts";
import { scripted } from "./scripted.ts";
import { chain, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const dropAfter = (ticks: number): DropFactory => ({
  name: "impatient",
  create: () => ({
    patience: () => ticks,
    dropped: () => DropCause.headLifetime,
    sent: () => undefined,
  }),
});

/** Deliveries and drops by tag. */
class Account {
  readonly delivered = new Map<number, number>();
  readonly dropped = new Map<number, number>();

  read(network: Network): void {
    const { records, count } = network.journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const tag = records[at + JOURNAL_TAG]!;
      const isDrop = records[at + JOURNAL_KIND] === JournalKind.dropped;
      if (!isDrop && records[at + JOURNAL_KIND] !== JournalKind.delivered)
        continue;
      const map = isDrop ? this.dropped : this.delivered;
      const copies = isDrop ? droppedCopies(records[at + JOURNAL_CLASS]!) : 1;
      map.set(tag, (map.get(tag) ?? 0) + copies);
    }
    network.clearJournal();
  }

  ends = (tag: number): number =>
    (this.delivered.get(tag) ?? 0) + (this.dropped.get(tag) ?? 0);
}

function finish(network: Network, account: Account): void {
  for (let step = 0; step < 1000 && !network.idle(); step++) {
    network.run(network.now + 1_000_000);
    account.read(network);
  }
  expect(network.idle()).toBe(true);
}

describe("a multicast packet that is dropped before it branches", () => {
  // Three switches with three hosts each (ports 1 to 3; 4 = left, 5 = right); hosts of S0 are endports 3 to 5, of S1 6 to 8, LIDs 1 to 9.
  it.each([
    {
      where: "the first switch",
      masks: [[[1, 5]], [[1, 2, 4, 5]], [[1, 2, 3, 4]]],
      blocker: 4,
      delivered: 0,
      dropped: 5,
    },
    {
      where: "the second switch",
      masks: [[[1, 2, 5]], [[4, 5]], [[1, 2, 3, 4]]],
      blocker: 6,
      delivered: 1,
      dropped: 3,
    },
  ])(
    "at $where, counts once for each receiver below",
    ({ masks, blocker, delivered, dropped }) => {
      const { fabric, tables } = chain(3, 3);
      const account = new Account();
      const network = createNetwork({
        fabric,
        tables: withMulticast(fabric, tables, masks),
        switchModels: [modelOf({ drop: dropAfter(5000) })],
        hca: plainHca,
        traffic: [
          scripted([
            // Keeps the link to the right busy for 16 us.
            { source: blocker, dlid: 9, birth: 0, bytes: 4096, tag: 1 },
            { source: 3, dlid: 0xc000, birth: 100, bytes: 64, tag: 0 },
          ]),
        ],
        tickPs: 1000,
        checked: true,
      });
      finish(network, account);
      expect(network.counts).toMatchObject({
        injected: 2,
        delivered: delivered + 1,
        dropped,
      });
      expect(account.dropped.get(0)).toBe(dropped);
    },
  );
});

describe.each(["fast loop", "SL2VL entries of 15", "links that fail"])(
  "injected packets x receivers = delivered + dropped: %s",
  (kind) => {
    it("holds for every packet, whatever is dropped where", () => {
      let drops = 0;
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
          const roll = dice(seed);
          const lanes = [1, 2][roll(2)]!;
          const [switches, hosts] = [1 + roll(5), 2 + roll(3)];
          const { fabric, tables, groups } = randomTree(roll, {
            switches,
            hosts,
            link: () => (roll(2) === 0 ? {} : { speed: "DDR" }),
          });
          const shots = randomShots(roll, {
            hosts: switches * hosts,
            firstHost: switches,
            groups: 3,
            packets: 120,
            gap: 60,
            start: 0,
          });
          const live = kind === "links that fail";
          const network = createNetwork({
            fabric,
            tables:
              kind === "SL2VL entries of 15"
                ? {
                    ...tables,
                    sl2vl: Array.from({ length: switches }, () =>
                      Uint8Array.from(
                        { length: (hosts + switches + 1) ** 2 * 16 },
                        () => (roll(4) === 0 ? 15 : roll(lanes)),
                      ),
                    ),
                  }
                : tables,
            switchModels: [
              modelOf({
                lanes,
                inputBuffer: { packets: 1 + roll(3) },
                outputBuffer: { packets: roll(3) },
                drop: dropAfter(200 + roll(5000)),
              }),
            ],
            hca: plainHca,
            traffic: [scripted(shots)],
            tickPs: 1000,
            checked: true,
            ...(live ? { changes: true } : {}),
          });
          const account = new Account();
          if (live) {
            const cables = Array.from(fabric.portPeer, (peer, port) =>
              peer > port && fabric.portNode[peer]! < switches ? port : -1,
            ).filter((port) => port >= 0);
            for (const port of cables) {
              for (const change of [network.failLink, network.restoreLink]) {
                network.run(network.now + 300 + roll(2000));
                account.read(network);
                change(port);
                account.read(network);
              }
            }
          }
          finish(network, account);
          for (const { source, dlid, tag = -1 } of shots) {
            const group = groups[dlid - 0xc000];
            const receivers =
              group === undefined
                ? 1
                : group.filter((host) => host !== source - switches).length;
            // Nobody is left: the switch discards the packet itself.
            expect(account.ends(tag)).toBe(Math.max(1, receivers));
            if (group !== undefined) drops += account.dropped.get(tag) ?? 0;
          }
          const { injected, delivered, dropped, inFlight } = network.counts;
          expect(injected).toBe(120);
          expect(inFlight).toBe(0);
          expect(delivered + dropped).toBe(
            shots.reduce((sum, { tag = -1 }) => sum + account.ends(tag), 0),
          );
        }),
        { numRuns: 15 },
      );
      expect(drops).toBeGreaterThan(100);
    });
  },
);
