import type { Traffic } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { createNetwork, type Network } from "../src/index.ts";
import { scripted, type Shot } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** Three hosts at a switch; packets of 64 bytes to the third. */
const network = (traffic: readonly Traffic[]): Network => {
  const { fabric, tables } = star(3);
  return createNetwork({
    fabric,
    tables,
    hca: plainHca,
    tickPs: 1000,
    checked: true,
    switchModels: [modelOf({})],
    traffic,
  });
};
const shot = (source: number, birth: number): Shot => ({
  source,
  dlid: 3,
  birth,
  bytes: 64,
});
/** The same of traffic that has no end. */
const endless = (shots: readonly Shot[]): Traffic => ({
  ...scripted(shots),
  finite: false,
});
const runTo = (net: Network, tick: number): void => {
  while (net.now < tick) {
    net.run(tick);
    net.clearJournal();
  }
};

describe("whether finite traffic is over", () => {
  it("is told of what waits at its host, crosses the network, and is delivered", () => {
    const net = network([scripted([shot(1, 1000), shot(1, 5000)])]);
    expect(net.isFiniteOver()).toBe(false);
    runTo(net, 500);
    expect(net.isFiniteOver()).toBe(false);
    // In the switch since 1120 at the earliest.
    runTo(net, 1050);
    expect(net.counts.inFlight).toBe(1);
    expect(net.isFiniteOver()).toBe(false);
    runTo(net, 4000);
    expect(net.isFiniteOver()).toBe(false);
    runTo(net, 10_000);
    expect(net.counts).toMatchObject({ injected: 2, delivered: 2 });
    expect(net.isFiniteOver()).toBe(true);
  });

  it("does not wait for endless traffic, be it of the same host", () => {
    const later = Array.from({ length: 9 }, (_, k) => shot(1, 3000 * k));
    const net = network([scripted([shot(1, 1000)]), endless(later)]);
    runTo(net, 1050);
    expect(net.isFiniteOver()).toBe(false);
    runTo(net, 6100);
    expect(net.counts.inFlight).toBe(1);
    expect(net.isFiniteOver()).toBe(true);
  });
});
