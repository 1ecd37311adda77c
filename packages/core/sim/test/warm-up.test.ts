import { randomStream } from "@fabriclab/kernel";
import { describe, expect, it } from "vitest";
import { JournalSums } from "../src/load-window.ts";
import { filledUp, warmedUp } from "../src/warm-up.ts";

/**
 * A network that is offered more than it takes: source queues grow for ever, and packets fill it until window `full`.
 */
function overloaded(count: number, full: number): JournalSums[] {
  const random = randomStream(1, "windows");
  return Array.from({ length: count }, (_, at) => {
    const window = new JournalSums();
    window.ticks = 100;
    window.delivered = 10;
    window.latency = 10 * (1000 + 50 * at + 20 * random.uniform());
    window.inFlight = 100 * Math.min(at, full) + 200 * random.uniform();
    window.looks = 1;
    return window;
  });
}

describe("a network that is offered more than it takes", () => {
  it("is never warm by its latencies", () => {
    expect(warmedUp(overloaded(1024, 100))).toBe(false);
  });

  it("is full when the number of packets in it has stopped growing in the first half of what was seen", () => {
    expect(filledUp(overloaded(512, 1000))).toBe(false);
    expect(filledUp(overloaded(512, 400))).toBe(false);
    expect(filledUp(overloaded(512, 100))).toBe(true);
  });

  it("is not said to be full from few deliveries", () => {
    expect(filledUp(overloaded(60, 0))).toBe(false);
  });
});
