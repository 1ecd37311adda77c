import { DropCause, type DropFactory, type SwitchModel } from "@fabriclab/spec";
import type { PortIx, Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";
import { REBASE_TICKS } from "../src/rebase.ts";
import { burst, play, scripted, type Shot } from "./scripted.ts";
import { bothLoops } from "./both-loops.ts";
import { chain, ring, star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

// Links of 4 ns a byte and 20 ns of flight, 100 ns in a switch, a tick is 1 ns: a packet of 256 bytes takes 1024 ticks, and its credit is back
// 20 + 100 + 1024 + 20 after it started.
const LENGTH = 1024;
const CREDIT_GAP = 140;

describe.each(bothLoops)("waits of ports, %s loop", (_, create) => {
  const built = (
    at: Pick<NetworkConfig, "fabric" | "tables">,
    shots: readonly Shot[],
    model: Partial<SwitchModel>,
  ): Network =>
    create({
      ...at,
      switchModels: [modelOf(model)],
      hca: plainHca,
      traffic: [scripted(shots)],
      tickPs: 1000,
      checked: true,
      waits: true,
    });

  it.each([{ packets: 0 }, { packets: 2 }])(
    "are those for credits, and none while a link that others want is busy (output buffers %o)",
    (outputBuffer) => {
      // Host 1 to host 2 over a buffer of one packet: each but the first waits for the credit of the one before.
      const network = built(star(2), burst(1, 2, 10), {
        inputBuffer: { packets: 1 },
        outputBuffer,
      });
      play(network, 1e5);
      const { busyTicks, waitTicks } = network.takeChannelCounters();
      const host = 2;
      expect(busyTicks[host]).toBe(10 * LENGTH);
      expect([...waitTicks!]).toEqual([0, 0, 9 * CREDIT_GAP, 0]);
    },
  );

  it("are counted up to the tick in which the counters are taken, and go on from there", () => {
    const network = built(star(2), burst(1, 2, 3), {
      inputBuffer: { packets: 1 },
    });
    const taken = [LENGTH, LENGTH + 50, LENGTH + 51, 2 * LENGTH, 1e5].map(
      (until) => {
        play(network, until);
        return network.takeChannelCounters().waitTicks![2];
      },
    );
    expect(taken).toEqual([0, 50, 1, CREDIT_GAP - 51, CREDIT_GAP]);
  });

  it("and what a port sends fill all of the time of a host that always has more", () => {
    const network = built(
      star(4),
      [...burst(1, 4, 200), ...burst(2, 4, 200), ...burst(3, 4, 200)],
      { inputBuffer: { packets: 2 } },
    );
    const hosts = [4, 5, 6];
    for (const until of [7_777, 50_001, 150_000]) {
      const from = network.now < 0 ? 0 : network.now;
      play(network, until);
      const { busyTicks, waitTicks } = network.takeChannelCounters();
      for (const port of hosts)
        expect(busyTicks[port]! + waitTicks![port]!).toBe(until - from);
      // The link to host 4 is always busy, so nobody waits for it idly but before the first packet.
      expect(waitTicks![3]).toBe(0);
    }
  });

  it("are the congestion behind a trunk whose packets wait at the next switch", () => {
    // Host 0 of switch 0 and host 1 of switch 1 send to host 0 of switch 1, in turns.
    const network = built(
      chain(2, 2),
      [...burst(2, 3, 100), ...burst(5, 3, 100)],
      { inputBuffer: { packets: 1 } },
    );
    const { fabric } = chain(2, 2);
    const trunk = fabric.portStart[0]! + 3;
    play(network, 20 * LENGTH);
    network.takeChannelCounters();
    play(network, 120 * LENGTH);
    const { busyTicks, waitTicks } = network.takeChannelCounters();
    // It may send every other packet; the credit of the packet before is its bottleneck, so it has the next one all of the time but for a while.
    expect(busyTicks[trunk]! / (100 * LENGTH)).toBeCloseTo(0.5, 1);
    expect(waitTicks![trunk]!).toBeGreaterThan(20 * LENGTH);
    expect(busyTicks[trunk]! + waitTicks![trunk]!).toBeLessThanOrEqual(
      100 * LENGTH,
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
    const trunks = [0, 1, 2, 3].map((sw) => ring(4).fabric.portStart[sw]! + 1);
    for (const until of [1_000_000, REBASE_TICKS - 1]) {
      const from = network.now;
      play(network, until);
      const { waitTicks } = network.takeChannelCounters();
      for (const trunk of trunks) expect(waitTicks![trunk]).toBe(until - from);
    }
  });

  it("end where the last packet that waited is dropped", () => {
    const lifetime: DropFactory = {
      name: "lifetime",
      create: () => ({
        patience: (_, sl) => (sl === 1 ? 5_000 : -1),
        dropped: () => DropCause.headLifetime,
        sent: () => undefined,
      }),
    };
    // Host 1 of switch 1 keeps the link to host 0 there for long. Of two packets of host 0 of switch 0 to it the first waits in switch 1's buffer, the
    // second for the credit of that: its head is at its switch at 11,184, it asks for the trunk at 11,284, and is dropped at 16,184.
    const network = built(
      chain(2, 2),
      [
        { source: 5, dlid: 3, birth: 0, bytes: 65_536, sl: 0 },
        { source: 2, dlid: 3, birth: 10_000, bytes: 256, sl: 0 },
        { source: 2, dlid: 3, birth: 10_000, bytes: 256, sl: 1 },
      ],
      { inputBuffer: { packets: 1 }, drop: lifetime },
    );
    play(network, 100_000);
    expect(network.counts.dropped).toBe(1);
    const { fabric } = chain(2, 2);
    const { waitTicks } = network.takeChannelCounters();
    expect(waitTicks![fabric.portStart[0]! + 3]).toBe(4_900);
    // The host had its second packet when the first had left, and the credit at 11,164.
    expect(waitTicks![fabric.portStart[2]!]).toBe(CREDIT_GAP);
    // Port 1 of switch 1 is busy with the long packet, which is no waiting.
    expect(waitTicks![fabric.portStart[1]!]).toBe(0);
  });

  it("count from when a packet has passed the delay behind the crossbar", () => {
    // A switch that holds each packet for 500 ns before its link, and sends at once then.
    const network = built(star(2), burst(1, 2, 12), {
      inputBuffer: { packets: 4 },
      outputBuffer: { packets: 4 },
      outputDelay: 500_000 as Ps,
    });
    play(network, 1e5);
    const { waitTicks } = network.takeChannelCounters();
    expect([...waitTicks!]).toEqual([0, 0, 0, 0]);
  });
});

describe("waits of ports while links fail and tables change", () => {
  const line = chain(2, 2);
  const trunk = line.fabric.portStart[0]! + 3;
  const host = line.fabric.portStart[2]!;
  const sl2vl = (ofSl5: number) =>
    [0, 1].map(() =>
      Uint8Array.from({ length: 5 * 5 * 16 }, (_, at) =>
        at % 16 === 5 ? ofSl5 : 0,
      ),
    );
  // Host 1 of switch 1 keeps the link to host 0 there; what host 0 of switch 0 sends to it waits: one packet in switch 1, one before the trunk, the others at
  // their host.
  const built = (tables: Partial<NetworkConfig["tables"]> = {}) =>
    createNetwork({
      ...line,
      tables: { ...line.tables, ...tables },
      switchModels: [modelOf({ lanes: 2, inputBuffer: { packets: 1 } })],
      hca: plainHca,
      traffic: [
        scripted([
          { source: 5, dlid: 3, birth: 0, bytes: 65_536 },
          ...burst(2, 3, 5, 1000),
        ]),
      ],
      tickPs: 1000,
      checked: true,
      waits: true,
      changes: true,
    });

  it("go on through new SL2VL tables that do not concern the packets that wait", () => {
    const network = built({ sl2vl: sl2vl(0), lanes: 2 });
    play(network, 50_000);
    network.takeChannelCounters();
    network.useTables({ ...line.tables, sl2vl: sl2vl(1), lanes: 2 });
    play(network, 50_700);
    network.useTables({ ...line.tables, sl2vl: sl2vl(0), lanes: 2 });
    play(network, 60_000);
    const { waitTicks } = network.takeChannelCounters();
    expect([waitTicks![trunk], waitTicks![host]]).toEqual([10_000, 10_000]);
  });

  it("end at a switch whose link fails, for its packets are lost, and go on at a host, which keeps them", () => {
    const network = built();
    play(network, 50_000);
    network.takeChannelCounters();
    network.failLink(trunk as PortIx);
    network.failLink(host as PortIx);
    play(network, 60_000);
    const { waitTicks } = network.takeChannelCounters();
    expect([waitTicks![trunk], waitTicks![host]]).toEqual([0, 10_000]);
    network.restoreLink(host as PortIx);
    play(network, 70_000);
    expect(network.takeChannelCounters().waitTicks![host]).toBeLessThan(2_000);
  });
});
