import { connectionParam, createConnections } from "@fabriclab/connection";
import type { DeliveredPacket, PacketDraft } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { context, P, Q } from "../examples/two-paths.part.ts";

describe("an answer", () => {
  it("opens a connection by the attempt that it belongs to, not by the one 16 before", () => {
    // Played by hand, without a network: a probe every 1000 ticks, each given up before its answer comes.
    const connections = createConnections(
      context,
      connectionParam().parse({
        timeout: "1us",
        refused: "wait",
        retryDelay: "0ns",
      })!,
    );
    const one = connections.open({ source: P, destination: Q, rate: 1, at: 0 });
    const streams = connections.streams();
    const sent = (from: EndportIx, now: number): DeliveredPacket => {
      const draft = { now } as PacketDraft;
      expect(streams.find((of) => of.source === from)!.next(draft)).toBe(true);
      return draft as unknown as DeliveredPacket;
    };
    const arrives = (packet: DeliveredPacket, time: number) =>
      connections.delivered({ ...packet, time });

    expect(arrives(sent(P, 0), 500)).toEqual([Q]);
    const late = sent(Q, 500);
    for (let k = 1; k < 16; k += 1) sent(P, 1000 * k);
    const probe = sent(P, 16_000);
    expect(connections.report()["connection.probes"]!.value).toBe(17);
    expect(arrives(late, 16_100)).toEqual([]);
    expect(one.path()).toBeUndefined();
    expect(connections.report()["connection.open"]!.value).toBe(0);
    expect(connections.report()["connection.reserved"]!.value).toBe(0);

    // The 17th is by the first path again, and its own answer opens it.
    expect(arrives(probe, 16_500)).toEqual([Q]);
    expect(arrives(sent(Q, 16_500), 16_900)).toEqual([P]);
    expect(one.path()).toBe(6);
    expect(connections.report()["connection.set-up"]!.value).toBe(16_900);
  });
});
