import { DropCause, type DropFactory, type SwitchModel } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";
import { REBASE_TICKS } from "../src/rebase.ts";
import { dice, randomShots } from "./random-runs.ts";
import { deliveries, burst, play, scripted, type Shot } from "./scripted.ts";
import { bothLoops } from "./both-loops.ts";
import { chain, ring, star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

// Links of 4 ns a byte and 20 ns of flight, 100 ns in a switch, a tick is 1 ns: a packet of 256 bytes takes 1024 ticks.
const LENGTH = 1024;
const FLIGHT = 20;
const ROUTING = 100;
const HOP = FLIGHT + ROUTING;

describe.each(bothLoops)("packets in input buffers, %s loop", (_, create) => {
  const built = (
    at: Pick<NetworkConfig, "fabric" | "tables">,
    shots: readonly Shot[],
    model: Partial<SwitchModel> = {},
  ): Network =>
    create({
      ...at,
      switchModels: [modelOf({ inputBuffer: { packets: 2 }, ...model })],
      hca: plainHca,
      traffic: [scripted(shots)],
      tickPs: 1000,
      checked: true,
      queues: true,
    });
  const total = (network: Network): number =>
    network.takeChannelCounters().queueTicks!.reduce((sum, n) => sum + n, 0);

  it("wait for those that the crossbar takes before them", () => {
    // Hosts 1, 2 and 3 send one packet each to host 4 at once: the second waits for one packet, the third for two.
    const network = built(
      star(4),
      [1, 2, 3].flatMap((host) => burst(host, 4, 1)),
    );
    play(network, 1e5);
    const { queueTicks } = network.takeChannelCounters();
    expect([...queueTicks!].sort((a, b) => a - b)).toEqual([
      0,
      0,
      0,
      0,
      0,
      0,
      LENGTH,
      2 * LENGTH,
    ]);
  });

  it("do not wait where they can go on at once", () => {
    const network = built(star(2), burst(1, 2, 10));
    play(network, 1e5);
    expect(total(network)).toBe(0);
  });

  it("wait behind others of their lane, whose output is another", () => {
    // Host 3 keeps host 4's link for 4096 ticks; host 1's first packet waits for it, the second, to host 2, behind the first.
    const network = built(star(4), [
      { source: 3, dlid: 4, birth: 0, bytes: 1024 },
      ...burst(1, 4, 1, 10),
      ...burst(1, 2, 1, 20),
    ]);
    play(network, 1e5);
    const first = 4 * LENGTH - 10;
    // It could have gone on one packet after the first, and goes on when the first has left.
    const second = 4 * LENGTH + LENGTH - (10 + LENGTH);
    expect(total(network)).toBe(first + second);
  });

  it("are counted up to the tick in which the counters are taken, and go on from there", () => {
    const network = built(star(3), [...burst(1, 3, 1), ...burst(2, 3, 1)]);
    const taken = [HOP, HOP + 300, HOP + 301, HOP + LENGTH, 1e5].map(
      (until) => {
        play(network, until);
        return total(network);
      },
    );
    expect(taken).toEqual([0, 300, 1, LENGTH - 301, 0]);
  });

  it("are those of a multicast packet until its last copy goes", () => {
    const at = star(4);
    const network = built(
      {
        fabric: at.fabric,
        tables: withMulticast(at.fabric, at.tables, [[[1, 2, 3]]]),
      },
      [
        { source: 4, dlid: 3, birth: 0, bytes: 1024 },
        { source: 1, dlid: 0xc000, birth: 50, bytes: 256 },
      ],
    );
    play(network, 1e5);
    expect(total(network)).toBe(4 * LENGTH - 50);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    "and at hosts are what a latency is more than that of an idle network (seed %i)",
    (seed) => {
      const roll = dice(seed);
      const switches = 2 + roll(3);
      const hosts = 2 + roll(3);
      const shots = randomShots(roll, {
        hosts: switches * hosts,
        firstHost: switches,
        groups: 0,
        packets: 400,
        gap: [100, 400, 1500][roll(3)]!,
        start: 0,
      }).map((shot) => ({ ...shot, bytes: 256 }));
      const network = built(chain(switches, hosts), shots, {
        inputBuffer: { packets: 1 + roll(3) },
      });
      const records = deliveries(play(network, 1e7));
      const { delivered, packetHops, sourceWait } = network.counts;
      expect(delivered).toBe(400);
      const latency = records.reduce(
        (sum, { time, birth }) => sum + time - birth,
        0,
      );
      const idle =
        FLIGHT * packetHops +
        ROUTING * (packetHops - delivered) +
        LENGTH * delivered;
      expect(total(network)).toBe(latency - idle - sourceWait);
    },
  );

  describe("behind links slower than those that they go to", () => {
    /** Hosts 1 and 2 by links of one lane, the others by links of four. */
    const QUICK = LENGTH / 4;
    const mixed = (hosts: number) =>
      star(hosts, (host) => (host < 2 ? {} : { width: 4 }));
    /** Where the last byte has passed the switch when the fast link is done with it. */
    const START = HOP + LENGTH - QUICK;

    it("do not wait for bytes that are still on their way", () => {
      const network = built(mixed(3), burst(1, 3, 3));
      play(network, 1e5);
      expect(total(network)).toBe(0);
    });

    it("nor do those of a multicast packet, whose quickest copy decides when all begin", () => {
      const at = mixed(3);
      const network = built(
        {
          fabric: at.fabric,
          tables: withMulticast(at.fabric, at.tables, [[[1, 2, 3]]]),
        },
        [
          { source: 1, dlid: 0xc000, birth: 0, bytes: 256 },
          // The next of the lane begins anew.
          { source: 1, dlid: 2, birth: 0, bytes: 256 },
        ],
      );
      play(network, 1e5);
      // The slow copy takes the link, and the input, from `START` on for a packet's time; the second packet could have gone on when the first was in.
      expect(total(network)).toBe(START + LENGTH - (HOP + LENGTH));
    });

    it("wait for others from when their bytes are there, in whatever parts it is counted", () => {
      const network = built(mixed(3), [...burst(1, 3, 1), ...burst(2, 3, 1)]);
      const waits = [HOP + 10, START, START + 100, 1e5].map((until) => {
        play(network, until);
        return total(network);
      });
      expect(waits).toEqual([0, 0, 100, QUICK - 100]);
    });

    it.each([1, 2, 3, 4])(
      "wait in all what latencies are more than those of an idle network (seed %i)",
      (seed) => {
        const roll = dice(seed);
        const shots = randomShots(roll, {
          hosts: 5,
          firstHost: 1,
          groups: 0,
          packets: 400,
          gap: [100, 400, 1500][roll(3)]!,
          start: 0,
        }).map((shot) => ({ ...shot, bytes: 256 }));
        const network = built(mixed(5), shots, {
          inputBuffer: { packets: 1 + roll(3) },
        });
        const latency = deliveries(play(network, 1e7)).reduce(
          (sum, { time, birth }) => sum + time - birth,
          0,
        );
        const isSlow = (host: number): boolean => host <= 2;
        const idle = shots.reduce(
          (sum, { source, dlid }) =>
            sum +
            HOP +
            FLIGHT +
            (isSlow(source) || isSlow(dlid) ? LENGTH : QUICK),
          0,
        );
        expect(network.counts.delivered).toBe(400);
        expect(total(network)).toBe(latency - idle - network.counts.sourceWait);
      },
    );
  });

  it("of a deadlock are all of the time, however often the clock's base moves", () => {
    const network = built(
      ring(4),
      [0, 1, 2, 3].flatMap((k) => burst(4 + k, ((k + 2) % 4) + 1, 3)),
      { inputBuffer: { packets: 1 } },
    );
    play(network, 900_000);
    network.takeChannelCounters();
    for (const until of [1_000_000, REBASE_TICKS - 1]) {
      const from = network.now;
      play(network, until);
      // One on each of four links between switches, and one behind each host.
      expect(total(network)).toBe(8 * (until - from));
    }
  });

  it("end where a packet is dropped", () => {
    const lifetime: DropFactory = {
      name: "lifetime",
      create: () => ({
        patience: (_, sl) => (sl === 1 ? 5_000 : -1),
        dropped: () => DropCause.headLifetime,
        sent: () => undefined,
      }),
    };
    // Host 1 of switch 1 keeps the link to host 0 there for long. Of two packets of host 0 of switch 0 to it the first waits in switch 1's buffer from 10,240 on,
    // the second at switch 0 from 11,284 on: its header came at 11,184, and it is dropped at 16,184.
    const line = chain(2, 2);
    const network = built(
      line,
      [
        { source: 5, dlid: 3, birth: 0, bytes: 65_536, sl: 0 },
        { source: 2, dlid: 3, birth: 10_000, bytes: 256, sl: 0 },
        { source: 2, dlid: 3, birth: 10_000, bytes: 256, sl: 1 },
      ],
      { inputBuffer: { packets: 1 }, drop: lifetime },
    );
    play(network, 100_000);
    expect(network.counts.dropped).toBe(1);
    const { queueTicks } = network.takeChannelCounters();
    const { portStart } = line.fabric;
    expect(queueTicks![portStart[2]!]).toBe(4_900);
    expect(queueTicks![portStart[0]! + 3]).toBe(100_000 - 10_240);
  });

  it("with output buffers wait for the crossbar, and not in those", () => {
    const network = built(
      star(5),
      [1, 2, 3, 4].flatMap((host) => burst(host, 5, 1)),
      { outputBuffer: { packets: 4 }, crossbar: "lane" },
    );
    play(network, 1e5);
    // The crossbar's output takes one packet at a time, as quickly as a link: there is room for all, and the second waits for one, the third for two.
    expect(total(network)).toBe((1 + 2 + 3) * LENGTH);
  });
});

describe("packets in input buffers while links fail", () => {
  const line = chain(2, 2);
  const trunk = line.fabric.portStart[0]! + 3;
  const host = line.fabric.portStart[2]!;
  // Host 1 of switch 1 keeps the link to host 0 there, so that packets of host 0 of switch 0 to it wait: at switch 1 from 1,240 and 2,404 on …
  const built = (inputBuffer: number) =>
    createNetwork({
      ...line,
      switchModels: [modelOf({ inputBuffer: { packets: inputBuffer } })],
      hca: plainHca,
      traffic: [
        scripted([
          { source: 5, dlid: 3, birth: 0, bytes: 65_536 },
          ...burst(2, 3, 5, 1000),
        ]),
      ],
      tickPs: 1000,
      checked: true,
      queues: true,
      changes: true,
    });

  it("are lost before the dead link, and wait on behind it", () => {
    const network = built(1);
    play(network, 50_000);
    const before = network.takeChannelCounters().queueTicks!;
    expect([before[trunk], before[host]]).toEqual([
      50_000 - 1_240,
      50_000 - 2_284,
    ]);
    network.failLink(trunk as PortIx);
    play(network, 60_000);
    const after = network.takeChannelCounters().queueTicks!;
    // The head before the trunk is lost in the next tick; those that follow are lost as soon as they are looked up.
    expect([after[trunk], after[host]]).toEqual([10_000, 1]);
  });

  it("are counted until then where they are lost with half of them on the link", () => {
    const network = built(2);
    play(network, 3_000);
    network.failLink(trunk as PortIx);
    play(network, 5_000);
    const { queueTicks } = network.takeChannelCounters();
    const second = 1_000 + LENGTH + 2 * HOP;
    expect(queueTicks![trunk]).toBe(5_000 - 1_240 + 3_000 - second);
  });
});
